# SPDX-License-Identifier: MIT
"""The common part of the attacks: the server, hundreds of connections from many addresses, and users who play
at the same time and must not lose anything."""

import asyncio
import collections
import os
import random
import re
import socket
import ssl
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "tcp"))
import fibs
from bots import Player
from fibs import Bad, Server, classify, register_all
from ledger import Database, must_hold, replay

PASSWORD = "geheim_7"
MEMBERS = 24          # accounts of the attackers
FRONT_END = "127.77"  # network from which the server expects a PROXY header
PLAYERS = ("witness_one", "witness_two")
CONF = """[server]
address = 127.0.0.1
tls_port = 0
tls_certificate = %(folder)s/cert.pem
tls_key = %(folder)s/key.pem
proxy_from = 127.77.0.0/16
[metrics]
port = %(metrics)d
[limits]
exempt = 127.0.0.0/24
[bots]
percent = 25
%(bots)s"""


class Closed(Exception):
    """The server has closed the connection."""


def member_name(i):
    return "rogue_" + fibs.letters(i)


class Peer(asyncio.Protocol):
    """An attacker's connection: the last bytes received, and their total number."""

    def __init__(self, ground):
        self.ground = ground
        self.text = b""
        self.transport = None
        self.gone = False
        self.more = asyncio.Event()
        self.room = asyncio.Event()
        self.room.set()

    def connection_made(self, transport):
        self.transport = transport
        transport.set_write_buffer_limits(high=16384)
        self.ground.peers.add(self)
        self.ground.tally["connections"] += 1

    def connection_lost(self, _exc):
        self.gone = True
        self.ground.peers.discard(self)
        self.more.set()
        self.room.set()

    def data_received(self, data):
        self.ground.tally["bytes heard"] += len(data)
        self.text = (self.text + data)[-4000:]
        self.ground.heard(self.text)
        self.more.set()

    def pause_writing(self):
        self.room.clear()

    def resume_writing(self):
        self.room.set()

    async def say(self, data):
        """Sends data once the buffer has room, that is, once the server has read enough of the data before
        it."""
        await self.room.wait()
        if self.gone:
            raise Closed
        self.transport.write(data)
        self.ground.tally["bytes said"] += len(data)
        await asyncio.sleep(0)

    async def until(self, *ends, timeout=None):
        """Waits until one of the texts has been received, and discards everything before it."""
        async def wait():
            while not any(end in self.text for end in ends):
                if self.gone:
                    raise Closed
                self.more.clear()
                await self.more.wait()
        await asyncio.wait_for(wait(), timeout or fibs.PATIENCE)
        text, self.text = self.text, b""
        return text

    async def end(self):
        """Waits until the server closes the connection."""
        while not self.gone:
            self.more.clear()
            await self.more.wait()

    def abort(self):
        if self.transport is not None:
            self.transport.abort()


