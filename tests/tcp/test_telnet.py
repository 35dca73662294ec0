#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: valgrind timeout=300
"""An interactive user: registration and log-in byte for byte, prompts, line ends, a 3-point match with a
watcher, a second log-in that takes over, a lost connection and the resume; TinyMUD and the command sequence
of kbackgammon.
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
WELCOME = (" You just logged in as guest.\r\n"
           "Please register before using this server:\r\n"
           "\r\n"
           "Type 'name username' where name is the word 'name' and\r\n"
           "username is the login name you want to use.\r\n"
           "The username may not contain blanks ' ' or colons ':'.\r\n"
           "The system will then ask you for your password twice.\r\n"
           "Please make sure that you don't forget your password. All\r\n"
           "passwords are encrypted before they are saved. If you forget\r\n"
           "your password there is no way to find out what it was.\r\n"
           "Please type 'bye' if you don't want to register now.\r\n"
           "\r\n"
           "ONE USERNAME PER PERSON ONLY!!!\r\n"
           "\r\n"
           "Italiano: 'language italiano'.  Portugues do Brasil: 'language portugues'.\r\n"
           "> ")
CTIME = r"[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}"


ARRIVALS = re.compile(r"([A-Za-z_]+ (?:logs in|logs in again|just registered and logs in|logs out|drops connection)"
                      r"|Closed old connection with user [A-Za-z_]+)\.")


class Screen:
    """Telnet mode: the same lines, with prompts between them and without the numbered ones."""

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
        # The streams made the connection; from here on this object reads it itself.
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
        """Checks that the prompt is the last text on the screen, once no more output is expected."""
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


async def registration(report, port):
    """Every answer of section 1.6, and the position of the telnet commands."""
    group = "registration"
    t = await Telnet.open(port)
    banner = await t.until("login: ")
    lines = banner.split("\r\n")
    report.check("banner", lines[0] == "" and any(x.strip() == "One account per person only!" for x in lines),
                 "%r" % banner)
    report.check("banner", re.search(r"\r\n[A-Z][a-z]+day, [A-Z][a-z]+ \d\d \d\d:\d\d:\d\d \S+   \( %s UTC \)"
                                     r"\r\nlogin: \Z" % CTIME, banner), "the line with the time: %r" % lines[-2:])
    t.send("guest")
    text = await t.until("> ")
    report.check(group, re.fullmatch(r"Welcome to \w+\." + re.escape(WELCOME), text), "welcome: %r" % text)
    asked = ("Type in no password and hit Enter/Return if you want to change it now.\r\n\x00"
             "Please give your password: ")
    for name, answer in (
            ("guest", "** Please use another name. 'guest' is already used by someone else.\r\n> "),
            ("unlimited", "** Please use another name. 'unlimited' is already used by someone else.\r\n> "),
            ("bad:name", "** Your name may only contain letters and the underscore character _ .\r\n> "),
            ("digit9", "** Your name may only contain letters and the underscore character _ .\r\n> "),
            ("a" * 21, "** Please use a name with at most 20 characters.\r\n> "),
            ("earlier", "** Please use another name. 'earlier' is already used by someone else.\r\n> "),
            ("EARLIER", "** Please use another name. 'EARLIER' is already used by someone else.\r\n> ")):
        t.send("name " + name)
        text = await t.until("> ")
        report.check(group, text == answer, "name %s: %r instead of %r" % (name, text, answer))
    t.send("shout hello")
    text = await t.until("> ")
    report.check(group, text.startswith("To play, ") and text.endswith("\r\n> "), "another command: %r" % text)

    async def exchange(send, end, want):
        at = len(t.seen)
        if send is not None:
            t.send(send)
        await t.until(end)
        got = t.seen[at:]
        report.check(group, got in ([want] if isinstance(want, str) else want), "%r: %r instead of %r"
                     % (send, got, want))

    await exchange("name ann_telnet", "password: ", "Your name will be ann_telnet\r\n" + asked)
    await exchange("", "> ", ("\x00** No password given. Please choose a new name\r\n> ",
                              "\x00\r\n** No password given. Please choose a new name\r\n> "))
    await exchange("name ann_telnet", "password: ", "Your name will be ann_telnet\r\n" + asked)
    await exchange("abc", "password: ",
                   "\r\nMinimal password length is 4 characters.\r\nPlease give your password: ")
    await exchange(PASSWORD, "password: ", "\r\nPlease retype your password: ")
    await exchange("somethingelse", "Password: ", "\r\n** The two passwords were not identical. "
                                                  "Please give them again. Password: ")
    await exchange(PASSWORD, "password: ", "\r\nPlease retype your password: ")
    await exchange(PASSWORD, "> ", "\x00\r\nYou are registered.\r\nType 'help beginner' to get started.\r\n> ")
    want = [WILL_ECHO, WONT_ECHO, WILL_ECHO, WONT_ECHO]
    report.check("telnet echo around passwords", t.commands == want, "%s instead of %s" % (t.commands, want))
    # The new user stays connected.
    t.send("whois ann_telnet")
    text = await t.until("written it down: ")
    first = text.startswith("Your recovery code is ") and "used once.\r\nPress Return " in text
    t.send("")
    text = await t.until("> ")
    first = first and text.lstrip("\r\n").startswith("Type 'play' to start.\r\nInformation about ann_telnet:\r\n")
    report.check(group, first and "  Still logged in. " in text and "  Rating: 1500.00 Experience: 0\r\n" in text and text.endswith("  No email address.\r\n> "),
                 "whois: %r" % text)
    t.send("bye")
    text = await t.rest()
    report.check("goodbye", "\r\n" + " " * 29 + "Goodbye.\r\n" in "\r\n" + text, "%r" % text)


async def logging_in(report, port):
    group = "log-in"
    t = await Telnet.open(port)
    await t.until("login: ")
    t.send("")
    report.check(group, (await t.until("login: ")) in ("login: ", "\r\nlogin: "), "an empty line")
    for name in ("nobody_here", "ann_telnet"):
        t.send(name)
        await t.until("password: ")
        t.send("wrong-password")
        text = await t.until("login: ")
        report.check(group, text == "\r\nLogin incorrect.\r\nlogin: ", "refused with %r" % text)
    t.send("ann_telnet")
    text = await t.until("password: ")
    report.check(group, text == "password: ", "%r" % text)
    at = len(t.seen)
    t.send(PASSWORD)
    text = await t.until("** User ann_telnet authenticated.\r\n")
    report.check(group, t.seen[at:].startswith("\x00\r\n** User ann_telnet authenticated.\r\n"), "%r" % t.seen[at:])
    text = await t.until("\r\n> ")
    report.check(group, re.match(r"\*\* Last login: " + CTIME + r"  from 127\.0\.0\.1\r\n", text), "%r" % text)
    body = text.split("\r\n")[1:-1]
    report.check(group, not any(x.startswith(("3", "4")) for x in body), "the message of the day: %r" % body)
    want = [WILL_ECHO, WONT_ECHO] * 3 + [DO_NAWS]
    report.check("telnet echo around passwords", t.commands == want, "%s" % t.commands)

    for end in ("\r\n", "\n", "\r", "\r\x00"):
        at = len(t.seen)
        t.send("version", end)
        await t.until("> ")
        t.send("pip", "\r\n")
        await t.until("> ")
        report.check("line ends CR LF, LF, CR, CR NUL", re.fullmatch(
            r"\*\* Version [^\r\n]+\r\n> \*\* You're not playing or watching\.\r\n> ", t.seen[at:]),
            "%r: %r" % (end, t.seen[at:]))
    at = len(t.seen)
    t.send("")
    await t.until("> ")
    report.check("prompt", t.seen[at:] == "> ", "an empty line: %r" % t.seen[at:])
    t.send("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    text = await t.until("> ")
    report.check("prompt", text == "** Unknown command: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'\r\n> ", "%r" % text)
    t.raw(b"ver\xff\xfd\x01sion\r\n\xff\xfe\x01")
    text = await t.until("> ")
    report.check("telnet commands inside of a line", text.startswith("** Version "), "%r" % text)
    t.raw(bytes([fibs.IAC, fibs.DO, 24]) + b"version\r\n")
    await t.until("> ")
    report.check("telnet echo around passwords", t.commands[7:] in ([(fibs.WONT, 24)], []),
                 "an unknown option: %s" % t.commands[7:])
    t.send("bye")
    await t.rest()

    t = await Telnet.open(port, b"ann_telnet\r\n" + PASSWORD.encode() + b"\r\nversion\r\npip\r\n")
    try:
        await t.until("** User ann_telnet authenticated.\r\n")
        await t.until("** Version ")
        await t.until("** You're not playing or watching.\r\n> ")
        report.add("input before the prompts")
    except Bad as e:
        report.fail("input before the prompts", str(e))
    t.send("bye")
    await t.rest()


async def kbackgammon(report, port):
    group = "the sequence of kbackgammon"
    t = await Telnet.open(port, b"guest\r\n")
    await t.until("ONE USERNAME PER PERSON ONLY!!!\r\n")
    t.send("name kbg_user")
    await t.until("Please give your password: ")
    t.send(PASSWORD)
    await t.until("\r\nPlease retype your password: ")
    t.send(PASSWORD)
    await t.until("\r\nYou are registered.\r\n")
    t.close()
    report.add(group)
    t = await Telnet.open(port, b"\r\n\r\nlogin kbg 1008 kbg_user geheim\r\n")
    text = await t.until("\r\n6\r\n")
    report.check(group, re.search(r"login: \r\n1 kbg_user \d+ \S+\r\n2 kbg_user ", text), "%r" % text[:400])
    t.send("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    await t.until("** Unknown command: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'\r\n")
    t.send("quit")
    t.send("quit")
    text = await t.rest()
    report.check(group, "\r\n" + " " * 29 + "Goodbye.\r\n" in "\r\n" + text, "%r" % text)


async def tinymud(report, port):
    t = await Telnet.open(port)
    await t.until("login: ")
    t.send("connect kbg_user " + PASSWORD)
    await t.until("** User kbg_user authenticated.\r\n")
    await t.until_match(r"\*\* Last login: " + CTIME + r"  from \S+\r\n")
    at = len(t.seen)
    t.send("version")
    await t.until_match(r"\*\* Version [^\r\n]+\r\n")
    t.send("toggle telnet")
    await t.until("** You use a client program and will receive extra 'newlines'.\r\n")
    t.send("toggle telnet")
    await t.until("** You use telnet and don't need extra 'newlines'.\r\n")
    t.send("version")
    await t.until_match(r"\*\* Version [^\r\n]+\r\n")
    report.check("TinyMUD connect has no prompt", "> " not in t.seen[at:], "%r" % t.seen[at:])
    t.send("bye")
    await t.rest()
    t = await Telnet.open(port)
    await t.until("login: ")
    t.send("connect kbg_user wrong-password")
    text = await t.until("login: ")
    report.check("TinyMUD connect has no prompt", text == "\r\nlogin: ", "refused with %r" % text)
    t.close()


async def bell(report, port):
    """Only invitations and tells contain a BEL."""
    one = await Clip.connect(port, "bob_telnet", PASSWORD)
    other = await Clip.connect(port, "cat_telnet", PASSWORD)
    lines = []
    for c in (one, other):
        await c.set_toggle("ready", True)
    await one.set_toggle("bell", True)
    raw_lines = one._line
    one._line = lines.append
    other.send("invite bob_telnet 1")
    other.send("tell bob_telnet good evening")
    await other.command("time", "clock")
    one.send("version")
    await asyncio.wait_for(wait_for(lambda: any(b"** Version" in x for x in lines)), fibs.PATIENCE)
    one._line = raw_lines
    lines = [x.rstrip(b"\r") for x in lines if x.rstrip(b"\r")]
    starts = [x for x in lines if x.startswith(b"\x07")]
    report.check("bell", sum(b"\x07" in x for x in lines) == 2 and not starts, "%s" % lines)
    await one.set_toggle("bell", False)
    for c in (one, other):
        await c.set_toggle("ready", False)
        c.close()
        await c.closed


async def wait_for(condition):
    while not condition():
        await asyncio.sleep(0.01)


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
    report.check("watching in telnet mode", not cat.watches, "the watcher was not told")
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
        raise Bad("the two were told different things: %s and %s" % (ann.told[-3:], bob.told[-3:]))
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
    for name, part in (("registration", registration), ("log-in", logging_in),
                       ("the sequence of kbackgammon", kbackgammon), ("TinyMUD connect has no prompt", tinymud)):
        try:
            await part(report, server.port)
        except (Bad, asyncio.TimeoutError, ConnectionError) as e:
            report.fail(name, "%r" % e)
    for name in ("bob_telnet", "cat_telnet", "dan_clip"):
        await register(server.port, name, PASSWORD)
    try:
        await bell(report, server.port)
    except (Bad, asyncio.TimeoutError, ConnectionError) as e:
        report.fail("bell", "%r" % e)
    try:
        await a_match(report, server, seed)
    except (Bad, asyncio.TimeoutError, ConnectionError) as e:
        report.fail("a match in telnet mode", "%s" % e)
    status = await server.stop()
    report.check("the server ends with status 0 at SIGTERM", status == 0, "status %s" % status)
    server.remove()


if __name__ == "__main__":
    run(main, scaled(280, 280))
