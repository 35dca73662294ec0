#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: plain timeout=300
"""The page in Chromium: a visitor watches a short match of two telnet players to its end, and the page is checked for
accessibility.  Another visitor finds all connections taken.  Needs Debian's chromium, nodejs and npm; the first run fetches two packages from npm."""

import asyncio

from website import Chromium, Site, Typist, truth, watcher
from fibs import Bad, run
from web import Browser


async def full(report):
    """A visitor who cannot be connected because all connections are taken reads why, until one is free."""
    site = await Site(per_address=30).start()
    browser = await Chromium().start(report, str(site.port))
    await browser.do("visit", path="/ratings")
    site.cut()
    await browser.do("lost")
    held = []
    try:
        while True:
            held.append(await Browser.open(site.place.port))
    except (Bad, ConnectionError, asyncio.IncompleteReadError):
        report.check("all connections are taken", len(held) > 25, len(held))
    site.open = True
    await browser.do("lost", text="The server has no room for more visitors just now.")
    for b in held:  # close all: the page's request for the reason could use up a single free place
        b.close()
    await browser.do("found")
    await browser.stop()
    await site.stop(report)


async def main(report):
    site = await Site().start()
    browser = await Chromium().start(report, str(site.port))
    if browser is None:
        await site.stop(report)
        return
    anna, bert = await asyncio.gather(*(Typist(site.server.port, name).enter() for name in ("anna", "bert")))
    visitor = await watcher(site.server.port)
    anna.t.send("invite bert 1")
    await bert.t.until("Type 'join anna' to accept.")
    bert.t.send("join anna")
    m = (await visitor.until("begins"))["m"]
    await visitor.ask("watch", m=m)
    await browser.do("watch", m=m)
    await browser.do("home", m=m)
    anna.t.send("kibitz <b>Good luck</b>")
    await browser.do("talk", text="<b>Good luck</b>")
    await asyncio.gather(anna.play(), bert.play())
    await visitor.until("end")
    await browser.do("ended", truth=truth(visitor.record[m]), m=m)
    await browser.do("dice", m=m)
    await browser.do("keys", m=m, names=visitor.record[m][0]["players"])
    await browser.do("colours", m=m)
    await browser.do("audit", path="/match/%d" % m)
    await browser.do("audit", path="/match/%d" % m, phone=True)
    for path in ("/match/%d" % m, "/", "/play", "/play/bot"):
        await browser.do("weight", path=path)
    await browser.stop()
    await site.stop(report)
    await full(report)


if __name__ == "__main__":
    run(main, 120)
