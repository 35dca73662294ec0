#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: web timeout=1800
"""The page in Chromium, at length: a finished match of each of the nineteen games is stepped through and each drawn
position compared with the events of the match; every page is checked for accessibility, languages and layout shift; a
browser is cut off from a live match and comes back; the computer is played in each game; a knock-out of 32 is watched to its end.
Usage: test_page.py [--games NAME,NAME...] [--entries N] [--seed N]"""

import asyncio
import random

from website import Chromium, Player, Site, followed, truth, watcher
from fibs import Bad, letters, options, run


async def games(report, browser, pair, visitor, wanted):
    """Plays a match of each game, and steps through it.  Returns the numbers of the matches by game."""
    matches = {}
    for game in (await pair[0].ask("get", what="games"))["rows"]:
        if wanted and game["game"] not in wanted:
            continue
        answer = await pair[0].ask("invite", player=pair[1].name, length=2, game=game["game"])
        report.check("a match of each game", answer.get("ok"), repr(answer))
        m = (await pair[0].ended.get())["m"]
        matches[game["game"]] = m
        await followed(report, game["game"], pair[0].record[m])
        await browser.do("game", m=m, title=game["title"], truth=truth(pair[0].record[m]))
    return matches


async def cut(browser, site, pair, visitor, game, acts=10):
    """Cuts the browser off during a match, three times.  Even a short game has more than 6 * acts acts."""
    for p in pair:
        p.go.clear()
        p.calm = True
    visitor.forget()
    await pair[0].ask("invite", player=pair[1].name, length=1, game=game)
    m = (await visitor.until("begins"))["m"]
    await visitor.ask("watch", m=m)
    await browser.do("watch", m=m)
    for _ in range(3):
        for away in (False, True):
            if away:
                site.cut()
                await browser.do("lost")
            for p in pair:
                p.go.set()
            for _ in range(acts):
                act = await visitor.until("act")
                if act["kind"] == "match-won":
                    raise Bad("the match is too short")
            for p in pair:
                p.go.clear()
            site.open = True
            await browser.do("level", n=act["n"])
        await browser.do("found")
    for p in pair:
        p.go.set()
    await visitor.until("end")
    await browser.do("ended", truth=truth(visitor.record[m]), m=m, what="a browser that was cut off draws " + game)


async def bracket(report, browser, site, visitor, entries, rng):
    players = await asyncio.gather(*(Player("player_" + letters(i), rng).enter(site.server.port) for i in range(entries)))
    director = players[0]
    await director.ask("line", text="tournament create Autumn Cup -- format single length 1 clock off")
    t = (await visitor.ask("get", what="tournaments"))["rows"][0]["id"]
    await director.ask("line", text="tournament open %d" % t)
    for p in players:
        await p.ask("line", text="tournament register %d" % t)
    for p in players:
        await p.ask("line", text="tournament checkin %d" % t)
    await browser.do("audit", path="/tournament/%d" % t)
    await director.ask("line", text="tournament start %d yes" % t)
    await browser.do("bracket", id=t)
    await visitor.until("tournament", lambda o: o["tournament"] == t and o["phase"] == "finished")
    rows = (await visitor.ask("get", what="standings", tournament=t))["rows"]
    winner = next(r["name"] for r in rows if r["place"][0] == 1)
    await browser.do("bracket_ended", winner=winner, entries=entries)
    for phone in (False, True):
        await browser.do("audit", path="/tournament/%d" % t, phone=phone)
    return t


async def main(report):
    opts = options(__doc__, games="", entries="32", seed="1")
    rng = random.Random(opts["seed"])
    site = await Site().start()
    browser = await Chromium().start(report, str(site.port))
    if browser is None:
        await site.stop(report)
        return
    pair = [await Player(name, rng).enter(site.server.port) for name in ("anna", "bert")]
    visitor = await watcher(site.server.port)
    matches = await games(report, browser, pair, visitor, opts["games"].split(",") if opts["games"] else [])
    for game in ("backgammon", "plakoto", "fevga"):
        await cut(browser, site, pair, visitor, game)
    t = await bracket(report, browser, site, visitor, int(opts["entries"]), rng)
    m = next(iter(matches.values()))
    for game in matches:
        await browser.do("computer", game=game, plays=10)
    paths = ("/", "/play", "/match/%d" % m, "/embed/match/%d" % m, "/ratings", "/player/anna", "/games/plakoto", "/match/4711")
    for path in paths:
        await browser.do("audit", path=path)
        await browser.do("audit", path=path, phone=True)
    for path in paths + ("/tournament/%d" % t,):
        await browser.do("languages", path=path)
    for path in ("/", "/play", "/play/bot", "/match/%d" % m):
        await browser.do("weight", path=path)
    await browser.stop()
    await site.stop(report)


if __name__ == "__main__":
    run(main, 1800)
