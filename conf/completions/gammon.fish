# SPDX-License-Identifier: MIT
# fish completion for gammon.  Installed as share/fish/vendor_completions.d.
function __gammon_places
	set -l config $HOME/.config
	set -q XDG_CONFIG_HOME; and set config $XDG_CONFIG_HOME
	test -r $config/gammon/config; and sed -n 's/^\[server \(.*\)\]/\1/p' $config/gammon/config
	__fish_print_hostnames
end
complete -c gammon -f -a '(__gammon_places)'
complete -c gammon -s h -l help -d 'Show a short help'
complete -c gammon -s n -d 'Do not reconnect when the connection is lost'
complete -c gammon -s o -l set -x -d 'Set an option' -a 'screen= glyphs= board= colors= mouse= bell= play_forced= finish_play= click_moves= language= on_turn= notify= highlight= save_history= log_folder= new_keys='
complete -c gammon -l plain -d 'The line client'
complete -c gammon -l reader -d 'Positions in sentences'
complete -c gammon -l screen -d 'The screen'
complete -c gammon -s s -l tls -d 'Encrypted'
complete -c gammon -s u -l user -x -d 'The name to log in with'
complete -c gammon -l replay -r -F -d 'Show a match saved as JSON'
complete -c gammon -l verify -r -F -d 'Reckon the dice of such a match'
complete -c gammon -s V -l version -d 'Show the version'
