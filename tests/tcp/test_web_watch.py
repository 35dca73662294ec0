#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: timeout=300
"""What browsers receive through gammonweb, with a stand-in for gammond: each watcher gets each act once, whenever it begins
to watch, even if gammond is killed."""
import asyncio
import hashlib
import json
import socket
import struct

import fibs
from fibs import run, scaled
from web import Browser, Gammond, Web, frame, request

BULK = "x" * 4000


def act(m, n, **more):
    return dict({"e": "act", "s": n, "m": m, "n": n}, **more)


class Place:
    """gammonweb with its gammond."""

    def __init__(self, *options):
        self.web = Web(None, "per_address = 5000", *options)

    async def start(self):
        self.gammond = await Gammond(self.web.socket).start()
        await self.web.start()
        await self.gammond.connected.wait()
        return self

    async def stop(self, report):
        await self.gammond.stop()
        status, complaints = await self.web.stop()
        report.check("it ends", status == 0 and not complaints, "%s %s" % (status, complaints))

    async def browser(self):
        b = await Browser.open(self.web.port)
        if (await b.line())["e"] != "hello":
            raise fibs.Bad("no greeting")
        return b

    async def watched(self, m):
        """Receives the command `watch`, and answers it as gammond does."""
        session, command = await self.gammond.command("watch")
        if command["m"] != m:
            raise fibs.Bad(repr(command))
        self.public = session
        self.snapshot(m, 0)
        self.gammond.send(session, {"re": command["id"], "ok": True})

    async def watched_at(self, m, n):
        """The same for a match whose last act is n."""
        session, command = await self.gammond.command("watch")
        self.snapshot(m, n)
        self.gammond.send(session, {"re": command["id"], "ok": True})

    def snapshot(self, m, n):
        self.gammond.send(self.public, {"e": "match", "s": n, "m": m, "n": n})


async def watch(browser, place, m, first):
    asked = asyncio.ensure_future(browser.ask("watch", m=m))
    if first:
        await place.watched(m)
    answer = await asked
    if answer.get("ok") is not True:
        raise fibs.Bad(repr(answer))


async def sees(report, group, browser, m, numbers):
    """Checks that the next events are the snapshot or the acts with these numbers."""
    found = []
    for _ in numbers:
        line = await browser.line()
        found.append(line.get("n") if line.get("m") == m else line)
    report.check(group, found == list(numbers), "%s instead of %s" % (found, list(numbers)))


async def fan_out(report):
    """gammonweb has one session, in which it watches each match once; late watchers get what has happened."""
    place = await Place().start()
    n = scaled(500, 50)
    crowd = [await place.browser() for _ in range(n)]
    await watch(crowd[0], place, 7, True)
    for b in crowd[1:]:
        await watch(b, place, 7, False)
    place.gammond.send(place.public, act(7, 1), act(8, 99), act(7, 2))
    place.gammond.send(place.public, act(7, 3))
    late = await place.browser()
    for b in crowd:
        await sees(report, "every watcher sees each act", b, 7, (0, 1, 2, 3))
    await watch(late, place, 7, False)
    await sees(report, "a late watcher sees each act", late, 7, (0, 1, 2, 3))
    report.check("gammond is asked once", place.gammond.lines.empty() and len(place.gammond.opened) == 1, "asked again")
    await watch(late, place, 9, True)
    place.gammond.send(place.public, act(9, 1), act(7, 4))
    await sees(report, "two matches", late, 9, (0, 1))
    await sees(report, "two matches", late, 7, (4,))
    report.check("two matches", (await late.ask("unwatch", m=9)).get("ok"), "unwatch")
    _, command = await place.gammond.command("unwatch")
    report.check("a match without watchers is dropped", command["m"] == 9, repr(command))
    for b in crowd + [late]:
        b.close()
    _, command = await place.gammond.command("unwatch")
    report.check("a match without watchers is dropped", command["m"] == 7, repr(command))
    await place.stop(report)


