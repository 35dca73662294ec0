# SPDX-License-Identifier: MIT
"""The attacks, one row each: name, description, number of simultaneous connections, MiB of memory that the
server may use during the attack (hashing a password takes 19), the answer that attackers must get (a pattern;
None: none), and the function."""

import asyncio
import collections
import os
import subprocess

from ground import FRONT_END, PASSWORD, PLAYERS, Closed, member_name

IAC, DONT, DO, WONT, WILL, SB = 255, 254, 253, 252, 251, 250
Row = collections.namedtuple("Row", "name what connections mib told attack")
ROWS = []


def row(name, what, connections, mib, told=None):
    def keep(attack):
        ROWS.append(Row(name, what, connections, mib, told, attack))
        return attack
    return keep


# ---- before the log-in ----

@row("empty lines", "60 addresses type empty lines and come back when they are closed", 60, 8)
async def empty_lines(g):
    await g.flood(60, b"\r\n" * 50, login=False, once=True)


@row("bad client log-ins", "60 addresses send 'login' lines that are none", 60, 32)
async def bad_clients(g):
    await g.flood(60, b"login\r\nlogin a b\r\nlogin x 1008 nobody\r\n" * 15, login=False, once=True)


@row("password guesses", "40 addresses guess the password of a user who is playing; half of them type by hand and are sent more text", 40, 32,
     rb"Too many wrong passwords")
async def guesses(g):
    async def one(i):
        peer = await g.dial(g.address(i * 250))  # each in a different network
        try:
            for k in range(20):
                await peer.until(b"login: ")
                if i % 2 == 0:
                    await peer.say(b"login guess 1008 %s wrong%d\r\n" % (PLAYERS[0].encode(), k))
                    continue
                await peer.say(PLAYERS[0].encode() + b"\r\n")
                await peer.until(b"password: ")
                await peer.say(b"wrong%d\r\n" % k)
        finally:
            peer.abort()

    await g.crowd(40, one)


