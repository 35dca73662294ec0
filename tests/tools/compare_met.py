#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the match equity table with one of gnubg's.

usage: tests/tools/compare_met.py [FILE]

FILE is a table with explicit values in gnubg's format, by default Kazaross-XG2.xml of the package gnubg-data.
Ours is printed by build/plain/tools/gammonmet. Prints, for scores of up to 15 and 25 points away, the root
mean square and the largest difference in per cent: separately for the scores up to and including the
Crawford game (unequal ones, once each) and after it. Exits with 1 if the root mean square of all chances to 15 points
away is above 0.1 per cent."""
import os
import re
import subprocess
import sys

TOOL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../build/plain/tools/gammonmet")


def gnubg(path):
    """Returns the rows of the table before the Crawford game, and the row after it."""
    with open(path, encoding="ascii") as f:
        before, after = f.read().split("<post-crawford-table", 1)
    rows = [[[float(x) for x in re.findall("<me>(.*?)</me>", row)] for row in part.split("</row>")[:-1]]
            for part in (before, after)]
    return rows[0], rows[1][0]


def summary(differences):
    """Returns the root mean square and the score with the largest difference."""
    rms = (sum(d * d for d, _ in differences) / len(differences)) ** 0.5
    return rms, max(differences, key=lambda d: abs(d[0]))


def main():
    before, after = gnubg(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/gnubg/met/Kazaross-XG2.xml")
    out = subprocess.run([TOOL], stdout=subprocess.PIPE, check=True).stdout.decode()
    *ours_before, ours_after = [[float(x) for x in line.split()] for line in out.splitlines()]
    for limit in 15, 25:
        pre = [(100 * (ours_before[a][b] - before[a][b]), "%d away against %d" % (a + 1, b + 1))
               for a in range(limit) for b in range(a)]
        post = [(100 * (ours_after[n] - after[n]), "%d away after the Crawford game" % (n + 1))
                for n in range(limit)]
        for name, differences in ("before", pre), ("after", post), ("all", pre + post):
            rms, (largest, where) = summary(differences)
            print("%d away, %-6s: rms %.3f, largest %+.3f (%s)" % (limit, name, rms, largest, where))
        if limit == 15:
            passed = rms <= 0.1
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
