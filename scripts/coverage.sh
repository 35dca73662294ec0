#!/bin/bash
# SPDX-License-Identifier: MIT
# Line and branch coverage of each folder and file, from the counts written by the programs in build/cov.
# make coverage runs them first.  Needs only gcov, which is part of gcc.
#
#   scripts/coverage.sh [-l]     -l: also list the lines that were never run
set -u
cd "$(dirname "$0")/.."
notes=$(find build/cov/common build/cov/server -name '*.gcno' 2>/dev/null | LC_ALL=C sort)
if [ -z "$notes" ]; then
	echo "nothing in build/cov has been run; use: make coverage" >&2
	exit 1
fi

# A file that was never run has notes without counts and is reported as 0 %.  gcov reports a source once per object
# that contains part of it; only its own object is used, which leaves out inline functions of headers.
for n in $notes; do
	src=${n#build/cov/}
	src=${src%.gcno}.c
	LC_ALL=C gcov -n -b -o "$n" "$n" 2>/dev/null | awk -v src="$src" '
		function share(s,   a) { split(s, a, /[:%]/); return a[2] }
		/^File / { mine = ($0 == "File \047" src "\047") }
		mine && /^Lines executed/ { lines = $NF; lhit = share($0) / 100 * $NF }
		mine && /^Taken at least once/ { br = $NF; bhit = share($0) / 100 * $NF }
		END { printf "%s %d %.0f %d %.0f\n", src, lines, lhit, br, bhit }'
done | awk '
	function row(name, l, lh, b, bh) {
		printf "%-40s %6d lines %6.1f %%   %6d branches %6.1f %%\n", name,
			l, l ? 100 * lh / l : 100, b, b ? 100 * bh / b : 100
	}
	{
		row($1, $2, $3, $4, $5)
		f = $1; sub(/\/[^\/]*$/, "", f)
		if (!(f in l)) order[++n] = f
		l[f] += $2; lh[f] += $3; b[f] += $4; bh[f] += $5
		tl += $2; tlh += $3; tb += $4; tbh += $5
	}
	END {
		print ""
		for (i = 1; i <= n; i++) row(order[i] "/", l[order[i]], lh[order[i]], b[order[i]], bh[order[i]])
		row("all", tl, tlh, tb, tbh)
	}'

if [ "${1:-}" = -l ]; then
	echo
	for n in $notes; do
		src=${n#build/cov/}
		src=${src%.gcno}.c
		LC_ALL=C gcov -t -o "$n" "$n" 2>/dev/null | awk -v src="$src" '
			/^ *-: *0:Source:/ { mine = (substr($0, index($0, "Source:") + 7) == src) }
			mine && /^ *#####:/ { sub(/^ *#####: */, ""); print src ":" $0 }'
	done
fi
