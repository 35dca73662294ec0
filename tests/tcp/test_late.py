#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A server is stopped, or its disk hangs, for longer than a player's remaining time.  If the player's line is in the
socket when the server continues, the player loses neither match, log-in nor connection.  The test sets the clocks
ahead instead of waiting."""
import os
import signal
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from fibs import Ahead, Report, Server, clocked_server, register_all, run
from test_token import Raw

PASSWORD = "geheim_7"
STOP_MS = 31000
CONF = "[limits]\nlines_per_turn = 1\nlogin_s = 30\npartial_line_s = 30\n"


async def player(port, name):
    c = await Raw.open(port)
    c.send("login test 1008 %s %s" % (name, PASSWORD))
    await c.until("^6\r$")
    c.send("toggle ready")
    await c.until("ready to invite")
    return c


async def match(port):
    """Starts a match to one point with 28 s for each player. Returns the player on roll and the opponent."""
    ann, bob = await player(port, "ann"), await player(port, "bob")
    ann.send("invite bob 1 clock fast")
    await bob.until("Type 'join ann'")
    bob.send("join ann")
    for one, other in ((ann, bob), (bob, ann)):
        board = (await one.until(r"^board:You:.*$")).group(0)
        if board.split(":")[33] != "0":
            turn = (one, other)
    return turn


async def stopped(server, change, line, conn):
    """Changes the clocks and sends a line while the process is stopped."""
    server.signal(signal.SIGSTOP)
    os.waitid(os.P_PID, server.pid, os.WSTOPPED | os.WNOWAIT)
    change(STOP_MS)
    conn.send(line)
    server.signal(signal.SIGCONT)


async def resigns(report, what, other, start):
    await other.until("wants to resign|You win|time is up", start)
    report.check(what, "wants to resign" in other.seen[start:], other.seen[start:])


async def main(report: Report):
    server = Server(CONF, clocked_server(), life=100)
    ahead = Ahead(server.base)
    server.env = {"GAMMOND_CLOCK": ahead.path}
    await server.start()
    await register_all(server.port, ("ann", "bob"), PASSWORD)
    mover, other = await match(server.port)
    late = await Raw.open(server.port)
    await late.until("login: ")
    half = await Raw.open(server.port)
    half.writer.write(b"gue")
    await stopped(server, ahead.stand, "resign n", mover)
    await resigns(report, "a stop costs no match", other, 0)
    other.send("reject")
    await mover.until("rejects")
    start = len(other.seen)
    await stopped(server, ahead.slow_sync, "toggle bell\r\nresign n", mover)
    await resigns(report, "a sync that hangs costs no match", other, start)
    late.send("guest")
    await late.until("logged in as guest")
    half.send("st")
    await half.until("logged in as guest")
    status = await server.stop()
    report.check("the server ends with status 0 at SIGTERM", status == 0, "status %s" % status)
    server.remove()


if __name__ == "__main__":
    run(main, 100)
