#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: long timeout=300
"""Bad input from one client must not disturb other clients: binary garbage, a line of 1 MB, half a line and then
silence, unusual telnet commands, NULs, 10,000 lines at once, a subnegotiation without end, a watcher who never reads,
too many connections.  Two well-behaved players play matches throughout, and the server's memory stays bounded.
Usage: test_badinput.py [--seed N]"""

import asyncio
import os
import random
import socket
import sys
import time

import fibs
from bots import Player
from fibs import Bad, Clip, Report, Server, Telnet, memory, register_all, run, scaled

PASSWORD = "geheim"
NAMES = ("good_one", "good_two")
CONF = ("[limits]\npartial_line_s = 2\nlogin_s = 20\nslots = 60\nfailed_login_s = 0\n"
        "unauth_max = 2000\n")
HABITS = dict(illegal=0.02, board=0.3, chat=0.02, toggles=0.0, resign=0.005, resign_out=0.0)


class Good:
    """Two players who play one match after another until told to stop."""

    def __init__(self, seed, server):
        self.server = server
        self.port = server.port
        self.ledger = {n: (1500.0, 0) for n in NAMES}
        self.players = [Player(n, PASSWORD, random.Random("%s %s" % (seed, n)), self.ledger, HABITS)
                        for n in NAMES]
        self.stop = False
        self.matches = 0
        self.slowest = 0.0  # longest time in which the players received no line, in seconds
        self.busiest = 0.0  # most processor time of the server between two lines; not affected by other programs

    def lines(self):
        return sum(p.count for p in self.players)

    async def play(self):
        a, b = self.players
        for p in self.players:
            await p.open(asyncio.get_running_loop(), self.port)
            await p.set_toggle("ready", True)
        while not self.stop:
            for p in self.players:
                p.begin_match(b.name if p is a else a.name, 3, True, False, 0)
            offer = b.expect("type_join")
            await a.command("invite %s 3" % b.name, "invited")
            await offer
            b.send("join " + a.name)
            await self._done(a, b)
            for p in self.players:
                p.frozen = True
                await p.command("time", "clock")
                self.ledger.update(p.after)
            self.matches += 1

    async def _done(self, a, b):
        waiting = asyncio.gather(a.done, b.done)
        count = -1
        begin, work = time.monotonic(), cpu_seconds(self.server)
        while not waiting.done():
            await asyncio.wait([waiting], timeout=0.5)
            self.slowest = max(self.slowest, time.monotonic() - begin)
            self.busiest = max(self.busiest, cpu_seconds(self.server) - work)
            if a.count + b.count != count:
                count = a.count + b.count
                begin, work = time.monotonic(), cpu_seconds(self.server)
            elif time.monotonic() - begin > fibs.PATIENCE:
                raise Bad("the good players are stuck:\n%s\n%s" % (a.tail(), b.tail()))
        await waiting

    async def hear(self, lines, alongside=None):
        """Waits until the players have received `lines` more lines, or `alongside` is done. They may be slow but
        must not stop."""
        goal = self.lines() + lines
        before, since = self.lines(), time.monotonic()
        while self.lines() < goal and not (alongside and alongside.done()):
            await asyncio.sleep(0.01)
            if self.lines() != before:
                before, since = self.lines(), time.monotonic()
            elif time.monotonic() - since > fibs.PATIENCE:
                raise Bad("the good players are stuck, %d lines are missing" % (goal - before))


def cpu_seconds(server):
    """Returns the processor time used by the server; 0 if it has ended."""
    try:
        with open("/proc/%d/stat" % server.pid, encoding="ascii", errors="replace") as f:
            fields = f.read().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# Sent after the data before log-in: a log-in that is refused, and the end of the refusal.
END = b"\r\nnobody\r\nwrong\r\n"
REFUSED = bytes([fibs.IAC, fibs.WONT, fibs.ECHO]) + b"\r\nLogin incorrect.\r\nlogin: "


