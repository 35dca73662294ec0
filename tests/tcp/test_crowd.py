#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A crowd of connections holds unfinished registrations and reconnects when its connections are closed.  Meanwhile
users must be able to log in, even if they type slowly, and the server must not exceed its limit on connections."""
import asyncio
import os
import time

import fibs
from fibs import Bad, Report, Server, register_all, run
from test_token import Raw

PASSWORD = "geheim_7"
MOST = 40
CONF = "[limits]\nexempt = 127.0.0.1\nlogin_s = 900\nunauth_max = %d\n" % MOST
NETWORKS, ADDRESSES, EACH, ROUNDS = 12, 5, 2, 3
OTHERS = 12
TOO_MANY = "Too many people are logging in"


async def hold(port, network, address):
    """Opens a connection and stops halfway through a registration."""
    c = await Raw.open(port, "127.1.%d.%d" % (network, address))
    try:
        await c.until("login: ")
        c.send("guest")
        await c.until("^> ")
        c.send("name nobody_here")
        await c.until("give your password: ")
    except (Bad, OSError):
        pass  # closed to make room for another connection of the crowd
    return c


async def all_come(server, crowd):
    places = [(n, a) for n in range(NETWORKS) for a in range(1, 1 + ADDRESSES) for _ in range(EACH)]
    for _ in range(ROUNDS):
        crowd += await asyncio.gather(*(hold(server.port, n, a) for n, a in places))


async def log_in(port, network, report):
    try:
        c = await Raw.open(port, "127.%d.1.1" % network)
        c.send("login test 1008 anna %s" % PASSWORD)
        await c.until(r"^6\r$")
        c.send("bye")
        c.close()
        report.add("a log-in during the crowd")
    except (Bad, OSError) as e:
        report.fail("a log-in during the crowd", "%r" % e)


async def type_name(port, address):
    c = await Raw.open(port, address)
    await c.until("login: ")
    c.send("bert")
    await c.until("password: ")
    return c


async def type_password(c, report):
    try:
        c.send(PASSWORD)
        await c.until("User bert authenticated")
        report.add("a slow log-in during the crowd")
    except (Bad, OSError) as e:
        report.fail("a slow log-in during the crowd", "%r" % e)


async def told(crowd):
    """Most connections of the crowd have been closed.  At least one of them must have been told why."""
    for c in crowd:
        try:
            while data := await asyncio.wait_for(c.reader.read(65536), 0.05):
                c.seen += data.decode("utf-8", "replace")
        except (asyncio.TimeoutError, OSError):
            pass
        if TOO_MANY in c.seen:
            return True
    return False


def descriptors(server):
    return len(os.listdir("/proc/%d/fd" % server.pid))


async def main(report: Report):
    server = await Server(CONF, life=100).start()
    await register_all(server.port, ("anna", "bert"), PASSWORD)
    before = descriptors(server)
    typing = await type_name(server.port, "127.200.1.1")
    crowd = []
    coming = asyncio.ensure_future(all_come(server, crowd))
    for i in range(OTHERS):
        await log_in(server.port, 100 + i, report)
    await coming
    await type_password(typing, report)
    await log_in(server.port, 99, report)
    end = time.monotonic() + fibs.PATIENCE
    while descriptors(server) > before + MOST + 1 and time.monotonic() < end:  # one more for bert's connection
        await asyncio.sleep(0.05)
    report.check("the crowd", descriptors(server) <= before + MOST + 1,
                 "%d descriptors, before %d" % (descriptors(server), before))
    report.check("the crowd", await told(crowd), "no connection is told why it is closed")
    for c in crowd + [typing]:
        c.close()
    await server.stop()
    server.remove()


if __name__ == "__main__":
    run(main, 90)
