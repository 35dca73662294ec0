#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: plain timeout=300
"""The rules in the page (client-web/page/rules.wasm) and its board: legal plays agree with the position files, which the native
rules are compared with in tests/unit/test_plays.c, and plays are made in Chromium by tapping, dragging, with keys and typed.
Run with games=all for ten plays of each game in each way."""

import os
import shutil

from chromium import call
from website import HERE, ROOT, Chromium, Site
from fibs import options, run

FEW = {"backgammon": ["tap"], "plakoto": ["drag"], "acey-deucey": ["tap"], "grasshopper": ["tap"], "fevga": ["keys"], "hyper": ["type"]}


async def positions(report):
    if not shutil.which("node"):
        report.skip("the rules in WebAssembly", "node is not installed")
        return
    for name, records in (("legal-plays", 302), ("variant-plays", 128)):
        status, said = await call("node", os.path.join(HERE, "plays.mjs"), os.path.join(ROOT, "tests/data", name + ".jsonl"))
        report.check("%s.jsonl agrees in WebAssembly" % name, status == 0 and said.strip() == "%d records" % records, said)


async def main(report):
    opts = options(__doc__, games="")
    await positions(report)
    site = await Site().start()
    browser = await Chromium().start(report, str(site.port))
    if browser is not None:
        await browser.do("gestures")
        ways = FEW
        if opts["games"]:
            ways = {game: ["tap", "drag", "keys", "type"] for game in (await browser.do("names"))["games"]}
        for game, hows in ways.items():
            await browser.do("table", game=game, hows=hows, plays=10 if opts["games"] else 3)
        await browser.stop()
    await site.stop(report)


if __name__ == "__main__":
    run(main, 1800)
