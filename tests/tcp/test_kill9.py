#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: plain timeout=600
"""Kills the server with SIGKILL at random moments; nothing that it had confirmed may be lost.

Pairs play rated matches, guests register, and other users change settings or passwords, return by token,
leave messages, make tournaments (fates.py).  After each kill a copy of the data directory is examined, and the
server is started again on the directory.  All users log in, and each match is resumed.  The match continues from
exactly what the players saw; an unanswered command may have been carried out once.  Usage: test_kill9.py [--seed N]
[--kills N] [--pairs N]"""

import asyncio
import collections
import random
import sys
import time

import fibs
import rules
from bots import CHAT, Player
from fates import fates
from fibs import Bad, Clip, Report, Server, Telnet, letters, register_all, run, scaled
from ledger import Database, must_be_sent, must_hold, replay

PASSWORD = "geheim"
HABITS = dict(double=0.2, take=0.6, resign=0.03, resign_out=0.01, accept=0.5, illegal=0.0, board=0.02,
              chat=0.01, toggles=0.0, careful=0.6)


class World:
    """The server, which is killed and started again, and the users connected to it."""

    def __init__(self, seed, report):
        self.rng = random.Random(seed)
        self.report = report
        self.server = None
        self.killed = False
        self.kills = 0
        self.lost = 0
        self.lines = 0
        self.logins = 0
        self.ledger = {}
        self.counts = collections.Counter()

    def loss(self, text):
        self.lost += 1
        self.report.fail("nothing that was confirmed is lost", "kill %d: %s" % (self.kills, text))


class Fighter(Player):
    """A player whose connection may end at any time."""

    world = None

    def game(self, kind, g, line):
        self.world.lines += kind not in CHAT
        super().game(kind, g, line)

    def logged_in(self):
        self.world.logins += 1


