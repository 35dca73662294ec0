#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: long timeout=400
"""Makes one call of the server fail: a memory allocation, a step of a database statement, or a network system
call.  The server either continues or logs the reason and exits.  It never crashes, hangs or loses what it
has confirmed, and serves the data after a restart.

Each run begins with a copy of the same data directory.  Two players play matches and change settings, a third
user types the other commands; then everything that was confirmed to them must be stored.
Usage: test_faults.py [--every N] [--first N] [--kinds NAMES] [--beside N]
It fails the N-th call of each kind for N = first, first + every, ..."""

import asyncio
import collections
import os
import re
import shutil
import struct
import sys
import tempfile

import fibs
from bots import Player
from fibs import Bad, Report, Server, Telnet, register_all, run, scaled, tool
from ledger import Database
from test_turn_exit import NAMES, PASSWORD, Script, forget_logins

KINDS = ("memory libevent sql accept4 bind close getsockname listen pipe2 read recv send sendmsg setsockopt "
         "shutdown socket write epoll_ctl epoll_wait").split()
OTHER = "carl_fault"
# When memory is short, a login may be refused or an answer cut, with a message; and `join` may fail because
# the opponent's connection has just failed.
IN_WORDS = re.compile(r"log-in refused|unknown line: '\*\* (The rest of this answer is too long|The server is full|Some of what was said)"
                      r"|can't find player")
# The third user's commands: the answer to each, and what must then be stored.
TYPED = (
    ("toggle bell", None, None), ("set boardstyle 2", None, None), ("who", None, None), ("ratings", None, None),
    ("shout hello all", None, None), ("tell %s hello" % NAMES[0], None, None), ("watch %s" % NAMES[0], None, None),
    ("message dora_fault see you", "11 dora_fault", "SELECT count(*) FROM message WHERE text = 'see you'"),
    ("tournament create Fault Cup", "is made", "SELECT count(*) FROM tourney WHERE name = 'Fault Cup'"),
    ("tournament open", None, None), ("tournament register", None, None), ("tournament 1", None, None),
    ("gag %s save" % NAMES[1], None, None), ("report %s rude" % NAMES[1], "was sent to the operators",
                                             "SELECT count(*) FROM report"),
    ("history", None, None), ("stats", None, None), ("help tournament\r\n" * 12, None, None), ("export 1 json", None, None), ("help commands", None, None),
    ("token new", "token:", None), ("password %s:anew_7:anew_7" % PASSWORD, None, None), ("waitfor dora_fault", None, None),
    ("unwatch", None, None), ("tournament cancel", None, None), ("play 1", None, None), ("leave", None, None),
)


class Played(Script):
    """Two players who play one match."""

    def __init__(self, n, port):
        super().__init__(n, port)
        self.left = 1

    async def go(self):
        try:
            await super().go()
        except Bad as e:
            if not IN_WORDS.search(str(e)):
                raise

    async def _match(self):
        if self.left == 0:
            raise Bad("that is enough")
        self.left -= 1
        await super()._match()


class Typist:
    """The third user, with the answers received."""

    def __init__(self, port):
        self.port = port
        self.told = []

    async def go(self):
        try:
            t = await Telnet.open(self.port)
        except OSError:
            return
        try:
            await t.until("login: ")
            t.send("login test 1008 %s %s" % (OTHER, PASSWORD))
            await t.until("\r\n6\r\n")
            for i, (line, words, query) in enumerate(TYPED):
                t.send(line)
                t.send("tell %s end%d" % (OTHER, i))
                text = await t.until_match(r"(?s)^.*?You say to yourself: end%d\b" % i)
                if query and words in text.group():
                    self.told.append((line, query))
        except (Bad, OSError, asyncio.TimeoutError) as e:
            if "came; had" in str(e):
                raise
        finally:
            t.close()

    def check(self, db):
        for line, query in self.told:
            if db.db.execute(query).fetchone()[0] == 0:
                raise Bad("%r was answered, and nothing of it is stored" % line)


def outcome(kind, status, log):
    """Returns a word for how the server ended; None if it must not end like that.  Once the server has
    started, no failed network call may end it."""
    started = any("event=started " in line for line in log)
    said = [line for line in log if re.search(r"event=check_failed|level=error|^gammond: ", line)]
    if status == 0:
        return "went on"
    if started and kind not in ("memory", "libevent", "sql"):
        return None
    if status == -6 and any("event=check_failed" in line for line in said):
        return "ended by a check"
    if status in (1, 2, 3, -15) and said:  # -15: the SIGTERM of the test arrived when the server was about to exit
        return "ended with a line"
    return None


