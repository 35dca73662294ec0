#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: timeout=200
"""A front, written from PROTOCOL.md 13 alone, and a real server: whois, bans and limits see the addresses of the
clients, a match is played by two clients of different streams, and streams end with the server, with an upgrade and
with a front that breaks the protocol."""

import asyncio
import os
import re
import signal
import stat
import struct
import subprocess
import time

import fibs
from fibs import Bad, Report, Server, register, run
from test_upgrade import ended, upgrade

PASSWORD = "secret"
HELLO, OPEN, DATA, FULL, EMPTY, GONE, PING, PONG = 1, 2, 3, 4, 5, 6, 16, 17
WELCOME, REFUSED, PASS, SAY, TAKEN, SHUT, CLOSE = range(32, 39)


class Client:
    def __init__(self, front, number):
        self.front = front
        self.number = number
        self.seen = ""
        self.closed = self.shut = False

    def send(self, text):
        self.front.put(DATA, self.number, text.encode() + b"\r\n")

    async def until(self, pattern, start=0):
        return await self.front.until(lambda: re.search(pattern, self.seen[start:], re.M),
                                      lambda: "no %r in %r" % (pattern, self.seen[-300:]))

    async def answer(self, line, pattern):
        start = len(self.seen)
        self.send(line)
        return await self.until(pattern, start)

    async def log_in(self, name):
        await self.until("login: ")
        self.send("login test 1008 %s %s" % (name, PASSWORD))
        await self.until(r"^6\r$")
        return self


class Front:
    """One stream."""

    def __init__(self):
        self.clients = {}
        self.last = 0
        self.window = 0
        self.ended = False
        self.news = asyncio.Event()

    @classmethod
    async def open(cls, server):
        f = cls()
        f.reader, f.writer = await asyncio.open_unix_connection(server.front_socket)
        f.task = asyncio.ensure_future(f._read())
        f.put(HELLO, 0, struct.pack(">HHB", 1, 1, 4) + b"test")
        await f.until(lambda: f.window, lambda: "no WELCOME")
        return f

    def put(self, kind, session, body=b""):
        self.writer.write(struct.pack(">IBBHQ", len(body), kind, 0, 0, session) + body)

    def client(self, address, sealed=True):
        self.last += 1
        packed = bytes(int(x) for x in address.split(".")) + bytes(12)
        self.put(OPEN, self.last, struct.pack(">BBH", sealed, 4, 5000) + packed)
        c = self.clients[self.last] = Client(self, self.last)
        return c

    async def until(self, condition, why):
        deadline = time.monotonic() + fibs.PATIENCE
        while True:
            found = condition()
            if found:
                return found
            if self.ended:
                raise Bad("the stream has ended: " + why())
            self.news.clear()
            try:
                await asyncio.wait_for(self.news.wait(), deadline - time.monotonic())
            except asyncio.TimeoutError:
                raise Bad(why()) from None

    async def end(self):
        await self.until(lambda: self.ended, lambda: "the stream goes on")

    async def _read(self):
        try:
            while True:
                length, kind, _, _, session = struct.unpack(">IBBHQ", await self.reader.readexactly(16))
                self._frame(kind, session, await self.reader.readexactly(length))
                self.news.set()
        except (asyncio.IncompleteReadError, ConnectionError):
            self.ended = True
            self.writer.close()
            self.news.set()

    def _frame(self, kind, session, body):
        if kind == WELCOME:
            self.window = struct.unpack(">HHII", body)[2]
        elif kind == PING:
            self.put(PONG, 0)
        elif kind == PASS:
            while body:
                length, kind, _, _, session = struct.unpack(">IBBHQ", body[:16])
                self._frame(kind, session, body[16:16 + length])
                body = body[16 + length:]
        elif kind == SAY:
            self.clients[session].seen += body.decode()
        elif kind == SHUT:
            self.clients[session].shut = True
            self.put(GONE, session, b"\0")
        elif kind == CLOSE:
            self.clients[session].closed = True


async def addresses(report, server):
    group = "addresses of clients"
    front = await Front.open(server)
    anna = await front.client("203.0.113.7").log_in("anna")
    olga = await front.client("198.51.100.1").log_in("olga")
    found = await olga.answer("whois anna", r"203\.0\.113\.7")
    report.check(group, found, olga.seen[-300:])
    several = [front.client("192.0.2.5") for _ in range(11)]
    await several[10].until("Too many connections from your address")
    await front.until(lambda: several[10].closed, lambda: "it was not closed")
    await several[9].until("login: ")
    report.check(group, not several[9].closed, "the tenth is closed")
    await olga.answer("ban 203.0.113.0/24", "is banned")
    banned = front.client("203.0.113.9")
    await banned.until("login: ")
    banned.send("login test 1008 bert " + PASSWORD)
    await banned.until("Your site is banned")
    await front.until(lambda: anna.closed, lambda: "anna is still here: %r" % anna.seen)
    await olga.answer("unban 203.0.113.0/24", "no longer banned")
    open_ = await front.client("192.0.2.77", sealed=False).until("login: ")
    report.check(group, open_, "a client that is not sealed")
    front.writer.close()
    await front.end()


async def two_streams(report, server):
    group = "a match over two streams"
    one, two = await Front.open(server), await Front.open(server)
    anna = await one.client("203.0.113.7").log_in("anna")
    bert = await two.client("203.0.113.8").log_in("bert")
    for c in (anna, bert):
        await c.answer("toggle ready", "ready")
    await anna.answer("invite bert 1", "invited bert")
    await bert.answer("join anna", "^board:")
    await anna.until("^board:")
    report.add(group)
    bad = await Front.open(server)
    lost = await bad.client("203.0.113.9").log_in("cora")
    bad.put(DATA, 99, b"who\r\n")
    await bad.end()
    report.check(group, not lost.closed, "CLOSE was sent after the end of the stream")
    await anna.answer("who cora", "There is no one called cora")
    report.check(group, any("event=front_refused " in x and "never opened" in x for x in server.log), str(list(server.log)))
    return one, anna


async def upgraded(report, server, one, anna):
    group = "an upgrade"
    page = one.client("203.0.113.20")
    await page.until("login: ")
    await page.answer("json 1", '"e":"hello"')
    await upgrade(server)
    await one.end()
    report.check(group, '"e":"bye","s":3,"why":"upgrade"' in page.seen, page.seen[-300:])
    report.check(group, "goes on in a new version" in anna.seen, anna.seen[-300:])
    front = await Front.open(server)
    anna = await front.client("203.0.113.7").log_in("anna")
    report.add(group)
    return front, anna


async def main(report: Report):
    server = await Server(front=True).start()
    mode = os.stat(server.front_socket)
    report.check("the socket", stat.S_ISSOCK(mode.st_mode) and stat.S_IMODE(mode.st_mode) == 0o660, "%o" % mode.st_mode)
    for name in ("anna", "bert", "cora", "olga"):
        await register(server.port, name, PASSWORD)
    await server.stop()
    granted = subprocess.run([server.binary, "-d", server.datadir, "grant", "olga", "admin"], capture_output=True,
                             timeout=fibs.PATIENCE, check=False)
    report.check("the operator", granted.returncode == 0, str(granted))
    await server.start()
    await addresses(report, server)
    one, anna = await two_streams(report, server)
    front, anna = await upgraded(report, server, one, anna)
    server.signal(signal.SIGTERM)
    await ended(server)
    await front.end()
    report.check("the end of the server", "shut" in anna.seen.lower(), anna.seen[-300:])
    server.remove()


if __name__ == "__main__":
    run(main, 100)
