#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A rush of log-ins at a real server: waiting users are notified and addresses take turns; with tokens all
users are back at once, even in a running match."""
import asyncio
import os
import re
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import fibs
from fibs import Bad, Report, Server, register_all, run

PASSWORD = "geheim_7"
SLOW_CONF = "[auth]\nargon2_mem_kib = 65536\nargon2_ops = %d\nhash_queue = %d\nhash_threads = 1\n"
OPS = (4, 8, 16, 32, 64, 100)  # tried in turn until one keeps a crowd waiting on this machine
MANY = 200
CROWD = 12
WAIT = "** Please wait: "


class Raw:
    """A connection whose received text can be searched."""

    def __init__(self, reader, writer):
        self.reader, self.writer, self.seen = reader, writer, ""

    @classmethod
    async def open(cls, port, address="127.0.0.1", tls=None):
        return cls(*await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0), ssl=tls))

    def send(self, line):
        self.writer.write((line + "\r\n").encode())

    async def until(self, pattern, start=0):
        """Waits for a pattern.  Returns the match."""
        end = time.monotonic() + fibs.PATIENCE
        while not (found := re.search(pattern, self.seen[start:], re.M)):
            try:
                data = await asyncio.wait_for(self.reader.read(65536), max(0.01, end - time.monotonic()))
            except asyncio.TimeoutError:
                data = b""
            if not data:
                raise Bad("no %r in %r" % (pattern, self.seen[-400:]))
            self.seen += data.decode("utf-8", "replace")
        return found

    def close(self):
        self.writer.transport.abort()


async def people_wait(report: Report, port, last):
    """A crowd of log-ins from one address waits; a log-in from another address is let in before most of the crowd.
    Returns False if the log-ins were too fast to show that and this is not the last try."""
    let_in = []

    async def come(name, address, by_hand):
        c = await Raw.open(port, address)
        people.append(c)
        if by_hand:
            c.send(name)
            await c.until("password: ")
            c.send("wrong")
        else:
            c.send("login test 1008 %s wrong" % name)
        await c.until(r"login: (?s:.)*login: ")  # the prompt after the banner, and the prompt after the refusal
        let_in.append(address)
        return c

    people = []
    crowd = [asyncio.ensure_future(come("nobody", "127.0.0.1", i % 3 != 0)) for i in range(CROWD)]
    while sum(WAIT in c.seen for c in people) < 4 and len(let_in) < CROWD:  # until four log-ins have been told to wait
        await asyncio.sleep(0.02)
        if any(f.done() and f.exception() for f in crowd):
            break
    before = len(let_in)
    other = await come("nobody", "127.0.0.9", False)
    place = len(let_in) - before
    fair = place <= 3 and before + place < CROWD
    if not fair and not last:
        await asyncio.gather(*crowd)
        for c in people:
            c.close()
        return False
    report.check("users wait", fair,
                 "the other address was served as number %d after %d" % (place, before))
    all_of_them = await asyncio.gather(*crowd)
    waits = [re.findall(r"^\*\* Please wait: (\d+) log-ins? before yours\.\r$", c.seen, re.M) for c in people]
    told = [[int(n) for n in w] for w in waits if w]
    report.check("users wait", len(told) >= 4, "only %d users were told to wait" % len(told))
    # A user's place may move back by one: the log-in from the other address is served before the crowd's.
    report.check("users wait", all(sum(max(0, b - a) for a, b in zip(w, w[1:])) <= 1 for w in told),
                 "the queue grew: %r" % told)
    report.check("users wait", all(WAIT not in c.seen for c in all_of_them[::3]) and WAIT not in other.seen,
                 "a program was told to wait")
    for c in people:
        c.close()
    return True


async def token_of(c):
    start = len(c.seen)
    c.send("token new")
    return (await c.until(r"^token:([0-9a-f]{32}):\d+\r$", start)).group(1)


async def into_the_match(report: Report, server):
    """Both players' connections are lost and the server is killed; the players return and play on."""
    names, tokens = ("anna", "bert"), {}
    both = [await Raw.open(server.port) for _ in names]
    for c, name in zip(both, names):
        c.send("login test 1008 %s %s" % (name, PASSWORD))
        await c.until(r"^6\r$")
        tokens[name] = await token_of(c)
    both[1].send("toggle ready")
    await both[1].until("ready to invite or join")
    both[0].send("invite bert 5")
    await both[1].until("Type 'join anna' to accept")
    both[1].send("join anna")
    await both[0].until("^board:You:bert:5:")
    for c in both:
        c.close()
    server.kill()
    await server.wait()
    again = await Server(life=100, datadir=server.datadir).start()
    for rounds in range(3):
        both = [await Raw.open(again.port) for _ in names]
        for c, name in zip(both, names):
            c.send("login test 1008 %s token:%s" % (name, tokens[name]))
            tokens[name] = (await c.until(r"^token:([0-9a-f]{32}):\d+\r$")).group(1)
            report.check("match", re.search(r"\r\n1 %s \d+ \S+\r\n2 %s [^\n]*\r\ntoken:" % (name, name), c.seen),
                         "not after line 2: %r" % c.seen[-400:])
        await both[0].until("bert has joined you. Your running match was loaded.")
        await both[0].until("^board:You:bert:5:")
        await both[1].until("^board:You:anna:5:")
        for c in both:
            c.close()
        report.add("match")
    return again


async def all_at_once(report: Report, server):
    """MANY users return by token at once, although only few passwords may wait to be checked."""
    slow = await Server(conf=SLOW_CONF % (OPS[0], 4), datadir=server.datadir, life=100, quick=False).start()
    try:
        tokens = {}

        async def back(name):
            c = await Raw.open(slow.port)
            c.send("login test 1008 %s token:%s" % (name, TOKENS[name]))
            tokens[name] = (await c.until(r"^token:([0-9a-f]{32}):\d+\r$")).group(1)
            return c

        there = await asyncio.gather(*[back(name) for name in TOKENS])
        report.add("all at once", len(there))
        report.check("all at once", len(set(tokens.values()) | set(TOKENS.values())) == 2 * len(TOKENS),
                     "a token arrived twice")
        for c in there:
            c.close()
    finally:
        await slow.stop()


TOKENS = {}


async def main(report: Report):
    server = await Server(life=200).start()
    names = ["user_%s%s%s" % (chr(97 + i // 100), chr(97 + i // 10 % 10), chr(97 + i % 10)) for i in range(MANY)]
    await register_all(server.port, ["anna", "bert"] + names, PASSWORD)
    for name in names:
        c = await Raw.open(server.port)
        c.send("login test 1008 %s %s" % (name, PASSWORD))
        await c.until(r"^6\r$")
        TOKENS[name] = await token_of(c)
        c.close()
    again = None
    try:
        again = await into_the_match(report, server)
        await again.stop()
        await all_at_once(report, server)
        waited = False
        for ops in OPS:
            if not waited:
                slow = await Server(conf=SLOW_CONF % (ops, 64), life=100, quick=False).start()
                waited = await people_wait(report, slow.port, ops == OPS[-1])
                await slow.stop()
                slow.remove()
    except (Bad, asyncio.TimeoutError, ConnectionError) as e:
        report.fail("token", "%r" % e)
    server.remove()
    if again is not None:
        again.remove()


if __name__ == "__main__":
    run(main, 150)
