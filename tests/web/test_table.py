#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: plain timeout=1800
"""The rules in the page (client-web/page/rules.wasm) and its board: legal plays agree with the position files (as those of
the native rules do in tests/unit/test_plays.c), matches are followed by their events, and plays are made in Chromium by
tapping, dragging, with keys and typed.  Without GAMMON_COUNTS=tenth, ten plays of each game in each way."""

import os
import random
import shutil

from chromium import call
from website import HERE, ROOT, Chromium, Player, Site, followed
from fibs import TENTH, run

FEW = {"backgammon": ["tap"], "plakoto": ["drag"], "acey-deucey": ["tap"], "grasshopper": ["tap"], "fevga": ["keys"], "hyper": ["type"]}


async def positions(report):
    for name, records in (("legal-plays", 302), ("variant-plays", 128)):
        status, said = await call("node", os.path.join(HERE, "plays.mjs"), os.path.join(ROOT, "tests/data", name + ".jsonl"))
        report.check("%s.jsonl agrees in WebAssembly" % name, status == 0 and said.strip() == "%d records" % records, said)
    status, said = await call("node", os.path.join(HERE, "positions.mjs"), os.path.join(ROOT, "tests/data/position-ids.txt"))
    report.check("XGIDs in WebAssembly", status == 0 and said.strip() == "300 positions", said)


async def follow(report, site):
    rng = random.Random(3)
    pair = [await Player(name, rng).enter(site.server.port) for name in ("anna", "bert")]
    for game, length in (("tavli", 7), ("european", 3)):
        await pair[0].ask("invite", player="bert", length=length, game=game)
        await followed(report, game, pair[0].record[(await pair[0].ended.get())["m"]])


async def main(report):
    site = await Site().start()
    if shutil.which("node"):
        await positions(report)
        await follow(report, site)
    else:
        report.skip("the rules in WebAssembly", "node is not installed")
    browser = await Chromium().start(report, str(site.port))
    if browser is not None:
        await browser.do("gestures")
        ways = FEW
        if not TENTH:
            ways = {game: ["tap", "drag", "keys", "type"] for game in (await browser.do("names"))["games"]}
            report.check("the page names all games", FEW.keys() <= ways.keys(), repr(list(ways)))
        for game, hows in ways.items():
            await browser.do("table", game=game, hows=hows, plays=3 if TENTH else 10)
        await browser.stop()
    await site.stop(report)


if __name__ == "__main__":
    run(main, 1800)