async def refusals(report):
    place = await Place().start()
    b = await place.browser()
    asked = asyncio.ensure_future(b.ask("watch", m=5))
    session, command = await place.gammond.command("watch")
    place.gammond.send(session, {"re": command["id"], "err": "gone", "say": "That match is not being played."})
    report.check("refusals are passed on", await asked == {"re": 1, "err": "gone", "say": "That match is not being played."}, "?")
    asked = asyncio.ensure_future(b.ask("get", what="ratings", game="backgammon", **{"from": 100}))
    session, command = await place.gammond.command("get")
    report.check("questions are passed on", dict(command, id=0) == {"id": 0, "c": "get", "what": "ratings", "game": "backgammon", "from": 100}, repr(command))
    place.gammond.send(session, {"re": command["id"], "ok": True, "total": 2, "rows": [{"name": "anna"}, {"name": "bert"}]})
    report.check("questions are passed on", await asked == {"re": 2, "ok": True, "total": 2, "rows": [{"name": "anna"}, {"name": "bert"}]}, "?")
    for member in {"x": [[[[1]]]]}, {"x": {}}, {"x": "y" * 2100}:
        answer = await b.ask("get", what="games", **member)
        report.check("a command that gammond could not read", answer.get("err") == "syntax", repr(answer))
    # a browser that disconnects before its answer arrives
    b.say({"id": 3, "c": "get", "what": "games"})
    session, command = await place.gammond.command("get")
    b.say({"id": 4, "c": "get", "what": "games"})
    report.check("one question at a time", (await b.line()).get("err") == "busy", "?")
    b.close()
    other = await place.browser()
    other.say({"id": 3, "c": "watch", "m": 6})
    session, command2 = await place.gammond.command("watch")
    other.close()
    third = await place.browser()
    place.gammond.send(session, {"re": command["id"], "ok": True, "rows": []}, {"e": "match", "m": 6, "n": 0},
                       {"re": command2["id"], "ok": True})
    _, command = await place.gammond.command("unwatch")
    report.check("a watcher that has disconnected", command["m"] == 6, repr(command))
    report.check("a watcher that has disconnected", await third.ask("ping") == {"re": 1, "ok": True}, "?")
    third.close()
    await place.stop(report)


async def snapshots(report):
    """A watcher begins with a snapshot, even if gammond is slow to send a new one, and gets no other snapshot while
    it has missed nothing."""
    place = await Place().start()
    first, second = await place.browser(), await place.browser()
    await watch(first, place, 7, True)
    asked = asyncio.ensure_future(second.ask("watch", player="anna"))
    session, command = await place.gammond.command("watch")
    place.snapshot(7, 0)
    place.gammond.send(session, {"re": command["id"], "ok": True})
    report.check("a snapshot for one", (await asked).get("ok"), "?")
    place.gammond.send(place.public, act(7, 1))
    await sees(report, "a snapshot for one", first, 7, (0, 1))
    for n in range(2, 300):
        place.gammond.send(place.public, act(7, n))
        if n < 250:
            await sees(report, "a full log", first, 7, (n,))
    late = await place.browser()
    asked = asyncio.ensure_future(late.ask("watch", m=7))
    session, command = await place.gammond.command("watch")  # gammonweb asks again because its log is nearly full
    while "late" not in place.__dict__:
        if command["id"] < 1 << 40:
            place.late = command["id"]
        else:
            session, command = await place.gammond.command("watch")
    place.snapshot(7, 299)
    place.gammond.send(session, {"re": place.late, "ok": True}, act(7, 300))
    report.check("a full log", (await asked).get("ok"), "?")
    await sees(report, "a full log", late, 7, (299, 300))
    last = 249
    while last < 300:
        line = await first.line()
        report.check("a full log", line["e"] == "match" or line["n"] == last + 1, "%d after %d" % (line["n"], last))
        last = line["n"]
    for b in (first, second, late):
        b.close()
    await place.stop(report)


async def resets(report):
    """Connections that break while lines are being sent to them."""
    place = await Place().start()
    for m in range(1, scaled(300, 60)):
        b = await place.browser()
        await watch(b, place, m, True)
        if m % 3 == 0:  # receives more than the kernel buffers, then sends an end of file and a reset
            b.writer.transport.pause_reading()
            place.gammond.send(place.public, *[act(m, n, bulk=BULK) for n in range(1, 100)])
            b.writer.write_eof()
        b.writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        place.gammond.send(place.public, act(m, 100))
        b.writer.transport.abort()
        place.gammond.send(place.public, act(m, 101))
        await place.gammond.command("unwatch")
    b = await place.browser()
    report.check("resets", (await b.ask("ping")).get("ok"), "?")
    b.close()
    await place.stop(report)


