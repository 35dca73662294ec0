#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: plain timeout=300
"""Position IDs agree with gnubg: random positions, with cube, score and dice, are set up in gnubg by their GNU ID and
by their XGID, and gnubg must name the same position."""

import asyncio
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import fibs
import gnubg
from fibs import Bad, Report, run, tool

POSITIONS = fibs.scaled(10000, 500)
SEED = "1"
BATCH = 1000


async def shown(folder, lines):
    """Runs the commands in gnubg.  Returns the last IDs shown before each answer to `show delay`."""
    path = os.path.join(folder, "commands")
    with open(path, "w", encoding="ascii") as f:
        f.write("set display off\nset confirm new off\nset player 0 human\nset player 1 human\n"
                "set automatic roll off\nset automatic game off\nset automatic move off\n" + "\n".join(lines) + "\n")
    p = await asyncio.create_subprocess_exec(
        gnubg.find("gnubg"), "-t", "-q", "--no-rc", "-c", path, stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT, cwd=folder,
        env=dict(os.environ, HOME=folder, LC_ALL="C"))
    out, _ = await asyncio.wait_for(p.communicate(), fibs.PATIENCE)
    ids, position, match = [], "", ""
    for line in out.decode("latin-1").splitlines():
        if "Position ID:" in line:
            position = line.split()[-1]
        elif "Match ID" in line:
            match = line.split()[-1]
        elif "delay" in line:
            ids.append(position + ":" + match)
    return ids


async def main(report: Report):
    if not gnubg.find("gnubg"):
        raise Bad("gnubg is not installed")
    out = subprocess.run([tool("positions"), SEED, str(POSITIONS)], stdout=subprocess.PIPE, check=True, text=True)
    rows = [x.split("\t") for x in out.stdout.splitlines()]
    report.check("all positions", len(rows) == POSITIONS, len(rows))
    with tempfile.TemporaryDirectory() as folder:
        for first in range(0, len(rows), BATCH):
            batch = rows[first:first + BATCH]
            lines = []
            for _xgid, gnuid, _ogid, _turned in batch:
                position, match = gnuid.split(":")
                lines += ["set matchid " + match, "set board " + position, "show delay"]
            got = await shown(folder, lines)
            report.check("GNU IDs: one answer each", len(got) == len(batch), (len(got), len(batch)))
            for row, said in zip(batch, got):
                report.check("GNU IDs", said == row[1], (row, said))
            got = await shown(folder, [x for row in batch for x in ("set xgid XGID=" + row[0], "show delay")])
            report.check("XGIDs: one answer each", len(got) == len(batch), (len(got), len(batch)))
            for row, said in zip(batch, got):
                report.check("XGIDs", said == row[3], (row, said))


if __name__ == "__main__":
    run(main, 300)