class Pair:
    fighter = Fighter

    def __init__(self, number, world):
        self.world = world
        self.rng = random.Random(world.rng.random())
        self.names = ("left_" + letters(number), "right_" + letters(number))
        self.players = [self.fighter(n, PASSWORD, random.Random(self.rng.random()), world.ledger, HABITS)
                        for n in self.names]
        for p in self.players:
            p.world = world
        self.length = 0
        self.playing = False
        self.joining = False
        self.finished = []
        self.compared = 0  # how many of `finished` were already found stored after an earlier kill
        self.number = number

    async def life(self):
        """Plays until the server is killed."""
        try:
            await self._login()
            while True:
                if self.playing:
                    await self._resume()
                else:
                    await self._begin()
                await self._finish()
        except (Bad, OSError, asyncio.TimeoutError) as e:
            if not self.world.killed:
                errors = [p.error for p in self.players if p.error] or ["%r" % e]
                self.world.report.fail("play continues after each start", "pair %d: %s" % (self.number, errors[0]))
                for p in self.players:
                    p.frozen = True
                    p.abort()
                self.playing = None

    async def _login(self):
        for p in self.players:
            before = {k: p.settings.get(k) for k in ("ready", "autoboard", "moreboards")}
            fresh = not p.settings
            await p.open(asyncio.get_running_loop(), self.world.server.port)
            rating, experience = self.world.ledger[p.name]
            if abs(p.settings["rating"] - rating) > 0.0051 or p.settings["experience"] != experience:
                self.world.loss("%s logs in with rating %s and experience %s, not %.4f and %d" % (
                    p.name, p.settings["rating"], p.settings["experience"], rating, experience))
            changed = [k for k, v in before.items() if p.settings[k] != v and k != p.toggling]
            p.toggling = None
            if not fresh and changed:
                self.world.loss("%s logs in with other settings: %s" % (p.name, changed))
            await p.set_toggle("ready", True)

    async def _begin(self):
        inviter, joiner = self.players if self.rng.random() < 0.5 else self.players[::-1]
        self.length = self.rng.choice((1, 1, 2, 2, 3, 3, 5))
        for p in self.players:
            p.begin_match(inviter.name if p is joiner else joiner.name, self.length, True, False, 0)
        self.playing, self.joining = True, False
        offer = joiner.expect("type_join")
        await inviter.command("invite %s %d" % (joiner.name, self.length), "invited")
        await asyncio.wait_for(offer, fibs.PATIENCE)
        self.joining = True
        joiner.send("join " + inviter.name)

    async def _resume(self):
        inviter, joiner = self.players if self.rng.random() < 0.5 else self.players[::-1]
        loop = asyncio.get_running_loop()
        for p in self.players:
            p.done = loop.create_future()
            p.resumed = loop.create_future()
            p.final = {}
            p.final_wanted = None
            p.change = None
            p.rating_block = None
            p.list_wanted = None
            p.bearing = None
            p.due = None
            p.extra = 0
            p.out.clear()
        offer = joiner.expect("type_join")
        _, g, line = await inviter.command("invite " + joiner.name, "invited", "err_no_saved")
        if not g or len(g) < 2 or g[1] != "resume a saved match":
            self.world.loss("the match of %s and %s is not there: %r" % (*self.names, line))
            raise Bad("no match to resume")
        await asyncio.wait_for(offer, fibs.PATIENCE)
        joiner.send("join " + inviter.name)
        await asyncio.gather(*(asyncio.wait_for(p.resumed, fibs.PATIENCE) for p in self.players))
        self.world.counts["matches resumed"] += 1

    async def _finish(self):
        waiting = asyncio.gather(*(p.done for p in self.players))
        waiting.add_done_callback(lambda f: f.cancelled() or f.exception())
        before = -1
        while not waiting.done():
            try:
                await asyncio.wait_for(asyncio.shield(waiting), fibs.PATIENCE)
            except asyncio.TimeoutError:
                now = sum(p.count for p in self.players)
                if now == before:
                    raise Bad("the match is stuck:\n%s\n%s"
                              % tuple(p.situation() for p in self.players)) from None
                before = now
        await waiting
        for p in self.players:
            p.frozen = True
        await asyncio.gather(*(p.command("time", "clock") for p in self.players))
        self._won()

    def _won(self):
        told = max((p.told for p in self.players), key=len)
        self.finished.append((self.length, list(told)))
        for p in self.players:
            self.world.ledger.update(p.after)
            p.after = {}
            p.model = None
        self.playing = False
        self.world.counts["matches finished"] += 1

    def outstanding(self):
        sent = {p.name: [s.what for s in p.out if s.what in Player.DECISIVE] for p in self.players}
        return sent

    def after_kill(self, db):
        """Compares what the players saw with what is stored, and sets the models to the state that the server must
        now have."""
        if self.playing is None:
            return
        what = "%s and %s" % self.names
        matches = [m for m in db.matches(*self.names)]
        told = sorted((p.told for p in self.players), key=len) if self.playing else [[], []]
        if told[0] != told[1][:len(told[0])]:
            raise Bad("%s were sent different lines: %s, %s" % (what, told[0][-3:], told[1][-3:]))
        if len(self.finished) > len(matches):
            raise Bad("%s: match %d is not stored" % (what, len(matches)))
        for n in range(self.compared, len(self.finished)):
            self._compare(db, matches[n], *self.finished[n], True)
        self.compared = len(self.finished)
        rest = matches[len(self.finished):]
        if not self.playing:
            if rest:
                raise Bad("%s: an unexpected match: %s" % (what, rest))
            return
        if not rest:
            if told[1] or any(p.model.games for p in self.players):
                raise Bad("%s: the running match is not stored" % what)
            self.playing = False
            return
        if len(rest) > 1 or not self.joining:
            raise Bad("%s: unexpected matches: %s" % (what, rest))
        models, events = self._compare(db, rest[0], self.length, told[1], False)
        over = models[0].match_over()
        if over != (rest[0][3] == "won"):
            raise Bad("%s: the match ends with %r, score %s" % (what, rest[0][3], models[0].score))
        for p, m in zip(self.players, models):
            p.model = m
            p.told = [e[0] for e in events]
        if over:
            winner = max(models[0].score, key=models[0].score.get)
            loser = models[0].opponent(winner)
            up, down = fibs_rating(self.world.ledger, winner, loser,
                                   rules.counted(self.length, models[0].movers))
            for p in self.players:
                p.after = {}
            self._won()
            self.world.ledger.update({winner: up, loser: down})
            self.world.counts["matches whose result was stored but not sent"] += 1

    def _compare(self, db, match, length, told, finished):
        mid, stored_length, seats, _ = match
        what = "match %d of %s and %s" % (mid, *seats)
        if stored_length != length:
            raise Bad("%s: length %d, not %d" % (what, stored_length, length))
        actions = db.actions(mid)
        models = [None, None]
        for i, name in enumerate(self.names):
            models[i], events = replay(actions, seats, name, length, True, False, 0)
        must_hold(told, events, what)
        extra = events[len(told):]
        if finished and extra:
            raise Bad("%s is over, but more is stored: %s" % (what, extra))
        if extra:
            must_be_sent(extra, self.outstanding(), what)
            self.world.counts["matches with something stored but not sent"] += 1
        return models, events


def fibs_rating(ledger, winner, loser, length):
    up, down = rules.rating_changes(ledger[winner], ledger[loser], length)
    return ((ledger[winner][0] + up, ledger[winner][1] + length),
            (ledger[loser][0] + down, ledger[loser][1] + length))