async def hidden(report):
    """A player switches `public` off: gammonweb drops the match.  Also, rows of users with an `m` are not lines of a match."""
    place = await Place().start()
    b, lobby = await place.browser(), await place.browser()
    await watch(b, place, 7, True)
    place.gammond.send(place.public, act(7, 1))
    await sees(report, "a hidden match", b, 7, (0, 1))
    asked = asyncio.ensure_future(lobby.ask("get", what="who"))
    session, command = await place.gammond.command("get")
    place.gammond.send(session, {"re": command["id"], "ok": True, "rows": []})
    await asked
    place.gammond.send(session, {"e": "who", "name": "anna", "m": 7})
    report.check("a row with a match", (await lobby.line()).get("name") == "anna", "?")
    place.gammond.send(session, {"e": "tournament", "tournament": 1}, {"e": "hidden", "m": 7})
    report.check("a tournament", (await b.line()).get("e") == "tournament", "?")
    report.check("a hidden match", await b.line() == {"e": "hidden", "m": 7}, "?")
    late = await place.browser()
    await watch(late, place, 7, False)
    report.check("a hidden match", await late.line() == {"e": "hidden", "m": 7}, "?")
    place.gammond.send(session, {"e": "begins", "m": 7, "n": 5})
    await place.watched_at(7, 5)
    for browser in b, late:
        await sees(report, "a match that is shown again", browser, 7, (5,))
    await place.stop(report)


async def public_session_ends(report):
    """gammond closes the public session, for example because gammonweb did not read: gammonweb opens another."""
    place = await Place().start()
    b = await place.browser()
    await watch(b, place, 7, True)
    await sees(report, "before the end of the public session", b, 7, (0,))
    place.gammond.close_session(place.public)
    session, command = await place.gammond.command("watch")
    report.check("a new public session", session != place.public and command["m"] == 7, repr(command))
    place.public = session
    place.snapshot(7, 3)
    place.gammond.send(session, {"re": command["id"], "ok": True})
    report.check("a new public session", (await b.line())["e"] == "hello", "?")
    await sees(report, "a new public session", b, 7, (3,))
    await place.stop(report)


async def many_matches(report):
    """Pages that still show finished matches do not use up the room for matches in progress."""
    place = await Place().start()
    crowd = []
    for m in range(1, 1001):
        if m % 2:
            crowd.append(await place.browser())
        await watch(crowd[-1], place, m, True)
        place.gammond.send(place.public, {"e": "end", "m": m, "winner": 0})
    b = await place.browser()
    await watch(b, place, 1001, True)
    place.gammond.send(place.public, act(1001, 1))
    await sees(report, "many matches", b, 1001, (0, 1))
    await place.stop(report)


async def busy(report):
    """gammond has a new session and is too busy to look up a match: gammonweb asks again, and does not report that the match has ended."""
    place = await Place().start()
    b = await place.browser()
    await watch(b, place, 7, True)
    await sees(report, "before gammond is busy", b, 7, (0,))
    place.gammond.close_session(place.public)
    place.public, command = await place.gammond.command("watch")
    place.gammond.send(place.public, {"re": command["id"], "err": "busy", "say": "Try again."})
    await place.watched_at(7, 3)
    report.check("after gammond was busy", (await b.line())["e"] == "hello", "?")
    await sees(report, "after gammond was busy", b, 7, (3,))
    # the same for a snapshot that is requested because the log is nearly full; no other line arrives
    place.gammond.send(place.public, *[act(7, n) for n in range(4, 204)])
    await sees(report, "a full log", b, 7, range(4, 204))
    _, command = await place.gammond.command("watch")
    place.gammond.send(place.public, {"re": command["id"], "err": "busy", "say": "Try again."})
    await place.watched_at(7, 203)
    report.check("a full log", (await b.ask("ping")).get("ok"), "?")
    await place.stop(report)


