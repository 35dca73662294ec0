# SPDX-License-Identifier: MIT
# bash completion for gammon.  Installed as share/bash-completion/completions/gammon.
_gammon()
{
	local config="${XDG_CONFIG_HOME:-$HOME/.config}/gammon/config"
	local word="${COMP_WORDS[COMP_CWORD]}"
	case "${COMP_WORDS[COMP_CWORD - 1]}" in
	-u | --user)
		return ;;
	--replay | --verify)
		compopt -o default
		return ;;
	-o | --set)
		COMPREPLY=($(compgen -S = -W "screen glyphs board colors mouse bell play_forced
			finish_play click_moves language on_turn notify highlight save_history log_folder new_keys" -- "$word"))
		compopt -o nospace
		return ;;
	esac
	if [[ $word == -* ]]; then
		COMPREPLY=($(compgen -W "-h --help -n -o --set --plain --reader --replay -s --tls --screen
			-u --user -V --version --verify" -- "$word"))
	else
		COMPREPLY=($(compgen -A hostname -W \
			"$(sed -n 's/^\[server \(.*\)\]/\1/p' "$config" 2>/dev/null)" -- "$word"))
	fi
}
complete -F _gammon gammon
