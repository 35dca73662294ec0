#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs Debian's PostgreSQL for tests, in a temporary directory, on a socket in it, as an ordinary user.
#
#   tests/support/postgres.sh start PID [OPTION...]   prints the directory, to be used as PGHOST; OPTION: an option of postgres
#   tests/support/postgres.sh stop FOLDER             stops it and removes the directory
#   tests/support/postgres.sh crash FOLDER            kills it and starts it again
#
# PID is the owner: the server is stopped when that process ends, in whatever way.  The user and the database are named gammond.  It does not
# sync unless asked to (-c fsync=on), because the tests are not about the disk.  If it cannot be started, the reason is on standard error and
# the status is 1.
set -u
self=$(realpath "$0")
bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
if [ -z "$bin" ]; then
	echo "postgres.sh: there is no PostgreSQL here: apt-get install postgresql" >&2
	exit 1
fi

# initdb refuses to run as root.
as_user() {
	if [ "$(id -u)" = 0 ]; then
		setpriv --reuid=nobody --regid=nogroup --clear-groups "$@"
	else
		"$@"
	fi
}

case ${1:-} in
start)
	owner=$2
	shift 2
	folder=$(mktemp -d "${TMPDIR:-/tmp}/gammond-pg.XXXXXX") || exit 1
	chmod 711 "$folder" # every user may connect to its socket
	[ "$(id -u)" != 0 ] || chown nobody "$folder"
	cd "$folder" || exit 1
	if as_user "$bin/initdb" -D "$folder/data" -U gammond -A trust -E SQL_ASCII --locale=C -N >"$folder/log" 2>&1 &&
		as_user "$bin/pg_ctl" -D "$folder/data" -w -t 60 -l "$folder/log.server" \
			-o "-c listen_addresses='' -c unix_socket_directories='$folder' -c fsync=off -c shared_buffers=32MB $*" \
			start >>"$folder/log" 2>&1 &&
		"$bin/createdb" -h "$folder" -U gammond gammond 2>>"$folder/log"; then
		setsid sh -c 'tail --pid="$1" -f /dev/null; "$0" stop "$2"' "$self" "$owner" "$folder" \
			</dev/null >/dev/null 2>&1 &
		echo "$folder"
		exit 0
	fi
	echo "postgres.sh: PostgreSQL cannot be started:" >&2
	cat "$folder"/log* >&2
	rm -rf "$folder"
	exit 1
	;;
stop)
	cd "$2" || exit 1
	as_user "$bin/pg_ctl" -D "$2/data" -m immediate -w stop >/dev/null 2>&1
	cd / && rm -rf "$2"
	;;
crash)
	cd "$2" && as_user "$bin/pg_ctl" -D "$2/data" -m immediate -w -t 60 -l "$2/log.server" restart >/dev/null 2>&1
	;;
*)
	sed -n '3,11s/^# \{0,1\}//p' "$0" >&2
	exit 2
	;;
esac