async def abandoned(report):
    """The last watcher leaves while a new snapshot is on its way: the match is not followed any more, and the next watcher
    makes gammonweb ask again."""
    place = await Place().start()
    b = await place.browser()
    await watch(b, place, 7, True)
    place.gammond.send(place.public, *[act(7, n) for n in range(1, 200)])
    await sees(report, "before it is abandoned", b, 7, range(0, 200))
    _, snapshot = await place.gammond.command("watch")
    report.check("an abandoned match", (await b.ask("unwatch", m=7)).get("ok"), "?")
    _, command = await place.gammond.command("unwatch")
    place.snapshot(7, 199)
    place.gammond.send(place.public, {"re": snapshot["id"], "ok": True}, {"re": command["id"], "ok": True})
    asked = asyncio.ensure_future(b.ask("watch", m=7))
    await place.watched_at(7, 203)
    report.check("an abandoned match", (await asked).get("ok"), "?")
    await sees(report, "an abandoned match", b, 7, (203,))
    await place.stop(report)


async def followed_again(report):
    """A page asks for a match, then a browser watches it.  gammonweb stops following the match for the page before the browser's request
    is answered: gammond obeys after that request, so gammonweb asks again for the browser."""
    place = await Place().start()
    b = await place.browser()
    await watch(b, place, 1, True)
    await sees(report, "before", b, 1, (0,))
    picture = asyncio.ensure_future(place.web.get("/match/7.png"))
    _, first = await place.gammond.command("watch")
    asked = asyncio.ensure_future(b.ask("watch", m=7))
    _, second = await place.gammond.command("watch")
    place.snapshot(7, 1)
    place.gammond.send(place.public, {"re": first["id"], "ok": True})
    await picture
    _, command = await place.gammond.command("unwatch")
    place.snapshot(7, 1)
    place.gammond.send(place.public, {"re": second["id"], "ok": True}, {"re": command["id"], "ok": True})
    await place.watched_at(7, 3)
    report.check("a match that is followed again", (await asked).get("ok"), "?")
    await sees(report, "a match that is followed again", b, 7, (1, 3))
    await place.stop(report)


async def lobby(report):
    """A browser that shows who plays and has missed changes is greeted again, so that it reads its lists again."""
    place = await Place().start()
    good, bad = await place.browser(), await place.browser()
    for b in good, bad:
        asked = asyncio.ensure_future(b.ask("get", what="who"))
        place.public, command = await place.gammond.command("get")
        place.gammond.send(place.public, {"re": command["id"], "ok": True, "rows": []})
        await asked
    bad.reader._limit = 1
    bad.writer.transport.pause_reading()
    for n in range(2000):
        place.gammond.send(place.public, {"e": "left", "s": n, "name": "u%d" % n, "why": BULK})
        report.check("the lobby", (await good.line())["s"] == n, str(n))
    bad.reader._limit = 1 << 22
    bad.writer.transport.resume_reading()
    last, greeted, n, lost = -1, False, 2000, 0
    while last < 2000:
        line = await bad.line()
        if line["e"] == "hello":
            greeted = True
            place.gammond.send(place.public, {"e": "left", "s": n, "name": "anna", "why": "logout"})
            n += 1
        else:
            missed = line["s"] - last - 1
            report.check("the lobby", missed >= 0 if greeted else missed == 0, "%d after %d" % (line["s"], last))
            last, greeted, lost = line["s"], False, lost + missed
    report.check("the lobby", lost > 0, "it has missed nothing")
    await place.stop(report)


