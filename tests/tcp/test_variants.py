#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: plain long timeout=600
"""Matches of all the games over TCP between CLIP clients with their own implementation of the rules.

The players and the watcher of each game compare every board, both lines of it, every list of legal plays,
named doubles, ends and scores with models of their own; illegal moves are tried too.  In the middle of one
match of each game the server is killed, and the match continues.  Two processes share the games.
Usage: test_variants.py [--seed N] [--matches N] [--games a,b,c] [--parts N]"""

import asyncio
import collections
import multiprocessing
import random
import signal
import sys
import time
import traceback

import fibs
from fibs import Bad, Clip, Report, Server, letters, register_all, scaled
from games import GAMES, MATCHES, title_of
from variants import VariantPlayer, VariantWatcher

PASSWORD = "geheim"
ALL = sorted(name for name in list(GAMES) + list(MATCHES) if name != "backgammon")


class Pair:
    """Two players of one game, and a user who watches them."""

    def __init__(self, variant, number, port, seed, report, counts):
        self.variant = variant
        self.port = port
        self.report = report
        self.counts = counts
        self.rng = random.Random("%s %s %d" % (seed, variant, number))
        self.names = ("left_" + letters(number), "right_" + letters(number))
        ledger = {n: (1500.0, 0) for n in self.names}
        self.players = [VariantPlayer(n, PASSWORD, random.Random(self.rng.random()), ledger) for n in self.names]
        self.watcher = VariantWatcher("watch_" + letters(number), PASSWORD, self.names[number % 2], self.names)
        self.watcher.rules_of = lambda: (True, False, 0)
        self.watcher.variant = variant
        for p in self.players:
            p.variant = variant
        self.resumed = False
        self.broken = False
        self.paused = None

    def everybody(self):
        return self.players + [self.watcher]

    async def login(self, first):
        for p in self.everybody():
            await p.open(asyncio.get_running_loop(), self.port)
            if first:
                await p.set_toggle("variants", True)
            else:
                p.settings["variants"] = True  # this switch stays on: the match needs it
        for p in self.players:
            await p.set_toggle("ready", True)
            await p.set_toggle("report", False)
        if first:
            self.watcher.start_watching()

    # ---- a match

    async def begin(self, length, invite):
        inviter, joiner = self.players if self.rng.random() < 0.5 else self.players[::-1]
        offer = joiner.expect("type_join")
        games = [p.expect("game_is") for p in self.players]
        _, g, line = await inviter.command(invite % joiner.name, "invited")
        if (await asyncio.wait_for(offer, fibs.PATIENCE))[1][0] != inviter.name:
            raise Bad("the invitation names another user")
        for f in games:
            if (await asyncio.wait_for(f, fibs.PATIENCE))[1][0] != title_of(self.variant):
                raise Bad("the invitation is to another game")
        what = "a %d point match" % length if length else "resume a saved match"
        if g[1] != what:
            raise Bad("invited: %r" % line)
        joiner.send("join " + inviter.name)

    async def play(self, length, pause=False):
        """Plays a match to its result, or until both players pause in the middle of it.  Returns True if they
        pause."""
        loop = asyncio.get_running_loop()
        for p in self.players:
            for name, often in (("moreboards", 0.85), ("autoboard", 0.85), ("automove", 0.4)):
                await p.set_toggle(name, self.rng.random() < often)
            p.begin_match(self.names[1] if p.name == self.names[0] else self.names[0], length, True, False, 0)
            p.pause_at = self.rng.randint(6, 14) if pause else 0
            p.paused = loop.create_future() if pause else None
        await self.begin(length, "invite %%s %d %s" % (length, self.variant))
        if not pause:
            await self.both_done()
            await self.quiet()
            return False
        waiting = [p.paused for p in self.players] + [p.done for p in self.players]
        await asyncio.wait(waiting, timeout=fibs.PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        if not any(p.paused.done() for p in self.players):
            await self.both_done()
            await self.quiet()
            return False
        await self.quiet()
        return True

    async def both_done(self):
        waiting = asyncio.gather(*(p.done for p in self.players))
        waiting.add_done_callback(lambda f: f.cancelled() or f.exception())
        before = -1
        while True:
            try:
                await asyncio.wait_for(asyncio.shield(waiting), fibs.PATIENCE)
                return
            except asyncio.TimeoutError:
                now = sum(p.plays_made + p.boards for p in self.players)
                if now == before:
                    raise Bad("the match is stuck:\n%s\n%s"
                              % tuple(p.situation() for p in self.players)) from None
                before = now

    async def quiet(self):
        """Waits until nothing is in progress."""
        for _ in range(2):
            for p in self.players:
                p.frozen = True
                await p.command("time", "clock")
                p.after = {}
        for p in self.players:
            p.out.clear()

    async def resume(self):
        loop = asyncio.get_running_loop()
        for p in self.players:
            p.done = loop.create_future()
            p.resumed = loop.create_future()
            p.out.clear()
            p.extra = 0
            p.due = p.plus_due = None
            p.pause_at = 0
        await self.begin(0, "invite %s")
        await self.both_done()
        await self.quiet()
        self.counts["resumed after kill -9"] += 1

    # ---- lists

    async def lists(self, saved):
        """Checks that `show games` or `show saved` names the game."""
        p = self.players[0]
        p.lists.clear()
        p.send("show saved" if saved else "show games")
        await p.command("time", "clock")
        rows = [(g, line) for kind, g, line in p.lists if kind == ("saved_row" if saved else "games_row")]
        title = title_of(self.variant)
        if saved:
            good = [g for g, _ in rows if g[0] == self.names[1] and g[4] == title]
        else:
            good = [g for g, _ in rows if set(g[:2]) == set(self.names) and g[5] == title]
        line = [text for _, text in rows]
        self.report.check("show %s names the game" % ("saved" if saved else "games"), len(good) == 1,
                          "%s: %r" % (self.variant, line))

    # ---- the whole test

    async def guarded(self, what, work):
        if self.broken:
            return None
        try:
            return await work
        except (Bad, OSError, asyncio.TimeoutError) as e:
            errors = [p.error for p in self.everybody() if p.error] or ["%s %s" % (type(e).__name__, e)]
            self.report.fail(self.group(), "%s: %s" % (what, errors[0]))
            self.broken = True
            for p in self.everybody():
                p.frozen = True
                p.error = None
                p.abort()
            return None

    def group(self):
        return "matches of %s without a disagreement" % self.variant

    def length(self, n):
        """Returns a match length. In Tavli a match to one point would be a single game of Portes."""
        return n + 2 if self.variant in MATCHES else n

    def enough(self, plays):
        for p in self.players:
            p.patience = plays

    async def to_the_kill(self):
        """Plays one match until it pauses."""
        await self.guarded("log-in", self.login(True))
        for _ in range(4):
            self.paused = await self.guarded("the match that is to be resumed", self.play(self.length(3), pause=True))
            if self.paused or self.broken:
                break
            self.counts["matches"] += 1
        if self.broken:
            return
        await self.guarded("show games", self.lists(False))

    async def after_the_kill(self, port):
        if self.broken:
            return
        self.port = port
        await self.guarded("log-in after a kill", self.login(False))
        if not self.broken:
            await self.guarded("show saved", self.lists(True))
        if not self.broken:
            self.watcher.start_watching()
            await self.guarded("the resumed match", self.resume())
        if not self.broken:
            self.report.add(self.group())
            self.resumed = True

    async def series(self, lengths):
        for i, length in enumerate(lengths if not self.broken else ()):
            self.enough(70 if i % 3 == 2 else 0)  # most games are played to their ends
            self.players[0].lazy = i % 4 == 1
            await self.guarded("match %d of %d points" % (i, self.length(length)), self.play(self.length(length)))
            if self.broken:
                return
            self.report.add(self.group())
            self.counts["matches"] += 1
            if self.watcher.error:
                self.report.fail("watchers agree with the boards", "%s: %s" % (self.variant, self.watcher.error))
                self.watcher.error = None


# ---- clients that only know backgammon -------------------------------------------------------------------

class Old(Clip):
    """A client that did not ask for other games."""

    def __init__(self, name, password):
        super().__init__(name, password)
        self.boards = []
        self.seconds = 0

    def game(self, kind, g, line):
        if kind == "board":
            self.boards.append(line)
        self.seconds += kind == "plus"


async def refused(report, client, text, kind):
    got, _, line = await client.command(text, kind, "invited", "err_refusing", "err_none_called", "err_unknown")
    report.check("a client that did not ask for other games gets only backgammon", got == kind, "%s: %r" % (text, line))


async def known_games(report, port):
    """Returns the games that can be invited to; all but Longgammon, which was added last, must be known."""
    one, two = [Old(n, PASSWORD) for n in ("new_one", "new_two")]
    for p in (one, two):
        await p.open(asyncio.get_running_loop(), port)
        await p.set_toggle("ready", True)
        await p.set_toggle("variants", True)
    known = []
    for name in list(GAMES) + list(MATCHES):
        got, _, line = await one.command("invite new_two 1 " + name, "invited", "err_variant")
        if got == "invited":
            known.append(name)
        else:
            report.check("the games are known", name == "longgammon", line)
    for p in (one, two):
        future = p.closed
        p.close()
        await future
    return known


async def old_clients(report, port, known):
    """`toggle variants` is off for client programs: they get no invitations to other games and no boards of
    them, not even as watchers."""
    group = "a client that did not ask for other games gets only backgammon"
    old, new, third = [Old(n, PASSWORD) for n in ("old_one", "new_one", "new_two")]
    for p in (old, new, third):
        await p.open(asyncio.get_running_loop(), port)
        await p.set_toggle("ready", True)
    for p in (new, third):
        p.settings["variants"] = True  # set in known_games()
    for name in known:
        if name != "backgammon":
            await refused(report, new, "invite old_one 3 " + name, "err_backgammon")
            await refused(report, old, "invite new_one 3 " + name, "err_variants")
    got, _, line = await new.command("invite old_one 1 backgammon", "invited", "err_backgammon")
    report.check(group, got == "invited", line)
    for name in ("fevga", "nackgammon"):
        old.boards.clear()
        await old.command("watch new_one", "watching")
        offer = third.expect("type_join")
        await new.command("invite new_two 3 " + name, "invited")
        await asyncio.wait_for(offer, fibs.PATIENCE)
        boards = len(new.boards)
        started = new.expect("starting")
        third.send("join new_one")
        await asyncio.wait_for(started, fibs.PATIENCE)
        await new.command("time", "clock")
        report.check(group, len(new.boards) > boards, "the players got no board of %s" % name)
        for text in ("board", "look new_one", "watch new_one", "board"):
            old.send(text)
        await old.command("time", "clock")
        drawable = not GAMES[name].plus  # whether the 53 fields describe the whole position
        report.check(group, not old.seconds and (drawable or not old.boards),
                     "a watcher that did not ask for other games received of %s: %s" % (name, old.boards[:1]))
        await new.command("leave", "you_leave")
        # Resuming must not bring a client that did not ask for other games into the match, either.
        await new.set_toggle("variants", False)
        got, _, line = await new.command("invite new_two", "err_variants", "invited")
        report.check(group, got == "err_variants", "resuming %s: %r" % (name, line))
        got, _, line = await third.command("invite new_one", "err_backgammon", "invited")
        report.check(group, got == "err_backgammon", "resuming %s: %r" % (name, line))
        await new.set_toggle("variants", True)
        await old.command("unwatch", "unwatched")
        await new.command("time", "clock")
        # Invited while the switch was on; it is off before the answer.
        offer = third.expect("type_join")
        await new.command("invite new_two", "invited")
        await asyncio.wait_for(offer, fibs.PATIENCE)
        await third.set_toggle("variants", False)
        got, _, line = await third.command("join new_one", "err_variants", "resumed")
        report.check(group, got == "err_variants", "joining %s: %r" % (name, line))
        if got == "resumed":
            await third.command("leave", "you_leave")
        await third.set_toggle("variants", True)
    report.check(group, old.error is None, old.error)
    for p in (old, new, third):
        p.close()


# ---- one process ------------------------------------------------------------------------------------------

def totals(report, pairs, seed, counts, spent, part):
    players = [p for pair in pairs for p in pair.players]
    events = collections.Counter()
    for p in players:
        events.update(p.events)
    report.add("refused moves leave the board as it was", sum(p.illegal_tried for p in players))
    for pair in pairs:
        w = pair.watcher
        report.check("watchers agree with the boards", w.error is None, "%s: %s" % (pair.variant, w.error))
        report.check("a watcher saw games of each variant", w.games_over > 0 or pair.broken, pair.variant)
        report.check("one match of each variant continued after kill -9", pair.resumed or pair.broken, pair.variant)
        if any(GAMES[n].plus for n in MATCHES.get(pair.variant, (0, (pair.variant,)))[1]):
            seen = min(p.plus_seen for p in pair.everybody())
            report.check("second lines of boards were seen", seen > 0 or pair.broken, pair.variant)
    touched, kept = [sum(p.ratings[i] for p in players) for i in (0, 1)]
    report.add("matches of other games do not change the backgammon rating", kept, touched)
    report.add("boards compared", sum(p.boards for pair in pairs for p in pair.everybody()))
    report.add("second lines of boards compared", sum(p.plus_seen for pair in pairs for p in pair.everybody()))
    print("part %d: %d games, %d plays, %d lines in %.1f s; events %s; %s" % (
        part, events["game"] // 2, sum(p.plays_made for p in players),
        sum(p.count for pair in pairs for p in pair.everybody()), spent, dict(events), dict(counts)), flush=True)
    return events


async def part_main(report, variants, number, options):
    seed, matches = options["seed"], int(options["matches"])
    random.seed(seed)
    begin = time.monotonic()
    server = await Server(life=560).start()
    counts = collections.Counter()
    await register_all(server.port, ["old_one", "new_one", "new_two"], PASSWORD)
    known = await known_games(report, server.port)
    variants = [v for v in variants if v in known]
    pairs = [Pair(v, i, server.port, seed, report, counts) for i, v in enumerate(variants)]
    names = [p.name for pair in pairs for p in pair.everybody()]
    await register_all(server.port, names, PASSWORD)
    try:
        await old_clients(report, server.port, known)
    except (Bad, asyncio.TimeoutError) as e:
        report.fail("a client that did not ask for other games gets only backgammon", "%r" % e)
    await asyncio.gather(*(p.to_the_kill() for p in pairs))
    for pair in pairs:
        for p in pair.everybody():
            p.closing = True
    await server.kill9()
    server = await Server(life=560, datadir=server.datadir).start()
    await asyncio.gather(*(p.after_the_kill(server.port) for p in pairs))
    lengths = [3 if i % 5 == 4 else 1 for i in range(matches - 1)]
    await asyncio.gather(*(p.series(lengths) for p in pairs))
    events = totals(report, pairs, seed, counts, time.monotonic() - begin, number)
    for pair in pairs:
        for p in pair.everybody():
            p.frozen = True
            p.close()
    status = await server.stop()
    report.check("the server ends with status 0 at SIGTERM", status == 0,
                 "status %s, log %s" % (status, list(server.log)[-5:]))
    return events


def part_process(variants, number, options, pipe):
    """Runs in a process of its own; sends its counts through the pipe."""
    report = Report()

    def late(_signum, _frame):
        raise TimeoutError("the deadline passed")

    signal.signal(signal.SIGALRM, late)
    signal.alarm(550 * fibs.SLOWER)
    events = {}
    try:
        events = asyncio.run(part_main(report, variants, number, options))
    except (Exception, KeyboardInterrupt):
        report.fail("the program completes", traceback.format_exc())
    finally:
        signal.alarm(0)
        Server.kill_all()
    if Server.complaints:
        report.fail("sanitizers and valgrind report nothing", "\n".join(Server.complaints))
    pipe.send((dict(report.groups), dict(events)))
    pipe.close()


def arguments():
    return fibs.options(__doc__, seed=str(int(time.time())), matches=str(scaled(20, 5)), games=",".join(ALL), parts="2")


def main():
    options = arguments()
    print("seed %s" % options["seed"], flush=True)
    variants = options["games"].split(",")
    parts = min(int(options["parts"]), len(variants))
    workers = []
    for n in range(parts):
        mine, theirs = multiprocessing.Pipe(False)
        worker = multiprocessing.Process(target=part_process, args=(variants[n::parts], n, options, theirs),
                                         daemon=True)
        worker.start()
        theirs.close()
        workers.append((worker, mine))
    report = Report()
    events = collections.Counter()
    for n, (worker, pipe) in enumerate(workers):
        try:
            groups, seen = pipe.recv()
        except EOFError:
            report.fail("the program completes", "part %d ended without a result" % n)
            continue
        for name, (good, bad) in groups.items():
            report.add(name, good, bad)
        events.update(seen)
        worker.join()
    if options["games"] == ",".join(ALL):
        least = ["game", "double", "take", "resign", "named", "draw offered"]
        if int(options["matches"]) >= 50:
            least += ["drop", "reject", "double given", "roll again", "drawn by agreement", "drawn by rule", "automove"]
        for what in least:
            report.check("each kind of event occurred", events[what] > 0, what)
    sys.exit(report.end())


if __name__ == "__main__":
    main()
