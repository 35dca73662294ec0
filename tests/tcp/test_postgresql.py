#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: timeout=600
"""Servers whose database is in PostgreSQL.

    kill:    the kill -9 test (test_kill9.py) with its database in PostgreSQL
    lost:    the connection is cut, and PostgreSQL crashes, under a server with players: the server continues, and nothing
             that was confirmed is lost or done twice
    deaf:    PostgreSQL does not answer for a while: what cannot be saved is refused, talk continues, and service returns
    frozen:  a server is stopped while its connection is ended and another server takes over: the stopped server then sends
             users nothing
    replaced: another server has taken over when the connection is back: the replaced server ends with status 3 and sends
             users nothing
    standby: a second server waits.  It takes over from a server that is killed, and from a server that is frozen, which
             then sends users nothing.  If another standby gets the lock first, it keeps waiting.  A standby that cannot
             serve leaves the active server alone
    gone:    PostgreSQL cannot be reached, or does not answer, while a standby waits: the standby keeps waiting
    second:  a second server with the same database ends with status 1, and changes nothing
    pooler:  a server behind pgbouncer does not start, says why, and leaves the database as it is
    reload:  a program of another release makes the server reload.  An upgrade by that program is refused, whether the
             running server uses PostgreSQL or SQLite

Usage: test_postgresql.py [PART...]"""

import asyncio
import itertools
import os
import shutil
import signal
import socket
import sys
import time

import test_kill9
from fibs import PATIENCE, Bad, Report, Server, free_port, register_all, run, scaled
from postgresql import Cluster, DatabaseLine, ElsewhereServer, Pooler
from test_metrics import figure, page
from test_systemd import Manager

PARTS = ("kill", "lost", "deaf", "replaced", "frozen", "standby", "gone", "second", "pooler", "reload")
PASSWORD = "geheim"
SORRY = "** Sorry, the server"
LOST_PAIRS = 4


async def kill(report, cluster):
    test_kill9.Server = lambda *conf, **more: ElsewhereServer(cluster, "kill", *conf, **more)
    sys.argv[1:] = ["--kills", scaled("12", "3"), "--pairs", "4"]
    await test_kill9.main(report)


class Line:
    """A connection that sends lines and searches the text received since the last one."""

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

    async def answer(self, words):
        """Returns True for the expected words, False if the server cannot save just now."""
        while words not in self.heard and SORRY not in self.heard:
            if not await self.more():
                raise Bad("the connection ended before it said %r: %r" % (words, self.heard[-200:]))
        return words in self.heard

    async def save(self, line, words):
        """Repeats the line until it can be saved."""
        self.send(line)
        while not await self.answer(words):
            await asyncio.sleep(0.1)
            self.send(line)

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
    await line.save("toggle bell", "bell")
    return line


def cut(cluster, database):
    """Ends the server's database connections, as a server that takes over does."""
    cluster.ask(database, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '%s' AND "
                          "application_name = 'gammond'" % database)


class Stubborn:
    """A client program that repeats a command that the server could not carry out just now."""

    AGAIN_S = 0.1
    sent = ""

    def send(self, text):
        self.sent = text
        super().send(text)

    def _known(self, line):
        if line.startswith(SORRY):
            asyncio.get_running_loop().call_later(self.AGAIN_S, self.send, self.said_what())
        else:
            super()._known(line)

    def said_what(self):
        return self.sent


class StubbornFighter(Stubborn, test_kill9.Fighter):
    """The refused command is the oldest one without an answer.  Once repeated, it is answered after the other
    commands."""

    def __init__(self, *args):
        super().__init__(*args)
        self.lines = {}

    def put(self, text, what, *more, **how):
        self.lines[what] = text
        super().put(text, what, *more, **how)

    def said_what(self):
        if not self.out:
            return self.sent
        self.out.append(self.out.popleft())
        return self.lines[self.out[-1].what]


class StubbornPair(test_kill9.Pair):
    fighter = StubbornFighter


class StubbornFiddler(Stubborn, test_kill9.Fiddler):
    pass