async def pictures(report):
    """The picture of a match that is being played follows from the snapshot and all acts since then."""
    place = await Place().start()
    b = await place.browser()
    await watch(b, place, 7, True)
    place.gammond.send(place.public, {
        "e": "match", "m": 7, "n": 1, "points": [-2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2],
        "bar": [0, 0], "off": [0, 0], "reserve": [0, 0], "pinned": [[], []], "cube": 1, "owner": None, "seat": 0, "for": "roll"})
    await sees(report, "pictures", b, 7, (0, 1))
    _, _, first = await place.web.get("/match/7.png")
    place.gammond.send(place.public, act(7, 2, seat=0, kind="resign", points=2))
    await sees(report, "pictures", b, 7, (2,))
    _, _, offered = await place.web.get("/match/7.png")
    report.check("pictures", offered == first, "an offer has changed the position")
    place.gammond.send(place.public, act(7, 3, seat=None, kind="autodouble", value=2))
    await sees(report, "pictures", b, 7, (3,))
    _, _, doubled = await place.web.get("/match/7.png")
    report.check("pictures", doubled != first, "an automatic double is not shown")
    # a beaver: the player who was doubled first owns the cube, even if the doubler takes last
    place.gammond.send(place.public, act(7, 4, seat=0, kind="double", value=4), act(7, 5, seat=1, kind="redouble", value=8))
    await sees(report, "pictures", b, 7, (4, 5))
    _, _, redoubled = await place.web.get("/match/7.png")
    place.gammond.send(place.public, act(7, 6, seat=0, kind="take", value=8))
    await sees(report, "pictures", b, 7, (6,))
    _, _, taken = await place.web.get("/match/7.png")
    for n, cube, found in ((7, 4, redoubled), (8, 8, taken)):
        place.gammond.send(place.public, {
            "e": "match", "m": 7, "n": n, "points": [-2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2],
            "bar": [0, 0], "off": [0, 0], "reserve": [0, 0], "pinned": [[], []], "cube": cube, "owner": 1, "seat": 0, "for": "roll"})
        await sees(report, "pictures", b, 7, (n,))
        _, _, wanted = await place.web.get("/match/7.png")
        report.check("pictures", found == wanted, "the owner of the cube after a beaver, cube %d" % cube)
    b.close()
    await place.stop(report)


async def shared_lists(report):
    """However many visitors a tournament's page has, gammond is asked only once per change."""
    place = await Place().start()
    crowd = [await place.browser() for _ in range(20)]
    lists = ({"what": "bracket", "tournament": 1}, {"what": "bracket", "tournament": 2}, {"what": "bracket", "tournament": 1, "from": 100})
    for change in range(3):
        for i, members in enumerate(lists):
            asked = asyncio.ensure_future(crowd[0].ask("get", **members))
            session, command = await place.gammond.command("get")
            place.gammond.send(session, {"re": command["id"], "ok": True, "rows": [change, i]})
            await asked
            answers = [asked.result()]
            count = len(crowd)
            for b in crowd[1:]:  # answers are kept for a second: an answer may have to be fetched again meanwhile
                asked = asyncio.ensure_future(b.ask("get", **members))
                while not asked.done():
                    await asyncio.sleep(0)
                    if not place.gammond.lines.empty():
                        session, command = await place.gammond.command("get")
                        place.gammond.send(session, {"re": command["id"], "ok": True, "rows": [change, i]})
                        count -= 1
                answers.append(asked.result())
            report.check("shared lists", all(a["rows"] == [change, i] for a in answers), repr(answers))
            report.check("shared lists", count > len(crowd) / 2, "%d of %d were not shared" % (len(crowd) - count, len(crowd)))
        place.gammond.send(session, {"e": "tournament", "s": change, "tournament": 1})
        for b in crowd:
            await b.event("tournament")
    await place.stop(report)


