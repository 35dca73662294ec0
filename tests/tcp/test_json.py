#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: plain
"""JSON lines over TCP: the bot of jsonbot.py, which was written from PROTOCOL.md 14, plays matches against itself and
against a bot of the server; every finished match is one whose dice can be verified."""
import asyncio
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from fibs import Server, bots, run, scaled
from test_verify import export, status_of, verifiers

BOT = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "tools", "jsonbot.py")
MATCHES = scaled(10, 2)


async def play(server, *words):
    command = [sys.executable, "-B", BOT, "127.0.0.1", str(server.port), *words]
    p = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True)
    return p.returncode, p.stdout, p.stderr


async def main(report):
    server = await Server(bots(club="ClubBot") + "pause_ms = 0\npercent = 100\n").start()
    both = await asyncio.gather(play(server, "anna", "k7-wagtail", str(MATCHES), "bert"),
                                play(server, "bert", "k7-wagtail", str(MATCHES)))
    won = 0
    for status, out, err in both:
        report.check("the bots end without an error", status == 0, err)
        found = re.search(r"won (\d+) of", out)
        won += int(found.group(1)) if found else 0
    report.check("each match has one winner", won == MATCHES, "%d of %d" % (won, MATCHES))
    status, out, err = await play(server, "anna", "k7-wagtail", "1", "ClubBot")
    report.check("a bot of the server plays over JSON lines", status == 0, out + err)
    for match in range(1, MATCHES + 2):
        path = os.path.join(server.base, "%d.json" % match)
        await export(server, match, "json", path)
        for words in verifiers(server):
            status, said = await status_of(*words, path)
            report.check("the dice of all matches can be verified", status == 0, "match %d: %s" % (match, said))
    await server.stop()


run(main, 600)