class Fiddler(Clip):
    """Changes settings all the time and records what was confirmed."""

    NAMES = ("allowpip", "autodouble", "bell", "crawford", "moreboards", "notify", "ratings", "report", "silent",
             "automove", "autoboard", "ready")
    VALUES = {"linelength": [str(n) for n in range(0, 1000, 37)], "pagelength": [str(n) for n in range(0, 999, 41)],
              "redoubles": ["none", "unlimited", "1", "7", "99"], "sortwho": ["login", "name", "rating", "rrating"],
              "boardstyle": ["1", "2", "3"]}

    def __init__(self, name, world):
        super().__init__(name, PASSWORD)
        self.world = world
        self.rng = random.Random(world.rng.random())
        self.told = {}
        self.under_way = None
        self.rows = {}

    async def life(self):
        try:
            await self.open(asyncio.get_running_loop(), self.world.server.port)
            await self._compare()
            while True:
                await self._change()
        except (Bad, OSError, asyncio.TimeoutError) as e:
            if not self.world.killed:
                self.world.report.fail("settings can be changed", self.error or "%r" % e)
                self.abort()

    async def _compare(self):
        self.rows = {}
        self.send("set")
        await self.command("time", "clock")
        rows = self.rows
        now = dict({k: self.settings[k] for k in self.NAMES if k in self.settings}, **rows)
        for key, value in self.told.items():
            allowed = (value,)
            if self.under_way and self.under_way[0] == key:
                allowed += (self.under_way[1],)
            if now.get(key) not in allowed:
                self.world.loss("%s: %s is %s, confirmed %s" % (self.name, key, now.get(key), allowed))
            self.told[key] = now.get(key)
        for key in self.NAMES:
            self.told.setdefault(key, self.settings[key])
        self.under_way = None

    def game(self, kind, g, line):
        if kind == "set_row":
            self.rows[g[0]] = g[1]

    async def _change(self):
        if self.rng.random() < 0.5:
            name = self.rng.choice(self.NAMES)
            self.under_way = (name, not self.told[name])
            await self.command("toggle " + name, "toggle")
            if self.settings[name] != self.under_way[1]:
                raise Bad("toggle %s: %s" % (name, self.settings[name]))
        else:
            name = self.rng.choice(list(self.VALUES))
            value = self.rng.choice(self.VALUES[name])
            self.under_way = (name, value)
            _, g, line = await self.command("set %s %s" % (name, value), "set")
            if g[0] != name or g[1].strip("'") != value:
                raise Bad("set %s %s: %r" % (name, value, line))
        self.told[self.under_way[0]] = self.under_way[1]
        self.under_way = None
        self.world.counts["settings changed"] += 1


class Registrar:
    """Registers one guest after another."""

    def __init__(self, world):
        self.world = world
        self.number = 0
        self.told = []
        self.maybe = None

    async def life(self):
        t = None
        try:
            while True:
                name = "guest_" + letters(self.number, 3)
                self.number += 1
                t = await Telnet.open(self.world.server.port)
                await t.until("login: ")
                t.send("guest")
                await t.until("ONE USERNAME PER PERSON ONLY!!!\r\n")
                t.send("name " + name)
                await t.until("Please give your password: ")
                t.send(PASSWORD)
                await t.until("Please retype your password: ")
                self.maybe = name
                t.send(PASSWORD)
                await t.until("You are registered.\r\n")
                self.told.append(name)
                self.maybe = None
                self.world.counts["guests registered"] += 1
                t.close()
        except (Bad, OSError, asyncio.TimeoutError) as e:
            if t is not None:
                t.abort()
            if not self.world.killed:
                self.world.report.fail("guests can register", "%r" % e)

    async def check(self, db):
        for name in self.told:
            if name not in db.users:
                self.world.loss("%s was registered and is not stored" % name)
        self.told, recent = [], self.told[-3:]
        for name in recent:
            try:
                c = await Clip.connect(self.world.server.port, name, PASSWORD)
                c.close()
                await c.closed
            except (Bad, OSError, asyncio.TimeoutError) as e:
                self.world.loss("%s was registered and cannot log in: %s" % (name, e))


