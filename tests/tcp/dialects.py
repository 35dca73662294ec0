# SPDX-License-Identifier: MIT
"""Rewrites the .mat text of this server in the ways in which other programs write one."""

import re

_ROLL = re.compile(r"([1-6][1-6]): ?((?:(?:bar|\d+)/(?:off|\d+)\*? ?)*)")


def numbers(steps):
    """Writes 25/20 and 6/0 instead of bar/20 and 6/off."""
    return [s.replace("bar/", "25/").replace("/off", "/0") for s in steps]


def capitals(steps):
    return [s.replace("bar", "Bar").replace("off", "Off") for s in steps]


def counted(steps):
    """Writes 8/5(2) when the same step occurs twice, and marks a hit once."""
    out = []
    for s in steps:
        plain = s.rstrip("*")
        if plain not in [x.rstrip("*") for x, _ in out]:
            same = [x for x in steps if x.rstrip("*") == plain]
            out.append((plain + ("*" if any(x.endswith("*") for x in same) else ""), len(same)))
    return [s + ("(%d)" % n if n > 1 else "") for s, n in out]


def joined(steps):
    """Writes 24/18/13* for the steps of one checker, or 24/13* if it hit nothing on its way."""
    out = []
    for s in steps:
        start = s.split("/")[0]
        before = next((x for x in out if x.split("/")[-1].rstrip("*") == start), None)
        if before is None:
            out.append(s)
        else:
            way = before if before.endswith("*") else before.rsplit("/", 1)[0]
            out[out.index(before)] = way + "/" + s.split("/", 1)[1]
    return out


def reversed_(steps):
    """Writes the steps in an order in which they cannot be played."""
    return steps[::-1]


def starless(steps):
    return [s.rstrip("*") for s in steps]


def rewrite(text, *ways):
    """Rewrites each play of a .mat text.  The columns keep their width where they can."""
    def play(m):
        steps = m[2].split()
        for way in ways:
            steps = way(steps)
        said = m[1] + ": " + " ".join(steps)
        return said.ljust(len(m[0])) if m[0].endswith(" ") else said
    return "".join(line if line.startswith(";") else _ROLL.sub(play, line) for line in text.splitlines(True))
