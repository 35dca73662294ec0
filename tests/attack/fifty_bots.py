#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures how fifty bots of all grades, playing each other, slow down a match between users.

The bots are in a tournament, whose matches begin three minutes after its first round is paired.  The pair of
attack.py plays N times before the bots begin and N times while they play; the medians of its p99 must differ
by less than 1 ms.
Usage: fifty_bots.py [--times N] [--seconds N] [--most MS]"""

import asyncio
import os
import re
import statistics
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from ground import Ground  # first, because ground.py sets the path to the other modules
from attack import Pair, Watch, step_back
import fibs
from fibs import Report, run

BOTS = ["bot_" + fibs.letters(i) for i in range(50)]
CONF = "".join("%s = %s\n" % (grade, ", ".join(BOTS[k::7])) for k, grade in enumerate(fibs.GRADES))
SETTINGS = ("format swiss", "bots yes", "clock off", "length 25", "checkin 0", "notice 3", "rated no")


async def tournament(peer):
    """Makes a tournament of bots and waits until its first round is paired."""
    await peer.say(b"tournament create Bots\r\n")
    number = re.search(rb"[Tt]ournament (\d+)", await peer.until(b"tournament open")).group(1).decode()
    for what in ["set %s " + s for s in SETTINGS] + ["open %s"] + ["add %s " + b for b in BOTS]:
        await peer.say(b"tournament %s\r\n" % (what % number).encode())
    await peer.until(b"(%d of " % len(BOTS))
    await peer.say(b"tournament start %s yes\r\n" % number.encode())
    await peer.until(b"is paired")


async def begun(peer):
    """Waits until all bots are playing."""
    while True:
        await peer.say(b"show games\r\n")
        await asyncio.sleep(2)
        if len(set(re.findall(rb"bot_[a-z]+", peer.text[peer.text.rfind(b"List of games"):]))) >= len(BOTS):
            return
        peer.text = b""


async def main(report: Report):
    o = fibs.options(__doc__, times="5", seconds="10", most="1")
    ground = Ground(quick=False, bots=CONF)
    await ground.open()
    pair = Pair(ground)
    step_back()
    await pair.play(1)
    peer = await ground.member(0, address="127.0.0.1")  # from an address that is exempt from the limits
    await tournament(peer)
    quiet = [(await pair.play(float(o["seconds"])))[0] for _ in range(int(o["times"]))]
    await begun(peer)
    watch = Watch(ground.server)
    beside = []

    async def measure():
        for _ in range(int(o["times"])):
            beside.append((await pair.play(float(o["seconds"])))[0])

    await watch.during(measure())
    more = statistics.median(beside) - statistics.median(quiet)
    print("p99 %.2f ms, with %d bots %.2f (%+.2f); the server takes %.0f %% of a core, its longest turn %d ms, starved %.0f ms a second" % (
        statistics.median(quiet), len(BOTS), statistics.median(beside), more, watch.share, watch.longest_ms, watch.starved))
    report.check("players are not slowed", more < float(o["most"]), "%s, with bots %s" % (quiet, beside))
    peer.abort()
    status = await ground.close()
    report.check("the server ends with status 0 at SIGTERM", status == 0, "%s" % status)
    ground.remove()


if __name__ == "__main__":
    run(main, 3600)
