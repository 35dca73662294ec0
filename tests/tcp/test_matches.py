#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: plain timeout=600
"""Many complete random matches over TCP between CLIP clients with their own implementation of the rules.

Each client keeps a model of its match and compares every line with it: boards field by field, scores, points
for games, results, ratings; watchers do the same from their side.  Refused moves leave the board as it was.
Usage: test_matches.py [--seed N] [--matches N] [--pairs N]"""

import asyncio
import collections
import random
import time

import fibs
from bots import Player, Watcher
from fibs import Bad, Report, Server, letters, register_all, run, scaled

PASSWORD = "geheim"
LENGTHS = (1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 0)


class Pair:
    """Two players who play one match after another."""

    def __init__(self, number, port, seed, ledger, counts):
        self.number = number
        self.port = port
        self.rng = random.Random("%s pair %d" % (seed, number))
        self.ledger = ledger
        self.counts = counts
        self.names = ("left_" + letters(number), "right_" + letters(number))
        self.players = []
        self.rules = (True, False, 0)
        self.watcher = None

    async def login(self):
        habits = {}
        if self.number % 3 == 0:
            habits = dict(careful=0.0)
        if self.number % 2 == 0:
            habits["resign_out"] = 0.0
        self.players = [Player(n, PASSWORD, random.Random(self.rng.random()), self.ledger, habits)
                        for n in self.names]
        for p in self.players:
            await p.open(asyncio.get_running_loop(), self.port)
            await p.set_toggle("ready", True)
        if self.number % 4 == 1:
            self.watcher = Watcher("watch_" + letters(self.number), PASSWORD,
                                   self.names[self.number // 4 % 2], self.names)
            self.watcher.rules_of = lambda: self.rules
            await self.watcher.open(asyncio.get_running_loop(), self.port)

    async def agree(self, player, name, value):
        await player.set_toggle(name, value)

    async def set_redoubles(self, player, value):
        word = {0: "none", fibs.UNLIMITED: "unlimited"}.get(value, str(value))
        _, g, _ = await player.command("set redoubles " + word, "set")
        if g[1].strip("'") != word:
            raise Bad("set redoubles %s: %s" % (word, g))
        player.settings["redoubles"] = value

    async def prepare(self, length):
        """Sets the switches that affect the rules of a match, and some others."""
        rng = self.rng
        for p in self.players:
            await self.agree(p, "crawford", rng.random() < 0.6)
            await self.agree(p, "autodouble", rng.random() < 0.7)
            for name, often in (("moreboards", 0.8), ("autoboard", 0.8), ("automove", 0.3), ("ratings", 0.3)):
                await self.agree(p, name, rng.random() < often)
            value = rng.choice((0, 0, 1, 2, 3, 5, fibs.UNLIMITED)) if length == 0 else rng.choice((0, 2))
            if value != p.settings.get("redoubles"):
                await self.set_redoubles(p, value)
        a, b = (p.settings for p in self.players)
        self.rules = (bool(a["crawford"] or b["crawford"]), bool(a["autodouble"] and b["autodouble"]),
                      min(a["redoubles"], b["redoubles"]))

    async def play(self, length):
        """Plays a match from the invitation to the result; it may be left and resumed."""
        rng = self.rng
        inviter, joiner = self.players if rng.random() < 0.5 else self.players[::-1]
        await self.prepare(length)
        for p in self.players:
            p.leaving_after = 0
            p.begin_match(inviter.name if p is joiner else joiner.name, length, *self.rules)
        leaver = rng.choice(self.players)
        if length == 0:
            leaver.leaving_after = rng.choice((1, 2, 3, -1, -2))
        elif length > 2 and rng.random() < 0.3:
            leaver.leaving_after = rng.choice((-1, -1, 1))
        offer = joiner.expect("type_join")
        what = "a %d point match" % length if length else "an unlimited match"
        _, g, line = await inviter.command("invite %s %s" % (joiner.name, length or "unlimited"), "invited")
        if g[0] != joiner.name or g[1] != what:
            raise Bad("invited: %r" % line)
        if (await asyncio.wait_for(offer, fibs.PATIENCE))[1][0] != inviter.name:
            raise Bad("the invitation names another user")
        joiner.send("join " + inviter.name)
        result = await self.both_done()
        while result == "left":
            self.counts["left in a game" if leaver.leaving_after < 0 else "left between games"] += 1
            await self.quiet()
            leaver.leaving_after = 0
            if length == 0 and rng.random() < 0.5:
                return
            if length == 0:
                leaver.leaving_after = leaver.model.games + 1
            await self.resume(inviter, joiner)
            result = await self.both_done()
        await self.quiet()

    async def resume(self, inviter, joiner):
        loop = asyncio.get_running_loop()
        for p in self.players:
            p.done = loop.create_future()
            p.resumed = loop.create_future()
            p.out.clear()
            p.extra = 0
            p.due = None
        offer = joiner.expect("type_join")
        _, g, line = await inviter.command("invite " + joiner.name, "invited")
        if g[1] != "resume a saved match":
            raise Bad("invited: %r" % line)
        await asyncio.wait_for(offer, fibs.PATIENCE)
        joiner.send("join " + inviter.name)
        self.counts["resumed"] += 1

    async def both_done(self):
        """Waits for the end of the match, however long it takes, as long as lines keep coming."""
        waiting = asyncio.gather(*(p.done for p in self.players))
        waiting.add_done_callback(lambda f: f.cancelled() or f.exception())
        before = -1
        while True:
            try:
                return (await asyncio.wait_for(asyncio.shield(waiting), fibs.PATIENCE))[0]
            except asyncio.TimeoutError:
                now = sum(p.plays_made + p.boards for p in self.players)
                if now == before:
                    raise Bad("the match is stuck:\n%s\n%s"
                              % tuple(p.situation() for p in self.players)) from None
                before = now

    async def quiet(self):
        """Waits until nothing is in progress."""
        for p in self.players:
            p.frozen = True
            await p.command("time", "clock")
            p.out.clear()
            for name, (rating, experience) in p.after.items():
                self.ledger[name] = (rating, experience)
            p.after = {}

    async def series(self, lengths, report):
        try:
            await self.login()
        except (Bad, OSError, asyncio.TimeoutError) as e:
            report.fail("players log in", "%s" % e)
            return
        for i, length in enumerate(lengths):
            if self.watcher is not None and i == 1:
                self.watcher.start_watching()
            try:
                await self.play(length)
            except (Bad, asyncio.TimeoutError) as e:
                errors = [p.error for p in self.players if p.error] or [str(e)]
                report.fail("complete matches without a disagreement",
                            "pair %d, match %d of length %d: %s" % (self.number, i, length, errors[0]))
                for p in self.players:
                    p.frozen = True
                    p.abort()
                if self.watcher is not None:
                    self.watcher.error = None
                    self.watcher.abort()
                    self.watcher = None
                return
            report.add("complete matches without a disagreement")
            self.counts["unlimited" if length == 0 else "to a result"] += 1


def arguments():
    return fibs.options(__doc__, seed=str(int(time.time())), matches=str(scaled(300, 20)), pairs=str(scaled(20, 5)))


def check_ratings(report, pairs, observer, ledger):
    """Compares an observer's last information about each player with the players' own."""
    for pair in pairs:
        for p in pair.players:
            g = observer.who.get(p.name)
            rating, experience = ledger[p.name]
            if p.transport is None:
                continue
            report.check("ratings at the end as an observer knows them",
                         g is not None and g[1] == "-" and abs(float(g[5]) - rating) < 0.0051 and int(g[6]) == experience,
                         "%s: %s, not %.4f %d" % (p.name, g, rating, experience))


async def main(report: Report):
    options = arguments()
    print("seed %s" % options["seed"], flush=True)
    seed, matches, n_pairs = options["seed"], int(options["matches"]), int(options["pairs"])
    random.seed(seed)
    server = await Server(life=1700).start()
    names = [n + "_" + letters(i) for i in range(n_pairs) for n in ("left", "right")]
    watchers = ["watch_" + letters(i) for i in range(n_pairs) if i % 4 == 1]
    await register_all(server.port, names + watchers + ["observer"], PASSWORD)
    report.add("guests register", len(names + watchers) + 1)

    ledger = {n: (1500.0, 0) for n in names}
    counts = collections.Counter()
    observer = Watcher("observer", PASSWORD, "", ("", ""))
    await observer.open(asyncio.get_running_loop(), server.port)
    pairs = [Pair(i, server.port, seed, ledger, counts) for i in range(n_pairs)]
    share = [[] for _ in pairs]
    for i in range(matches):
        share[i % n_pairs].append(LENGTHS[(i // n_pairs + i) % len(LENGTHS)])
    begin = time.monotonic()
    await asyncio.gather(*(p.series(s, report) for p, s in zip(pairs, share)))
    spent = time.monotonic() - begin
    if observer.error:
        report.fail("lines of an observer", observer.error)
    else:
        await observer.command("time", "clock")
        check_ratings(report, pairs, observer, ledger)
        if not report.groups["complete matches without a disagreement"][1]:
            want = dict(start=counts["to a result"] + counts["unlimited"], resuming=counts["resumed"],
                        left_report=counts["left in a game"] + counts["left between games"],
                        report_match=counts["to a result"])
            report.check("an observer gets each report once", collections.Counter(observer.reports) == collections.Counter(want),
                         "%s instead of %s" % (dict(observer.reports), want))
    players = [p for pair in pairs for p in pair.players]
    events = collections.Counter()
    for p in players:
        events.update(p.events)
    watching = [pair.watcher for pair in pairs if pair.watcher is not None]
    for w in watching:
        report.check("watchers agree with the boards", w.error is None, w.error)
    report.check("the prompt is repeated after a rejection or a resume",
                 sum(p.missing_prompts for p in players) == 0,
                 "%d times it did not" % sum(p.missing_prompts for p in players))
    report.add("refused moves leave the board as it was", sum(p.illegal_tried for p in players))
    # Far below the average, so that chance alone does not fail the test.
    enough = dict(game=matches, double=matches // 4, take=matches // 8)
    if matches >= 200:
        enough.update(drop=matches // 10, resign=matches // 10, reject=matches // 30, redouble=5, autodouble=4,
                      automove=50, greedy=30, off=10, list=20)
        enough["not asked, double is off"] = 50
    for what, least in enough.items():
        report.check("each kind of event occurred", events[what] >= least,
                     "%s: %d, at least %d wanted" % (what, events[what], least))
    report.check("watchers saw games", sum(w.games_seen for w in watching) >= (1 if watching and matches >= 200 else 0),
                 "none")
    for p in players + watching + [observer]:
        p.frozen = True
        p.close()
    status = await server.stop()
    report.check("the server ends with status 0 at SIGTERM", status == 0, "status %s, log %s"
                 % (status, list(server.log)[-5:]))
    server.remove()
    print("%d games, %d plays, %d boards of players, %d of watchers, %d lines in %.1f s" % (
        events["game"] // 2, sum(p.plays_made for p in players), sum(p.boards for p in players),
        sum(w.boards for w in watching), sum(p.count for p in players + watching), spent))
    print("events: %s; %s" % (dict(events), dict(counts)))


if __name__ == "__main__":
    run(main, scaled(560, 560))
