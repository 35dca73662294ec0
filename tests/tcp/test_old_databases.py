#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Databases of earlier releases (tests/data/released): this server migrates them, and users find everything as they
left it: ratings, settings, results, tournaments, a saved match that is resumed.

Usage: test_old_databases.py [--make GAMMOND --version VERSION]
--make: lets GAMMOND, the server of that version, write such a database, and records what its users see."""

import asyncio
import collections
import json
import lzma
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import fibs
import rules
from fibs import Bad, Report, Server, register_all, run
from test_matches import PASSWORD, Pair

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "data", "released")
NAMES = ("left_aa", "right_aa", "left_ac", "right_ac", "anna", "bert")
MARK = "no_such_command"
SAVED = ("anna", "bert")  # these two have a saved match


class Line:
    """A client program that reads whole answers."""

    @classmethod
    async def log_in(cls, port, name):
        self = cls()
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port)
        self.writer.write(b"login testclient 1008 %s %s\r\n" % (name.encode(), PASSWORD.encode()))
        self.welcome = await self.ask(MARK)
        return self

    async def ask(self, *commands):
        """Returns the lines up to the answer to a mark that is sent after the commands."""
        for text in commands:
            self.writer.write(text.encode() + b"\r\n")
        if commands[-1] != MARK:
            self.writer.write(MARK.encode() + b"\r\n")
        lines = []
        while not lines or lines[-1] != "** Unknown command: '%s'" % MARK:
            line = await asyncio.wait_for(self.reader.readline(), fibs.PATIENCE)
            if not line:
                raise Bad("the connection ended: %s" % lines[-5:])
            lines.append(line.decode().rstrip("\r\n"))
        return lines[:-1]

    async def get_ready(self):
        """Lets others invite this user."""
        own = next(x for x in self.welcome if x.startswith("2 ")).split()
        if own[17] == "0":
            await self.ask("toggle ready")
        return self

    async def bye(self):
        self.writer.write(b"bye\r\n")
        await asyncio.wait_for(self.reader.read(), fibs.PATIENCE)
        self.writer.close()


def without_hits(lines):
    """Removes the marks of hits, which releases before 1.0 did not write, and the width of the columns."""
    return [" ".join(line.replace("*", "").split()) for line in lines]


def matches(server):
    """Returns the finished matches as text from the first game on; the lines before it have changed between releases."""
    said = subprocess.run([server.binary, "-d", server.datadir, "export", "1"], capture_output=True, text=True)
    texts, number = {}, 1
    while said.returncode == 0:
        texts[str(number)] = [line.rstrip() for line in said.stdout[said.stdout.index("\n Game 1\n"):].splitlines()]
        number += 1
        said = subprocess.run([server.binary, "-d", server.datadir, "export", str(number)], capture_output=True, text=True)
    return texts


async def seen(server):
    """Returns what users see: settings, ratings, saved matches, the tournament, the position of the saved match."""
    found = {}
    for name in NAMES:
        c = await Line.log_in(server.port, name)
        found[name] = {
            "settings": next(x for x in c.welcome if x.startswith("2 ")),
            "rating": [x.split()[6:8] for x in c.welcome if x.startswith("5 %s " % name)][-1],
            "messages": [x for x in c.welcome if x.startswith("9 ")],
            "saved": [x for x in await c.ask("show saved") if not x.startswith("  opponent")],
        }
        await c.bye()
    a, b = [await (await Line.log_in(server.port, name)).get_ready() for name in SAVED]
    found["places"] = [x for x in await a.ask("tournament results 1") if re.match(r" +\d+ ", x)]
    await a.ask("invite " + SAVED[1])
    board = [x for x in await b.ask("join " + SAVED[0], "board") if x.startswith("board:")]
    found["board"] = board[-1:]
    await b.ask("leave")
    await a.bye()
    await b.bye()
    return found


def rows(board):
    """Returns (own row, their row) as in rules.py, from the fields of a board line."""
    own, theirs = bytearray(26), bytearray(26)
    colour = int(board[41])
    for point in range(1, 25):
        n, place = int(board[6 + point]) * colour, point if colour == 1 else 25 - point
        own[place], theirs[25 - place] = max(n, 0), max(-n, 0)
    own[0], theirs[0], own[25], theirs[25] = (int(n) for n in board[45:49])
    return bytes(own), bytes(theirs)


async def half_turn(c):
    """Rolls and moves if it is this player's turn, or goes on to the next game.  Returns False after the match."""
    async def board(*commands):
        found = [x for x in await c.ask(*commands, "board") if x.startswith("board:")]
        return found[-1].split(":") if found else None

    now = await board()
    if now is None:
        return False
    if now[32] == "0":
        await c.ask("join")
    if now[32] == now[41] and now[33] == "0":
        now = await board("roll")
    if now[32] == now[41] and now[33] != "0":
        _, results = rules.plays(*rows(now), int(now[33]), int(now[34]))
        steps = rules.step_names(min(results.values()), int(now[42]))
        await c.ask("move " + " ".join("-".join(step) for step in steps))
    return True


