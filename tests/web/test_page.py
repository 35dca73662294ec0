#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: web timeout=1800
"""The web page in Chromium: a match of each of the nineteen games is stepped through and each drawn position compared
with the rules; dice, keys, live regions, axe-core, contrasts and sizes of targets are checked (test_page.mjs).

Needs Debian's chromium, nodejs and npm; the first run fetches two packages from npm.

Usage: test_page.py [--games NAME,NAME...] [--seed N]"""

import asyncio
import os
import shutil
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tests/tcp"))

from fibs import options, run  # noqa: E402
from chromium import call, ready  # noqa: E402
from page_server import PageServer  # noqa: E402

TOOLS = os.environ.get("GAMMON_TOOLS", os.path.join(ROOT, "build/test/tools"))
GAMES = [name[:-4] for name in sorted(os.listdir(os.path.join(ROOT, "tests/data/games"))) if name.endswith(".txt")]
LENGTH = 2


async def main(report):
    opts = options(__doc__, games="", seed="1")
    if not await ready(report):
        return
    with tempfile.TemporaryDirectory() as folder:
        for i, game in enumerate(GAMES):
            status, said = await call(os.path.join(TOOLS, "webmatches"), os.path.join(folder, game), "game=" + game,
                                      "length=%d" % LENGTH, "seed=%d" % (int(opts["seed"]) * 100 + i), "match=%d" % (4701 + i))
            if not report.check("a match of each game", status == 0, game + ": " + said):
                return
        shutil.copy(os.path.join(HERE, "rows.json"), folder)
        server = await asyncio.start_server(PageServer(folder).serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        games = opts["games"].split(",") if opts["games"] else []
        _, said = await call("node", "test_page.mjs", str(port), folder, *games, cwd=HERE)
        server.close()
    lines = said.strip().split("\n")
    words = lines[-1].split()
    if not report.check("the program in the browser comes to its end", len(words) == 4 and words[1] == "passed,", said[-2000:]):
        return
    report.add("in the browser", int(words[0]), 0)
    for line in lines[:-1]:
        report.fail("in the browser", line)


if __name__ == "__main__":
    run(main, 1800)
