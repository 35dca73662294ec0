#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: timeout=900
"""`gammond upgrade`: new processes take over repeatedly while users play, watch and talk, with half a line
typed. No connection is lost, and every line arrives once: players check lines against their models, talkers
count.

The same is tested between releases of which one carries one field more than the other (tests/tools/gammond_fields).

Failures are tested too: messages of another version, another user, a new process that ends in each of its
states, and TLS.
Usage: test_upgrade.py [--parts sessions,releases,haproxy,strangers,reloads,conversion,kills,bots,load] [--upgrades N] [--pairs N] [--talkers N]"""

import array
import asyncio
import fcntl
import os
import random
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import fibs
from fibs import Bad, Report, Server, letters, options, register_all, run, scaled
from test_check import database, grow
from test_matches import PASSWORD, Pair
from test_systemd import Manager
from test_tls import Here, log_line
from test_token import Raw, token_of

HEAD = struct.Struct("8sIIII")  # magic, version, kind, descriptors, bytes
VERSION = 4
HELLO, REFUSED, SAME, FILES, STATE, ALL, READY, GO, TAKEN, BYE, HELLO_APART = range(1, 12)
FILES_MAX = 250
FRONT = "127.0.0.3"  # the address of a front end
WITH_BOT = fibs.bots(beginner="EasyBot")


# ---- a new process ------------------------------------------------------------------------------------

async def command(server, word="upgrade", binary=None):
    """Runs the command.  Returns its status and output."""
    proc = await asyncio.create_subprocess_exec(binary or server.binary, "-c", server.conf, "-d", server.datadir, word,
                                                stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE,
                                                stderr=asyncio.subprocess.PIPE)
    out, err = await asyncio.wait_for(proc.communicate(), fibs.PATIENCE)
    return proc.returncode, out.decode(), err.decode()


async def upgrade(server, word="upgrade", binary=None):
    """Upgrades; `server` then stands for the new process, and its log continues."""
    status, out, err = await command(server, word, binary)
    found = re.search(r"^process (\d+) serves now$", out, re.M)
    if status != 0 or not found:
        raise Bad("upgrade: status %d: %s%s%s" % (status, out, err, "\n".join(server.log)))
    await gone(server.pidfd)
    os.close(server.pidfd)
    server.pidfd = os.pidfd_open(int(found.group(1)))
    for _ in range(int(fibs.PATIENCE * 20)):
        if server.proc.returncode is not None:
            break
        await asyncio.sleep(0.05)
    if server.proc.returncode != 0:
        raise Bad("the first process ends with %s" % server.proc.returncode)
    return int(found.group(1))


async def gone(pidfd):
    """Waits for the process to end.  asyncio's `wait` also waits for its pipes, which another process may
    have by now."""
    loop = asyncio.get_running_loop()
    done = loop.create_future()
    loop.add_reader(pidfd, lambda: done.done() or done.set_result(None))
    try:
        await asyncio.wait_for(done, fibs.PATIENCE)
    finally:
        loop.remove_reader(pidfd)


async def ended(server):
    await gone(server.pidfd)
    server._gone()


async def stop(server):
    server.signal(signal.SIGTERM)
    await ended(server)


