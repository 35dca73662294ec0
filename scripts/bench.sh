#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs the benchmarks already built (make bench does both) and prints one table.  Takes eight to fourteen
# minutes; --quick: about two, with fewer runs and smaller numbers.
#
#   scripts/bench.sh [-q|--quick] [-c CORES] [-u USERS] [-t] [NAME...]
#     NAME      roundtrip moves shout watch web stall login restart plays swiss tourney memory evening tokens; all
#               by default.  On request: sessions (100,000 in process, six minutes and 1 GB), history (a
#               million users and finished matches in the database, three minutes and 1 GB of disk), postgresql (moves with
#               the database in PostgreSQL, local and remote; three minutes)
#     -c CORES  for the server and the reference program: 1, or more if the machine has another core for the clients
#     -u USERS  for memory: number of users (default 2,000 CLIP users, 19,000 others)
#     -t        for memory: only users without CLIP (they receive no notices about others)
#
# Each figure is measured five times, alternating with a minimal reference program.  The table shows the medians,
# their ratio, and the smallest and largest ratio.  It is stored in build/bench/results.txt, all runs in
# build/bench/NAME.json (scripts/bench-compare compares two folders of them).  "gaps" is the noise of the
# machine in the same minute: pauses over 1 ms in a loop that only reads the clock, and the longest of them;
# above 20 ms the figures are marked "noisy": repeat them on an idle machine.
set -u
cd "$(dirname "$0")/.."

usage() { sed -n '3,19s/^# \{0,1\}//p' scripts/bench.sh >&2; exit 2; }
users= tiny= names=
while [ $# -gt 0 ]; do
	case $1 in
	-q | --quick) export BENCH_SIZE=quick ;;
	-c) shift; export BENCH_CORES=${1:-0} ;;
	-u) shift; users=${1:-}; case $users in '' | *[!0-9]*) usage ;; esac ;;
	-t) tiny=-t ;;
	-*) usage ;;
	*) names="$names $1" ;;
	esac
	shift
done
set -- $names
[ $# -gt 0 ] || set -- roundtrip moves shout watch web stall login restart plays swiss tourney memory evening tokens

programs=build/plain/bench
export GAMMOND=${GAMMOND:-build/plain/gammond}
mkdir -p build/bench
trap 'rm -rf build/bench/data-*' EXIT # left by a killed run
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

results() {
	echo "$(date -u +%Y-%m-%d), $(nproc) cores ($(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)), $(uname -sr);" \
		"server on ${BENCH_CORES:-1} of the cores from the first on, clients on the last; took $((SECONDS - started)) s${BENCH_SIZE:+; $BENCH_SIZE}"
	printf '%-46s %6s %10s %10s %-6s %15s  %-22s %s\n' figure N own reference unit 'ratio least-most' target gaps
	cat build/bench/table.txt
	[ $failed = 0 ] || echo "$failed benchmarks failed"
}

echo
results | tee build/bench/results.txt
exit $((failed > 0))