class Ground:
    """A server with its accounts.  `over` is set when an attack must end."""

    def __init__(self, quick, bots=""):
        """bots: lines of the configuration."""
        self.folder = tempfile.TemporaryDirectory(prefix="gammond-attack-")
        subprocess.run(["scripts/make-cert", self.folder.name], check=True, stdout=subprocess.DEVNULL, timeout=fibs.PATIENCE)
        self.metrics_port = fibs.free_port()
        self.server = Server(CONF % {"folder": self.folder.name, "metrics": self.metrics_port, "bots": bots}, quick=quick, life=7200)
        self.tls = ssl.create_default_context(cafile=os.path.join(self.folder.name, "cert.pem"))
        self.tls.check_hostname = False
        self.peers = set()
        self.tally = collections.Counter()
        self.over = asyncio.Event()
        self.wanted = None  # the answer that an attack must get
        self.told = False
        self.rng = random.Random(1)
        self.turn = 0  # number of the repetition, which selects the addresses of the attackers

    async def open(self):
        await self.server.start()
        self.port, self.tls_port = self.server.port, self.server.tls_port
        await register_all(self.port, list(PLAYERS) + [member_name(i) for i in range(MEMBERS)], PASSWORD)

    def heard(self, text):
        if self.wanted is not None and not self.told and self.wanted.search(text):
            self.told = True

    def descriptors(self):
        return len(os.listdir("/proc/%d/fd" % self.server.pid))

    def address(self, i, network=None):
        """Returns the i-th address of the attackers; each /24 network has 250 of them."""
        return "%s.%d.%d" % (network or "127.%d" % (100 + self.turn % 100), i // 250 % 250, 1 + i % 250)

    async def dial(self, address, port=None, tls=None, receive=None):
        """receive: the size of the kernel's receive buffer, which is not read."""
        loop = asyncio.get_running_loop()
        s = socket.socket()
        try:
            s.setblocking(False)
            if receive:
                s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
            s.bind((address, 0))
            await loop.sock_connect(s, ("127.0.0.1", port or self.port))
            peer = Peer(self)
            await loop.create_connection(lambda: peer, sock=s, ssl=tls, server_hostname="localhost" if tls else None)
        except BaseException:
            s.close()
            raise
        if receive:
            peer.transport.pause_reading()
        return peer

    async def member(self, i, address=None, **kwargs):
        """Returns a connection that has logged in as attacker i."""
        peer = await self.dial(address or self.address(i), **kwargs)
        await peer.say(b"login rogue 1008 %s %s\r\n" % (member_name(i % MEMBERS).encode(), PASSWORD.encode()))
        if not kwargs.get("receive"):
            await peer.until(b"\r\n6\r\n")
        return peer

    async def crowd(self, n, one):
        """Keeps n tasks running `one` until the attack is over."""
        async def again(i):
            while not self.over.is_set():
                try:
                    await one(i)
                except (OSError, Closed, asyncio.TimeoutError, ssl.SSLError):
                    self.tally["refused or closed"] += 1
                    await asyncio.sleep(0.02)

        tasks = [asyncio.ensure_future(again(i)) for i in range(n)]
        await self.over.wait()
        left = tasks
        while left:  # repeated: wait_for loses a cancellation that comes at the moment its future is done (Python 3.11)
            for t in left:
                t.cancel()
            _, left = await asyncio.wait(left, timeout=1)
        failures = [x for x in await asyncio.gather(*tasks, return_exceptions=True)
                    if isinstance(x, Exception) and not isinstance(x, (OSError, Closed, asyncio.TimeoutError))]
        if failures:
            raise failures[0]

    async def flood(self, n, lines, login=True, once=False):
        """Opens n connections that send as fast as the server reads.  once: each sends the lines once, and
        waits to be closed."""
        async def one(i):
            peer = await (self.member(i) if login else self.dial(self.address(i)))
            try:
                while True:
                    await peer.say(lines(i) if callable(lines) else lines)
                    if once:
                        await peer.end()
                        return
            finally:
                peer.abort()

        await self.crowd(n, one)

    async def attack(self, row, seconds):
        """Runs the attack once, until all its connections are gone."""
        self.turn += 1
        self.wanted, self.told = row.told and re.compile(row.told), not row.told
        self.tally.clear()
        self.over.clear()
        task = asyncio.ensure_future(row.attack(self))
        await asyncio.wait([task], timeout=seconds)
        early = task.done()
        self.over.set()
        try:
            await asyncio.wait_for(task, fibs.PATIENCE)
        finally:
            for p in list(self.peers):
                p.abort()
        if early:
            raise Bad("the attack %r ended by itself" % row.name)

    async def quiet(self, descriptors, patience_s):
        """Waits, for patience_s at most, until the server has no more than `descriptors` descriptors open.
        Returns their number."""
        for _ in range(int(patience_s * 20)):
            if self.descriptors() <= descriptors:
                break
            await asyncio.sleep(0.05)
        return self.descriptors()

    async def close(self):
        status = await self.server.stop()
        return status

    def remove(self):
        self.server.remove()
        self.folder.cleanup()


class Watchful(Player):
    """Plays at human speed, and ignores the form of lines from other users."""

    pace_s = 0.05

    def _known(self, line):
        if classify(line) is not None:
            super()._known(line)

    def decide(self):
        asyncio.get_running_loop().call_later(self.pace_s, super().decide)


class Witness:
    """Two users who play matches all the time, and record what was confirmed to them."""

    LENGTH = 3
    HABITS = dict(illegal=0.0, board=0.0, chat=0.0, toggles=0.0, resign=0.01, resign_out=0.0)

    def __init__(self, ground):
        self.ground = ground
        self.ledger = {n: (1500.0, 0) for n in PLAYERS}
        self.players = [Watchful(n, PASSWORD, random.Random(n), self.ledger, self.HABITS) for n in PLAYERS]
        self.finished = []
        self.playing = False
        self.task = asyncio.ensure_future(self._play())

    def lines(self):
        return sum(p.count for p in self.players)

    async def begun(self):
        while not self.playing and not self.task.done():
            await asyncio.sleep(0.01)

    async def _play(self):
        a, b = self.players
        for p in self.players:
            await p.open(asyncio.get_running_loop(), self.ground.port)
            await p.set_toggle("ready", True)
        while True:
            for p in self.players:
                p.begin_match(b.name if p is a else a.name, self.LENGTH, True, False, 0)
            offer = b.expect("type_join")
            self.playing = True
            await a.command("invite %s %d" % (b.name, self.LENGTH), "invited")
            await offer
            b.send("join " + a.name)
            await asyncio.gather(a.done, b.done)
            for p in self.players:
                p.frozen = True
                await p.command("time", "clock")
                self.ledger.update(p.after)
            self.finished.append(max((p.told for p in self.players), key=len))
            self.playing = False

    async def stop(self):
        """Stops the witnesses. Returns their errors."""
        errors = [p.error for p in self.players if p.error]
        if self.task.done() and self.task.exception():
            errors.append(repr(self.task.exception()))
        for p in self.players:
            p.frozen = True
            if p.error is None and p.transport is not None:
                await p.command("time", "clock")
        self.task.cancel()
        for p in self.players:
            p.abort()
        return errors

    def compare(self):
        """Checks, once the server has ended, that everything confirmed is stored.  Returns the numbers of
        matches and events."""
        db = Database(self.ground.server.database(), copy=False)
        try:
            told = list(self.finished)
            if self.playing:
                told.append(max((p.told for p in self.players), key=len))
            stored = db.matches(*PLAYERS)
            events = 0
            for i, told_events in enumerate(told):
                if i >= len(stored) and told_events:
                    raise Bad("match %d was announced but is not stored" % i)
                if i >= len(stored):
                    continue
                mid, length, seats, _ = stored[i]
                _, have = replay(db.actions(mid), seats, PLAYERS[0], length, True, False, 0)
                must_hold(told_events, have, "match %d" % i)
                events += len(told_events)
            for name, (rating, experience) in self.ledger.items():
                if abs(db.users[name][1] - rating) > 1e-6 or db.users[name][2] != experience:
                    raise Bad("%s was sent %s, stored is %s" % (name, (rating, experience), db.users[name][1:]))
            return len(told), events
        finally:
            db.close()


def sound(server):
    """Returns the output and status of `gammond check` for the server's database."""
    done = subprocess.run([server.binary, "-c", server.conf, "-d", server.datadir, "check"], capture_output=True,
                          timeout=fibs.PATIENCE)
    return done.returncode, (done.stdout + done.stderr).decode()
