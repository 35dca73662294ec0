#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: plain long timeout=600
"""The process exits just before the COMMIT of turn n, for n = 1, 2, ...; no client has received anything of
that turn.  Then it exits just before sync n.  Everything written since the previous sync is lost, and no client has
received anything of that.

Each n begins with a copy of the same data directory.  Two players play matches and change settings until the
server is gone (status 77); then everything they were told must be in the database: rolls, moves, cube actions
and resignations, scores, ratings, settings.  Four values of n in eight run on one processor, where syncs are done in
the main thread.  Up to --dense every n is tried, then every fourth; for syncs, half as many.
Usage: test_turn_exit.py [--first N] [--last N] [--dense N]"""

import asyncio
import os
import random
import shutil
import sqlite3
import tempfile

import fibs
import rules
from bots import Player
from fibs import Bad, Report, Server, UNDER_VALGRIND, register_all, run, scaled, tool
from ledger import Database, must_be_sent, must_hold, replay

PASSWORD = "geheim"
NAMES = ("anna_exit", "bert_exit")
HABITS = dict(double=0.15, take=0.7, resign=0.02, resign_out=0.0, accept=0.6, illegal=0.0, board=0.0, chat=0.0,
              toggles=0.0, careful=0.5)
SWITCHED = ("allowpip", "bell", "crawford", "notify", "ratings", "silent")


def crash_server():
    return os.environ.get("GAMMOND_CRASH") or tool("gammond_crash")


class Script:
    """What the two clients do until the connection ends."""

    def __init__(self, n, port):
        self.n = n
        self.rng = random.Random(n)
        self.port = port
        self.ledger = {name: (1500.0, 0) for name in NAMES}
        self.players = [Player(name, PASSWORD, random.Random(n * 2 + i), self.ledger, HABITS)
                        for i, name in enumerate(NAMES)]
        self.matches = []
        self.under_way = None
        self.settings = [{}, {}]
        self.switching = [None, None]

    async def go(self):
        loop = asyncio.get_running_loop()
        try:
            for p in self.players:
                await p.open(loop, self.port, early=True)
            for i, p in enumerate(self.players):
                await self._switch(i, p, "ready", True)
            while True:
                for i, p in enumerate(self.players):
                    await self._switch(i, p, self.rng.choice(SWITCHED))
                await self._match()
        except (Bad, OSError, asyncio.TimeoutError) as e:
            errors = [p.error for p in self.players if p.error]
            if errors:
                raise Bad(errors[0]) from None
            if isinstance(e, asyncio.TimeoutError):
                raise

    async def _switch(self, i, p, name, value=None):
        value = not p.settings.get(name) if value is None else value
        if p.settings.get(name) == value:
            return
        self.switching[i] = (name, value)
        await p.command("toggle " + name, "toggle")
        self.settings[i][name] = value
        self.switching[i] = None

    async def _match(self):
        a, b = self.players
        length = self.rng.choice((1, 2, 3))
        rule = bool(a.settings["crawford"] or b.settings["crawford"])
        for p in self.players:
            p.begin_match(b.name if p is a else a.name, length, rule, False, 0)
        offer = b.expect("type_join")
        self.under_way = (length, rule)
        await a.command("invite %s %d" % (b.name, length), "invited")
        await offer
        b.send("join " + a.name)
        await asyncio.gather(*(p.done for p in self.players))
        await asyncio.gather(*(p.command("time", "clock") for p in self.players))
        self.matches.append((length, rule, max((p.told for p in self.players), key=len)))
        for p in self.players:
            self.ledger.update(p.after)
            p.told = []
        self.under_way = None

    def check(self, db):
        """Everything the clients were told is stored; everything else that is stored was at least sent by
        them."""
        stored = db.matches(*NAMES)
        told = list(self.matches)
        if self.under_way:
            a, b = sorted((p.told for p in self.players), key=len)
            if a != b[:len(a)]:
                raise Bad("the two were sent different lines: %s and %s" % (a[-2:], b[-2:]))
            told.append(self.under_way + (b,))
        for i, (length, rule, events) in enumerate(told):
            if i >= len(stored):
                if events:
                    raise Bad("match %d was announced but is not stored" % i)
                continue
            mid, stored_length, seats, _ = stored[i]
            if stored_length != length:
                raise Bad("match %d has length %d, not %d" % (i, stored_length, length))
            model, have = replay(db.actions(mid), seats, NAMES[0], length, rule, False, 0)
            must_hold(events, have, "match %d" % i)
            extra = have[len(events):]
            must_be_sent(extra, {p.name: [s.what for s in p.out] for p in self.players}, "match %d" % i)
            self._scores(i, model, extra)
        self._ratings(db)
        for i, p in enumerate(self.players):
            if p.welcome and not db.last_login(p.name):
                raise Bad("%s was welcomed, and the log-in is not stored" % p.name)
            kept = db.settings(p.name)
            for name, value in self.settings[i].items():
                if (name, not value) == self.switching[i]:
                    continue
                if name in kept and kept[name] not in (("1", "YES", "yes", "true") if value else
                                                       ("0", "NO", "no", "false")):
                    raise Bad("%s was sent %s = %s, stored is %r" % (p.name, name, value, kept[name]))
                if name not in kept:
                    raise Bad("%s was sent %s = %s, and nothing is stored" % (p.name, name, value))

    def _scores(self, i, model, extra):
        """The last announced score is the one that the stored actions give."""
        if extra or i < len(self.matches):
            return
        for p in self.players:
            if p.model.score != model.score and p.told and len(p.told) == max(len(q.told) for q in self.players):
                raise Bad("%s was sent the score %s, stored is %s" % (p.name, p.model.score, model.score))

    def _ratings(self, db):
        ledger = dict(self.ledger)
        possible = [ledger]
        for p in self.players:
            after = p.after
            if self.under_way and p.change and p.final_wanted is not None and after:
                possible = [after]
        if self.under_way and len(possible) == 1 and possible[0] is ledger:
            a, b = NAMES
            for x, y in ((a, b), (b, a)):
                up, down = rules.rating_changes(ledger[x], ledger[y], self.under_way[0])
                n = self.under_way[0]
                possible.append({x: (ledger[x][0] + up, ledger[x][1] + n),
                                 y: (ledger[y][0] + down, ledger[y][1] + n)})
        have = {name: db.users[name][1:] for name in NAMES}
        if not any(all(abs(have[n][0] - p[n][0]) < 1e-6 and have[n][1] == p[n][1] for n in NAMES)
                   for p in possible):
            raise Bad("ratings stored %s, sent %s" % (have, possible[0]))