async def long_records(report):
    """Records sent to clients that do not read them take a bounded amount of memory."""
    place = await Place().start()
    b = await place.browser()
    await watch(b, place, 7, True)  # opens the public session
    answers_pings = asyncio.ensure_future(b.event("never"))
    before = place.web.memory()
    part = "x" * 900000
    readers, refused = [], 0
    for i in range(30):
        reader = socket.socket()
        reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        reader.connect(("127.0.0.1", place.web.port))
        reader.sendall(request("/match/%d.json" % (i + 10)))
        readers.append(reader)
        session, command = await place.gammond.command("file")
        for _ in range(4):
            place.gammond.send(session, {"e": "text", "s": 1, "re": command["id"], "text": part})
        place.gammond.send(session, {"re": command["id"], "ok": True, "text": "end"})
        reader.setblocking(False)
        head = await asyncio.wait_for(asyncio.get_running_loop().sock_recv(reader, 12), fibs.PATIENCE)
        refused += head == b"HTTP/1.1 503"
    used = place.web.memory() - before
    # how many depends on how many readers gammonweb has given up meanwhile
    report.check("long records", 0 < refused < 30, "%d refused" % refused)
    report.check("long records", used < fibs.memory(100 << 20, 300 << 20), "%d bytes" % used)
    # once these readers have gone, long records are sent again
    for reader in readers:
        reader.close()
    status = 503
    while status == 503:
        asked = asyncio.ensure_future(place.web.get("/match/99.json"))
        session, command = await place.gammond.command("file")
        place.gammond.send(session, {"re": command["id"], "ok": True, "text": part})
        status, _, body = await asked
    report.check("long records", status == 200 and len(body) == len(part), str(status))
    answers_pings.cancel()
    await place.stop(report)


def record(actions):
    """Returns a match as gammond exports it (PROTOCOL.md 12)."""
    text = json.dumps({"game": "backgammon", "length": 5, "ended": "x", "actions": [
        {"seat": seat, "auto": False, "kind": kind, "text": text} for seat, kind, text in actions]})[:-1] + ",\n"
    return '%s"sha256": "%s"\n}\n' % (text, hashlib.sha256(text.encode()).hexdigest())


async def long_replay(report):
    """The picture of a match with thousands of acts, and of a match that breaks the rules."""
    place = await Place().start()
    start = (2, "start", "o=0 crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=31")
    talk = [(0, "draw", ""), (1, "draw_reject", "")] * 2000
    found = {}
    for m, actions, act in ((5, [start], ""), (6, [start] + talk, ""), (6, [start] + talk, "?m=1001"), (7, [start] + talk + [start], "")):
        asked = asyncio.ensure_future(place.web.get("/match/%d.png%s" % (m, act)))
        session, command = await place.gammond.command("watch")
        place.gammond.send(session, {"re": command["id"], "err": "gone", "say": "?"})
        session, command = await place.gammond.command("file")
        place.gammond.send(session, {"re": command["id"], "ok": True, "text": record(actions)})
        found[m, act] = await asked
    report.check("a long replay", found[5, ""][0] == 200 and found[5, ""][2] == found[6, ""][2] == found[6, "?m=1001"][2], repr(found)[:300])
    report.check("a long replay", found[7, ""][0] == 503, "an illegal act")
    await place.stop(report)


async def slow_watchers(report):
    """A watcher that reads nothing costs no extra memory, delays no other watcher, and continues with a snapshot."""
    place = await Place().start()
    good, bad = await place.browser(), [await place.browser() for _ in range(scaled(50, 10))]
    await watch(good, place, 7, True)
    for b in bad:
        await watch(b, place, 7, False)
        b.reader._limit = 1
        b.writer.transport.pause_reading()
    await sees(report, "a slow watcher delays no other", good, 7, (0,))
    before = place.web.memory()
    acts = scaled(3000, 1500)
    n = 0
    while n < acts:
        n += 1
        place.gammond.send(place.public, act(7, n, bulk=BULK))
        line = await good.line()
        if line.get("n") != n:
            report.fail("a slow watcher delays no other", "%r instead of %d" % (str(line)[:80], n))
            break
        if not place.gammond.lines.empty():
            await place.watched_at(7, n)
    used = place.web.memory() - before
    report.check("a slow watcher costs no memory", used < fibs.memory(4 << 20, 64 << 20), "%d bytes" % used)
    for b in bad:
        b.reader._limit = 1 << 22
        b.writer.transport.resume_reading()
        last = -1
        while last < n:
            line = await b.line()
            if line["n"] != last + 1 and line["e"] != "match":
                report.fail("a slow watcher misses nothing", "%d after %d without a snapshot" % (line["n"], last))
            last = line["n"]
        report.check("a slow watcher misses nothing", last == n, "%d" % last)
        b.close()
    good.close()
    await place.stop(report)