async def lost(report, cluster):
    wire = await DatabaseLine(cluster).start()
    seed = str(int(time.time()))
    print("seed %s" % seed, flush=True)
    world = test_kill9.World(seed, report)
    world.server = ElsewhereServer(cluster, "lost", line=wire)
    try:
        await lose(report, cluster, wire, world)
    finally:
        wire.stop()
        world.server.remove()


async def lose(report, cluster, wire, world):
    await world.server.start()
    pairs = [StubbornPair(i, world) for i in range(LOST_PAIRS)]
    fiddler = StubbornFiddler("fiddler_lost", world)
    world.ledger.update({n: (1500.0, 0) for pair in pairs for n in pair.names})
    await register_all(world.server.port, list(world.ledger) + ["fiddler_lost"], PASSWORD)
    everyone = asyncio.gather(*(asyncio.ensure_future(x.life()) for x in pairs + [fiddler]))

    async def goes_on():
        """Waits for more lines of matches than can have been on their way."""
        until = world.lines + 40 * LOST_PAIRS
        while world.lines < until:
            if everyone.done():
                raise Bad("no pair is left")
            await asyncio.sleep(0.002)

    async def crash():
        await asyncio.to_thread(cluster.crash)

    async def both():
        wire.cut()
        await crash()

    async def all_of_it():
        for what in (wire.cut, lambda: cut(cluster, "lost"), crash, both) * int(scaled("5", "1")):
            await goes_on()
            begun = what()
            if begun is not None:
                await begun
        while world.counts["matches finished"] == 0:
            await goes_on()
        await goes_on()

    try:
        await asyncio.wait_for(all_of_it(), PATIENCE)
        report.add("service returns without a restart")
    except (Bad, asyncio.TimeoutError) as e:
        report.fail("service returns without a restart", "%r %s" % (e, list(world.server.log)[-5:]))
    world.killed = True
    wire.cut()
    await world.server.kill9()
    await asyncio.wait_for(everyone, PATIENCE)
    test_kill9.look(world, [p for p in pairs if p.playing is not None]).close()


class Silence:
    """A server without players whose database stops answering."""

    def __init__(self, cluster, wire, server):
        self.cluster = cluster
        self.wire = wire
        self.server = server
        self.writer = self.talker = self.listener = None

    async def start(self):
        await self.server.start()
        names = ["anna_pg", "bert_pg", "carl_pg"]
        await register_all(self.server.port, names, PASSWORD)
        self.writer, self.talker, self.listener = [await Line().log_in(self.server.port, name) for name in names]

    def is_away(self):
        """Returns whether the server's log last reported the database as away."""
        said = [x for x in self.server.log if "event=database_" in x]
        return bool(said) and "event=database_away" in said[-1]

    async def until_away(self, away):
        while self.is_away() != away:
            await asyncio.sleep(0.005)

    async def begin(self, silence):
        """A command whose write is pending gets no answer.  Other users' commands are answered once the server has
        noticed that the database is silent."""
        await self.until_away(False)
        silence()
        self.writer.send("toggle bell")
        await self.until_away(True)
        self.talker.send("toggle bell")
        await self.talker.until(SORRY + " has no room to save")
        self.talker.send("whois nobody")
        await self.talker.until(SORRY + " cannot reach its database")
        self.talker.send("shout still here")
        await self.listener.until("still here")

    async def end(self):
        """A pending write must be confirmed exactly once.  Returns None if the command came too late to be written."""
        if not await self.writer.answer("bell"):
            return None
        heard = self.writer.heard
        await self.writer.save("toggle bell", "bell")
        return heard.count("bell") == 1 and heard != self.writer.heard

    async def passes(self):
        await self.begin(self.wire.deaf)
        self.wire.hears.set()

    async def is_cut(self):
        await self.begin(self.wire.deaf)
        self.wire.cut()

    async def of_a_process_that_stands(self):
        """Waits until the server has given the connection up and made another one, which cannot have the lock
        yet."""
        pids = self.cluster.backends("deaf")
        try:
            await self.begin(lambda: [os.kill(pid, signal.SIGSTOP) for pid in pids])
            while len(self.cluster.backends("deaf")) < 2:
                await asyncio.sleep(0.1)
        finally:
            for pid in pids:
                os.kill(pid, signal.SIGCONT)


