#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The attack table: how much each attack of tests/attack/rows.py slows players down.

For each row, five times: a pair of players (gammonload) rolls and moves, first undisturbed, then under the
attack, which comes from other addresses.  The median of the five differences in p99 of the time until both
players have the board must stay below 5 ms. The server must not use more memory than the row allows, nor keep
descriptors afterwards. Another pair plays all the time at human speed; at the end everything that was confirmed
to these players must be in the database, and `gammond check` must find the database sound.

cpu %: the server's share of one core under the attack; turn ms: the processor time of its longest turn, among
those over 10 ms; starved: milliseconds per second in which its event loop was ready but had no processor,
which must be low: the machine has to be otherwise idle.  The attackers, who would be on other machines, run
with SCHED_IDLE, so that their own work is not measured.
Usage: attack.py [--rows TEXT,TEXT...] [--times N] [--seconds N] [--most MS]"""

import asyncio
import concurrent.futures
import json
import os
import re
import statistics
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from ground import Ground, Witness, sound  # first, because ground.py sets the path to the other modules
from rows import ROWS
import fibs
from fibs import Bad, Report, run
from test_badinput import cpu_seconds
from test_load import program

WARM_S = 0.5
FORM = "%-30s %5s %7s %7s %7s %6s %8s %8s %9s %9s  %s"
QUIET_S = 70  # the server notices that a client has left only after reading its lines, or at the log-in timeout


def step_back():
    """Lets this process and the attackers run only when all others are idle, and yield as soon as one of those
    wakes.  With a low priority alone, they would keep a processor for the rest of a time slice, up to two ticks
    of 4 ms, which would be measured.  The process stays in the server's session: where the kernel shares
    processors between sessions, it would not yield to another session."""
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


class Pair:
    """The measured pair.  It is started in a separate thread with the scheduling that this process had before
    step_back(), since scheduling is per thread."""

    def __init__(self, ground):
        self.ground = ground
        self.number = 0
        self.starter = concurrent.futures.ThreadPoolExecutor(1)
        self.starter.submit(int).result()

    def _run(self, seconds, path, on_line):
        """Runs the pair for `seconds`.  Returns the exit status and the output."""
        proc = subprocess.Popen(
            [program(), "--names", "quiet_", "--password", "geheim_7", "--pairs", "1", "--think", "3",
             "--seed", str(self.number), "--warm", str(WARM_S), "--seconds", str(seconds), "--json", path,
             *(["--register"] if self.number == 1 else []), "127.0.0.1", str(self.ground.port)],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        said = b""
        for piece in iter(lambda: proc.stderr.read1(4096), b""):
            said += piece
            if on_line and re.search(rb"(\d+) of \1 on line", said):
                on_line()
                on_line = None
        return proc.wait(), said.decode()

    async def play(self, seconds, attack=None):
        """Returns the p99 of rolls or that of moves, whichever is larger, in ms, and the number of rolls and
        moves.  Calls `attack()` once the pair plays."""
        self.number += 1
        loop = asyncio.get_running_loop()
        path = os.path.join(self.ground.server.base, "load.json")
        begun = asyncio.Event()
        playing = loop.run_in_executor(self.starter, self._run, seconds, path,
                                       lambda: loop.call_soon_threadsafe(begun.set))
        waiting = asyncio.ensure_future(begun.wait())
        await asyncio.wait([waiting, playing], return_when=asyncio.FIRST_COMPLETED)
        if begun.is_set() and attack:
            await attack()
        waiting.cancel()
        status, said = await playing
        if status != 0:
            raise Bad("the pair cannot play: %s" % said[-300:])
        with open(path, encoding="ascii") as f:
            latency = json.load(f)["latency"]
        return max(latency[k]["p99_ms"] for k in ("roll", "move")), latency["roll"]["count"] + latency["move"]["count"]


def starved_ms(server):
    """Returns how long the server's event loop has been ready without a processor so far."""
    with open("/proc/%d/task/%d/schedstat" % (server.pid, server.pid), encoding="ascii") as f:
        return int(f.read().split()[1]) / 1e6


