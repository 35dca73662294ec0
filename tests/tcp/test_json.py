#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: plain
"""JSON lines over TCP: the bot of jsonbot.py, which was written from PROTOCOL.md 14, plays matches against itself and
against a bot of the server; the dice of every finished match can be verified.  Two players whose server is killed
return by their tokens and go on with their match."""
import asyncio
import json
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


class Link:
    """A connection of JSON lines.  `events` are the events received; their numbers must count from `first`."""

    async def open(self, port):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port)
        self.writer.write(b"json 1\r\n")
        self.events = []
        return self

    async def line(self):
        line = await self.reader.readline()
        if not line:
            raise EOFError("the server has closed the connection")
        if not line.startswith(b"{"):
            return await self.line()
        line = json.loads(line)
        if "e" in line:
            self.events.append(line)
        return line

    async def ask(self, **command):
        self.writer.write(json.dumps(dict(command, id=1)).encode() + b"\r\n")
        while "re" not in (line := await self.line()) or "e" in line:
            pass
        return line

    async def until(self, e):
        while not self.named(e):
            await self.line()
        return self.named(e)[0]

    def named(self, e):
        return [event for event in self.events if event["e"] == e]

    async def back(self, port, name, token, since):
        await self.open(port)
        answer = await self.ask(c="token", name=name, token=token, since=since)
        if "ok" not in answer:
            raise AssertionError("%s: %r" % (name, answer))
        return self

    def close(self):
        self.writer.transport.abort()


async def restart(report):
    """Players whose server was killed get their match as a snapshot, and no event twice."""
    group = "after a restart of the server"
    server = await Server().start()
    names, links = ("anna", "bert"), []
    for name in names:
        links.append(await Link().open(server.port))
        await links[-1].ask(c="register", name=name, password="k7-wagtail", keep=True)
        await links[-1].ask(c="set", key="ready", value=True)
    await links[0].ask(c="invite", player="bert", length=5)
    await links[1].until("invitation")
    await links[1].ask(c="join", player="anna")
    for link in links:
        await link.until("waits")
    tokens = [link.named("token")[0]["token"] for link in links]
    since = [link.events[-1]["s"] for link in links]
    await server.kill9()
    await server.start()
    for attempt in range(2):  # the first time, both players lose the connection before they have read anything
        links = [await Link().back(server.port, *row) for row in zip(names, tokens, since)]
        for link, before in zip(links, since):
            snapshot, waits = await link.until("match"), await link.until("waits")
            await link.ask(c="ping")
            numbers = [event["s"] for event in link.events]
            report.check(group, numbers == list(range(1, len(numbers) + 1)), repr(numbers))
            report.check(group, link.named("welcome")[0]["s"] <= before, repr(numbers))
            report.check(group, len(link.named("match")) == 1 and snapshot["n"] == waits["n"] and not link.named("act"), repr(link.events))
        if attempt == 0:
            while min(link.events[-1]["s"] for link in links) <= max(since):
                await asyncio.gather(*(link.ask(c="tell", player=names[1 - i], text="hello") for i, link in enumerate(links)))
            for link in links:
                link.close()
    seat = snapshot["players"].index("anna") ^ waits["seat"]
    plays = await links[seat].ask(c="get", what="plays")
    await links[seat].ask(c="move", play=plays["rows"][0] if plays["rows"] else "")
    for link in links:
        await link.until("act")
        report.check(group, link.named("act")[0]["n"] == snapshot["n"] + 1, repr(link.events))
    await server.stop()


async def main(report):
    await restart(report)
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