async def deaf(report, cluster):
    wire, port = await DatabaseLine(cluster).start(), free_port()
    server = ElsewhereServer(cluster, "deaf", "[metrics]\nport = %d\n" % port, line=wire)
    try:
        silence = Silence(cluster, wire, server)
        await silence.start()
        _, body = await page(port, "/metrics")
        report.check("metrics", figure(body, "database_connected") == 1 and figure(body, "database_bytes") > 1e6, body)
        for what in (silence.passes, silence.is_cut, silence.of_a_process_that_stands):
            once = None
            while once is None:
                await asyncio.wait_for(what(), PATIENCE)
                once = await asyncio.wait_for(silence.end(), PATIENCE)
            report.check("an unanswered command is confirmed once, when it is saved", once, what.__name__)
        await asyncio.wait_for(silence.begin(wire.deaf), PATIENCE)
        _, body = await page(port, "/metrics")
        report.check("metrics", figure(body, "database_connected") == 0 and figure(body, "storage_refuses") == 1, body)
        report.check("metrics", "backup" not in body and "disk" not in body, "not those of SQLite: " + body)
        server.kill()
        heard = await silence.writer.to_the_end()
        report.check("nothing is sent that was not committed", "bell" not in heard, heard)
        await server.wait()
    finally:
        wire.stop()
        server.remove()


async def replaced(report, cluster):
    """Another server has taken over while the connection was lost."""
    server = await ElsewhereServer(cluster, "replaced").start()
    line = await one_player(server)
    cluster.ask("replaced", "UPDATE gammond SET generation = generation + 1")
    line.send("toggle notify")
    cut(cluster, "replaced")
    heard = await line.to_the_end()
    report.check("a replaced server sends users nothing", "notif" not in heard, heard)
    status = await server.wait()
    report.check("a replaced server ends with status 3", status == 3, "status %s" % status)
    server.remove()


async def frozen(report, cluster):
    old = await ElsewhereServer(cluster, "frozen").start()
    line = await one_player(old)
    old.signal(signal.SIGSTOP)
    cut(cluster, "frozen")
    new = await ElsewhereServer(cluster, "frozen").start()
    other = await Line().log_in(new.port, "anna_pg")
    await other.save("toggle silent", "shout")
    line.send("toggle notify")
    old.signal(signal.SIGCONT)
    heard = await line.to_the_end()
    report.check("a replaced server sends users nothing", "notif" not in heard, heard)
    status = await old.wait()
    report.check("a replaced server ends with status 3", status == 3, "status %s" % status)
    await other.save("toggle notify", "notif")
    report.check("the server that took over continues", await new.stop() == 0, "it did not end with status 0")
    for server in (old, new):
        server.remove()


async def second(report, cluster):
    first = await ElsewhereServer(cluster, "second").start()
    line = await one_player(first)
    other = ElsewhereServer(cluster, "second")
    try:
        await other.start()
        report.fail("a second server does not start", "it did")
    except Bad:
        report.check("a second server does not start", await other.wait() == 1, "another status")
        report.check("it says why", any("another server uses the database" in x for x in other.log), str(other.log))
    await line.save("toggle notify", "notif")
    await first.stop()
    for server in (first, other):
        server.remove()


async def pooler(report, cluster):
    for mode in ("transaction", "session"):
        cluster.make(mode)
        pool = await Pooler(cluster, mode).start()
        server = ElsewhereServer(cluster, mode, line=pool)
        try:
            await server.start()
            report.fail("a server behind a pooler does not start", "it did")
        except Bad:
            report.check("a server behind a pooler does not start", await server.wait() == 1, "another status")
            report.check("it says why", any("a connection pooler such as pgbouncer" in x for x in server.log), str(server.log))
        report.check("it makes no tables", cluster.ask(mode, "SELECT to_regclass('gammond')") == [""], mode)
        server.remove()
        pool.stop()
        server = await ElsewhereServer(cluster, mode).start()
        report.check("it starts without the pooler", await server.stop() == 0, str(server.log))
        server.remove()


