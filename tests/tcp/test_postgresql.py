#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: timeout=600
"""Servers whose database is in a PostgreSQL.

kill:    the test of kill -9 (test_kill9.py) with its database there
lost:    the connection is ended under a server with players: it ends with status 3, the next one goes on
frozen:  a server that is stopped while its connection is ended and another one takes over tells nobody anything
standby: a second server waits; it takes over from one that is killed, and from one that is frozen, which then tells
         nobody anything
second:  a second server with the same database ends with status 1, and changes nothing
reload:  a program of another release reloads the server; it takes over neither from that one nor from one with SQLite
Usage: test_postgresql.py [PART...]"""

import asyncio
import os
import shutil
import signal
import sys
import time

import test_kill9
from fibs import PATIENCE, Bad, Report, Server, register_all, run, scaled
from postgresql import Cluster, ElsewhereServer
from test_systemd import Manager

PARTS = ("kill", "lost", "frozen", "standby", "second", "reload")
PASSWORD = "geheim"


async def kill(report, cluster):
    cluster.make("kill")
    test_kill9.Server = lambda *conf, **more: ElsewhereServer(cluster, "kill", *conf, **more)
    sys.argv[1:] = ["--kills", scaled("12", "4"), "--pairs", "4"]
    await test_kill9.main(report)


class Line:
    """A connection that sends lines and looks for words in all that has come."""

    def __init__(self):
        self.reader = self.writer = None
        self.heard = ""

    async def log_in(self, port, name):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port)
        await self.until("login: ")
        self.send("login test 1008 %s %s" % (name, PASSWORD))
        await self.until("\n6\r\n")
        return self

    def send(self, line):
        self.heard = ""
        self.writer.write(line.encode() + b"\r\n")

    async def more(self):
        data = await asyncio.wait_for(self.reader.read(65536), PATIENCE)
        self.heard += data.decode("utf-8", "replace")
        return data != b""

    async def until(self, words):
        while words not in self.heard:
            if not await self.more():
                raise Bad("the connection ended before it said %r: %r" % (words, self.heard[-200:]))

    async def to_the_end(self):
        try:
            while await self.more():
                pass
        except OSError:
            pass
        return self.heard


async def one_player(server):
    await register_all(server.port, ["anna_pg"], PASSWORD)
    line = await Line().log_in(server.port, "anna_pg")
    line.send("toggle bell")
    await line.until("bell")
    return line


def cut(cluster, database):
    """What ends the connection of a server: whoever takes over from one that is cut off does the same."""
    cluster.ask(database, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '%s' AND "
                          "application_name = 'gammond'" % database)


async def lost(report, cluster):
    cluster.make("lost")
    server = await ElsewhereServer(cluster, "lost").start()
    line = await one_player(server)
    cut(cluster, "lost")
    line.send("toggle notify")
    heard = await line.to_the_end()
    report.check("nothing is told that was not committed", "notif" not in heard, heard)
    status = await server.wait()
    report.check("a lost connection ends the server with status 3", status == 3, "status %s" % status)
    await server.start()
    line = await Line().log_in(server.port, "anna_pg")
    line.send("toggle notify")
    await line.until("notif")
    report.check("the next one goes on", await server.stop() == 0, "it did not end in order")
    server.remove()


async def frozen(report, cluster):
    cluster.make("frozen")
    old = await ElsewhereServer(cluster, "frozen").start()
    line = await one_player(old)
    old.signal(signal.SIGSTOP)
    cut(cluster, "frozen")
    new = await ElsewhereServer(cluster, "frozen").start()
    other = await Line().log_in(new.port, "anna_pg")
    other.send("toggle silent")
    await other.until("shout")
    line.send("toggle notify")
    old.signal(signal.SIGCONT)
    heard = await line.to_the_end()
    report.check("who was replaced tells nobody anything", "notif" not in heard, heard)
    status = await old.wait()
    report.check("who was replaced ends with status 3", status == 3, "status %s" % status)
    other.send("toggle notify")
    await other.until("notif")
    report.check("who has taken over goes on", await new.stop() == 0, "it did not end in order")
    for server in (old, new):
        server.remove()