async def kill(report):
    """gammond is killed and starts again: watchers stay connected, and get a snapshot of the match."""
    place = await Place().start()
    crowd = [await place.browser() for _ in range(scaled(500, 50))]
    await watch(crowd[0], place, 7, True)
    for b in crowd[1:]:
        await watch(b, place, 7, False)
    place.gammond.send(place.public, act(7, 1))
    for b in crowd:
        await sees(report, "before the kill", b, 7, (0, 1))
    await place.gammond.stop()
    report.check("without gammond", (await crowd[0].ask("get", what="games")).get("err") == "busy", "?")
    report.check("without gammond", (await place.web.get("/match/7"))[0] == 200, "?")
    place.gammond = await Gammond(place.web.socket).start()
    session, command = await place.gammond.command("watch")
    place.public = session
    # refused: its players have not returned yet
    place.gammond.send(session, act(7, 1), {"re": command["id"], "err": "gone", "say": "not being played"})
    for b in crowd:
        report.check("after the kill", (await b.line())["e"] == "hello", "no new greeting")
        line = await b.line()
        report.check("after the kill", line == {"e": "end", "m": 7}, repr(line))
    place.gammond.send(session, {"e": "begins", "m": 7, "n": 5})
    await place.watched_at(7, 5)
    place.gammond.send(session, act(7, 6))
    for b in crowd:
        await sees(report, "after the kill", b, 7, (5, 6))
        b.close()
    await place.stop(report)


async def kill_web(report):
    """gammonweb is killed while many watch: browsers that reconnect to the next gammonweb see the match continue."""
    place = await Place().start()
    crowd = [await place.browser() for _ in range(scaled(500, 50))]
    await watch(crowd[0], place, 7, True)
    for b in crowd[1:]:
        await watch(b, place, 7, False)
    place.gammond.send(place.public, act(7, 1), act(7, 2))
    place.web.process.kill()
    await place.web.process.wait()
    for b in crowd:
        last = -1
        try:
            while True:
                line = await b.line()
                report.check("a kill of gammonweb", line["n"] == last + 1, "%d after %d" % (line["n"], last))
                last = line["n"]
        except (asyncio.IncompleteReadError, ConnectionError):
            b.close()
    place.gammond.connected.clear()
    await place.web.start()
    await place.gammond.connected.wait()
    crowd = [await place.browser() for _ in crowd]
    asked = [asyncio.ensure_future(b.ask("watch", m=7)) for b in crowd]
    session, command = await place.gammond.command("watch")
    place.public = session
    place.gammond.send(session, {"e": "match", "s": 2, "m": 7, "n": 2}, {"re": command["id"], "ok": True})

    async def others():  # questions asked before the snapshot had arrived
        while True:
            _, command = await place.gammond.lines.get()
            place.gammond.send(session, {"re": command["id"], "ok": True})

    rest = asyncio.ensure_future(others())
    for answer in await asyncio.gather(*asked):
        report.check("a kill of gammonweb", answer.get("ok"), repr(answer))
    rest.cancel()
    place.gammond.send(session, act(7, 3))
    for b in crowd:
        seen = [e["n"] for e in b.events if e["e"] in ("match", "act")]
        while not seen or seen[-1] < 3:
            seen.append((await b.line())["n"])
        report.check("a kill of gammonweb", seen == [2, 3], repr(seen))
        b.close()
    await place.stop(report)


