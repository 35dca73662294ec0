#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: timeout=300
"""gammonweb and gammond: two browsers play a match, others watch it without an account, gammond is killed, and the
finished match is read as a file."""
import asyncio
import json
import os
import re
import struct

import fibs
from fibs import Server, run, scaled
from web import Browser, Web

CONF = "[server]\nfront_socket = %s\n[limits]\noutput_soft = 4096\n"  # small, so that long answers take several turns


class Player:
    """A browser that has logged in and plays the first legal play whenever it is its turn."""

    def __init__(self, place, name):
        self.place = place
        self.name = name
        self.token = None
        self.ended = asyncio.Event()
        self.m = None

    async def enter(self, **login):
        self.browser = await Browser.open(self.place.port)
        await self.browser.event("hello")
        answer = await self.browser.ask(**login)
        for e in self.browser.events:
            if e["e"] == "token":
                self.token = e["token"]
        if answer.get("ok") is not True:
            raise fibs.Bad(repr(answer))
        return self

    async def register(self):
        return await self.enter(c="register", name=self.name, password="geheim_7", keep=True)

    async def play(self, acts=10000):
        """Plays until the match has ended, or this side has made `acts` acts."""
        b = self.browser
        wanted = seat = None
        while True:
            line = b.events.pop(0) if b.events else await b.line()
            if line.get("e") in ("match", "waits"):
                self.m = line["m"]
                wanted = line
                seat = line.get("seat")
            if line.get("e") == "match":
                self.seat = line["players"].index(self.name)
            if line.get("e") == "end":
                return line
            if wanted is None or seat != self.seat or wanted["for"] not in ("roll", "move"):
                continue
            if acts == 0:
                return None
            acts -= 1
            if wanted["for"] == "roll":
                wanted = None
                await b.ask("roll")
            else:
                wanted = None
                plays = await b.ask("get", what="plays")
                if plays.get("rows"):
                    await b.ask("move", play=plays["rows"][0])


async def follow(browser, m, seen=None, at=None):
    """Returns the snapshots and acts that a watcher sees until the match ends.  at: gets the times of the snapshots."""
    seen = [] if seen is None else seen
    while True:
        line = await browser.line()
        if line.get("m") == m:
            seen.append(line)
            if line["e"] == "match" and at is not None:
                at.append(asyncio.get_running_loop().time())
            if line["e"] == "end" and "winner" in line:
                return seen


def numbers_are_whole(seen):
    """Returns None if the numbers of the acts have no gap and never go back, otherwise what is wrong."""
    last = None
    for line in seen:
        if line["e"] == "match":
            last = line["n"]
        elif line["e"] == "act":
            if last is None or line["n"] not in (last, last + 1):
                return "act %d after %s" % (line["n"], last)
            last = line["n"]
    return None


