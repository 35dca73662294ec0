#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs the benchmarks that are built (make bench does both) and prints one table.  About three minutes.
#
#   scripts/bench.sh [-u USERS] [-t] [NAME...]
#     NAME      memory, roundtrip, moves, plays, swiss; all when none is named
#     -u USERS  of memory: so many users (2000)
#     -t        of memory: only users who hear nothing of others (CLIP users all hear of each other)
#
# Each figure is measured five times by turns with a bare reference program beside it; what is shown are the
# medians.  Results with all runs: build/bench/NAME.json.  "gaps" is the noise of the machine in the same
# minute: times over 1 ms that a loop which only reads the clock did not run, and the longest of them; over
# 20 ms the figures are "noisy": repeat them on an idle machine.
set -u
cd "$(dirname "$0")/.."

users=2000 tiny=
while getopts u:th opt; do
	case $opt in
	u) users=$OPTARG ;;
	t) tiny=-t ;;
	*) sed -n '3,14s/^# \{0,1\}//p' scripts/bench.sh >&2; exit 2 ;;
	esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || set -- memory roundtrip moves plays swiss

programs=build/plain/bench
export GAMMOND=${GAMMOND:-build/plain/gammond}
mkdir -p build/bench
trap 'rm -rf build/bench/data-*' EXIT # of one that was killed
started=$SECONDS failed=0
: >build/bench/table.txt
for name; do
	if [ ! -x $programs/bench_"$name" ]; then
		echo "scripts/bench.sh: no benchmark $name is built" >&2
		exit 2
	fi
	echo "== $name ($((SECONDS - started)) s)" >&2
	arguments=
	[ "$name" = memory ] && arguments="$tiny $users"
	timeout -k 15 600 $programs/bench_"$name" $arguments >>build/bench/table.txt || {
		echo "bench_$name failed" >&2
		failed=$((failed + 1))
	}
done

echo
echo "$(date -u +%Y-%m-%d), $(nproc) cores ($(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)), $(uname -sr);" \
	"server on the first core, clients on the last; took $((SECONDS - started)) s"
printf '%-46s %6s %10s %10s %-6s %6s  %-17s %s\n' figure N own reference unit ratio target gaps
cat build/bench/table.txt
exit $((failed > 0))