async def waiting(cluster, env=None, line=None, database="standby", args=(), conf=""):
    """Returns a server that waits for another server, and its start, which has not finished."""
    server = ElsewhereServer(cluster, database, "[store]\nstandby = yes\n" + conf, line, env=env, args=args)
    start = asyncio.ensure_future(server.start())
    while not any("event=standby " in x for x in server.log):
        if start.done():
            raise Bad("the second server did not wait: %s" % list(server.log))
        await asyncio.sleep(0.01)
    return server, start


async def standby(report, cluster):
    first = await ElsewhereServer(cluster, "standby").start()
    line = await one_player(first)
    for how in ("killed", "frozen"):
        manager = Manager("\0gammond-standby-%s-%d" % (how, os.getpid()))
        following, start = await waiting(cluster, manager.env)
        said = [await manager.next() for _ in range(3)]
        report.check("the service manager is notified that it waits and has not hung",
                     said == ["READY=1\nSTATUS=standby", "WATCHDOG=1", "WATCHDOG=1"], str(said))
        await line.save("toggle notify", "notif")
        report.check("a standby does not listen", following.port == 0 and not start.done(), "it does")
        began = time.monotonic()
        first.signal(signal.SIGKILL if how == "killed" else signal.SIGSTOP)
        await start
        other = await Line().log_in(following.port, "anna_pg")
        print("%s to the first log-in: %.2f s" % (how, time.monotonic() - began), flush=True)
        if how == "frozen":
            line.send("toggle silent")
            first.signal(signal.SIGCONT)
            heard = await line.to_the_end()
            report.check("a replaced server sends users nothing", "shout" not in heard, heard)
        status = await first.wait()
        report.check("the replaced server has ended", status == (-9 if how == "killed" else 3), "status %s" % status)
        await other.save("toggle notify", "notif")
        first.remove()
        first, line = following, other
    await come_second(report, cluster, first)
    await not_ready(report, cluster)


async def not_ready(report, cluster):
    """When the standby is to take over, its port is taken or a file is missing."""
    cluster.make("not_ready")
    first = await ElsewhereServer(cluster, "not_ready").start()
    line = await one_player(first)
    banner = os.path.join(first.base, "banner")
    for what, says in (("port", "cannot listen on"), ("banner", "banner: ")):
        with open(banner, "w", encoding="ascii") as f:
            f.write("Welcome.\n")
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1] if what == "port" else 0
            following, start = await waiting(cluster, database="not_ready", args=("-p", str(port)),
                                             conf="[server]\nbanner = %s\n" % banner)
            if what == "banner":
                os.remove(banner)
            first.signal(signal.SIGSTOP)
            cluster.ask("not_ready", "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'")
            await asyncio.wait([start])
            status = await following.wait()
        report.check("a standby that cannot serve ends", status == 1 and start.exception() is not None, "status %s" % status)
        report.check("it says why", any(says in x for x in following.log), str(list(following.log)))
        following.remove()
        first.signal(signal.SIGCONT)
        await line.save("toggle notify", "notif")
    report.check("the active server continues", await first.stop() == 0, str(list(first.log)))
    first.remove()


async def come_second(report, cluster, first):
    """The active server ends, and a third server gets the lock before the waiting server can."""
    wire = await DatabaseLine(cluster).start()
    following, start = await waiting(cluster, line=wire)
    wire.hold_new()
    report.check("the server that took over ends with status 0", await first.stop() == 0, "it did not")
    while wire.asked < 2:
        await asyncio.sleep(0.01)
    other = await ElsewhereServer(cluster, "standby").start()
    wire.takes.set()
    while wire.taken < 3 and not start.done():  # the standby reads who has the lock, tries to take it, and reads again
        await asyncio.sleep(0.01)
    report.check("a standby that gets the lock second keeps waiting", not start.done() and following.port == 0, str(list(following.log)))
    line = await Line().log_in(other.port, "anna_pg")
    await line.save("toggle notify", "notif")
    other.kill()
    await start
    line = await Line().log_in(following.port, "anna_pg")
    await line.save("toggle notify", "notif")
    report.check("it takes over from that one", await following.stop() == 0, "it did not end with status 0")
    wire.stop()
    for server in (first, other, following):
        await server.wait()
        server.remove()


