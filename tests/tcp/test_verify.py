#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: plain timeout=600
"""Matches played over TCP and exported: both programs and an independent script check their dice, and each
detects a changed byte; gnubg reads the same from the .sgf as from the .mat.

Usage: test_verify.py [--seed N] [--matches N] [--sgf N] [--pairs N]"""

import asyncio
import collections
import os
import random
import re
import sys
import time

import fibs
import gnubg
from fibs import Report, Server, letters, register_all, run, scaled
from test_matches import LENGTHS, PASSWORD, Pair

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
GAMMON = os.environ.get("GAMMON", os.path.join(ROOT, "build/gammon"))


def options():
    return fibs.options(__doc__, seed=str(int(time.time())), matches=str(scaled(100, 20)),
                        sgf=str(scaled(40, 8)), pairs="5")


async def status_of(*words):
    proc = await asyncio.create_subprocess_exec(*words, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT)
    out, _ = await asyncio.wait_for(proc.communicate(), fibs.PATIENCE)
    return proc.returncode, out.decode(errors="replace")


def verifiers(server):
    return ([server.binary, "verify"], [GAMMON, "--verify"],
            [sys.executable, os.path.join(ROOT, "scripts/verify-dice")])


async def export(server, number, form, path):
    status, said = await status_of(server.binary, "-d", server.datadir, "export", "--" + form, str(number), path)
    if status != 0:
        return said
    with open(path, "rb") as f:
        return f.read()


async def check_dice(report, server, rng, numbers):
    path, bad = os.path.join(server.base, "match.json"), os.path.join(server.base, "bad.json")
    over = 0
    for number in numbers:
        data = await export(server, number, "json", path)
        secret = b'"seed": null' in data
        over += not secret
        at = rng.randrange(len(data))
        with open(bad, "wb") as f:
            f.write(data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1:])
        status, said = await status_of(GAMMON, "--plain", "--replay", path)
        report.check("gammon shows what was exported", status == 0 and
                     re.search(r"\. (The end|So far)[^:]*: \w+ \d+, \w+ \d+\n$", said),
                     "match %d: %s" % (number, said[-200:]))
        for words in verifiers(server):
            status, said = await status_of(*words, path)
            report.check("three programs recompute the same rolls" if not secret else "the seed stays secret",
                         status == (1 if secret else 0) and (secret or "match %d, " % number in said), said)
            status, said = await status_of(*words, bad)
            report.check("one changed byte is found", status == 1, "byte %d of match %d: %s" % (at, number, said))
    return over


def substance(game):
    """Returns what both formats contain.  A take that the next roll implies, and the opening roll of a game
    that was given up before its first play, are in one of the formats only."""
    return (game.score, [d for d in game.did if d[1] != "take" and d[2:] != ((),)], game.winner, game.points)


async def check_sgf(report, server, numbers):
    folder = os.path.join(server.base, "sgf")
    os.mkdir(folder)
    for number in numbers:
        mat = await export(server, number, "mat", os.path.join(folder, "m.mat"))
        sgf = await export(server, number, "sgf", os.path.join(folder, "%d.sgf" % number))
        cubes = [int((re.search(rb"CV\[(\d+)\]", x) or [0, 1])[1]) for x in sgf.split(b"(;FF")[1:]]
        said = await gnubg.commands(folder, ["load match %d.sgf" % number, "export match mat %d.mat" % number])
        with open(os.path.join(folder, "%d.mat" % number), encoding="ascii") as f:
            length, games = gnubg.read_mat(f.read())
        want_length, want = gnubg.read_mat(mat.decode())
        report.check("gnubg reads the same in .sgf and .mat", length == want_length and len(games) == len(want) == len(cubes) and
                     all(substance(g) == substance(gnubg.as_gnubg(w._replace(cube=c)))
                         for g, w, c in zip(games, want, cubes)),
                     "match %d: %s\n%s\n%s" % (number, said, games, want))


async def main(report: Report):
    o = options()
    print("seed %s" % o["seed"], flush=True)
    rng = random.Random(o["seed"])
    matches, n_pairs = int(o["matches"]), int(o["pairs"])
    server = await Server(life=600 + matches * 2).start()
    names = [n + "_" + letters(i) for i in range(n_pairs) for n in ("left", "right")]
    watchers = ["watch_" + letters(i) for i in range(n_pairs) if i % 4 == 1]
    await register_all(server.port, names + watchers, PASSWORD)
    ledger = {n: (1500.0, 0) for n in names}
    pairs = [Pair(i, server.port, o["seed"], ledger, collections.Counter()) for i in range(n_pairs)]
    share = [[LENGTHS[(i + k) % len(LENGTHS)] for k in range(matches // n_pairs)] for i in range(n_pairs)]
    await asyncio.gather(*(p.series(s, report) for p, s in zip(pairs, share)))
    over = await check_dice(report, server, rng, range(1, matches + 1))
    report.check("three programs recompute the same rolls", over > matches * 2 // 3, "only %d were over" % over)
    if gnubg.find("gnubg"):
        await check_sgf(report, server, range(1, min(matches, int(o["sgf"])) + 1))
    for pair in pairs:
        for p in pair.players + ([pair.watcher] if pair.watcher else []):
            p.frozen = True
            p.close()
    await server.stop()
    server.remove()


if __name__ == "__main__":
    run(main, scaled(560, 560))
