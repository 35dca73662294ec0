#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: plain timeout=300
"""The page /play/bot in Chromium: a visitor without an account plays a match of one point against the computer, and loses the network
in the middle of it; the page is checked for accessibility and languages.
Usage: test_bot.py [--games NAME,NAME...] [--plays N]"""

from website import Chromium, Site
from fibs import options, run


async def main(report):
    opts = options(__doc__, games="plakoto,grasshopper", plays="3")
    site = await Site().start()
    browser = await Chromium().start(report, str(site.port))
    if browser is not None:
        await browser.do("stranger")
        await browser.do("upgraded")
        await browser.do("unloaded")
        for game in opts["games"].split(","):
            await browser.do("computer", game=game, plays=int(opts["plays"]))
        for phone in (False, True):
            await browser.do("audit", path="/play/bot", phone=phone)
        await browser.do("languages", path="/play/bot")
        await browser.stop()
    await site.stop(report)


if __name__ == "__main__":
    run(main, 300)