def forget_logins(path):
    """Resets the time of the last login, so that the first login of each run changes the database."""
    db = sqlite3.connect(path)
    db.execute("UPDATE user SET last_login_s = 0")
    db.commit()
    db.close()


WHAT = {"TURN": "ends before the COMMIT of turn n: nothing of it was read",
        "SYNC": "ends before sync n, and what it would have saved is lost: nothing of it was read"}


async def one(kind, n, template, parent, report, binary):
    # to drop unsynced data the journal is reopened, in a thread that the sandbox lets open no other files
    conf = "[server]\nsandbox = no\n" if kind == "SYNC" and not UNDER_VALGRIND else ""
    server = Server(conf, binary=binary, life=60, parent=parent, env={"GAMMOND_EXIT_" + kind: str(n)},
                    one_processor=n // 4 % 2 == 0)
    try:
        fibs.copy_data(template, server.datadir)
        await server.start()
        script = Script(n, server.port)
        await asyncio.wait_for(script.go(), fibs.PATIENCE)
        status = await server.wait()
        if status != 77:
            raise Bad("the server ended with status %s; its log: %s" % (status, list(server.log)[-5:]))
        for p in script.players:
            if p.closed is not None:
                await asyncio.wait_for(p.closed, fibs.PATIENCE)
        db = Database(server.database(), copy=False)
        try:
            script.check(db)
        finally:
            db.close()
        report.add(WHAT[kind])
        return sum(p.count for p in script.players)
    except (Bad, asyncio.TimeoutError) as e:
        server.kill()
        report.fail(WHAT[kind], "%s %d: %r" % (kind.lower(), n, e))
        if server.proc is not None:
            await server.wait()
        return 0
    finally:
        server.remove()


def arguments():
    options = fibs.options(__doc__, first="1", last=str(scaled(500, 50)), dense="100")
    first, last, dense = (int(options[name]) for name in ("first", "last", "dense"))
    turns = [n for n in range(first, last + 1) if n <= dense or n % 4 == 0]
    # The first sync belongs to the opening of the database.
    return [("TURN", n) for n in turns] + [("SYNC", n + 1) for n in turns[::2]]


async def main(report: Report):
    ends = arguments()
    # The disk is not under test, so a file system in memory will do.
    parent = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    folder = tempfile.mkdtemp(prefix="gammond-turns-", dir=parent)
    try:
        server = await Server(parent=folder, life=60).start()
        await register_all(server.port, NAMES, PASSWORD)
        status = await server.stop()
        if not report.check("a data directory with two players", status == 0, "status %s" % status):
            return
        forget_logins(server.database())
        gate = asyncio.Semaphore(2)
        lines = 0

        async def guarded(kind, n):
            async with gate:
                return await one(kind, n, server.datadir, folder, report, crash_server())

        for result in await asyncio.gather(*(guarded(*end) for end in ends)):
            lines += result
        print("%d ends, %d lines read" % (len(ends), lines))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    run(main, scaled(560, 560))