async def match(report):
    place = Web(None, "per_address = 5000")
    server = await Server(CONF % place.socket).start()
    await place.start()
    anna, bert = await Player(place, "anna").register(), await Player(place, "bert").register()
    for p in (anna, bert):
        answer = await p.browser.ask("set", key="ready", value=True)
        report.check("players", answer.get("ok"), repr(answer))
    visitor = await Browser.open(place.port)
    await visitor.event("hello")
    who = await visitor.ask("get", what="who")
    report.check("visitors", {r["name"] for r in who["rows"]} == {"anna", "bert"}, repr(who))
    report.check("players", (await anna.browser.ask("invite", player="bert", length=1)).get("ok"), "invite")
    report.check("players", (await bert.browser.ask("join", player="anna")).get("ok"), "join")
    begins = await visitor.event("begins")
    m = begins["m"]
    report.check("visitors", begins["players"] in (["anna", "bert"], ["bert", "anna"]), repr(begins))
    path = await preview(report, place, m)
    report.check("pictures", re.search(r"\.png\?m=\d+$", path), path)
    first = await picture(report, place, path, "no-cache")
    crowd = [await Browser.open(place.port) for _ in range(scaled(100, 20))]
    for b in crowd:
        answer = await b.ask("watch", **({"m": m} if b is not crowd[0] else {"player": "anna"}))
        report.check("visitors", answer.get("ok"), repr(answer))
    watched = await picture(report, place, path, "no-cache")
    report.check("pictures", watched == first, "it depends on watchers")
    late = await Browser.open(place.port)
    refused = await late.ask("watch", m=m + 1)
    report.check("visitors", refused.get("err") == "gone", repr(refused))
    for c in ("roll", "say", "line", "set"):
        report.check("visitors", (await late.ask(c, text="who")).get("err") == "denied", c)
    status, _, body = await place.get("/match/%d" % m)
    report.check("pages", status == 200 and b"anna" in body and b"bert" in body and b"1-point match" in body, repr(body))
    status, _, _ = await place.get("/match/%d.json" % m)
    report.check("pages", status == 404, "a match that is not over: %d" % status)
    await hide(report, late, anna.browser, m)
    seen = [asyncio.ensure_future(follow(b, m)) for b in crowd]
    ends = await asyncio.gather(anna.play(), bert.play())
    report.check("players", ends[0]["winner"] == ends[1]["winner"], repr(ends))
    seen = await asyncio.gather(*seen)
    for s in seen:
        report.check("every watcher sees the match", numbers_are_whole(s) is None and s[-1]["winner"] == ends[0]["winner"], numbers_are_whole(s))
        report.check("every watcher sees the same", [x for x in s if x["e"] != "match"] == [x for x in seen[1] if x["e"] != "match"], "?")
    await files(report, place, m)
    await imported(report, place, anna.browser, visitor)
    for b in [visitor, late, anna.browser, bert.browser] + crowd:
        b.close()
    status, complaints = await place.stop()
    report.check("it ends", status == 0 and not complaints, "%s %s" % (status, complaints))
    await server.stop()
    server.remove()


async def hide(report, visitor, player, m):
    """A player talks, switches `public` off, and switches it on again."""
    report.check("hidden", (await visitor.ask("watch", m=m)).get("ok"), "watch")
    await player.ask("kibitz", text="Hello")
    chat = await visitor.event("chat")
    report.check("talk", (chat["from"], chat["text"], chat["m"]) == ("anna", "Hello", m), repr(chat))
    await player.ask("set", key="public", value=False)
    end = await visitor.event("hidden")
    report.check("hidden", end == {"e": "hidden", "m": m}, repr(end))
    for command in ({"what": "match", "m": m}, {"what": "stats", "player": "anna"}):
        answer = await visitor.ask("get", **command)
        report.check("hidden", answer.get("err") == "gone", repr(answer))
    await player.ask("set", key="public", value=True)
    report.check("shown again", (await visitor.event("match"))["m"] == m, "?")
    acts = await visitor.ask("get", what="match", m=m)
    report.check("the acts so far", acts["rows"][0]["kind"] == "start" and "seed" not in acts, repr(acts))