async def own_session(report):
    """A browser that logs in gets a private session, and all lines that gammond sends to it."""
    place = await Place().start()
    b = await place.browser()
    await watch(b, place, 7, True)
    await b.line()
    b.say({"id": 1, "c": "login", "name": "anna", "password": "wrong"})
    session, command = await place.gammond.command("login")
    report.check("log-in", session != place.public and place.gammond.opened[session] == (1, "127.0.0.1"), repr(place.gammond.opened))
    place.gammond.send(session, {"re": 1, "err": "denied", "say": "Wrong name, password or token."})
    report.check("log-in", (await b.line()).get("err") == "denied", "?")
    place.gammond.send(place.public, act(7, 1))
    await sees(report, "log-in", b, 7, (1,))
    b.writer.write(frame(1, b'{"id":2,\n"c":"login",\r\n"name":"anna","password":"right"}'))
    _, command = await place.gammond.command("login")
    report.check("log-in", command == {"id": 2, "c": "login", "name": "anna", "password": "right"}, repr(command))
    place.gammond.send(session, {"e": "welcome", "s": 2, "name": "anna"}, {"re": 2, "ok": True})
    report.check("log-in", (await b.line())["e"] == "welcome" and (await b.line()) == {"re": 2, "ok": True}, "?")
    _, command = await place.gammond.command("unwatch")
    report.check("log-in", command["m"] == 7, repr(command))
    b.say({"id": 3, "c": "line", "text": "whois bert"})
    found, command = await place.gammond.command("line")
    report.check("log-in", found == session and command["text"] == "whois bert", repr(command))
    # more than gammond's window: gammonweb reads no more from the browser until gammond has taken its input
    place.gammond.holds = True
    for i in range(100):
        b.say({"id": 10 + i, "c": "say", "text": "x" * 3000})
    await b.writer.drain()
    while place.gammond.ahead() < 50000:
        await asyncio.sleep(0)
    report.check("the window", place.gammond.ahead() <= 65536, "%d bytes ahead" % place.gammond.ahead())
    await place.gammond.release()
    for i in range(100):
        _, command = await place.gammond.command("say")
        report.check("the window", command["id"] == 10 + i, repr(command)[:80])
    # an illegal frame, which is read once gammond has taken the messages before it
    other = await place.browser()
    other.say({"id": 1, "c": "guest"})
    guest, _ = await place.gammond.command("guest")
    place.gammond.send(guest, {"e": "welcome", "s": 2, "name": "guest"})
    report.check("the window", (await other.line())["e"] == "welcome", "?")
    place.gammond.holds = True
    for i in range(30):
        other.say({"id": 10 + i, "c": "say", "text": "x" * 3000})
    other.writer.write(frame(3, b""))
    while place.gammond.ahead() < 50000:
        await asyncio.sleep(0)
    await place.gammond.release()
    report.check("the window", await other.closed() == 1002, "an illegal frame")
    other.close()
    while guest not in place.gammond.gone:
        await asyncio.sleep(0)
    while not place.gammond.lines.empty():
        await place.gammond.command("say")
    place.gammond.close_session(session)
    report.check("the end of a session", await b.closed() == 1000, "?")
    b.close()
    # gammond is notified when a browser disconnects
    b = await place.browser()
    b.say({"id": 1, "c": "guest"})
    session, _ = await place.gammond.command("guest")
    b.writer.transport.abort()
    while session not in place.gammond.gone:
        await asyncio.sleep(0)
    report.check("the end of a browser", True, "")
    # when gammond ends, browsers that have sessions are closed
    b = await place.browser()
    b.say({"id": 1, "c": "guest"})
    await place.gammond.command("guest")
    await place.gammond.stop()
    report.check("the end of gammond", await b.closed() == 1013, "?")
    await place.stop(report)


async def bad_gammond(report):
    """Frames that violate the protocol end the stream, and gammonweb connects again."""
    place = await Place().start()
    for bytes_ in (b"\xff" * 16, b"\0\0\0\x05" + b"\x22" + b"\0" * 11 + b"12345",
                   b"\0\0\0\x10\x22" + b"\0" * 11 + b"\0\0\0\x09\x23" + b"\0" * 11):
        place.gammond.connected.clear()
        place.gammond.writer.write(bytes_)
        await asyncio.wait_for(place.gammond.connected.wait(), fibs.PATIENCE)
    report.check("a bad gammond", (await place.web.get("/ratings"))[0] == 200, "?")
    await place.stop(report)


async def main(report):
    await fan_out(report)
    await refusals(report)
    await snapshots(report)
    await resets(report)
    await hidden(report)
    await public_session_ends(report)
    await many_matches(report)
    await busy(report)
    await abandoned(report)
    await followed_again(report)
    await lobby(report)
    await pictures(report)
    await shared_lists(report)
    await long_records(report)
    await long_replay(report)
    await slow_watchers(report)
    await kill(report)
    await kill_web(report)
    await own_session(report)
    await bad_gammond(report)


if __name__ == "__main__":
    run(main, 120)