async def make(report, binary, version):
    """Lets the server of an earlier release write a database.  Its configuration has only options that all releases know."""
    server = Server(binary=binary, life=600)
    with open(server.conf, "w", encoding="ascii") as f:
        f.write(fibs.NO_LIMITS + fibs.QUICK_CONF)
    await server.start()
    await register_all(server.port, NAMES, PASSWORD)
    ledger = collections.defaultdict(lambda: (1500.0, 0))
    for number in (0, 2):
        pair = Pair(number, server.port, version, ledger, collections.Counter())
        await pair.series((1, 3), report)
        for player in pair.players:
            player.close()
            await player.closed
    a, b = [await (await Line.log_in(server.port, name)).get_ready() for name in SAVED]
    await a.ask("toggle notify", "set timezone Europe/Rome", "message left_aa see you at eight")
    await a.ask("tournament create Cup length 1 checkin 0", "tournament open 1", "tournament register 1")
    await b.ask("tournament register 1")
    await a.ask("tournament start 1", "tournament setresult 1 anna 1-0 agreed")
    await a.ask("invite bert 5")
    await b.ask("join anna")
    for _ in range(6):
        await half_turn(a)
        await half_turn(b)
    await b.ask("leave")
    await a.bye()
    await b.bye()
    await server.stop()
    with open(os.path.join(server.datadir, "gammond.db"), "rb") as f, lzma.open(os.path.join(FOLDER, version + ".db.xz"), "wb") as to:
        to.write(f.read())
    found = matches(server)
    await server.start()
    found = {"users": await seen(server), "matches": found}
    await server.stop()
    with open(os.path.join(FOLDER, version + ".json"), "w", encoding="utf-8") as f:
        json.dump(found, f, indent=1)
        f.write("\n")
    server.remove()


async def migrated(report, name):
    """Checks one database."""
    server = Server(life=300)
    os.mkdir(server.datadir)
    with lzma.open(os.path.join(FOLDER, name + ".db.xz")) as f, open(os.path.join(server.datadir, "gammond.db"), "wb") as to:
        to.write(f.read())
    with open(os.path.join(FOLDER, name + ".json"), encoding="utf-8") as f:
        wanted = json.load(f)
    await server.start()
    try:
        found = await seen(server)
        for user, facts in wanted["users"].items():
            report.check(name, found[user] == facts, "%s: %s, and in %s %s" % (user, found[user], name, facts))
        a, b = [await (await Line.log_in(server.port, user)).get_ready() for user in SAVED]
        await a.ask("invite " + SAVED[1])
        await b.ask("join " + SAVED[0])
        turns = 0
        while turns < 2000 and await half_turn(a) and await half_turn(b):
            turns += 1
        report.check(name, 0 < turns < 2000, "the saved match ends after %d turns" % turns)
        await a.bye()
        await b.bye()
    finally:
        await server.stop()
    now = {number: without_hits(text) for number, text in matches(server).items()}
    for number, text in wanted["matches"].items():
        text = without_hits(text)
        same = now.get(number) == text or number == max(wanted["matches"], key=int) and now[number][:len(text) - 1] == text[:-1]
        report.check(name, same, "match %s: %s, and in %s %s" % (number, now.get(number), name, text))  # the last match was continued
    checked = subprocess.run([server.binary, "-d", server.datadir, "check"], capture_output=True, text=True)
    report.check(name, checked.returncode == 0, checked.stdout + checked.stderr)
    server.remove()


async def main(report: Report):
    options = fibs.options(__doc__, make="", version="")
    if options["make"]:
        await make(report, options["make"], options["version"])
    for name in sorted(f[:-6] for f in os.listdir(FOLDER) if f.endswith(".db.xz")):
        await migrated(report, name)


if __name__ == "__main__":
    run(main, 600)