async def gone_while_waiting(report, cluster):
    """PostgreSQL cannot be reached by a waiting server, or does not answer."""
    wire = await DatabaseLine(cluster).start()
    socket_of, hidden = os.path.join(wire.folder, wire.NAME), os.path.join(wire.folder, "hidden")
    first = await ElsewhereServer(cluster, "gone").start()
    line = await one_player(first)
    following, start = await waiting(cluster, line=wire, database="gone")

    async def says(n, words):
        while sum(words in x for x in following.log) < n and not start.done():
            await asyncio.sleep(0.01)

    os.rename(socket_of, hidden)
    wire.cut()
    await says(1, "closed the connection")
    os.rename(hidden, socket_of)
    await says(1, "event=database_back ")
    wire.deaf()
    await says(1, "there was no answer")
    wire.cut()
    await says(2, "event=database_back ")
    # the lines without their times; a retry in between may log another reason for the same outage
    said = [x.split(" ", 1)[1] for x in following.log if "event=database_" in x]
    report.check("a standby waits for the database as well", not start.done() and
                 [event for event, _ in itertools.groupby(said, lambda x: "back" in x.split()[1])] == [False, True] * 2,
                 str(list(following.log)))
    report.check("it says each reason once", all(a != b for a, b in zip(said, said[1:])), str(said))
    await line.save("toggle notify", "notif")
    first.kill()
    await start
    line = await Line().log_in(following.port, "anna_pg")
    await line.save("toggle notify", "notif")
    report.check("then it takes over", await following.stop() == 0, "it did not end with status 0")
    other = ElsewhereServer(cluster, "nowhere", "[store]\nstandby = yes\n")
    start = asyncio.ensure_future(other.start())
    await asyncio.wait([start])
    report.check("without a first connection it does not wait", await other.wait() == 1 and start.exception() is not None,
                 str(list(other.log)))
    wire.stop()
    for server in (first, following, other):
        await server.wait()
        server.remove()


async def call(server, program, conf, word):
    """Runs a process that asks the server to hand over.  Returns its status and output."""
    proc = await asyncio.create_subprocess_exec(program, "-c", conf, "-d", server.datadir, word,
                                                stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE,
                                                stderr=asyncio.subprocess.STDOUT)
    out, _ = await asyncio.wait_for(proc.communicate(), PATIENCE)
    return proc.returncode, out.decode()


async def reload(report, cluster):
    server = ElsewhereServer(cluster, "reload")
    os.mkdir(server.datadir, 0o700)  # with PostgreSQL the server does not create this directory, but new processes connect to a socket in it
    await server.start()
    here = await Server().start()
    line = await one_player(server)
    other = os.path.join(server.base, "other")
    shutil.copy(server.binary, other)
    status, said = await call(server, other, server.conf, "reload")
    report.check("a reload by another program is carried out", status == 0, said)
    for whose in (server, here):
        status, said = await call(whose, other, server.conf, "upgrade")
        report.check("an upgrade is refused", status == 1 and "PostgreSQL" in said, said)
    await line.save("toggle notify", "notif")
    report.check("both servers continue", await server.stop() == 0 and await here.stop() == 0, "they did not")
    report.check("it has read its configuration again", any("event=reloaded" in x for x in server.log),
                 str(list(server.log)))
    report.check("the one with SQLite was not asked", not any("event=upgrad" in x for x in here.log), str(here.log))
    for x in (server, here):
        x.remove()


RUN = {"kill": kill, "lost": lost, "deaf": deaf, "replaced": replaced, "frozen": frozen, "standby": standby, "gone": gone_while_waiting, "second": second, "pooler": pooler, "reload": reload}


async def main(report: Report):
    parts = [x for x in sys.argv[1:] if x in PARTS] or PARTS
    cluster = Cluster()
    try:
        for part in parts:
            cluster.make(part)
        for part in parts:
            if part in ("kill", "lost"):  # "lost" also kills PostgreSQL
                await RUN[part](report, cluster)
        await asyncio.gather(*(RUN[part](report, cluster) for part in parts if part not in ("kill", "lost")))
    finally:
        Server.kill_all()
        cluster.stop()


if __name__ == "__main__":
    run(main, scaled(400, 300))