async def one(kind, n, template, parent, report, ends, all_of_it=False):
    counts = os.path.join(parent, "counts-%s-%d" % (kind, n))
    server = Server(binary=tool("gammond_fault"), life=100, parent=parent,
                    env={"GAMMOND_FAULT": "%s %d" % (kind, n), "GAMMOND_FAULTS": counts})
    group = "%s: no failing call does harm" % kind
    status = None
    try:
        fibs.copy_data(template, server.datadir)
        script = typist = None
        try:
            await server.start()
            script, typist = Played(n, server.port), Typist(server.port)
            await asyncio.wait_for(asyncio.gather(script.go(), typist.go()), fibs.PATIENCE)
        except Bad:
            if script is not None:
                raise
            await asyncio.wait_for(server.proc.wait(), fibs.PATIENCE)  # the server ended before it listened
        status = await server.stop()
        what = outcome(kind, status, server.log)
        if what is None:
            raise Bad("it ended with status %s; its log: %s" % (status, list(server.log)[-5:]))
        if script is not None:
            for p in script.players:
                if p.closed is not None:
                    p.close()
                    await asyncio.wait_for(p.closed, fibs.PATIENCE)
        db = Database(server.database(), copy=False)
        try:
            if db.check():
                raise Bad("the database is damaged: %s" % db.check())
            if script is not None:
                script.check(db)
                typist.check(db)
                if all_of_it and len(typist.told) != sum(row[2] is not None for row in TYPED):
                    raise Bad("sent were %s" % typist.told)
        finally:
            db.close()
        await again(server)
        with open(counts, "rb") as f:
            figures = struct.unpack("=%dQ" % (len(KINDS) + 1), f.read())
        if what == "ended by a check":
            print("%s %d: %s" % (kind, n, [line for line in server.log if "check_failed" in line]), flush=True)
        ends[what if figures[-1] else "it did not come to it"] += 1
        report.add(group)
        return dict(zip(KINDS, figures))
    except (Bad, asyncio.TimeoutError, OSError) as e:
        server.kill()
        report.fail(group, "%s %d: %r" % (kind, n, e))
        if server.proc is not None and server.proc.returncode is None:
            await server.wait()
        return {}
    finally:
        server.remove()


async def again(server):
    """The server must start with the data left, and a user can log in."""
    server.env = None
    await server.start()
    t = await Telnet.open(server.port)
    await t.until("login: ")
    t.send("login test 1008 %s %s" % (NAMES[0], PASSWORD))
    await t.until("\r\n6\r\n")
    t.close()
    status = await server.stop()
    if status != 0:
        raise Bad("started again it ended with status %s: %s" % (status, list(server.log)[-3:]))


async def main(report: Report):
    o = fibs.options(__doc__, every="0", first="1", beside="2", kinds=" ".join(KINDS))
    parent = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    folder = tempfile.mkdtemp(prefix="gammond-faults-", dir=parent)
    try:
        server = await Server(parent=folder, life=60).start()
        await register_all(server.port, list(NAMES) + [OTHER, "dora_fault"], PASSWORD)
        if not report.check("a data directory", await server.stop() == 0, "it did not end with status 0"):
            return
        forget_logins(server.database())
        calls = await one("memory", 0, server.datadir, folder, report, collections.Counter(), True)
        print("calls of a run in which none fails: %s" % calls, flush=True)
        for kind in KINDS:
            # pending output is in one piece or several depending on timing; one piece is sent with send,
            # several with sendmsg
            both = ("send", "sendmsg")
            report.check("each kind is called", any(calls.get(k, 0) > 0 for k in (both if kind in both else [kind])), kind)
        gate = asyncio.Semaphore(int(o["beside"]))
        every = {}
        for kind in o["kinds"].split():
            # The default interval gives a few runs of each kind.
            every[kind] = int(o["every"]) or max(1, calls.get(kind, 0) // scaled(8, 2))

        async def guarded(kind, n, ends):
            async with gate:
                await one(kind, n, server.datadir, folder, report, ends)

        for kind, step in every.items():
            ends = collections.Counter()
            numbers = range(int(o["first"]), calls.get(kind, 0) + 1, step)
            await asyncio.gather(*(guarded(kind, n, ends) for n in numbers))
            print("%-12s %5d calls, %5d of them failed: %s" % (kind, calls.get(kind, 0), len(numbers), dict(ends)), flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    run(main, 390 if len(sys.argv) == 1 else 20000)
