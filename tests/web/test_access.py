#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: plain timeout=1500
"""Playing in the browser without a mouse or without seeing the board: plays with the keyboard alone and with the accessibility tree
alone, the questions that can be asked on the board, small screens, enlarged text, forced colours, reduced motion.  Without
GAMMON_COUNTS=tenth, whole matches: against the computer, between two users, and against a program, with cube and clock."""

import random

from website import Chromium, Player, Site
from fibs import TENTH, run


async def matches(report, do, site):
    """Whole matches."""
    await do("typist")
    await do("reader")
    await do("pair")
    robot = await Player("robot", random.Random(5)).enter(site.server.port)
    ended = await do("robot", name=robot.name)
    report.check("the cube is offered in a match", ended.get("doubled"), repr(ended))


async def main(report):
    site = await Site().start()
    browser = await Chromium().start(report, str(site.port), script="access.mjs")
    if browser is not None:
        for step in ("queries", "colours", "motion", "small"):
            await browser.do(step)
        for path in ("/", "/play", "/play/bot"):
            await browser.do("enlarged", path=path)
        await browser.do("typist", plays=2)
        await browser.do("reader", plays=2, length=3)
        if not TENTH:
            await matches(report, browser.do, site)
        await browser.stop()
    await site.stop(report)


if __name__ == "__main__":
    run(main, 1500)