async def one_life(world, pairs, others, wanted=()):
    """Runs the server until it is killed, which happens once every kind in `wanted` has occurred often
    enough."""
    loop = asyncio.get_running_loop()
    world.killed = False
    await world.server.start()
    tasks = [asyncio.ensure_future(x.life()) for x in pairs + others]
    everyone = asyncio.gather(*tasks)
    start = world.lines
    # First waits for lines of matches, so that a slow server makes as much progress as a fast one.  Then waits for a
    # random time, so that the kill can occur at any moment, sometimes while users still log in.
    goal = start + world.rng.randrange(10 * len(pairs), 150 * len(pairs))
    logins = world.logins + world.rng.randrange(2 * len(pairs))
    if world.rng.random() < 0.15:
        goal = start
    limit = loop.time() + fibs.PATIENCE * 4
    while ((world.lines < goal or world.logins < logins or any(world.counts[k] < n for k, n in wanted))
           and loop.time() < limit and not everyone.done()):
        await asyncio.sleep(0.002)
    if world.lines < goal:
        world.report.fail("play continues after each start", "stuck after kill %d" % world.kills)
    await asyncio.sleep(world.rng.random() * 0.01)
    world.killed = True
    world.kills += 1
    await world.server.kill9()
    await asyncio.wait_for(everyone, fibs.PATIENCE * 2)
    for p in [p for pair in pairs for p in pair.players] + [o for o in others if isinstance(o, Clip)]:
        p.abort()
        if p.closed is not None:
            await asyncio.wait_for(p.closed, fibs.PATIENCE)
        if p.error:
            world.report.fail("every line follows the protocol", p.error)
            p.error = None


def look(world, pairs):
    """After a kill: compares the stored data with what users were told."""
    db = Database(world.server.database())
    try:
        bad = db.check()
        world.report.check("the database is sound", not bad, "kill %d: %s" % (world.kills, bad))
        for pair in pairs:
            try:
                pair.after_kill(db)
                world.report.add("nothing that was confirmed is lost")
            except Bad as e:
                world.loss(str(e))
                pair.playing = None
        for name, (rating, experience) in world.ledger.items():
            _, r, e = db.users[name]
            if abs(r - rating) > 1e-6 or e != experience:
                world.loss("%s has rating %.6f and experience %d, not %.6f and %d"
                           % (name, r, e, rating, experience))
    except Bad as e:
        world.loss(str(e))
    return db


def arguments():
    return fibs.options(__doc__, seed=str(int(time.time())), kills=str(scaled(60, 8)), pairs=str(scaled(14, 10)))


async def main(report: Report):
    options = arguments()
    print("seed %s" % options["seed"], flush=True)
    random.seed(options["seed"])
    world = World(options["seed"], report)
    world.server = Server("[analysis]\nrated_matches = yes\n", life=1700)
    pairs = [Pair(i, world) for i in range(int(options["pairs"]))]
    fiddlers = [Fiddler("fiddler_" + letters(i), world) for i in range(3)]
    registrar = Registrar(world)
    others = fates(world)
    world.ledger.update({n: (1500.0, 0) for pair in pairs for n in pair.names})
    await world.server.start()
    await register_all(world.server.port, list(world.ledger) + [f.name for f in fiddlers] + [n for f in others for n in f.names], PASSWORD)
    await world.server.stop()
    kills = int(options["kills"])
    least = max(1, kills // 4)
    wanted = ["matches finished", "settings changed", "guests registered"] + [f.what for f in others]
    while world.kills < kills:
        pairs_left = [p for p in pairs if p.playing is not None]
        if not pairs_left:
            report.fail("play continues after each start", "no pair is left")
            break
        await one_life(world, pairs_left, fiddlers + [registrar] + others,
                       [(what, least) for what in wanted] if world.kills == kills - 1 else ())
        db = look(world, pairs_left)
        world.killed = False
        await world.server.start()
        await registrar.check(db)
        for f in others:
            await f.check(db)
        db.close()
        await world.server.kill9()
        report.add("kills survived")
    # Play continues once more after the last kill, then the server is stopped.
    world.killed = False
    await world.server.start()
    for pair in pairs:
        if pair.playing is None:
            continue
        try:
            await pair._login()
            if pair.playing:
                await pair._resume()
            for p in pair.players:
                p.frozen = True
            for p in pair.players:
                await p.command("time", "clock")
            for p in pair.players:
                p.close()
        except (Bad, OSError, asyncio.TimeoutError) as e:
            report.fail("play continues after each start", "pair %d at the end: %s" % (
                pair.number, [p.error for p in pair.players if p.error] or e))
    status = await world.server.stop()
    for pair in pairs:
        pair.compared = 0
    look(world, [p for p in pairs if p.playing is not None]).close()
    report.check("the server ends with status 0 at SIGTERM", status == 0, "status %s" % status)
    world.server.remove()
    report.check("the prompt is repeated after a resume",
                 not any(p.missing_prompts for pair in pairs for p in pair.players), "it did not")
    for what in ["matches resumed"] + wanted:
        report.check("something happened between the kills", world.counts[what] >= least,
                     "%s: %d" % (what, world.counts[what]))
    print("%d kills, %d lines, %s" % (world.kills, world.lines, dict(world.counts)))
    print("confirmed and lost: %d" % world.lost)


if __name__ == "__main__":
    run(main, 560 if len(sys.argv) == 1 else 7000)
