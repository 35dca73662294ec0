#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that the server does not grow: users play, watch, talk, lose their connections and come back for an
hour, from a seed; its memory and its descriptors at the end must equal those after five minutes, within a
percent.

Before that, other users play as fast as they can, until the database is larger than SQLite's cache of 2 MB in memory, which a
new server fills in its first hour.
Usage: soak.py [--minutes N] [--base N] [--seed N] [--chat N] [--percent P]"""

import asyncio
import os
import statistics
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "tcp"))
import fibs
from fibs import Bad, Report, Server, run
from test_badinput import cpu_seconds
from test_load import program

EACH_S = 10
FULL = 3 << 20


def descriptors(server):
    return len(os.listdir("/proc/%d/fd" % server.pid))


async def samples(server, playing, until):
    """Returns (seconds, bytes resident, descriptors) at intervals.  Each is the least memory and the most
    descriptors of a few samples, since log-ins and log-outs change them briefly."""
    out = []
    begin = time.monotonic()
    while time.monotonic() - begin < until and playing.returncode is None:
        await asyncio.sleep(EACH_S)
        looks = []
        for _ in range(5):
            looks.append((server.rss(), descriptors(server)))
            await asyncio.sleep(0.05)
        out.append((time.monotonic() - begin, min(x[0] for x in looks), max(x[1] for x in looks)))
        if len(out) % 30 == 0:
            print("%5.0f s: resident %d KiB, %d descriptors, %.1f %% of a core" %
                  (out[-1][0], out[-1][1] >> 10, out[-1][2], cpu_seconds(server) / out[-1][0] * 100), flush=True)
    return out


async def load(server, *args):
    return await asyncio.create_subprocess_exec(
        program(), "--register", "--length", "3", "--quiet", *[str(a) for a in args], "127.0.0.1", str(server.port),
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)


async def fill(server, seed):
    for part in range(20):
        if os.path.getsize(server.database()) > FULL:
            return
        done = await load(server, "--names", "fill_", "--pairs", 8, "--seed", seed + part, "--seconds", 10)
        out, err = await done.communicate()
        if done.returncode != 0:
            raise Bad("the first load ended with status %d: %s" % (done.returncode, err))
    raise Bad("the database is still small")


def around(taken, at_s):
    """Returns the medians of the minute that ends at at_s."""
    near = [x for x in taken if at_s - 60 <= x[0] <= at_s + EACH_S]
    return statistics.median(x[1] for x in near), statistics.median(x[2] for x in near)


async def main(report: Report):
    o = fibs.options(__doc__, minutes="60", base="5", seed="1", chat="8", percent="1")
    seconds, base_s, percent = float(o["minutes"]) * 60, float(o["base"]) * 60, float(o["percent"])
    server = await Server(quick=False, life=seconds + 900).start()
    await fill(server, int(o["seed"]))
    playing = await load(server, "--names", "soak_", "--pairs", 4, "--watchers", 4, "--chatters", 6, "--idle", 10, "--rate",
                         o["chat"], "--shouts", 0.2, "--drops", 0.2, "--think", 150, "--seed", o["seed"],
                         "--seconds", seconds + 60)
    try:
        taken = await samples(server, playing, seconds)
        if playing.returncode is not None:
            raise Bad("the load ended with status %d: %s" % (playing.returncode, await playing.stderr.read()))
    finally:
        if playing.returncode is None:
            playing.terminate()
        out, err = await playing.communicate()
    print((out + err).decode())
    (rss0, fds0), (rss1, fds1) = around(taken, base_s), around(taken, taken[-1][0])
    print("seed %s, %.0f minutes: resident %d KiB after %.0f minutes, %d KiB at the end (%+.2f %%); descriptors %d, %d; "
          "%.1f %% of a core" % (o["seed"], seconds / 60, rss0 / 1024, base_s / 60, rss1 / 1024,
                                 (rss1 / rss0 - 1) * 100, fds0, fds1, cpu_seconds(server) / seconds * 100))
    report.check("memory", rss1 <= rss0 * (1 + percent / 100), "from %d to %d KiB" % (rss0 / 1024, rss1 / 1024))
    report.check("descriptors", fds1 <= fds0 * (1 + percent / 100) + 1, "from %d to %d" % (fds0, fds1))
    status = await server.stop()
    report.check("the server ends with status 0 at SIGTERM", status == 0, status)
    server.remove()


if __name__ == "__main__":
    run(main, 24 * 3600 // fibs.SLOWER)
