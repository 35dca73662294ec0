#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: timeout=600
"""A server with players is killed at a random moment and its standby takes over, again and again.  Every
match continues from exactly what the players saw, as in test_kill9.py.  Prints how long it took until a user
could log in.

Usage: test_takeover.py [--seed N] [--takeovers N] [--pairs N] [--matches N] [--frozen N]
matches: number of other unfinished matches; frozen: number of final take-overs before which the server is
stopped, not killed."""

import asyncio
import random
import signal
import statistics
import sys
import time

import fibs
import test_kill9
from fates import fates
from fibs import Bad, Report, Server, letters, register_all, run, scaled
from postgresql import Cluster, ElsewhereServer
from test_kill9 import PASSWORD, Fiddler, Pair, Registrar, World
from test_postgresql import Line

CONF = "[store]\nstandby = yes\n"
MEDIAN_S = {"killed": 3, "frozen": 15}
MOST_S = 15  # allows for a machine that is busy with other work

# Two users for each match, which has the opening roll, a play and a roll.
UNFINISHED = """
INSERT INTO "user" (name, hash, rating, experience, created_s) SELECT 'u' || i, '', 1500, 0, 1 FROM generate_series(1, {n} * 2) i;
INSERT INTO match (user0, user1, length, variant, seed, created_ms, last_ms, actions)
    SELECT a.id, b.id, 5, 'backgammon', convert_to(lpad(i::text, 32, '0'), 'SQL_ASCII'), 1, 1, 3 FROM generate_series(1, {n}) i
    JOIN "user" a ON a.name = ('u' || i * 2 - 1)::citext JOIN "user" b ON b.name = ('u' || i * 2)::citext;
INSERT INTO match_run SELECT id, 0, id * 8, 8 FROM match;
INSERT INTO action (id, match, seq, at_ms, elapsed_ms, credit_ms, seat, automatic, kind, text)
    SELECT m.id * 8 + a.seq, m.id, a.seq, 1, 1, 0, a.seat, 0, a.kind, a.text FROM match m CROSS JOIN (VALUES
        (0, 2, 'start', 'o=0 crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=31'), (1, 0, 'move', '8/5 6/5'),
        (2, 1, 'roll', 'roll=1 dice=65')) AS a(seq, seat, kind, text);
"""


class Machines:
    """A server and its standby: a World uses them as one server, which is back after each kill."""

    def __init__(self, cluster, database):
        self.cluster = cluster
        self.name = database
        self.active = self.standby = self.starting = None
        self.took = {how: [] for how in MEDIAN_S}
        self.how = "killed"

    port = property(lambda self: self.active.port)
    log = property(lambda self: self.active.log)

    async def start(self):
        if self.active is None:
            self.active = await ElsewhereServer(self.cluster, self.name, CONF).start()
        self.standby = ElsewhereServer(self.cluster, self.name, CONF)
        self.starting = asyncio.ensure_future(self.standby.start())
        while not any("event=standby " in x for x in self.standby.log):
            if self.starting.done():
                raise Bad("the second server did not wait: %s" % list(self.standby.log))
            await asyncio.sleep(0.01)

    async def kill9(self):
        gone, began = self.active, time.monotonic()
        gone.signal(signal.SIGKILL if self.how == "killed" else signal.SIGSTOP)
        await self.starting
        probe = await Line().log_in(self.standby.port, "probe")
        self.took[self.how].append(time.monotonic() - began)
        self.active = self.standby
        probe.writer.close()
        gone.kill()
        await gone.wait()
        gone.remove()

    def database(self):
        """Reads the database while no user is connected, so that it does not change."""
        return self.active.copy()

    async def stop(self):
        """Shuts down the active server, then the standby, which has taken over by then."""
        status = await self.active.stop()
        await self.starting
        status = status or await self.standby.stop()
        for server in (self.active, self.standby):
            server.remove()
        return status


def tell(report, took):
    for how, median in MEDIAN_S.items():
        if took[how]:
            print("%s to the first log-in, %d times: least %.2f s, median %.2f, most %.2f" % (
                how, len(took[how]), min(took[how]), statistics.median(took[how]), max(took[how])))
            report.check("a user can log in soon", max(took[how]) < MOST_S * fibs.SLOWER and
                         statistics.median(took[how]) < median * fibs.SLOWER, "%s: %s" % (how, took[how]))


async def play(report, options, machines):
    world = World(options["seed"], report)
    world.server = machines
    pairs = [Pair(i, world) for i in range(int(options["pairs"]))]
    others = [Fiddler("fiddler_" + letters(i), world) for i in range(3)] + [Registrar(world)] + fates(world)
    world.ledger.update({n: (1500.0, 0) for pair in pairs for n in pair.names})
    await machines.start()
    await register_all(machines.port, list(world.ledger) + ["probe"] + [f.name for f in others[:3]] +
                       [n for f in others[4:] for n in f.names], PASSWORD)
    machines.cluster.ask(machines.name, UNFINISHED.format(n=options["matches"]))
    await machines.kill9()
    takeovers, frozen = int(options["takeovers"]), int(options["frozen"])
    # by chance a few take-overs may all come between matches
    while world.kills < takeovers or (world.counts["matches resumed"] == 0 and world.kills < takeovers + 20):
        machines.how = "frozen" if takeovers - frozen <= world.kills < takeovers else "killed"
        left = [p for p in pairs if p.playing is not None]
        await test_kill9.one_life(world, left, others)
        db = test_kill9.look(world, left)
        world.killed = False
        for x in others[3:]:
            await x.check(db)
        db.close()
        report.add("take-overs survived")
        if world.kills % 10 == 0:
            print("%d take-overs, confirmed and lost: %d" % (world.kills, world.lost), flush=True)
    await machines.start()
    report.check("both end with status 0", await machines.stop() == 0, str(list(machines.log)))
    report.check("something happened between them", world.counts["matches resumed"] > 0, str(world.counts))
    print("%d take-overs, %d lines, %s" % (world.kills, world.lines, dict(world.counts)))
    print("confirmed and lost: %d" % world.lost)
    tell(report, machines.took)


async def main(report: Report):
    options = fibs.options(__doc__, seed=str(int(time.time())), takeovers=scaled("4", "2"), pairs="5", matches="50",
                           frozen="0")
    print("seed %s" % options["seed"], flush=True)
    random.seed(options["seed"])
    cluster = Cluster()
    try:
        cluster.make("two")
        await play(report, options, Machines(cluster, "two"))
    finally:
        Server.kill_all()
        cluster.stop()


if __name__ == "__main__":
    run(main, 560 if len(sys.argv) == 1 else 14000)