@row("registrations", "40 networks make accounts as fast as they can", 40, 32)
async def registrations(g):
    made = [0]

    async def one(i):
        peer = await g.dial(g.address(i * 250))
        try:
            await peer.until(b"login: ")
            await peer.say(b"guest\r\n")
            await peer.until(b"> ")
            made[0] += 1
            name = "flood_" + "".join(chr(97 + (made[0] // 26 ** k + g.turn * 7) % 26) for k in range(5))
            await peer.say(b"name %s\r\n" % name.encode())
            await peer.until(b"password: ", b"> ")
            await peer.say(PASSWORD.encode() + b"\r\n")
            await peer.until(b"password: ")
            await peer.say(PASSWORD.encode() + b"\r\n")
            await peer.until(b"> ", b"login: ")
        finally:
            peer.abort()

    await g.crowd(40, one)


@row("recovery codes", "40 addresses guess the recovery code of a user who is playing", 40, 32)
async def recovery_codes(g):
    async def one(i):
        peer = await g.dial(g.address(i * 250))
        try:
            while True:
                await peer.say(b"guest\r\n")
                await peer.until(b"> ")
                await peer.say(b"recover %s abcde-fghij-kmnpq-rstuv\r\n" % PLAYERS[0].encode())
                await peer.until(b"login: ")
        finally:
            peer.abort()

    await g.crowd(40, one)


@row("resume tokens", "40 addresses guess tokens", 40, 8)
async def tokens(g):
    async def one(i):
        peer = await g.dial(g.address(i * 250))
        try:
            for _ in range(20):
                await peer.say(b"login guess 1008 %s token:%032x\r\n" % (PLAYERS[0].encode(), g.rng.getrandbits(128)))
                await peer.until(b"login: ")
        finally:
            peer.abort()

    await g.crowd(40, one)


@row("slow senders", "200 connections type a byte a second", 200, 12)
async def slow_senders(g):
    async def one(i):
        peer = await g.dial(g.address(i // 8))
        try:
            while True:
                await peer.say(b"x")
                await asyncio.sleep(1)
        finally:
            peer.abort()

    await g.crowd(200, one)


@row("connecting and closing", "100 addresses connect and close at once", 100, 12)
async def connect_storm(g):
    async def one(i):
        peer = await g.dial(g.address(i))
        peer.abort()
        g.address(i)
        await asyncio.sleep(0)

    await g.crowd(100, one)


@row("all connections of an address", "20 addresses hold as many connections as they get", 300, 12,
     rb"Too many connections from your address")
async def many_connections(g):
    async def one(i):
        peer = await g.dial(g.address(i % 20))
        try:
            await peer.end()
        finally:
            peer.abort()

    await g.crowd(300, one)


@row("long lines", "40 addresses send lines of a megabyte", 40, 32, rb"That line is too long")
async def long_lines(g):
    await g.flood(40, b"a" * 65536 + b"\r\n", login=False)


@row("binary garbage", "40 addresses send random bytes", 40, 32)
async def garbage(g):
    block = g.rng.randbytes(1 << 16)
    await g.flood(40, lambda i: block[i * 1000:i * 1000 + 8000], login=False)


@row("telnet options", "40 addresses negotiate options without end", 40, 12)
async def telnet_options(g):
    ask = b"".join(bytes((IAC, verb, option)) for option in range(40) for verb in (DO, WILL, DONT, WONT))
    await g.flood(40, ask + bytes((IAC, SB, 24)) + b"z" * 500, login=False)


# ---- under TLS, behind a front end, on the metrics port ----

HELLO = bytes((22, 3, 1, 1, 0, 1, 0, 0, 252, 3, 3)) + bytes(40)


@row("half-open handshakes", "300 connections begin a TLS handshake and say no more", 300, 24)
async def half_open(g):
    async def one(i):
        peer = await g.dial(g.address(i // 8), port=g.tls_port)
        try:
            await peer.say(HELLO)
            await peer.end()
        finally:
            peer.abort()

    await g.crowd(300, one)


@row("handshakes", "60 addresses make one TLS handshake after the other", 60, 24)
async def handshakes(g):
    async def one(i):
        peer = await g.dial(g.address(i), port=g.tls_port, tls=g.tls)
        peer.abort()

    await g.crowd(60, one)


@row("garbage for TLS", "60 addresses send what is no handshake to the port of TLS", 60, 16)
async def tls_garbage(g):
    block = g.rng.randbytes(1 << 16)

    async def one(i):
        peer = await g.dial(g.address(i), port=g.tls_port)
        try:
            await peer.say(HELLO[:5] + block[i * 500:i * 500 + 600])
            await peer.end()
        finally:
            peer.abort()

    await g.crowd(60, one)


@row("renegotiation", "four clients of TLS 1.2 ask for another handshake, and four of 1.3 for other keys", 8, 24)
async def renegotiation(g):
    async def one(i):
        version, letter = (("-tls1_2", b"R\n"), ("-tls1_3", b"K\n"))[i % 2]
        proc = await asyncio.create_subprocess_exec(
            "openssl", "s_client", version, "-bind", g.address(i) + ":0", "-connect", "127.0.0.1:%d" % g.tls_port,
            stdin=asyncio.subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            for _ in range(200):
                proc.stdin.write(letter)
                await proc.stdin.drain()
                g.tally["asked for keys"] += 1
                await asyncio.sleep(0.02)
        finally:
            if proc.returncode is None:
                proc.kill()
            await proc.wait()

    await g.crowd(8, one)


@row("PROXY headers", "60 connections from a front end with headers that are none, cut off, or lie", 60, 16)
async def proxy_headers(g):
    v2 = b"\r\n\r\n\0\r\nQUIT\n"
    heads = (b"PROXY TCP4 999.1.1.1 1 1 1\r\n", b"PROXY " + b"9" * 200, v2 + b"\x21\x11\xff\xff" + b"z" * 4000,
             v2 + b"\x21\x11\0\x0c", v2[:7], b"GET / HTTP/1.0\r\n\r\n", b"PROXY TCP4 127.0.0.1 127.0.0.1 1 1\r\n",
             b"PROXY UNKNOWN\r\n")

    async def one(i):
        peer = await g.dial(g.address(i, FRONT_END))
        try:
            head = heads[g.rng.randrange(len(heads))]
            if g.rng.random() < 0.3:
                head = b"PROXY TCP4 10.%d.%d.%d 10.0.0.1 1 1\r\n" % tuple(g.rng.randrange(256) for _ in range(3))
            await peer.say(head + b"\r\n" * 30)
            await asyncio.wait_for(peer.end(), 1)
        finally:
            peer.abort()

    await g.crowd(60, one)


@row("metrics", "20 connections ask the port of the metrics for everything, or half of it", 20, 16)
async def metrics(g):
    asked = (b"GET /metrics HTTP/1.1\r\n\r\n", b"GET /metrics HTTP/1.1\r\nX: ", b"POST / HTTP/1.1\r\nContent-Length: 9999999\r\n\r\n",
             b"GET /" + b"a" * 20000 + b" HTTP/1.1\r\n\r\n", b"\xff\xfe\r\n\r\n", b"GET /livez HTTP/1.0\r\n\r\n")

    async def one(i):
        peer = await g.dial("127.0.0.1", port=g.metrics_port)  # the metrics port listens on loopback only
        try:
            await peer.say(asked[i % len(asked)])
            await asyncio.wait_for(peer.end(), 0.3)
        finally:
            peer.abort()

    await g.crowd(20, one)


# ---- as users ----

def typed(name, what, lines, mib=32, told=None, n=20):
    """Adds a flood of lines from n users; lines: bytes, or a function of the user's number."""
    async def attack(g):
        await g.flood(n, lines)
    ROWS.append(Row(name, what, n, mib, told, attack))


@row("slow readers", "20 users watch, ask for much and never read", 20, 40)
async def slow_readers(g):
    async def one(i):
        peer = await g.member(i, receive=4096)
        try:
            await peer.say(b"watch %s\r\n" % PLAYERS[0].encode())
            while True:
                await peer.say(b"help commands\r\nwho\r\nboard\r\nratings\r\n")
        finally:
            peer.abort()

    await g.crowd(20, one)


typed("shouts", "20 users shout without end", b"shout go home, all of you\r\n" * 5)
typed("tells", "20 users tell one who plays something", b"tell %s you will lose this\r\n" % PLAYERS[0].encode() * 5)
typed("invitations", "20 users invite those who play, and each other",
      lambda i: b"toggle ready\r\ninvite %s 3\r\ninvite %s 5\r\n" % (PLAYERS[0].encode(), member_name((i + 1) % 20).encode()))
typed("watching", "20 users watch and unwatch one who plays, and whisper", b"watch %s\r\nwhisper ha\r\nunwatch\r\n" % PLAYERS[0].encode() * 3)
typed("messages", "20 users leave messages for one who is away", b"message %s read this\r\n" % member_name(23).encode() * 5, 32,
      rb"too many messages")
typed("tournaments", "20 users make tournaments, open, change and cancel them",
      lambda i: b"tournament create Cup %d\r\ntournament open\r\ntournament set length 5\r\ntournament list over\r\ntournament cancel\r\n" % i)
typed("invitations to tournaments", "20 users invite all others to theirs",
      lambda i: b"tournament create Mine %d\r\ntournament open\r\ntournament invite 1 %s\r\n" % (i, PLAYERS[0].encode()))
typed("long answers", "20 users read what costs the server most",
      b"show games\r\nwho\r\nratings\r\nrawwho\r\nhistory witness_one\r\nstats witness_one\r\nlast\r\ngraph witness_one\r\naverage 1\r\ndicetest witness_one\r\n")
typed("exports", "20 users export matches and replay them",
      b"export 1 json\r\nexport 1 mat\r\nexport 2 sgf\r\nreplay 1\r\nmatch 1\r\noldmoves witness_one\r\n")
typed("bots", "20 users ask for a bot, leave it and ask again", b"play 1\r\nroll\r\nleave\r\nplay unlimited\r\nleave\r\n", 48)
typed("reports", "20 users report those who play, again and again",
      b"report %s he is rude\r\nreport %s so is he\r\n" % (PLAYERS[0].encode(), PLAYERS[1].encode()), 32,
      rb"You have reported")
typed("settings", "20 users change what is stored of them",
      b"toggle bell\r\nset linelength 80\r\ntoggle crawford\r\naddress a@b.example\r\nset pagelength 30\r\ngag nobody save\r\n")
typed("long lines from users", "20 users send lines of 64 KiB", b"tell %s " % PLAYERS[0].encode() + b"x" * 65536 + b"\r\n", 32,
      rb"That line is too long")
typed("garbage from users", "20 users send every byte value", bytes(range(256)) * 8)
typed("changing passwords", "20 users change their password, with the wrong one", b"password wrong:another:another\r\n" * 3)


@row("saving and resuming", "10 pairs begin a match, leave it, resume it", 20, 32)
async def save_and_resume(g):
    async def one(i):
        peer = await g.member(i)
        other = member_name(i ^ 1).encode()
        try:
            await peer.say(b"toggle ready\r\n")
            while True:
                if i % 2 == 0:
                    await peer.say(b"invite %s\r\ninvite %s 5\r\n" % (other, other))
                else:
                    await peer.say(b"join %s\r\nroll\r\nleave\r\n" % other)
                await asyncio.sleep(0.05)
        finally:
            peer.abort()

    await g.crowd(20, one)


@row("taking over", "20 connections log in as two users and throw each other out", 20, 40)
async def takeovers(g):
    async def one(i):
        peer = await g.dial(g.address(i))
        try:
            await peer.say(b"login rogue 1008 %s %s\r\n" % (member_name(i % 2).encode(), PASSWORD.encode()))
            await peer.until(b"\r\n6\r\n", b"login: login: ")
            await asyncio.wait_for(peer.end(), 2)
        finally:
            peer.abort()

    await g.crowd(20, one)


@row("lost connections", "20 users log in, talk, and lose their connection in the middle of a line", 20, 40)
async def lost_connections(g):
    async def one(i):
        peer = await g.member(i)
        try:
            await peer.say(b"watch %s\r\nwho\r\ntell %s hal" % (PLAYERS[0].encode(), PLAYERS[1].encode()))
        finally:
            peer.abort()

    await g.crowd(20, one)