async def picture(report, place, path, cache, host="localhost"):
    """Returns the picture after checking that it is a PNG of 1200 x 630."""
    status, fields, body = await place.get(path)
    report.check("pictures", status == 200 and fields["content-type"] == "image/png" and fields["cache-control"] == cache and
                 body[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", body[16:24]) == (1200, 630) and
                 body.endswith(b"IEND\xaeB\x60\x82"), "%s: %s %r %r" % (path, status, fields, body[:40]))
    report.check("pictures", (await place.get(path, "If-None-Match: %s" % fields["etag"]))[0] == 304, path)
    return body


async def preview(report, place, m):
    """Returns the path of the picture in the preview tags of a page."""
    _, _, body = await place.get("/match/%d" % m)
    found = re.search(rb'<meta property="og:image" content="http://localhost(/match/[^"]*)">', body)
    report.check("pictures", found, repr(body))
    return found.group(1).decode()


async def files(report, place, m):
    path = await preview(report, place, m)
    report.check("pictures", path == "/match/%d.png" % m, path)
    end = await picture(report, place, path, "public, max-age=3600")
    begin = await picture(report, place, path + "?m=2", "public, max-age=3600")
    report.check("pictures", begin != end, "the end is like the start")
    for path in ("/match/%d.png" % (m + 1), "/match/0.png", "/match/%d.png.png" % m):
        report.check("pictures", (await place.get(path))[0] == 404, path)
    many = await asyncio.gather(*(place.get("/match/%d.png?m=%d" % (m, n)) for n in range(3, 13)))
    report.check("pictures", all(x[0] == 200 for x in many), repr([x[0] for x in many]))

    for form, wanted in (("json", b'"players"'), ("mat", b"1 point match"), ("sgf", b"GM[6]"), ("txt", b"anna")):
        status, fields, body = await place.get("/match/%d.%s" % (m, form))
        report.check("files", status == 200 and wanted in body and fields.get("access-control-allow-origin") == "*" and
                     fields["cache-control"] == "public, max-age=3600", "%s: %s %r %r" % (form, status, fields, body[:200]))
        status, _, _ = await place.get("/match/%d.%s" % (m, form), "If-None-Match: %s" % fields.get("etag"))
        report.check("files", status == 304, "%s: %d" % (form, status))
    exported = json.loads((await place.get("/match/%d.json" % m))[2])
    report.check("files", exported["match"] == m and len(exported["seed"]) == 64, repr(exported)[:200])
    status, _, _ = await place.get("/match/%d.json" % (m + 1))
    report.check("files", status == 404, "%d" % status)


async def kill(report):
    """gammond is killed during a match, then gammonweb: the players log in again with their tokens, and each watcher, who
    stays connected or connects again, sees the match go on from the newest snapshot."""
    place = Web(None, "per_address = 5000")
    server = await Server(CONF % place.socket).start()
    await place.start()
    anna, bert = await Player(place, "anna").register(), await Player(place, "bert").register()
    for p in (anna, bert):
        await p.browser.ask("set", key="ready", value=True)
    await anna.browser.ask("invite", player="bert", length=1)
    await bert.browser.ask("join", player="anna")
    crowd = [await Browser.open(place.port) for _ in range(scaled(500, 20))]
    m = next(e["m"] for e in bert.browser.events if e["e"] == "match")
    for b in crowd:
        report.check("a kill", (await b.ask("watch", m=m)).get("ok"), "watch")
    playing = [asyncio.ensure_future(p.play()) for p in (anna, bert)]
    seen, at = [[] for _ in crowd], [[] for _ in crowd]
    watching = [asyncio.ensure_future(follow(b, m, *x)) for b, *x in zip(crowd, seen, at)]
    first = await Browser.open(place.port)
    await first.ask("watch", m=m)
    for _ in range(8):
        await first.event("act")
    server.kill()
    await server.proc.wait()
    for p in playing:
        try:
            await p
            report.fail("a kill", "the match ended before")
        except fibs.Bad as e:
            report.check("a kill", "1013" in str(e), str(e))
    server = await Server(CONF % place.socket, datadir=server.datadir).start()
    listening = asyncio.get_running_loop().time()
    await first.event("hello")
    await saved(report, place, first, m)
    back = asyncio.get_running_loop().time()
    for p in (anna, bert):
        await p.enter(c="token", name=p.name, token=p.token)
    playing = [asyncio.ensure_future(p.play(6)) for p in (anna, bert)]  # too few to end the match
    for _ in range(8):
        await first.event("act")
    while not all(any(x["e"] == "match" for x in s[1:]) for s in seen):
        await asyncio.sleep(0)
    slowest = max(t[-1] for t in at)
    print("gammond killed: %d watchers are live again %.2f s after it listens, of which the test takes %.2f s" % (
        len(crowd), slowest - listening, back - listening))
    await kill_web(report, place, server, (anna, bert), m, seen, watching + playing)


async def kill_web(report, place, server, players, m, seen, tasks):
    place.process.kill()
    await place.process.wait()
    await asyncio.gather(*tasks, return_exceptions=True)
    await place.start()
    listening = asyncio.get_running_loop().time()
    for p in players:
        await p.enter(c="token", name=p.name, token=p.token)
    crowd = [await Browser.open(place.port) for _ in seen]
    for b in crowd:
        answer = await b.ask("watch", m=m)
        report.check("a kill of gammonweb", answer.get("ok"), repr(answer))
    rest = [[e for e in b.events if e.get("m") == m] for b in crowd]
    live = asyncio.get_running_loop().time()
    watching = [asyncio.ensure_future(follow(b, m, s)) for b, s in zip(crowd, rest)]
    await asyncio.gather(*(p.play() for p in players))
    await asyncio.gather(*watching)
    print("gammonweb killed: %d watchers are live again %.2f s after it listens" % (len(crowd), live - listening))
    acts, rows = [], True
    while rows:
        rows = (await crowd[0].ask("get", what="match", m=m, **{"from": len(acts)}))["rows"]
        acts += rows
    for before, after in zip(seen, rest):
        for s in before, after:
            report.check("a kill", numbers_are_whole(s) is None, numbers_are_whole(s))
        report.check("a kill", sum(x["e"] == "match" for x in before) >= 2, "no second snapshot")
        report.check("a kill", after[0]["e"] == "match" and after[0]["n"] >= max(x["n"] for x in before if "n" in x), "a number decreases")
        report.check("a kill", max(x["n"] for x in after if "n" in x) == len(acts), "%d acts" % len(acts))
        found = [(x["n"], x["seat"]) for x in after if x.get("kind") == "move"]
        report.check("a kill", found == [(a["n"], a["seat"]) for a in acts if a["kind"] == "move" and a["n"] > after[0]["n"]], repr(found))
    for b in crowd + [p.browser for p in players]:
        b.close()
    status, complaints = await place.stop()
    report.check("it ends", status == 0 and not complaints, "%s %s" % (status, complaints))
    await server.stop()
    server.remove()


async def imported(report, place, player, visitor):
    """An imported match has a page while its owner shows it; otherwise all is as if the number had never been used."""
    await player.ask("line", text="import")
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "matches", "xg.txt"), encoding="ascii") as f:
        for line in f.read().splitlines() + ["."]:
            answer = await player.ask("line", text=line)
    m = int(re.search(r"Match (\d+):", answer["text"][0]).group(1))
    never = m + 1

    async def absent(when):
        for form in ("json", "mat", "sgf", "txt", "png"):
            got = await place.get("/match/%d.%s" % (m, form))
            report.check("imported: " + when, got[0] == 404 and got == await place.get("/match/%d.%s" % (never, form)), repr(got))
        pages = [(await place.get("/match/%d" % n))[2].replace(b"%d" % n, b"N") for n in (m, never)]
        report.check("imported: " + when, pages[0] == pages[1], repr(pages))
        for what in ("match", "analysis"):
            answers = [dict(await visitor.ask("get", what=what, m=n), re=0) for n in (m, never)]
            report.check("imported: " + when, answers[0]["err"] == "gone" and answers[0] == answers[1], repr(answers))

    await absent("private")
    await player.ask("line", text="import show %d" % m)
    _, _, body = await place.get("/match/%d" % m)
    report.check("imported: shown", b"Mirella_Stonebrook" in body and b"5-point match" in body, repr(body))
    acts = await visitor.ask("get", what="match", m=m)
    report.check("imported: shown", acts["end"] == "imported" and "seed" not in acts and len(acts["rows"]) > 50, repr(acts))
    for form in ("json", "mat", "sgf", "txt"):
        status, fields, body = await place.get("/match/%d.%s" % (m, form))
        report.check("imported: shown", status == 200 and b"Mirella" in body and fields["cache-control"] == "no-cache",
                     "%s: %s %r" % (form, status, fields))
    for _ in range(2):
        await picture(report, place, "/match/%d.png" % m, "no-cache")
    await player.ask("line", text="import hide %d" % m)
    await absent("hidden")
    await player.ask("line", text="import show %d" % m)
    report.check("imported: shown again", (await place.get("/match/%d.mat" % m))[0] == 200, "?")
    await player.ask("line", text="import delete %d" % m)
    await absent("deleted")


async def saved(report, place, visitor, m):
    """A match that is neither being played nor over: its page shows the acts so far, and previews the last position."""
    acts = await visitor.ask("get", what="match", m=m)
    report.check("a saved match", acts["ended"] is None and len(acts["rows"]) == acts["n"] > 0, repr(acts))
    path = await preview(report, place, m)
    report.check("a saved match", path == "/match/%d.png?m=%d" % (m, acts["n"]), path)
    last = await picture(report, place, path, "no-cache")
    for query in ("", "?m=%d" % (acts["n"] + 1)):
        report.check("a saved match", await picture(report, place, "/match/%d.png%s" % (m, query), "no-cache") == last, query)
    report.check("a saved match", await picture(report, place, "/match/%d.png?m=1" % m, "no-cache") != last, "the first act")
    report.check("a saved match", (await place.get("/match/%d.json" % m))[0] == 404, "a file")


async def main(report):
    await match(report)
    await kill(report)


if __name__ == "__main__":
    run(main, 120)