async def second(report, cluster):
    cluster.make("second")
    first = await ElsewhereServer(cluster, "second").start()
    line = await one_player(first)
    other = ElsewhereServer(cluster, "second")
    try:
        await other.start()
        report.fail("a second server does not start", "it did")
    except Bad:
        report.check("a second server does not start", await other.wait() == 1, "another status")
        report.check("it says why", any("another server uses the database" in x for x in other.log), str(other.log))
    line.send("toggle notify")
    await line.until("notif")
    await first.stop()
    for server in (first, other):
        server.remove()


async def waiting(cluster, manager):
    """A server that waits for another one, and its start, which has not ended."""
    server = ElsewhereServer(cluster, "standby", "[store]\nstandby = yes\n", env=manager.env)
    start = asyncio.ensure_future(server.start())
    while not any("event=standby " in x for x in server.log):
        if start.done():
            raise Bad("the second server did not wait: %s" % list(server.log))
        await asyncio.sleep(0.01)
    return server, start


async def standby(report, cluster):
    cluster.make("standby")
    first = await ElsewhereServer(cluster, "standby").start()
    line = await one_player(first)
    for how in ("killed", "frozen"):
        manager = Manager("\0gammond-standby-%s-%d" % (how, os.getpid()))
        following, start = await waiting(cluster, manager)
        said = [await manager.next() for _ in range(3)]
        report.check("its manager of services hears that it waits, and has not hung up",
                     said == ["READY=1\nSTATUS=standby", "WATCHDOG=1", "WATCHDOG=1"], str(said))
        line.send("toggle notify")
        await line.until("notif")
        report.check("a standby listens to nobody", following.port == 0 and not start.done(), "it does")
        began = time.monotonic()
        first.signal(signal.SIGKILL if how == "killed" else signal.SIGSTOP)
        await start
        other = await Line().log_in(following.port, "anna_pg")
        print("%s to the first log-in: %.2f s" % (how, time.monotonic() - began), flush=True)
        if how == "frozen":
            line.send("toggle silent")
            first.signal(signal.SIGCONT)
            heard = await line.to_the_end()
            report.check("who was replaced tells nobody anything", "shout" not in heard, heard)
        status = await first.wait()
        report.check("who was replaced is gone", status == (-9 if how == "killed" else 3), "status %s" % status)
        other.send("toggle notify")
        await other.until("notif")
        first.remove()
        first, line = following, other
    report.check("who has taken over ends in order", await first.stop() == 0, "it did not")
    first.remove()


async def call(server, program, conf, word):
    """A process that asks the server to be let on; its status and what it says."""
    proc = await asyncio.create_subprocess_exec(program, "-c", conf, "-d", server.datadir, word,
                                                stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE,
                                                stderr=asyncio.subprocess.STDOUT)
    out, _ = await asyncio.wait_for(proc.communicate(), PATIENCE)
    return proc.returncode, out.decode()


async def reload(report, cluster):
    cluster.make("reload")
    server = ElsewhereServer(cluster, "reload")
    os.mkdir(server.datadir, 0o700)  # such a server makes none; it is where new processes call
    await server.start()
    here = await Server().start()
    line = await one_player(server)
    other = os.path.join(server.base, "other")
    shutil.copy(server.binary, other)
    status, said = await call(server, other, server.conf, "reload")
    report.check("a reload by another program is one", status == 0, said)
    for whose in (server, here):
        status, said = await call(whose, other, server.conf, "upgrade")
        report.check("an upgrade is refused", status == 1 and "PostgreSQL" in said, said)
    line.send("toggle notify")
    await line.until("notif")
    report.check("both servers go on", await server.stop() == 0 and await here.stop() == 0, "they did not")
    report.check("it has read its configuration again", any("event=reloaded" in x for x in server.log),
                 str(list(server.log)))
    report.check("nobody asked the one with SQLite", not any("event=upgrad" in x for x in here.log), str(here.log))
    for x in (server, here):
        x.remove()


RUN = {"kill": kill, "lost": lost, "frozen": frozen, "standby": standby, "second": second, "reload": reload}


async def main(report: Report):
    parts = [x for x in sys.argv[1:] if x in PARTS] or PARTS
    cluster = Cluster()
    try:
        for part in parts:
            await RUN[part](report, cluster)
    finally:
        Server.kill_all()
        cluster.stop()


if __name__ == "__main__":
    run(main, scaled(400, 300))
