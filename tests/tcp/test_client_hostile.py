#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Hostile bytes from other users and a broken server, sent to the client in line mode and in the mode for
screen readers, in a terminal.

Twelve runs: both clients, two locales, and the bytes in one piece, one by one and in random pieces, while a
line is being typed.  The client must not crash (nor AddressSanitizer report anything), must show the
text that follows, and must send the terminal neither partial characters nor control sequences."""
import asyncio
import itertools
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import fibs
from fibs import Bad, Report, Server, Telnet, register, run
from test_client import PASSWORD, Terminal, log_in

SEED = 7
E = "é".encode()
HAN = "漢".encode()
ACCENT = "\u0301".encode()
LOG_IN = (b"1 anna 1041253132 host\r\n2 anna 1 1 0 0 0 1 1 1 7 0 1 0 1 1517.30 0 0 0 0 0 UTC\r\n3\r\n4\r\n"
          b"5 anna - - 1 0 1517.30 7 0 1041272421 host gammon -\r\n6\r\n")

# Each of these sequences would have a visible effect on a terminal.
CONTROLS = [b"\x1b]0;owned\x07", b"\x1b]0;owned\x1b\\", b"\x1b[31;44m", b"\x1b[2J", b"\xc2\x9b2J", b"\x9b2J", b"\x1bP+q\x1b\\",
            b"\x1b(0", b"\x1bc", "\u202e".encode(), "\u2066".encode(), "\u2028".encode(), b"\x0e", b"\x08\x08\x08", b"\x7f", b"a\rb"]
OWNED = [b"owned", b"\x1b]", b"\x1b[31;44m", b"\xc2\x9b", b"\x1bP", b"\x1bc", b"\x0e", *(c.encode() for c in "\u202e\u2066\u2028")]


def hostile(shout):
    """Yields lines and beginnings of lines.  shout(text): the form in which the server passes a user's text
    on."""
    yield b"abc\xc3"
    yield b"\r\n" + b"".join(shout(E * 140) * 2 for _ in range(4)) + b"> "
    yield b"".join(shout(E * 280) for _ in range(4))
    for text in (E, HAN, "😀".encode(), "e".encode() + ACCENT * 9):
        for n in (509, 510, 511, 512, 1023, 1024, 1025, 4095):
            yield b"\r\n" + (text * n)[:n]
    yield b"\r\n" + b"\t" * 600
    yield b"\r\n" + b"\a" * 600
    yield b"\r\n" + b"\xf0\x9f" + b"\r\n\xe2" + b"\r\n\xed\xa0\x80\xc0\x80\xf8\xff\xff"
    for c in CONTROLS:
        yield shout(b"a" + c + b"b")
        yield b"\r\n" + c + b"> "
        yield b"\r\n" + c[:len(c) // 2]
    yield b"\r\n" + b"x" * 100000 + E
    yield b"\r\n\xff\xfa\x1f" + b"\x00" * 100 + b"\xff\xf0\x00\x00\r\n"
    rng = random.Random(SEED)
    for n in range(200):
        yield rng.choice((b"", b"\r\n", b"\r\n> ", shout(E)))
        yield bytes(rng.choice((rng.randrange(0, 255), 0xc3, 0xa9, 0x20, 0x0a)) for _ in range(rng.randrange(1, 200)))


def pieces(data, how):
    if how == "one by one":
        data = data[-3000:]  # each byte is sent in a packet of its own, so long data would take too long
        return [data[i:i + 1] for i in range(len(data))]
    if how == "whole":
        return [data]
    rng = random.Random(SEED + len(data))
    cuts = sorted(rng.randrange(len(data) + 1) for _ in range(8))
    return [data[a:b] for a, b in zip([0] + cuts, cuts + [len(data)])]


async def one_run(report: Report, name, option, locale, how):
    came = asyncio.get_running_loop().create_future()

    async def talk(reader, writer):
        came.set_result((reader, writer))

    server = await asyncio.start_server(talk, "127.0.0.1", 0)
    t = Terminal(server.sockets[0].getsockname()[1], option, "-n", LC_ALL=locale)
    writer = None
    try:
        reader, writer = await asyncio.wait_for(came, fibs.PATIENCE)
        writer.write(b"login: ")
        if option == "--reader":
            at = await t.until("or guest to register: ")
            t.type("anna\r")
            at = await t.until("Password: ", at)
            t.type("geheim\r")
            await asyncio.wait_for(reader.readuntil(b"geheim\r\n"), fibs.PATIENCE)
            writer.write(LOG_IN)
        else:
            at = await t.until("login: ")
            t.type("anna\r")
            await asyncio.wait_for(reader.readuntil(b"anna\r\n"), fibs.PATIENCE)
            writer.write(b"\r\n> ")
        shout = (lambda x: b"13 bob " + x + b"\r\n") if option == "--reader" else (lambda x: b"\r\nbob shouts: " + x + b"\r\n> ")
        for n, data in enumerate(hostile(shout)):
            if n % 5 == 0:
                t.type("half é ")
            if n % 7 == 0:
                t.type("\x15")
            for piece in pieces(data, how):
                writer.write(piece)
                if how != "whole":
                    await writer.drain()
                    await asyncio.sleep(0)
            if n % 10 == 0:  # the client still runs and has shown everything so far
                mark = "mark%dend" % n
                writer.write(b"\r\n\n" + mark.encode() + b"\r\n> ")
                at = await t.until(mark, at)
        t.type("\x15bye\r")
        await asyncio.wait_for(reader.readuntil(b"bye\r\n"), fibs.PATIENCE)
        writer.write(b"\r\n                             Goodbye.\r\n")
        writer.close()
        status = await t.end()
        await t.until("Goodbye.", at)
        report.check(name, status == 0, "exit status %s: %r" % (status, t.seen[-600:]))
        for words in (b"Sanitizer", b"runtime error"):
            report.check(name, words not in t.seen, "%r" % t.seen[max(t.seen.find(words), 0):][:2000])
        for words in OWNED:
            report.check(name, words not in t.seen, "%r was shown" % words)
        try:
            t.seen.decode("utf-8")
        except UnicodeDecodeError as e:
            report.fail(name, "cut within a character: %r" % t.seen[max(e.start - 20, 0):e.start + 20])
    finally:
        t.close()
        if writer is not None:
            writer.close()
        server.close()


async def shouts_through_a_server(report: Report):
    """The same text from one user to others through a real server."""
    server = await Server(life=100).start()
    try:
        for name in ("anna", "bob"):
            await register(server.port, name, PASSWORD)
        await shouts_on(report, server)
    finally:
        await server.stop()
        server.remove()


async def shouts_on(report, server):
    bob = await Telnet.log_in(server.port, "bob", PASSWORD)
    for option in ("--plain", "--reader"):
        t = Terminal(server.port, option, "-n", "-u", "anna", LC_ALL="C.UTF-8")
        try:
            if option == "--plain":
                at = await log_in(t, "anna")
            else:
                at = await t.until("Password: ")
                t.type(PASSWORD + "\r")
                at = await t.until("> ", await t.until("help houserules", at))
            bob.writer.write(b"".join(b"shout " + E * 280 + b"\r\n" for _ in range(4)))
            bob.send("tell anna still here")
            await t.until("bob says: still here", at)
            report.check("shouts", b"Sanitizer" not in t.seen, "%r" % t.seen[-2000:])
        finally:
            t.close()
    bob.close()


async def main(report: Report):
    for option, locale, how in itertools.product(("--plain", "--reader"), ("C.UTF-8", "C"), ("whole", "one by one", "any size")):
        name = "%s, %s, %s" % (option, locale, how)
        try:
            await one_run(report, name, option, locale, how)
        except (Bad, asyncio.TimeoutError, asyncio.IncompleteReadError, ConnectionError) as e:
            report.fail(name, "%r" % e)
    try:
        await shouts_through_a_server(report)
    except (Bad, asyncio.TimeoutError, ConnectionError) as e:
        report.fail("shouts", "%r" % e)


if __name__ == "__main__":
    run(main, 120)