async def raw(port, data, answer=REFUSED):
    """Sends bytes, then reads until the answer or until the server closes, at the latest after the log-in
    timeout.  Returns what was read, and whether the server closed."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    got = b""
    try:
        writer.write(data)
        while not answer or answer not in got:
            piece = await asyncio.wait_for(reader.read(65536), fibs.PATIENCE)
            if not piece:
                return got, True
            got += piece
        return got, False
    except ConnectionError:
        return got, True
    finally:
        writer.close()


async def sees(port, data, after, text, timeout=None):
    """Logs in, sends bytes and then `after`. Returns True if `text` is received, otherwise the text received."""
    t = await Telnet.open(port)
    try:
        await t.until("login: ")
        t.send("bad_client")
        await t.until("password: ")
        t.send(PASSWORD)
        await t.until("authenticated.\r\n")
        await t.until("\r\n> ")
        t.raw(data)
        t.send(after)
        got = await t.until(text, timeout)
        t.send("bye")
        return got
    except ConnectionError as e:
        raise Bad("the connection was closed: %r; had %r" % (e, t.text[-300:])) from None
    finally:
        t.close()


async def garbage(report, port, seed):
    group = "binary garbage"
    rng = random.Random(seed)
    gate = asyncio.Semaphore(10)

    async def one(data):
        async with gate:
            try:
                got, _ = await raw(port, data + END)
                report.check(group, b"login: " in got, "%r" % got[-200:])
            except (OSError, asyncio.TimeoutError) as e:
                report.fail(group, "%r" % e)

    await asyncio.gather(*(one(bytes(rng.randrange(256) for _ in range(rng.randrange(1, 4000))))
                           for _ in range(scaled(40, 10))))
    for i in range(scaled(20, 5)):
        data = bytes(rng.randrange(32, 250) for _ in range(rng.randrange(1, 300)))
        try:
            await sees(port, b"\r\nkibitz " + data.replace(b"\r", b"").replace(b"\n", b"") + b"\r\n", "version",
                       "** Version ")
            report.add(group)
        except Bad as e:
            report.fail(group, str(e))


async def long_line(report, port):
    group = "a line of 1 MB"
    for data, answer in ((b"a" * (1 << 20) + END, REFUSED),
                         (b"guest\r\nname " + b"b" * (1 << 20) + b"\r\nversion\r\n", b"'version'\r\n")):
        got, closed = await raw(port, data, answer)
        report.check(group, closed or b"That line is too long" in got, "%d bytes, closed %s" % (len(got), closed))
    try:
        text = await sees(port, b"tell good_one " + b"c" * (1 << 20) + b"\r\n", "version", "** Version ")
        report.check(group, "**" in text[:-11], "no error for the line: %r" % text[-300:])
    except Bad as e:
        report.check(group, "closed" in str(e), str(e)[-300:])
    for n, fits in ((2040, True), (2049, False), (5000, False)):
        word = "x" * n
        try:
            text = await sees(port, word.encode() + b"\r\n", "version", "** Version ")
            known = "** Unknown command: '%s" % word[:20] in text
            report.check("lines of 2,048 bytes and more", known == fits and "**" in text[:-11],
                         "%d bytes: %r" % (n, text[:200]))
        except Bad as e:
            report.fail("lines of 2,048 bytes and more", "%d: %s" % (n, str(e)[-300:]))


async def half_line(report, port):
    group = "half a line and silence"
    begin = time.monotonic()
    got, closed = await raw(port, b"gue", None)
    spent = time.monotonic() - begin
    report.check(group, closed and spent > 1.0, "closed %s after %.1f s; %r" % (closed, spent, got[-100:]))
    begin = time.monotonic()
    c = Clip("bad_client", PASSWORD)
    await c.open(asyncio.get_running_loop(), port)
    c.transport.write(b"vers")
    try:
        await asyncio.wait_for(c.closed, fibs.PATIENCE)
        report.check(group, time.monotonic() - begin > 1.0, "closed at once")
    except asyncio.TimeoutError:
        report.fail(group, "after the log-in: still open")
    c.close()


async def strange_telnet(report, port):
    group = "telnet commands"
    IAC, SB, SE = fibs.IAC, fibs.SB, fibs.SE
    cases = [bytes([IAC, c]) for c in range(240, 250)] + \
            [bytes([IAC, c, o]) for c in (251, 252, 253, 254) for o in (0, 3, 24, 31, 39, 200, 255)] + \
            [bytes([IAC, SB, 24, 0]) + b"xterm" + bytes([IAC, SE]), bytes([IAC, SB, 31, 0, 80, 0, 24, IAC, SE]),
             bytes([IAC, SB, 39]) + b"q" * 500 + bytes([IAC, SE]), bytes([IAC, SB, 1, IAC, IAC, 1, IAC, SE]),
             bytes([IAC, 7]), bytes([IAC, 250, IAC, 240])]
    for data in cases:
        try:
            text = await sees(port, data, "version", "** Version ")
            report.check(group, "\xff" not in text, "%r: %r" % (data[:20], text[-200:]))
        except Bad as e:
            report.fail(group, "%r: %s" % (data[:20], str(e)[-300:]))
    try:
        text = await sees(port, bytes([IAC, IAC]) * 40 + b"\r\n", "version", "** Version ")
        report.add(group)
    except Bad as e:
        report.fail(group, str(e)[-300:])
    got, closed = await raw(port, (bytes([IAC, fibs.DO, 24, IAC, fibs.DONT, 24]) * 20000) + END)
    report.check(group, len(got) < 300000, "%d bytes of answers to 40,000 requests" % len(got))


async def nuls(report, port):
    group = "NULs"
    got, closed = await raw(port, b"\0" * 100000 + END)
    report.check(group, b"login: " in got, "closed %s; %r" % (closed, got[-100:]))
    try:
        await sees(port, b"\0\0\0kibitz a\0b\0\r\n\0\0\r\n", "version", "** Version ")
        report.add(group)
    except Bad as e:
        report.fail(group, str(e)[-300:])


async def many_lines(report, port):
    group = "10,000 lines in one write"
    c = Clip("bad_client", PASSWORD)
    answers = [0]

    def count(kind, _g, _line):
        answers[0] += kind == "err_unknown"

    c.game = count
    await c.open(asyncio.get_running_loop(), port)
    c.transport.write(b"nonsense\r\n" * 10000 + b"time\r\n")
    try:
        await c.until("clock", timeout=fibs.PATIENCE * 3)
        report.check(group, answers[0] == 10000, "%d answers" % answers[0])
    except Bad as e:
        report.check(group, c.transport is None and c.error is None, str(e)[-300:])
    c.close()
    got, closed = await raw(port, b"\r\n" * 10000 + END)
    report.check(group, closed or got.count(b"login: ") > 10000, "%d bytes" % len(got))


async def endless_subnegotiation(report, port):
    group = "a subnegotiation without end"
    # The server reads both connections more and more slowly, then closes them.
    both = await asyncio.gather(raw(port, bytes([fibs.IAC, fibs.SB, 24]) + b"z" * (4 << 20), None),
                                raw(port, bytes([fibs.IAC, fibs.SB, 1]) * 200000, None))
    for got, closed in both:
        report.check(group, closed and len(got) < 5000, "%d bytes, closed %s" % (len(got), closed))


async def lazy_watchers(report, port, server, good, number=8):
    """Watchers send many commands and never read, until the lines of the match exceed the hard limit on output many
    times over."""
    group = "watchers that never read"
    socks = []
    loop = asyncio.get_running_loop()
    for i in range(number):
        s = socket.socket()
        s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        s.setblocking(False)
        await loop.sock_connect(s, ("127.0.0.1", port))
        name = "lazy_" + fibs.letters(i)
        await loop.sock_sendall(s, b"login lazy 1008 %s %s\r\nwatch good_one\r\n"
                                % (name.encode(), PASSWORD.encode()))
        socks.append(s)

    async def ask(s):
        """Sends commands until the server, while it serves the other users, stops reading or closes the connection."""
        try:
            while True:
                sending = asyncio.ensure_future(loop.sock_sendall(s, b"board\r\nhelp\r\nwho\r\n" * 100))
                await good.hear(600, sending)
                if not sending.done():
                    sending.cancel()
                    return
                await sending
        except OSError:
            return

    before = server.rss()
    await asyncio.gather(*(ask(s) for s in socks))
    most = 0
    for _ in range(60):
        await good.hear(scaled(200, 100))
        most = max(most, server.rss())
    report.check(group, most - before < number * memory(512, 25000) << 10,
                 "%d KiB more for %d of them" % (most - before >> 10, number))
    for s in socks:
        s.close()


async def crowd(report, port, good):
    """More connections than there are slots: the excess ones are refused or wait, and the players play on."""
    group = "too many connections"
    open_ones = []

    async def come():
        r, w = await asyncio.open_connection("127.0.0.1", port)
        open_ones.append(w)
        await r.readuntil(b"login: ")

    coming = [asyncio.ensure_future(come()) for _ in range(150)]

    def greeted():
        return sum(f.done() and not f.cancelled() and f.exception() is None for f in coming)

    # The players play on until no more connections are greeted meanwhile.
    for _ in range(60):
        before = greeted()
        await good.hear(300)
        if before == greeted() >= 20:
            break
    n = greeted()
    report.check(group, n <= 60, "%d were greeted, 60 slots" % n)
    report.check(group, n >= 20, "only %d were greeted" % n)
    for f in coming:
        f.cancel()
    await asyncio.gather(*coming, return_exceptions=True)
    for w in open_ones:
        w.close()
    # All slots must become free again.
    limit = time.monotonic() + fibs.PATIENCE
    while True:
        try:
            t = await Telnet.open(port)
            await t.until("login: ")
            t.close()
            report.add(group)
            break
        except (Bad, OSError, asyncio.TimeoutError):
            if time.monotonic() > limit:
                report.fail(group, "no user can log in afterwards")
                break


async def main(report: Report):
    seed = sys.argv[2] if len(sys.argv) > 2 and sys.argv[1] == "--seed" else str(int(time.time()))
    print("seed %s" % seed, flush=True)
    server = await Server(life=600, conf=CONF).start()
    port = server.port
    await register_all(port, list(NAMES) + ["bad_client"] + ["lazy_" + fibs.letters(i) for i in range(8)],
                       PASSWORD, at_once=4)
    good = Good(seed, server)
    playing = asyncio.ensure_future(good.play())
    first = server.rss()
    most = first
    parts = (("binary garbage", lambda: garbage(report, port, seed)),
             ("a line of 1 MB", lambda: long_line(report, port)),
             ("half a line and silence", lambda: half_line(report, port)),
             ("telnet commands", lambda: strange_telnet(report, port)),
             ("NULs", lambda: nuls(report, port)),
             ("10,000 lines in one write", lambda: many_lines(report, port)),
             ("a subnegotiation without end", lambda: endless_subnegotiation(report, port)),
             ("watchers that never read", lambda: lazy_watchers(report, port, server, good)),
             ("too many connections", lambda: crowd(report, port, good)))
    for name, part in parts:
        before = server.rss()
        try:
            await part()
        except (Bad, OSError, asyncio.TimeoutError) as e:
            report.fail(name, "%r" % e)
        most = max(most, server.rss())
        # Sanitizers keep freed memory, so with them only the order of magnitude is checked.
        report.check("memory stays bounded", server.rss() - before < memory(8, 600) << 20,
                     "%s: from %d to %d KiB" % (name, before >> 10, server.rss() >> 10))
        report.check("two good players are not disturbed", not playing.done(),
                     "%s: %s" % (name, playing.done() and playing.exception()))
    good.stop = True
    try:
        await asyncio.wait_for(playing, fibs.PATIENCE * 4)
    except (Bad, asyncio.TimeoutError) as e:
        report.fail("two good players are not disturbed", "%s" % ([p.error for p in good.players if p.error] or e))
    report.check("two good players are not disturbed", good.matches >= 1, "%d matches" % good.matches)
    report.check("two good players are not disturbed", good.busiest < scaled(3.0, 20.0),
                 "no line for %.1f s, in which the server worked %.1f s" % (good.slowest, good.busiest))
    print("resident %d KiB at the beginning, %d KiB at most; %d matches, longest wait %.2f s, %.2f s of them work"
          % (first >> 10, most >> 10, good.matches, good.slowest, good.busiest))
    for p in good.players:
        p.frozen = True
        p.close()
    status = await server.stop()
    report.check("the server ends with status 0 at SIGTERM", status == 0, "status %s, log %s"
                 % (status, list(server.log)[-5:]))
    server.remove()


if __name__ == "__main__":
    run(main, scaled(280, 280))
