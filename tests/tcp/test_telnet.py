#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: valgrind timeout=300
"""An interactive user: prompts and line ends, a 3-point match with a watcher, a second log-in that takes over,
a lost connection and the resume.  Transcripts show registration and log-in to the byte.
Usage: test_telnet.py [--seed N]"""

import asyncio
import random
import re
import sys
import time

import fibs
from bots import Player, Watcher
from fibs import Bad, Clip, Report, Server, Telnet, register, run, scaled

PASSWORD = "geheim"
WILL_ECHO, WONT_ECHO = (fibs.WILL, fibs.ECHO), (fibs.WONT, fibs.ECHO)
DO_NAWS = (fibs.DO, 31)
CTIME = r"[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}"


ARRIVALS = re.compile(r"([A-Za-z_]+ (?:logs in|logs in again|just registered and logs in|logs out|drops connection)"
                      r"|Closed old connection with user [A-Za-z_]+)\.")


class Screen:
    """A user in telnet mode: gets the same lines, with prompts between them and without numbered lines."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.tail_bytes = b""
        self.prompts = 0
        self.lobby = None  # a list for lines that do not belong to a match

    async def open(self, loop, port, early=None):
        self.buffer = b""
        self.error = None
        self.closed = loop.create_future()
        self.waiters = []
        self.state = "telnet login"
        self.settings = dict(autoboard=True, moreboards=True, double=True, greedy=False, automove=False,
                             moves=False, ratings=False, crawford=True)
        t = await Telnet.open(port)
        await login(t, self.name, PASSWORD)
        # The streams made the connection.  From here on this object reads from it.
        self.streams = t
        self.transport = t.writer.transport
        self.transport.set_protocol(self)
        self.state = "in"
        self.tail_bytes = b"> "

    def data_received(self, data):
        self.tail_bytes = (self.tail_bytes + data)[-200:]
        super().data_received(data)

    def _line(self, raw):
        self.count += 1
        if not raw.endswith(b"\r"):
            raise Bad("a line does not end CR LF: %r" % raw)
        line = raw[:-1].decode("ascii", "replace")
        while line.startswith("> "):
            line = line[2:]
            self.prompts += 1
        self.history.append(line)
        if line == "":
            return
        fibs.check_form(line.encode())
        if line[0].isdigit():
            raise Bad("a numbered line in telnet mode: %r" % line)
        if ARRIVALS.fullmatch(line):
            return
        known = fibs.classify(line)
        if known is None:
            if self.lobby is not None:
                self.lobby.append(line)
                self._wake("other", (line,), line)
                return
            raise Bad("unknown line: %r" % line)
        kind, groups = known
        if kind == "toggle":
            name, value = fibs.TOGGLE_OF[groups[0]]
            self.settings[name] = value
        if kind not in ("err_unknown",):
            self.game(kind, groups, line)
        self._wake(kind, groups, line)

    def check_prompt(self):
        """Checks that the prompt is the last text on the screen.  For use when no more output is expected."""
        if not self.tail_bytes.endswith(b"\r\n> ") and self.tail_bytes != b"> ":
            raise Bad("%s: no prompt at the end: %r" % (self.name, self.tail_bytes[-60:]))


class Person(Screen, Player):
    def match_over(self, winner, g):
        super().match_over(winner, g)
        self.final_wanted = None
        self.stop_match("won")


class Terminal(Screen, Watcher):
    pass


async def login(t, name, password):
    """Logs in.  Returns the text between the banner and the prompt."""
    await t.until("login: ")
    t.send(name)
    await t.until("password: ")
    t.send(password)
    text = await t.until("** User %s authenticated.\r\n" % name)
    found = await t.until_match(r"^\*\* Last login: (%s)  from (\S+)\r\n" % CTIME)
    text += found.group(0)
    text += await t.until("\r\n> ")
    return text


async def all_at_once(report, port):
    """Everything is sent before the first prompt."""
    t = await Telnet.open(port, b"earlier\r\n" + PASSWORD.encode() + b"\r\nversion\r\npip\r\n")
    await t.until("** User earlier authenticated.\r\n")
    await t.until("** Version ")
    await t.until("** You're not playing or watching.\r\n> ")
    report.check("input before the prompts", t.commands == [WILL_ECHO, WONT_ECHO, DO_NAWS], "%s" % t.commands)
    t.send("bye")
    await t.rest()


HABITS = dict(illegal=0.05, board=0.05, chat=0.0, toggles=0.0, resign=0.0, resign_out=0.0, double=0.0, take=0.8)


async def settle(*clients):
    """Waits until everything sent has been answered, and its effects on other users have arrived."""
    for c in clients:
        await c.command("version", "version")
    for c in clients:
        await c.command("version", "version")
        c.check_prompt()


async def a_match(report, server, seed):
    """Two users play a match to 3 points and a third watches; halfway through, one logs in a second time and then
    loses the connection."""
    group = "a match in telnet mode"
    port = server.port
    loop = asyncio.get_running_loop()
    ledger = {"ann_telnet": (1500.0, 0), "bob_telnet": (1500.0, 0)}
    ann, bob = (Person(n, PASSWORD, random.Random("%s %s" % (seed, n)), ledger, HABITS) for n in ledger)
    cat = Terminal("cat_telnet", PASSWORD, "ann_telnet", ("ann_telnet", "bob_telnet"))
    cat.rules_of = lambda: (True, False, 0)
    looker = Clip("dan_clip", PASSWORD)
    seen = []
    looker.game = lambda kind, g, line: seen.append(line)
    await looker.open(loop, port)
    for c in (ann, bob, cat):
        await c.open(loop, port)
        c.send("set boardstyle 3")  # the style that the model of a match reads
        await c.until("set")
        if c is not cat:
            c.send("toggle ready")
            await c.until("toggle")
    cat.start_watching()
    await cat.until("watching")
    await settle(ann, bob, cat)
    report.check(group, "cat_telnet is watching you." in ann.history, "the watcher is not announced")
    for p in (ann, bob):
        p.begin_match("bob_telnet" if p is ann else "ann_telnet", 3, True, False, 0)
        p.leaving_after = 0
    offer = bob.expect("type_join")
    await ann.command("invite bob_telnet 3", "invited")
    await offer
    bob.send("join ann_telnet")

    # A second log-in of ann in the middle of the game.
    await wait_plays(ann, bob, 6)
    old = ann.transport
    gone = bob.expect("opponent_gone")
    ann.frozen = bob.frozen = True
    again = await Telnet.open(port)
    await again.until("login: ")
    again.send("ann_telnet")
    await again.until("password: ")
    again.send(PASSWORD)
    text = await again.until("\r\n> ")
    report.check("a second log-in takes over", "** Warning: You are already logged in.\r\n" in text, "%r" % text)
    _, _, line = await gone
    report.check("a second log-in takes over", line == "Closed old connection with user ann_telnet. The game was"
                                                       " saved.", "the opponent sees %r" % line)
    await asyncio.wait_for(ann.closed, fibs.PATIENCE)
    report.check("a second log-in takes over", old.is_closing(), "the old connection is open")
    report.check("watching in telnet mode", not cat.watches, "the watcher was not notified")
    await looker.command("time", "clock")
    lines = [x for x in seen if x.startswith(("7 ", "8 "))]
    want = ["8 ann_telnet Closed old connection with user ann_telnet.", "7 ann_telnet ann_telnet logs in again."]
    report.check("a second log-in takes over", lines[-2:] == want, "others see %s" % lines[-3:])
    again.send("bye")
    await again.rest()
    await resume_with(report, ann, bob, port)
    ann.habits["double"] = bob.habits["double"] = 0.0
    await wait_plays(ann, bob, ann.plays_made + bob.plays_made + 6)

    # Ann's connection is lost.
    ann.frozen = bob.frozen = True
    await bob.command("version", "version")
    gone = bob.expect("opponent_gone")
    ann.abort()
    _, _, line = await gone
    report.check("a lost connection", line == "ann_telnet drops connection. The game was saved.", "%r" % line)
    await asyncio.wait_for(ann.closed, fibs.PATIENCE)
    cat.start_watching()
    await cat.until("err_none_called")
    await resume_with(report, ann, bob, port)
    cat.start_watching()
    await cat.until("watching")

    await asyncio.wait_for(asyncio.gather(ann.done, bob.done), fibs.PATIENCE * 4)
    for p in (ann, bob):
        p.frozen = True
    await settle(ann, bob, cat)
    after = ann.after
    report.check(group, ann.model.score == bob.model.score and max(ann.model.score.values()) >= 3,
                 "scores %s and %s" % (ann.model.score, bob.model.score))
    report.check("watching in telnet mode", cat.error is None and cat.boards > 5, "%s, %d boards"
                 % (cat.error, cat.boards))
    for p in (ann, bob):
        p.lobby = []
        p.model = None
        for name in after:
            await p.command("whois " + name, "other")
            await p.command("version", "version")
            rating, experience = after[name]
            want = "  Rating: %.2f Experience: %d" % (rating, experience)
            report.check("ratings change", want in p.lobby and rating != 1500.0, "%s not in %s" % (want, p.lobby))
    await looker.command("rawwho ann_telnet", "c6")
    report.check("ratings change", abs(float(looker.who["ann_telnet"][5]) - after["ann_telnet"][0]) < 0.0051,
                 "%s" % (looker.who["ann_telnet"],))
    report.check(group, ann.prompts > 10 and bob.prompts > 10, "prompts %d, %d"
                 % (ann.prompts, bob.prompts))
    reported = [x for x in seen if " wins a 3 point match against " in x]
    report.check("the result is reported to others", len(reported) == 1, "%s" % reported)
    for c in (ann, bob, cat):
        c.send("bye")
        await asyncio.wait_for(c.closed, fibs.PATIENCE)
        report.check("goodbye", " " * 29 + "Goodbye." in c.history, "%s" % c.tail(5))
    looker.close()


async def wait_plays(a, b, n):
    """Waits until both have made n plays in total, or the match is over."""
    while a.plays_made + b.plays_made < n and not a.done.done():
        await asyncio.wait_for(asyncio.wait([a.expect("moves", "rolls", "score", "wins_match", "you_win_match"),
                                             a.done], return_when=asyncio.FIRST_COMPLETED), fibs.PATIENCE)
        if a.error or b.error:
            raise Bad(a.error or b.error)
    if a.done.done():
        raise Bad("the match was over too early: another seed, please")


async def resume_with(report, ann, bob, port):
    """Ann logs in again; both continue from their models."""
    loop = asyncio.get_running_loop()
    await bob.command("version", "version")
    await ann.open(loop, port)
    ann.settings["ready"] = True
    await ann.command("version", "version")
    # Ann may have missed the result of her last command; Bob has received it.
    if ann.told != bob.told[:len(ann.told)]:
        raise Bad("the two were sent different lines: %s and %s" % (ann.told[-3:], bob.told[-3:]))
    ann.model = bob.model.clone()
    ann.model.view, ann.model.other = ann.name, bob.name
    ann.told = list(bob.told)
    for p in (ann, bob):
        p.habits["double"] = 0.2
        p.done = loop.create_future()
        p.resumed = loop.create_future()
        p.out.clear()
        p.due = None
        p.extra = 0
    offer = bob.expect("type_join")
    await ann.command("invite bob_telnet", "invited")
    await offer
    bob.send("join ann_telnet")
    await asyncio.wait_for(ann.resumed, fibs.PATIENCE)
    await asyncio.wait_for(bob.resumed, fibs.PATIENCE)
    report.add("resumed where it was")


async def main(report: Report):
    seed = sys.argv[2] if len(sys.argv) > 2 and sys.argv[1] == "--seed" else str(int(time.time()))
    print("seed %s" % seed, flush=True)
    server = await Server(life=600, conf="[limits]\nfailed_login_s = 0\n").start()
    await register(server.port, "earlier", PASSWORD)
    for name in ("ann_telnet", "bob_telnet", "cat_telnet", "dan_clip"):
        await register(server.port, name, PASSWORD)
    try:
        await all_at_once(report, server.port)
        await a_match(report, server, seed)
    except (Bad, asyncio.TimeoutError, ConnectionError) as e:
        report.fail("a match in telnet mode", "%s" % e)
    status = await server.stop()
    report.check("the server ends with status 0 at SIGTERM", status == 0, "status %s" % status)
    server.remove()


if __name__ == "__main__":
    run(main, scaled(280, 280))
