#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: timeout=200
"""Runs each attack of tests/attack/rows.py for a moment, without measuring time.  Attackers must get the
expected answers, the server's memory must stay bounded, its descriptors must be freed, and two players must
be able to continue and lose nothing. tests/attack/attack.py measures how much the attacks slow the players down.
Usage: test_attack.py [--rows TEXT] [--seconds N]"""

import asyncio
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "attack"))
from ground import Ground, Witness, Watchful
from rows import ROWS
from attack import Watch, finish
import fibs
from fibs import Bad, Report, memory, run

PATIENT_S = fibs.PATIENCE  # time for the attack to begin and for the attackers to get their answers


async def one(report, ground, witness, row, seconds):
    rss, lines = ground.server.rss(), witness.lines()
    watch = Watch(ground.server)
    left = PATIENT_S
    while left > 0:
        await watch.during(ground.attack(row, seconds))
        left -= seconds
        seconds = min(2 * seconds, left)  # on a busy machine the server cannot answer in a short time
        begun = ground.tally["bytes said"] or ground.tally["connections"] or ground.tally["asked for keys"]
        if ground.told and begun:
            break
    report.check("attackers get the expected answers", ground.told, "%s: never %r" % (row.name, row.told))
    report.check("memory is bounded", watch.most - rss < memory(row.mib, 2000) << 20,
                 "%s: from %d to %d KiB" % (row.name, rss >> 10, watch.most >> 10))
    report.check("the attack is carried out", begun, "%s: %s" % (row.name, dict(ground.tally)))
    for _ in range(int(fibs.PATIENCE * 20)):
        if witness.lines() > lines or witness.task.done():
            break
        await asyncio.sleep(0.05)
    report.check("the players continue", witness.lines() > lines and not witness.task.done(), row.name)


async def main(report: Report):
    o = fibs.options(__doc__, rows="", seconds="0.25")
    ground = Ground(quick=True)
    await ground.open()
    Watchful.pace_s = 0.01
    witness = Witness(ground)
    await witness.begun()
    files = ground.descriptors()
    for row in ROWS:
        if o["rows"] in row.name:
            try:
                begin = time.monotonic()
                await one(report, ground, witness, row, float(o["seconds"]))
                print("%5.2f s %s %s" % (time.monotonic() - begin, row.name, dict(ground.tally)), flush=True)
            except (Bad, asyncio.TimeoutError) as e:
                report.fail("the attack is carried out", "%s: %r" % (row.name, e))
    await finish(report, ground, witness, files)


if __name__ == "__main__":
    run(main, 160)