class Watch:
    """Measures the server during an attack."""

    def __init__(self, server):
        self.server = server
        self.most = 0
        self.share = 0.0     # percent of a core
        self.starved = 0.0   # milliseconds per second without a processor: caused by the machine, not the server
        self.longest_ms = 0  # processor time of the longest turn logged as slow

    async def during(self, attack):
        task = asyncio.ensure_future(attack)
        begin, cpu, starved = time.monotonic(), cpu_seconds(self.server), starved_ms(self.server)
        before = len(self.server.log) and self.server.log[-1]
        while not task.done():
            await asyncio.wait([task], timeout=0.1)
            self.most = max(self.most, self.server.rss())
        spent = time.monotonic() - begin
        self.share = (cpu_seconds(self.server) - cpu) / spent * 100
        self.starved = (starved_ms(self.server) - starved) / spent
        for line in reversed(self.server.log):
            if line is before:
                break
            found = re.search(r"event=slow_turn .* cpu_ms=(\d+)", line)
            self.longest_ms = max(self.longest_ms, int(found.group(1)) if found else 0)
        await task


async def one(report, ground, pair, row, files, o):
    seconds, times = float(o["seconds"]), int(o["times"])
    before, under, watches, counts = [], [], [], 0
    await ground.quiet(files, QUIET_S)  # lines of the previous attack may still be in progress: names, and passwords to hash
    rss = ground.server.rss()
    most = rss
    tally = None
    for _ in range(times):
        quiet, n = await pair.play(seconds)
        watch = Watch(ground.server)
        loud, m = await pair.play(seconds, lambda w=watch: w.during(ground.attack(row, seconds + WARM_S)))
        before.append(quiet)
        under.append(loud)
        counts += n + m
        watches.append(watch)
        most = max(most, watch.most)
        tally = tally or dict(ground.tally)
    more = statistics.median(b - a for a, b in zip(before, under))
    print(FORM % (
        row.name, row.connections, "%.2f" % statistics.median(before), "%.2f" % statistics.median(under), "%+.2f" % more,
        "%.0f" % statistics.median(w.share for w in watches), max(w.longest_ms for w in watches),
        "%.0f" % statistics.median(w.starved for w in watches), "%.1f" % ((most - rss) / 1048576), "%.1f" % ((ground.server.rss() - rss) / 1048576),
        ", ".join("%s %d" % kv for kv in sorted(tally.items()))), flush=True)
    report.check("players are not slowed", more < float(o["most"]), "%s: p99 %+.2f ms (%s, %s)" % (
        row.name, more, ["%.2f" % x for x in before], ["%.2f" % x for x in under]))
    report.check("memory is bounded", most - rss <= row.mib << 20, "%s: %.1f MiB more, %d allowed" % (
        row.name, (most - rss) / 1048576, row.mib))
    report.check("enough was measured", counts >= 100 * times, "%s: %d commands" % (row.name, counts))


async def main(report: Report):
    o = fibs.options(__doc__, rows="", times="5", seconds="3", most="5")
    ground = Ground(quick=False)
    await ground.open()
    pair = Pair(ground)
    step_back()
    await pair.play(1)
    witness = Witness(ground)
    await witness.begun()
    files = ground.descriptors()
    print(FORM % ("attack", "conn", "p99 ms", "under", "more", "cpu %", "turn ms", "starved", "MiB most", "MiB left", ""))
    for row in ROWS:
        if not any(text in row.name for text in o["rows"].split(",")):
            continue
        try:
            await one(report, ground, pair, row, files, o)
        except (Bad, asyncio.TimeoutError) as e:
            report.fail("players are not slowed", "%s: %r" % (row.name, e))
            if ground.server.proc.returncode is not None:
                break
    await finish(report, ground, witness, files)


async def finish(report, ground, witness, files):
    """Ends the witnesses and the server, and checks that nothing was lost and no memory or descriptor was kept."""
    left = await ground.quiet(files, QUIET_S)
    report.check("descriptors are freed", left <= files, "%d, before %d" % (left, files))
    for error in await witness.stop():
        report.fail("the players are not disturbed", error)
    status = await ground.close()
    report.check("the server ends with status 0 at SIGTERM", status == 0, "%s: %s" % (status, list(ground.server.log)[-3:]))
    try:
        matches, events = witness.compare()
        report.check("nothing is lost", events > 0, "nothing was played")
        print("%d matches, %d events sent, all stored" % (matches, events))
    except Bad as e:
        report.fail("nothing is lost", str(e))
    status, text = sound(ground.server)
    report.check("the database is sound", status == 0, text)
    print(text.strip())
    ground.remove()


if __name__ == "__main__":
    run(main, 7200)