class Stranger:
    """A new process that knows the messages and misbehaves."""

    def __init__(self, server):
        self.path = os.path.join(server.datadir, "upgrade")
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(fibs.PATIENCE)
        self.sock.connect(self.path)
        self.files = []
        self.state = b""

    def say(self, kind, version=VERSION, magic=b"gammond\0"):
        self.sock.sendall(HEAD.pack(magic, version, kind, 0, 0))

    def hear(self):
        """Returns kind, descriptors and text of the next message; None if the server has closed the
        socket."""
        head, control, flags, _ = self.sock.recvmsg(HEAD.size, socket.CMSG_SPACE(253 * 4))
        if not head:
            return None
        while len(head) < HEAD.size:
            head += self.sock.recv(HEAD.size - len(head))
        magic, version, kind, files, n = HEAD.unpack(head)
        fds = array.array("i")
        for _level, _type, data in control:
            fds.frombytes(data[:len(data) // 4 * 4])
        if magic != b"gammond\0" or version != VERSION or files != len(fds) or flags & socket.MSG_CTRUNC:
            raise Bad("a message: %r, %d descriptors" % (head, len(fds)))
        self.files += list(fds)
        text = b""
        while len(text) < n:
            text += self.sock.recv(n - len(text))
        return kind, len(fds), text

    def take(self):
        """Receives all messages. Returns the highest number of descriptors in one message."""
        most = 0
        while True:
            got = self.hear()
            if got is None or got[0] == REFUSED:
                raise Bad("refused: %r" % (got,))
            most = max(most, got[1])
            self.state += got[2]
            if got[0] == ALL:
                return most

    def end(self):
        for fd in self.files:
            os.close(fd)
        self.sock.close()


# ---- connected users ----------------------------------------------------------------------------------

class Talker:
    """One of two users who count: sends numbered tells to the other one, and numbered shouts, each line in two
    halves. Every line must arrive once."""

    def __init__(self, name, other, rng):
        self.name, self.other, self.rng = name, other, rng
        self.c = None
        self.said = self.shouted = 0
        self.stopping = False

    async def log_in(self, port):
        self.c = await Raw.open(port)
        self.c.send(self.name)
        await self.c.until("password: ")
        self.c.send(PASSWORD)
        await self.c.until("> \\Z")
        self.c.send("set pagelength 0")
        await self.c.until("pagelength")

    async def talk(self):
        while not self.stopping:
            shout = self.rng.random() < 0.1
            if shout:
                self.shouted += 1
                line = "shout loud %d from %s" % (self.shouted, self.name)
            else:
                self.said += 1
                line = "tell %s number %d" % (self.other, self.said)
            cut = self.rng.randrange(len(line) + 1)
            self.c.writer.write(line[:cut].encode())
            await asyncio.sleep(self.rng.random() * 0.02)
            self.c.writer.write((line[cut:] + "\r\n").encode())
            await asyncio.sleep(self.rng.random() * 0.02)

    async def read(self):
        while True:
            data = await self.c.reader.read(65536)
            if not data:
                raise Bad("%s lost the connection after %r" % (self.name, self.c.seen[-300:]))
            self.c.seen += data.decode("utf-8", "replace")


def count(report, talkers):
    """Checks that each line arrived once and in order."""
    by_name = {t.name: t for t in talkers}
    for t in talkers:
        told = [int(n) for n in re.findall(r"^%s says: number (\d+)\r$" % t.other, t.c.seen, re.M)]
        report.check("every tell arrives once", told == list(range(1, by_name[t.other].said + 1)),
                     "%s: %d of %d, %s" % (t.name, len(told), by_name[t.other].said, odd(told)))
        own = len(re.findall(r"^(?:> )*\*\* You tell %s: number \d+\r$" % t.other, t.c.seen, re.M))
        report.check("every answer arrives once", own == t.said, "%s: %d of %d" % (t.name, own, t.said))
        for x in talkers:
            if x is t:
                continue
            loud = [int(n) for n in re.findall(r"^(?:> )*%s shouts: loud (\d+) from %s\r$" % (x.name, x.name), t.c.seen, re.M)]
            report.check("every shout arrives once", loud == list(range(1, x.shouted + 1)),
                         "%s of %s: %d of %d, %s" % (t.name, x.name, len(loud), x.shouted, odd(loud)))


def odd(numbers):
    """Returns the places where numbers are not consecutive."""
    return [(a, b) for a, b in zip(numbers, numbers[1:]) if b != a + 1][:3]


# ---- under load ---------------------------------------------------------------------------------------

async def under_load(report, upgrades, n_pairs, n_talkers, other_releases=False):
    rng = random.Random("upgrade")
    server = await Server(WITH_BOT).start()
    programs = releases_in(server.base) if other_releases else {"this": None}
    names = ["left_" + letters(i) for i in range(n_pairs)] + ["right_" + letters(i) for i in range(n_pairs)]
    names += ["watch_" + letters(i) for i in range(n_pairs)]
    talking = ["talk_" + letters(i) for i in range(2 * n_talkers)]
    await register_all(server.port, names + talking, PASSWORD)
    talkers = [Talker(n, talking[i ^ 1], random.Random(rng.random())) for i, n in enumerate(talking)]
    ledger = {n: (1500.0, 0) for n in names}
    pairs = [Pair(i, server.port, "upgrade", ledger, fibs.collections.Counter()) for i in range(n_pairs)]
    for t in talkers:
        await t.log_in(server.port)
    reading = [asyncio.ensure_future(t.read()) for t in talkers]
    series = [asyncio.ensure_future(p.series([3] * 10000, report)) for p in pairs]
    talks = [asyncio.ensure_future(t.talk()) for t in talkers]
    for n in range(upgrades):
        await asyncio.sleep(rng.random() * 0.3)
        await upgrade(server, binary=list(programs.values())[n % len(programs)])
        report.add("upgrades")
        report.check("all stay connected", not any(f.done() for f in reading + series + talks),
                     "upgrade %d: %r" % (n, [f for f in reading + series + talks if f.done()][:1]))
        for p in pairs:
            for x in p.players + ([p.watcher] if p.watcher else []):
                report.check("the lines about matches agree with the models", x.error is None, "upgrade %d: %s" % (n, x.error))
    lines = [sum(x.count for x in p.players) for p in pairs]
    for t in talkers:
        t.stopping = True
    await asyncio.gather(*talks)
    for t in talkers:
        start = len(t.c.seen)
        t.c.send("time")
        for _ in range(int(fibs.PATIENCE * 20)):
            if re.search(r"UTC \)", t.c.seen[start:]):
                break
            await asyncio.sleep(0.05)
    count(report, talkers)
    for _ in range(int(fibs.PATIENCE * 20)):  # play continues after the last upgrade
        if all(sum(x.count for x in p.players) > n + 20 for p, n in zip(pairs, lines)):
            break
        await asyncio.sleep(0.05)
    report.check("they play on", all(sum(x.count for x in p.players) > n + 20 for p, n in zip(pairs, lines)), "no")
    waiting = set(reading + series)
    while waiting:  # a wait_for whose future is just done ignores a cancellation
        for f in waiting:
            f.cancel()
        _, waiting = await asyncio.wait(waiting, timeout=0.2)
    print("%d upgrades, %d tells, %d shouts" % (upgrades, sum(t.said for t in talkers), sum(t.shouted for t in talkers)))
    await stop(server)
    server.remove()


# ---- failures -----------------------------------------------------------------------------------------

async def talks_on(report, group, pair):
    """Checks that both are connected and that the server serves them."""
    pair[2] += 1
    pair[0].send("tell bert still here %d" % pair[2])
    await pair[1].until("anna says: still here %d\r" % pair[2])
    report.add(group)


async def failed(server, reason):
    if not await log_line(server, reason):
        raise Bad("no %r in %s" % (reason, list(server.log)[-5:]))
    server.log.clear()


async def strangers(report):
    """Whenever the new process fails, the old process continues to serve, or the lock file shows which process
    serves."""
    server = await Server().start()
    await register_all(server.port, ["anna", "bert"], PASSWORD)
    pair = await log_in_both(server) + [0]

    for magic, version in ((b"gammond\0", VERSION + 1), (b"gammond\0", 0), (b"another\0", VERSION)):
        s = await asyncio.to_thread(Stranger, server)
        s.say(HELLO, version, magic)
        kind, _, text = await asyncio.to_thread(s.hear)
        report.check("another version is refused", kind == REFUSED and text != b"", "%s %s" % (kind, text))
        s.end()
        await failed(server, "event=upgrade_refused")
        await talks_on(report, "another version is refused", pair)

    s = await asyncio.to_thread(Stranger, server)  # sends nothing
    s.end()
    await failed(server, "event=upgrade_refused")
    s = await asyncio.to_thread(Stranger, server)  # ends before it has received anything
    s.say(HELLO)
    s.end()
    await failed(server, "event=upgrade_failed")
    await talks_on(report, "it ends after HELLO", pair)

    s = await asyncio.to_thread(Stranger, server)
    s.say(HELLO)
    most = await asyncio.to_thread(s.take)
    report.check("messages", most <= FILES_MAX and len(s.files) >= 6 and len(s.state) > 500, "%d, %d" % (most, len(s.state)))
    s.end()
    await failed(server, "event=upgrade_failed")
    await talks_on(report, "it ends before READY", pair)

    s = await asyncio.to_thread(Stranger, server)
    s.say(HELLO)
    await asyncio.to_thread(s.take)
    s.say(READY, VERSION + 1)
    report.check("another version while it takes over", await asyncio.to_thread(s.hear) is None, "it continues")
    s.end()
    await failed(server, "event=upgrade_failed")
    await talks_on(report, "another version while it takes over", pair)

    s = await asyncio.to_thread(Stranger, server)
    s.say(HELLO)
    await asyncio.to_thread(s.take)
    s.say(READY)
    got = await asyncio.to_thread(s.hear)
    report.check("GO", got is not None and got[0] == GO, "%r" % (got,))
    s.end()
    await failed(server, "event=upgrade_failed")
    await talks_on(report, "it ends after GO", pair)

    if not fibs.TENTH:  # ten seconds in which no user is served
        s = await asyncio.to_thread(Stranger, server)
        s.say(HELLO)
        await asyncio.to_thread(s.take)
        await failed(server, "event=upgrade_failed")
        s.end()
        await talks_on(report, "it does not answer", pair)
        s = await asyncio.to_thread(Stranger, server)  # ends while it upgrades the schema
        s.say(HELLO)
        await asyncio.to_thread(s.take)
        s.say(READY)
        await asyncio.to_thread(s.hear)
        await asyncio.sleep(2.5)
        s.end()
        await failed(server, "event=upgrade_failed")
        await talks_on(report, "it pauses after GO, then ends", pair)

    await upgrade(server)
    await talks_on(report, "an upgrade after all these", pair)
    await other_user(report, server)
    await talks_on(report, "another user is refused", pair)

    # killed once it serves: a restart has only the data on disk
    server.kill()
    await ended(server)
    again = await Server(datadir=server.datadir).start()
    c = await Raw.open(again.port)
    c.send("anna\r\n" + PASSWORD)
    await c.until("> \\Z")
    report.add("killed while it serves, a restart continues")

    # a new process has taken the database, and exits without a message: its lock excludes all others
    s = await asyncio.to_thread(Stranger, again)
    s.say(HELLO)
    await asyncio.to_thread(s.take)
    s.say(READY)
    await asyncio.to_thread(s.hear)
    with open(os.path.join(again.datadir, "gammond.lock"), "r+", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        s.end()
        report.check("never two", await again.wait() == 3, "status")
    server.remove()
    again.remove()


async def reloads(report):
    """With the server's own program, `reload` makes it read its configuration again; another program takes
    over.  A service manager is notified."""
    manager = Manager("\0gammond-upgrade-%d" % os.getpid())
    manager.socket.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
    server = await Server(env=manager.env).start()
    await manager.until("^READY=1")
    first = server.proc.pid
    c = await Raw.open(server.port)
    await c.until("login: ")
    status, out, err = await command(server, "reload")
    report.check("reload by the same program", status == 0 and out == "" and await log_line(server, "event=reloaded"),
                 "%d %s %s" % (status, out, err))
    report.check("reload by the same program", (await manager.until("RELOADING")).startswith("RELOADING=1") and
                 await manager.next() == "READY=1", "notifications to the service manager")
    s = await asyncio.to_thread(Stranger, server)  # as if from a shell outside the service
    s.say(HELLO_APART)
    kind, files, text = await asyncio.to_thread(s.hear)
    report.check("from outside the service", (kind, files) == (REFUSED, 0) and b"systemctl reload" in text, repr(text))
    s.end()
    report.check("from outside the service", (await manager.until("RELOADING")).startswith("RELOADING=1") and
                 await manager.next() == "READY=1", "notifications to the service manager")
    other = os.path.join(server.base, "other")
    shutil.copy(server.binary, other)
    second = await upgrade(server, "reload", other)
    report.check("reload by another program", (await manager.until("RELOADING")).startswith("RELOADING=1"), "RELOADING")
    for text, pid in (("MAINPID=%d" % second, first), ("READY=1", second)):
        data = b"WATCHDOG=1"  # sent while a change takes a long time
        while data.startswith(b"WATCHDOG=1"):
            data, control, _, _ = manager.socket.recvmsg(4096, 1024)
        sender = struct.unpack("iii", control[0][2])[0]
        report.check("reload by another program", (data.decode(), sender) == (text, pid), "%r of %d, not %r of %d" %
                     (data, sender, text, pid))
    text = await manager.until("WATCHDOG")
    report.check("the manager is notified that the loop runs", "0 on line" in text, text)
    c.send("guest")
    await c.until("Welcome to Gammond")
    with open(server.conf, "a", encoding="ascii") as f:
        f.write("wrong\n")
    status, out, err = await command(server)
    report.check("a wrong configuration", status == 2 and "test.conf:" in err, "%d %s %s" % (status, out, err))
    c.send("name")
    await c.until("\\*\\*")
    await stop(server)
    server.remove()
    manager.socket.close()


async def conversion(report):
    """A new release that must convert a large database does not take over, because users would have to wait."""
    group = "conversion"
    server = await Server(life=200).start()
    await register_all(server.port, ["anna", "bert"], PASSWORD)
    await register_all(server.port, ["carl"], PASSWORD)  # gets the messages; the log-in of their recipient would delete them
    await server.stop()
    grow(server)
    await server.start()
    pair = await log_in_both(server) + [0]
    other = os.path.join(server.base, "other")
    shutil.copy(server.binary, other)
    db = database(server)
    version, = db.execute("PRAGMA user_version").fetchone()
    db.execute("PRAGMA user_version = %d" % (version - 1))
    for word, binary in (("upgrade", None), ("reload", other)):
        status, out, err = await command(server, word, binary)
        report.check(group, status == 1 and out == "" and re.search(
            r"^gammond: no upgrade: the database is large and must be converted [^\n]*: restart the server\n\Z", err, re.M),
            "%d %s %s" % (status, out, err))
        report.check(group, not any("event=upgrad" in line for line in server.log), "the server noticed: %s" % list(server.log))
        await talks_on(report, group, pair)
    db.execute("PRAGMA user_version = %d" % version)
    db.close()
    await upgrade(server)
    await talks_on(report, group, pair)
    await stop(server)
    server.remove()


async def kills(report):
    """In a real upgrade the new process is killed at any moment.  Either the old process serves, or the new process
    already served and a restart finds everything."""
    rng = random.Random("kills")
    server = await Server().start()
    await register_all(server.port, ["anna", "bert"], PASSWORD)
    pair, stayed, starts = None, 0, 0
    for n in range(200):
        if n >= scaled(40, 8) and stayed > 0:  # how far each upgrade gets before its kill depends on the machine
            break
        if pair is None:
            pair = await log_in_both(server) + [0]
        proc = await asyncio.create_subprocess_exec(server.binary, "-c", server.conf, "-d", server.datadir, "upgrade",
                                                    stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL)
        await asyncio.sleep(rng.random() * 0.15)
        try:
            with open("/proc/%d/task/%d/children" % (proc.pid, proc.pid), encoding="ascii") as f:
                children = [int(pid) for pid in f.read().split()]
        except FileNotFoundError:
            children = []
        await kill9(children)
        if await proc.wait() != 0:
            try:
                await talks_on(report, "killed, the old one serves", pair)
                stayed += 1
                continue
            except (Bad, ConnectionError):  # the new process had announced that it serves
                pass
        elif not children:  # killed too late: the new process serves
            with open(os.path.join(server.datadir, "gammond.lock"), encoding="ascii") as f:
                await kill9([int(f.read())])
        await asyncio.wait_for(gone(server.pidfd), fibs.PATIENCE)
        server._gone()
        again = await Server(datadir=server.datadir).start()
        Server.folders.discard(again.base)
        again.base, server = server.base, again
        pair, starts = None, starts + 1
        report.add("killed while it serves, a restart continues")
    print("kills: the old one served %d times, a start was needed %d times" % (stayed, starts))
    report.check("killed, the old one serves", stayed > 0, "never")
    await server.stop()
    server.remove()


async def kill9(pids):
    """Kills processes that are not children of the test, and waits until what they held is free."""
    for pid in pids:
        pidfd = os.pidfd_open(pid)
        signal.pidfd_send_signal(pidfd, signal.SIGKILL)
        await gone(pidfd)
        os.close(pidfd)


async def log_in_both(server):
    both = [await Raw.open(server.port) for _ in range(2)]
    for c, name in zip(both, ("anna", "bert")):
        c.send("%s\r\n%s" % (name, PASSWORD))
        await c.until("> \\Z")
    return both


async def other_user(report, server):
    if os.geteuid() != 0:
        print("another user: not tried, because only root can be one")
        return
    os.chmod(server.base, 0o755)
    os.chmod(server.datadir, 0o755)
    os.chmod(os.path.join(server.datadir, "upgrade"), 0o777)
    code = ("import os, socket, sys\n"
            "os.setgid(65534); os.setuid(65534)\n"
            "s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1])\n"
            "for part in iter(lambda: s.recv(4096), b''): sys.stdout.buffer.write(part)")
    proc = await asyncio.create_subprocess_exec(sys.executable, "-c", code, os.path.join(server.datadir, "upgrade"),
                                                stdout=asyncio.subprocess.PIPE)
    out, _ = await asyncio.wait_for(proc.communicate(), fibs.PATIENCE)
    report.check("another user is refused", HEAD.unpack(out[:HEAD.size])[2] == REFUSED and b"another user" in out, repr(out))
    report.check("another user is refused", await log_line(server, "event=upgrade_refused"), "log")


# ---- other releases -----------------------------------------------------------------------------------

def releases_in(folder):
    """Makes three programs, which carry one field more than this release, one field fewer, and the same fields."""
    programs = {}
    for name in ("more", "less"):
        programs[name] = shutil.copy(fibs.tool("gammond_fields"), os.path.join(folder, name))
    programs["this"] = None
    return programs


async def releases(report):
    """Upgrades from each of three releases to each of them.  Afterwards a field that only one of the two releases has
    is at its default, and all other fields are kept."""
    server = await Server().start()
    await register_all(server.port, ["anna", "bert", "cora"], PASSWORD)
    anna, bert = await log_in_both(server)
    cora = await Raw.open(server.port)
    cora.send("cora\r\n" + PASSWORD)
    await cora.until("> \\Z")
    cora.send("away gone fishing")
    await cora.until("away")
    for c in (anna, bert):
        c.send("toggle ready")
        await c.until("ready to invite")
    anna.send("toggle ids")  # the last row of toggles.def; this turns it on, which is not the default
    await anna.until("XGID of the position follows", len(anna.seen))
    anna.send("invite bert 3")
    await bert.until("^Type 'join anna'")
    bert.send("join anna")
    await bert.until("^Starting a new game with anna")
    programs, old = releases_in(server.base), "this"
    for n, new in enumerate("more more this less less more less this this".split()):
        step = "from %s to %s" % (old, new)
        anna.send("time")  # the line that `!!` repeats after the upgrade
        await anna.until("UTC", len(anna.seen))
        at = len(bert.seen)
        bert.writer.write(b"time\r\ntell anna ha")
        await bert.until("UTC", at)  # so the server has read the half line too
        at = len(bert.seen)
        await upgrade(server, binary=programs[new])
        bert.send("lf a line %d" % n)
        await anna.until("bert says: half a line %d\r" % n)
        report.add("half a line " + step)
        at_anna = len(anna.seen)
        anna.send("!!")
        anna.send("tell bert behind")
        await anna.until("You tell bert: behind", at_anna)
        report.check("the field that one lacks " + step,
                     ("UTC" in anna.seen[at_anna:]) == ("less" not in (old, new)), anna.seen[at_anna:])
        anna.send("toggle")
        await anna.until(r"^ids +YES", at_anna)
        report.add("a toggle that one lacks " + step)
        bert.send("tell cora are you there")
        await bert.until("gone fishing", at)
        report.add("the other fields " + step)
        bert.send("board")
        await bert.until("3-point match|match length: 3|3 point", at)
        report.add("the match " + step)
        if new == "more":
            await log_line(server, "one field more: ")
            found = re.search(r"one field more: (\d+) read, (\d+) missing", "\n".join(server.log))
            read, missing = int(found.group(1)), int(found.group(2))
            report.check("the field that only one has " + step, (missing if old == "more" else read) == 0 and
                         read + missing > 20, "%d read, %d missing" % (read, missing))
            server.log.clear()
        old = new
    await stop(server)
    server.remove()
    await under_load(report, scaled(30, 6), 2, 1, True)


# ---- the state of sessions ----------------------------------------------------------------------------

async def sessions(report):
    """Tests each part of a session's state that is not stored, and sessions that cannot be handed over."""
    here = Here()
    server = await Server(WITH_BOT + here.conf + "proxy_from = %s\n" % FRONT).start()
    await register_all(server.port, ["anna", "bert", "cora", "dora", "emil", "gina", "hugo", "ida"], PASSWORD)
    # hugo has typed `play`, and ida is asked
    asks = []
    for name in ("hugo", "ida"):
        c = await Raw.open(server.port)
        c.send("%s\r\n%s" % (name, PASSWORD))
        await c.until("> \\Z")
        c.send("toggle ready")
        await c.until("ready to invite")
        asks.append(c)
    hugo, ida = asks
    hugo.send("play 1")
    await ida.until("^Type 'join hugo'")
    people = {}
    for name in ("anna", "bert", "cora"):
        c = people[name] = await Raw.open(server.port)
        c.send("%s\r\n%s" % (name, PASSWORD))
        await c.until("> \\Z")
        c.send("toggle ready")
        await c.until("ready to invite|refusing")
    anna, bert, cora = people.values()
    clip = await Raw.open(server.port)
    clip.send("login test 1008 dora " + PASSWORD)
    await clip.until(r"^6\r$")
    clip.send("gag cora")
    await clip.until("cora")
    sealed = await here.open(server.tls_port)
    sealed.send("login test 1008 emil " + PASSWORD)
    await sealed.until(r"^6\r$")
    token = await token_of(sealed)
    sealed.send("toggle ready")
    await sealed.until("ready to invite")
    # emil plays anna over TLS; cora watches; bert has invited dora and is away, at a [Return] prompt
    anna.send("invite emil 3")
    await sealed.until("^Type 'join anna'")
    sealed.send("join anna")
    await sealed.until("^board:You:anna:3:")
    cora.send("watch anna")
    await cora.until("now watching anna")
    cora.send("invite bert 3")
    await bert.until("^Type 'join cora'")
    bert.send("set pagelength 8\r\nhelp commands")
    await bert.until("Return")
    # half logged in: a name, a new password, half a line of telnet commands
    at_name = await Raw.open(server.port)
    at_name.send("cora")
    await at_name.until("password: ")
    guest = await Raw.open(server.port)
    guest.send("guest\r\nname frida\r\n" + PASSWORD)
    await guest.until("retype your password: ")
    guest.writer.write(PASSWORD[:3].encode())
    proxied = await Raw.open(server.port, FRONT)
    proxied.writer.write(b"PROXY TCP4 192.0.2.7 192.0.2.9 1 2\r\nlogin test 1008 gina " + PASSWORD.encode() + b"\r\n")
    await proxied.until(r"^6\r$")
    entering = await Raw.open(server.port, FRONT)
    entering.writer.write(b"PROXY TCP4")
    telnet = await Raw.open(server.port)
    await telnet.until("login: ")
    telnet.writer.write(b"gue\xff")
    await asyncio.sleep(0.1)
    for _ in range(2):
        await upgrade(server)
    telnet.writer.write(b"\xfb\x18st\r\n")
    await telnet.until("Welcome to Gammond")
    report.add("half a telnet command")
    ida.send("join hugo")
    await hugo.until("^Type 'join ida'|^Starting a new game with ida")
    report.add("a user whom `play` has asked")
    guest.writer.write((PASSWORD[3:] + "\r\n").encode())
    await guest.until("You are registered")
    report.add("half a registration")
    at_name.send("wrong_one")
    await at_name.until("login: (?s:.)*login: ")
    report.add("a log-in")
    bert.send("")
    await bert.until("Return(?s:.)*Return|Return(?s:.)*> ")
    bert.send("q\r\ntell dora psst")
    await clip.until("^12 bert psst")
    cora.send("tell dora hello")
    cora.send("tell bert hello")
    await bert.until("cora says: hello")
    bert.send("join")
    await bert.until("^Starting a new game with cora")
    report.add("an invitation, for `join` without a name")
    clip.send("time")
    await clip.until("UTC")
    report.check("whom a client program has gagged", "12 cora" not in clip.seen, clip.seen[-300:])
    # behind a front end
    entering.writer.write(b" 192.0.2.8 192.0.2.9 1 2\r\n")
    await entering.until("login: ")
    proxied.send("whois gina")
    await proxied.until(r"192\.0\.2\.7")
    report.add("addresses of a front end")
    proxied.send("bye")
    await proxied.until("Goodbye")
    report.add("half a header of a front end")
    # TLS
    await sealed.until("goes on in a new version")
    report.add("TLS users are notified")
    await anna.until("emil drops connection. The game was saved.")
    back = await here.open(server.tls_port)
    back.send("login test 1008 emil token:" + token)
    await anna.until("emil wants to resume a saved match with you")
    anna.send("join emil")
    await back.until("^board:You:anna:3:")
    report.add("a TLS client returns by token, into the match")
    await stop(server)
    server.remove()


async def haproxy(report):
    """With the configuration that HOSTING.md gives for haproxy, users on TLS stay connected too."""
    here = Here()
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "HOSTING.md"), encoding="utf-8") as f:
        hosting = f.read()
    front = re.search(r"^    listen gammond\n(?:        .*\n)+", hosting, re.M).group(0)
    server = await Server("[server]\n" + re.search(r"^    (proxy_from = .*\n)", hosting, re.M).group(1)).start()
    ends = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
    clear, tls = (end.getsockname()[1] for end in ends)
    for told, instead in ((":::4321 v4v6", "fd@%d" % ends[0].fileno()), (":::4322 v4v6", "fd@%d" % ends[1].fileno()),
                          ("/etc/gammond/tls/cert.pem", here.file("cert.pem")), ("127.0.0.1:4320", "127.0.0.1:%d" % server.port)):
        report.check("the configuration of HOSTING.md", front.count(told) == 1, told)
        front = front.replace(told, instead)
    os.symlink("key.pem", here.file("cert.pem.key"))
    with open(here.file("haproxy.conf"), "w", encoding="ascii") as f:
        f.write("global\n maxconn 100\ndefaults\n timeout connect 5s\n" + front)
    process = subprocess.Popen(["haproxy", "-db", "-f", here.file("haproxy.conf")], stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, pass_fds=[end.fileno() for end in ends], preexec_fn=fibs._die_with_parent)
    try:
        await register_all(clear, ["anna", "bert"], PASSWORD)
        anna = await Raw.open(clear)
        bert = await here.open(tls)
        for c, name in ((anna, "anna"), (bert, "bert")):
            c.send("%s\r\n%s" % (name, PASSWORD))
            await c.until("> \\Z")
            c.send("toggle ready")
            await c.until("ready to invite")
        anna.send("invite bert 3")
        await bert.until("^Type 'join anna'")
        bert.send("join anna")
        await anna.until("^Starting a new game with bert")
        for n in range(3):
            at = len(bert.seen)
            bert.writer.write(b"time\r\ntell anna ha")
            await bert.until("UTC", at)
            await upgrade(server)
            bert.send("lf a line %d" % n)
            await anna.until("bert says: half a line %d\r" % n)
            bert.send("board")
            await bert.until("3-point match|match length: 3|3 point", at)
            report.add("TLS by haproxy stays connected")
    finally:
        process.kill()
        process.wait()
        for end in ends:
            end.close()
    await stop(server)
    server.remove()


async def bots(report):
    """A bot that the server added continues its match in the new process, and can be invited to resume it
    later."""
    server = await Server(WITH_BOT).start()
    await register_all(server.port, ["anna", "bert"], PASSWORD)
    anna, bert = [await Raw.open(server.port) for _ in range(2)]
    for c, name, bot in ((anna, "anna", "EasyBot"), (bert, "bert", "EasyBot_B")):
        c.send("login test 1008 %s %s" % (name, PASSWORD))
        await c.until("^4")
        c.send("invite %s 5" % bot)
        await c.until("Player %s has joined you" % bot)
    await upgrade(server)
    start = len(bert.seen)
    bert.send("who EasyBot_B")
    await bert.until("^5 EasyBot_B bert - ", start)
    bert.send("leave")
    await bert.until("The game was saved")
    bert.send("invite EasyBot_B")
    await bert.until("EasyBot_B has joined you. Your running match was loaded")
    report.add("a bot that was added continues")
    await stop(server)
    server.remove()


async def main(report: Report):
    o = options(__doc__, parts="sessions,releases,haproxy,strangers,reloads,conversion,kills,bots,load", upgrades=scaled(100, 10), pairs=4, talkers=3)
    parts = o["parts"].split(",")
    for part in (sessions, releases, haproxy, strangers, reloads, conversion, kills, bots):
        if part.__name__ in parts:
            await part(report)
    if "load" in parts:
        await under_load(report, int(o["upgrades"]), int(o["pairs"]), int(o["talkers"]))


if __name__ == "__main__":
    run(main, 200)
