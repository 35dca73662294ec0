#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: plain timeout=240
"""Client programs that exist neither as Debian nor as npm packages: the commands that each one sends, as a script,
and every condition that its parser relies on.
Usage: test_client_scripts.py"""

import asyncio
import re
import sys

import fibs
import rules
from fibs import Ahead, Bad, Report, Server, clocked_server, register_all, run

PASSWORD = "geheim"
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DO_NAWS = bytes((fibs.IAC, fibs.DO, 31))
BOARD = re.compile(r"board:[a-zA-Z_<>]+:[a-zA-Z_<>]+(:-?[0-9]+){50}\Z")
WHO = re.compile(r"5 [A-Za-z_]+ ([A-Za-z_]+ -|- [A-Za-z_]+|- -) [01] [01] -?\d+\.\d\d \d+ \d+ \d{10} \S+ \S+ \S+\Z")
OWN = re.compile(r"2 [A-Za-z_]+( [01]){8} \d+( [01]){4} -?\d+\.\d\d [01] [01] \d+( [01]){2} \S+\Z")
TOGGLES = ("allowpip autoboard autodouble automove bell crawford double greedy moreboards moves notify ratings ready"
           " report silent telnet wrap").split()


def move_from(board):
    """Returns a legal play for the board at the user's turn, as it is typed."""
    f = [int(x) if i > 2 else 0 for i, x in enumerate(board.split(":"))]
    colour = f[41]
    rows = []
    for sign, off, bar in ((colour, f[45], f[47]), (-colour, f[46], f[48])):
        row = bytearray(26)
        row[0], row[25] = off, bar
        for p in range(1, 25):
            row[p if sign > 0 else 25 - p] = max(f[6 + p] * sign, 0)
        rows.append(bytes(row))
    _, results = rules.plays(rows[0], rows[1], f[33], f[34])
    return " ".join("-".join(p) for p in rules.step_names(list(results.values())[0], -colour))


class Wire:
    """A raw connection: checks every line against the rules that clients depend on, then keeps it for the
    script."""

    opened = []
    matched = 0  # lines that the scripts waited for and got

    def __init__(self, clip=True, eol="\r\n"):
        self.clip = clip
        self.eol = eol
        self.reader = self.writer = self.task = None
        self.buffer = b""
        self.lines = []
        self.at = 0
        self.motd = self.inside = False
        self.board = None
        self.fresh = False
        self.plays = False
        self.error = None
        self.news = asyncio.Event()
        self.closed = False
        self.prompts = 0

    @classmethod
    async def open(cls, port, first=None, **kwargs):
        """first: sent before anything is read."""
        self = cls(**kwargs)
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port)
        cls.opened.append(self)
        if first:
            self.send(first)
        self.task = asyncio.ensure_future(self._read())
        return self

    def send(self, text):
        self.writer.write((text + self.eol).encode())

    async def _read(self):
        try:
            while True:
                data = await self.reader.read(65536)
                if not data:
                    break
                self.buffer += bytes(data)
                if not self.clip:  # interactive users are asked for their window size, programs never
                    self.buffer = self.buffer.replace(DO_NAWS, b"")
                while b"\n" in self.buffer:
                    raw, self.buffer = self.buffer.split(b"\n", 1)
                    self._line(raw)
                self.news.set()
        except (Bad, ConnectionError, UnicodeDecodeError) as e:
            self.error = str(e)
        self.closed = True
        self.news.set()

    def _line(self, raw):
        if not raw.endswith(b"\r"):
            raise Bad("a line does not end CR LF: %r" % raw)
        line = raw[:-1].replace(bytes((fibs.IAC, fibs.WILL, fibs.ECHO)), b"").replace(
            bytes((fibs.IAC, fibs.WONT, fibs.ECHO)), b"").decode("ascii")
        self.lines.append(line)
        if self.clip and not self.inside and line.startswith("1 "):
            self.inside = True
        if not self.inside:
            return
        self._law(line)
        if self.plays:
            self._play(line)

    def _law(self, line):
        if self.motd:
            self.motd = line != "4"
            if line[:1] in ("3", "4") and line != "4":
                raise Bad("a line of the message of the day begins with 3 or 4: %r" % line)
            return
        if line.endswith((" ", "\t")):
            raise Bad("a blank at the end: %r" % line)
        if not self.clip:
            if line[:1].isdigit() or line.startswith(">"):
                raise Bad("not for a client in text mode: %r" % line)
        elif line == "3":
            self.motd = True
        elif line.startswith("3") or (line.startswith("6") and line != "6"):
            raise Bad("no line may begin like this: %r" % line)
        if line.startswith("board:"):
            if not BOARD.match(line):
                raise Bad("not a board to FIBSCookieMonster: %r" % line)
            self.board, self.fresh = line, True
        elif " roll" in line:
            self.fresh = False
        elif line.startswith("Please move") and not self.fresh:
            raise Bad("asked to move before the board")
        elif line.startswith("5 ") and not WHO.match(line):
            raise Bad("not a line of the user list: %r" % line)
        elif line.startswith("2 ") and self.clip and not OWN.match(line):
            raise Bad("not a line of the user's settings: %r" % line)

    def _play(self, line):
        """Plays as bots do: from the last board when asked to move."""
        if line.startswith("board:You") and self.lines[-2:-1] == ["It's your turn to move."]:
            self.send("move " + move_from(line))
        elif re.match(r"Please move [1-6]+ pie", line):
            self.send("move " + move_from(self.board))
        elif re.match(r"It's your turn\. Please roll or double", line):
            self.send("roll")

    async def until(self, pattern):
        """Returns the next line in which the pattern is found; skips the lines before it."""
        compiled = re.compile(pattern)
        deadline = asyncio.get_running_loop().time() + fibs.PATIENCE
        while True:
            while self.at < len(self.lines):
                found = compiled.search(self.lines[self.at])
                self.at += 1
                if found:
                    Wire.matched += 1
                    return found
            await self._more(pattern, deadline)

    async def until_buffer(self, text):
        """Waits until the unfinished line is exactly this; clients compare the whole buffer."""
        deadline = asyncio.get_running_loop().time() + fibs.PATIENCE
        while self.buffer != text:
            await self._more(text, deadline)
        self.buffer = b""

    async def _more(self, what, deadline):
        if self.error or self.closed:
            raise Bad("%s while waiting for %r; last lines: %s" % (self.error or "closed", what, self.lines[-8:]))
        self.news.clear()
        try:
            await asyncio.wait_for(self.news.wait(), deadline - asyncio.get_running_loop().time())
        except asyncio.TimeoutError:
            raise Bad("%r did not arrive; last lines %s and %r" % (what, self.lines[-12:], self.buffer)) from None

    async def ask(self, text, *patterns):
        self.send(text)
        return [await self.until(p) for p in patterns]

    async def block(self, text, last):
        """Sends a line.  Returns the lines of the answer up to one that matches."""
        begin = len(self.lines)
        self.at = begin
        self.send(text)
        await self.until(last)
        return [x for x in self.lines[begin:self.at] if x]

    async def end(self):
        await asyncio.wait_for(self.task, fibs.PATIENCE)
        if self.error:
            raise Bad(self.error)
        self.writer.close()


class Case:
    """One client's session: `ok` counts its checks under its name."""

    def __init__(self, report, server, name):
        self.report, self.port, self.name = report, server.port, name

    def ok(self, condition, text):
        return self.report.check(self.name, condition, text)

    async def clip(self, user, client="testclient", **kwargs):
        w = await Wire.open(self.port, "login %s 1008 %s %s" % (client, user, PASSWORD), **kwargs)
        await w.until(r"^1 %s \d+ \S+$" % user)
        await w.until(r"^4$")
        await w.until(r"^6$")
        return w

    async def opponent(self, user):
        """Returns an opponent who is ready to play and moves automatically."""
        w = await self.clip(user)
        await w.ask("toggle ready", r"You're now ready")
        w.plays = True
        return w

    async def bye(self, w, word="bye"):
        await w.ask(word, r"^ {29}Goodbye\.$")
        await w.end()
        self.ok(True, "")


async def kbackgammon(case):
    """Registers with the fixed line, logs in before the prompt, sends keep-alives, plays, and quits twice."""
    w = await Wire.open(case.port, "guest")
    await w.until(r"^ONE USERNAME PER PERSON ONLY!!!$")
    w.send("name kbg_new")
    await w.until(r"^(?:> )?Your name will be kbg_new$")
    w.send(PASSWORD)
    await w.until(r"^Please give your password: $")  # a prompt counts when its line is complete
    w.send(PASSWORD)
    await w.until(r"^Please retype your password: $")
    await w.until(r"^You are registered\.$")
    w.send("bye")
    await w.end()
    w = await Wire.open(case.port, "login KBG_1.0 1008 kbg_user %s" % PASSWORD)
    await w.until(r"^login: $")
    await w.until(r"^1 kbg_user \d+ \S+$")
    case.ok(w.lines[w.at - 2] == "login: ", "the prompt and the line 1 are not neighbours: %s" % w.lines[-5:])
    own = (await w.until(r"^2 kbg_user .*$")).group(0).split(" ")
    case.ok(len(own) == 22 and own[2:10] == "1 1 0 0 0 0 1 1".split(), "%s" % own)
    await w.until(r"^6$")
    await w.ask("set boardstyle 3", r"^Value of 'boardstyle' set to 3")
    for name in ("moreboards", "notify", "report"):
        for _ in range(2):
            await w.ask("toggle " + name, r"^\*\* ")
    await w.ask(ALPHABET, r"^\*\* Unknown command: '%s'$" % ALPHABET)
    await w.ask("toggle ready", r"^\*\* You're now ready to invite or join someone\.$", r"^5 kbg_user ", r"^6$")
    o = await case.opponent("kbg_foe")
    await o.ask("invite kbg_user 3", r"^\*\* You invited kbg_user to a 3 point match\.$")
    await w.until(r"kbg_foe wants to play a [0-9]+ point match with you\.$")
    await w.until(r"^Type 'join kbg_foe' to accept\.$")
    await w.ask("rawwho kbg_foe", r"^5 kbg_foe - - ", r"^6$")
    w.plays = True
    await w.ask("join kbg_foe", r"^\*\* You are now playing a 3 point match with kbg_foe$",
                r"^Starting a new game with kbg_foe\.$", r"rolled [1-6]", r"^board:You:kbg_foe:3:")
    await o.until(r" has joined you for a [0-9]+ point match\.$")
    for _ in range(3):
        await w.until(r"^Please move [1-6]+ pie|^It's your turn\. Please roll or double|^You can't move\.$")
    await o.ask("resign n", r"^You want to resign\. kbg_user will win 1 point\.$")
    await w.until(r"^kbg_foe wants to resign\. You will win 1 point\. Type 'accept' or 'reject'\.$")
    await w.ask("accept", r"^You accept and win 1 point\.$", r"^score in 3 point match: kbg_user-1 kbg_foe-0$",
                r"^Type 'join' if you want to play the next game, type 'leave' if you don't\.$")
    await o.ask("leave", r"The game was saved\.$")
    await w.until(r"^\*\* Player kbg_foe has left the game\. The game was saved\.$")
    await o.ask("invite kbg_user", r"^\*\* You invited kbg_user to resume a saved match\.$")
    await w.until(r" wants to resume a saved match with you\.$")
    await w.ask("join kbg_foe", r"^You are now playing with kbg_foe\. Your running match was loaded\.$")
    await o.until(r" has joined you. Your running match was loaded\.$")
    await w.ask("whois kbg_foe", r"^Information about kbg_foe:$", r"^  No email address\.$")
    await w.ask("help beginner", r"^NAME$")
    await o.ask("leave", r"The game was saved\.$")
    await w.until(r"The game was saved\.$")
    await o.ask("invite kbg_user unlimited", r"^\*\* You invited kbg_user to an unlimited match\.$")
    await w.until(r" wants to play an unlimited match with you\.$")
    await w.ask("watch kbg_foe", r"^You're now watching kbg_foe\.$")
    await w.ask("board", r"^\*\* kbg_foe is not playing\.$")
    await w.ask("unwatch", r"^You stop watching kbg_foe\.$")
    await w.ask("blind kbg_foe", r"^\*\* You blind kbg_foe\.$")
    await w.ask("blind kbg_foe", r"^\*\* You unblind kbg_foe\.$")
    await w.ask("toggle ratings", r"calculated\.$")
    await w.ask("away", r"^None of the users is away\.$")
    await w.ask("away tea", r"^You're away\. Please type 'back'$")
    await w.ask("back", r"^Welcome back\.$")
    await w.ask("wave", r"^You wave goodbye.$")
    await o.until(r"waves goodbye.$")
    w.send("quit")
    w.send("quit")
    await w.until(r"^ {29}Goodbye\.$")
    await w.end()
    case.ok(not any("Unknown command: 'quit'" in x for x in w.lines), "the second quit was answered")
    await case.bye(o)


async def matchdog(case):
    """Logs in on a line of the banner, sets its toggles one by one with `tog`."""
    w = await Wire.open(case.port)
    await w.until(r"One account per person only!")
    w.send("login MatchDogServer 1008 dog_user " + PASSWORD)
    await w.until(r"^1 dog_user ")
    await w.until(r"^6$")
    rows = [re.match(r"([a-z]+)\s+(YES|NO)\s*$", x) for x in await w.block("toggle", r"^wrap\s+(YES|NO)\s*$")]
    now = {m.group(1): m.group(2) for m in rows if m}
    case.ok(list(now) == TOGGLES and len(rows) == 18, "%s" % now)
    wanted = dict(now, ready="YES", ratings="YES", greedy="NO", bell="NO", automove="YES", allowpip="NO", notify="NO")
    for name, value in wanted.items():
        if now[name] != value:
            await w.ask("tog " + name, r"^\*\* ")
    rows = [re.match(r"([a-z]+)\s+(YES|NO)\s*$", x) for x in await w.block("toggle", r"^wrap\s+(YES|NO)\s*$")]
    case.ok({m.group(1): m.group(2) for m in rows if m} == wanted, "not as set: %s" % rows)
    await w.ask("set boardstyle 3", r"^Value of 'boardstyle' set to 3\.$")
    case.ok(await w.block("show saved", r"^no saved games\.$") == [
        "  opponent          matchlength   score (your points first)", "no saved games."], "show saved")
    await w.ask("whois dog_user", r"^Information about dog_user:$", r"^  No email address\.$")
    o = await case.opponent("dog_foe")
    await w.ask("who dog_foe", r"^5 dog_foe - - 1 0 1500\.00 0 ", r"^6$")
    await w.ask("tell RepBotNG ask dog_foe", r"^\*\* There is no one called RepBotNG$")
    w.plays = True
    await w.ask("invite dog_foe 1", r"^\*\* You invited dog_foe to a 1 point match\.$")
    await o.until(r"^dog_user wants to play a 1 point match with you\.$")
    await o.ask("join dog_user", r"^Starting a new game with dog_user\.$")
    await w.until(r"^\*\* Player dog_foe has joined you for a 1 point match\.$")
    await w.until(r"^board:You:dog_foe:1:0:0:")
    result = await w.until(r"^(You win the game and get|dog_foe wins the game and gets) [1-3] points?\.")
    changes = [await w.until(r"^change for ([A-Za-z_]+): -?4\*K\*sqrt\(N\)\*P=(-?\d+\.\d{6})$") for _ in range(2)]
    won = result.group(0).startswith("You")
    case.ok([c.group(1) for c in changes] == (["dog_user", "dog_foe"] if won else ["dog_foe", "dog_user"])
            and {c.group(2) for c in changes} == {"10.000000", "-10.000000"}, "%s" % [c.group(0) for c in changes])
    await w.until(r"^You win the 1 point match [1-3]-0 \.$" if won else r"^dog_foe wins the 1 point match [1-3]-0 \.$")
    await w.until(r"^5 dog_user - - 1 0 %s 1 " % (r"1510\.00" if won else r"1490\.00"))
    await w.ask("invite dog_foe 5", r"^\*\* You invited dog_foe to a 5 point match\.$")
    await o.until(r"^dog_user wants to play a 5 point match with you\.$")
    await o.ask("join dog_user", r"^Starting a new game with dog_user\.$")
    await w.until(r"^board:You:dog_foe:5:")
    o.writer.transport.abort()
    await w.until(r"^(dog_foe drops connection|Network error with dog_foe)\. The game was saved\.$")
    w.plays = False
    await w.ask("time", r" UTC \)$")
    case.ok((await w.block("show saved", r"dog_foe")) == [
        "  opponent          matchlength   score (your points first)", "  dog_foe                 5                0 -  0"],
        "show saved: %s" % w.lines[-3:])
    await case.bye(w)


async def gammonbot(case):
    """ParlorBot: its prompt is seven bytes; it answers invitations by the number of saved games."""
    w = await Wire.open(case.port)
    while w.buffer != b"login: ":
        await w._more("login: ", asyncio.get_running_loop().time() + fibs.PATIENCE)
    w.send("login ParlorBot 1008 gam_user " + PASSWORD)
    await w.until(r"^login: $")
    await w.until(r"^1 gam_user \d+ \S+$")
    await w.until(r"^6$")
    await w.ask("show saved", r"^no saved games\.$")
    await w.ask("show watchers", r"^Watching players: none\.$")
    await w.ask("blind", r"^\*\* Blinded users: none$")
    await w.ask("time", r"^[A-Z][a-z]+day, .* UTC \)$")
    await w.ask("toggle ready", r"You're now ready")
    o = await case.opponent("gam_foe")
    await o.ask("invite gam_user 5", r"^\*\* You invited")
    await w.until(r"^gam_foe wants to play a 5 point match with you\.$")
    await w.ask("show savedcount gam_foe", r"^gam_foe has no saved games\.$")
    await w.ask("show savedcount nobody_at_all", r"^\*\* There is no user called 'nobody_at_all'\.$")
    await w.ask("tellx RepBotNG ask gam_foe", r"^\*\* There is no one called RepBotNG$")
    await w.ask("tellx gam_foe your length is fine", r"^16 gam_foe your length is fine$")
    await o.until(r"^12 gam_user your length is fine$")
    w.plays = True
    await w.ask("join gam_foe", r"^\*\* You are now playing a 5 point match with gam_foe$")
    await w.ask("kibitz hello", r"^19 hello$", r"^\*\* 1 user heard you\.$")
    await o.until(r"^15 gam_user hello$")
    await o.ask("kibitz move", r"^19 move$")
    await w.until(r"^15 gam_foe move$")
    for _ in range(2):
        await w.until(r"^Please move [1-4] pieces?\.$|^You can't move\.$")
    o.plays = w.plays = False
    await w.ask("board", r"^board:You:gam_foe:5:")
    await w.ask("resign normal", r"^You want to resign\. gam_foe will win 1 point\.$")
    await o.until(r"Type 'accept' or 'reject'\.$")
    await w.ask("roll", r"^\*\* gam_foe hasn't accepted or rejected your resign yet\.$")
    await o.ask("reject", r"^You reject\. The game continues\.$")
    await w.until(r"^gam_foe rejects\. The game continues\.$")
    await w.ask("resign gammon", r"^You want to resign\. gam_foe will win 2 points\.$")
    await o.until(r"You will win 2 points\.")
    await o.ask("accept", r"^You accept and win 2 points\.$")
    await w.until(r"^gam_foe accepts and wins 2 points\.$")
    await w.until(r"^Type 'join' if you want to play the next game")
    await w.ask("join", r"^\*\* Please wait for gam_foe to join too\.$")
    await o.ask("leave", r"The game was saved\.$")
    await w.until(r"^\*\* Player gam_foe has left the game\. The game was saved\.$")
    await w.ask("show savedcount gam_foe", r"^gam_foe has 1 saved game\.$")
    await w.ask("show saved", r"^\*\*gam_foe +5 +0 - +2$")
    await case.bye(o)
    await w.until(r"^8 gam_foe gam_foe logs out\.$")
    await case.bye(w)


async def repbot(case):
    """A client that enters text mode by `connect`.  It recognises two lines as the end of the log-in, and reads
    everything else with regular expressions."""
    w = await Wire.open(case.port, clip=False)
    await w.until(r"One account")
    w.inside = True
    w.lines, w.at, w.buffer = [], 0, b""
    w.inside = False
    w.send("connect rep_user " + PASSWORD)
    await w.until(r"\*\* User rep_user authenticated\.$")
    await w.until(r"^\*\* Last login: [A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}  from \S+$")
    w.send("toggle telnet")
    await w.until(r"^\*\* You use a client program and will receive extra 'newlines'\.$")
    w.inside = True
    o = await case.opponent("rep_foe")
    await w.until(r"^rep_foe logs in\.$")
    await w.ask("version", r"^\*\* Version ")
    await w.ask("whois rep_foe", r"^Information about rep_foe:$", r"^  Last login:  .* from \S+$",
                r"^  Last logout: (Not available|[A-Z][a-z]+day, [A-Z][a-z]+ \d\d \d\d:\d\d \S+)$", r"^  Still logged in\. \d+ seconds? idle\.$",
                r"^  rep_foe is ready to play, not watching, not playing\.$",
                r"^  Rating: (\d+\.\d+) Experience: (\d+)$", r"^  No email address\.$")
    await w.ask("whois nobody_at_all", r"^No information found on user nobody_at_all\.$")
    rows = await w.block("rawwho", r"^who:end$")
    parsed = [re.match(r"who: *\d+\s+(-|P|R])?(R|-|P)?(-|W)(-|A)\s+(\S+)\s+(\d+\.\d+)\s+(\d+)\s+\d+:\d+\s+\d+:\d+\s+\S+$", x)
              for x in rows[:-1]]
    case.ok(all(parsed) and {"rep_user", "rep_foe"} <= {m.group(5) for m in parsed}, "%s" % rows)
    await o.ask("tell rep_user ask rep_foe", r"^16 rep_user ask rep_foe$")
    await w.until(r"^(\S+) says: ask rep_foe$")
    await w.ask("tell rep_foe rep_foe's reputation is 7 (GOOD)", r"^\*\* You tell rep_foe: rep_foe's reputation is 7 \(GOOD\)$")
    await o.until(r"^12 rep_user rep_foe's reputation is 7 \(GOOD\)$")
    await o.ask("shout anybody?", r"^17 anybody\?$")
    await w.until(r"^rep_foe shouts: anybody\?$")
    await w.ask("shout me", r"^You shout: me$")
    long = "raw 1 ask 1 " + " ".join("user_%s" % fibs.letters(i, 3) for i in range(140))
    await w.ask("tell rep_foe " + long, r"^\*\* You tell rep_foe: %s$" % long)
    await o.until(r"^12 rep_user %s$" % long)
    o.writer.transport.abort()
    await w.until(r"^(rep_foe drops connection|Network error with rep_foe)\.$")
    for _ in range(20):  # all at once: each is answered
        w.send("whois rep_foe")
    for _ in range(20):
        await w.until(r"^Information about rep_foe:$")
    await w.ask("bye", r"^ {29}Goodbye\.$")
    await w.end()
    case.ok(b"> " not in w.buffer, "a prompt after all: %r" % w.buffer)


async def baldlies(case):
    """Ends its lines with LF only, sends an empty line, joins whatever it is invited to."""
    w = await case.clip("bald_user", "BaldLies_v0.1.0", eol="\n")
    await w.ask("set boardstyle 3", r"^Value of 'boardstyle' set to 3\.$")
    w.send("")
    for name in ("autodouble", "autodouble", "bell", "bell"):
        await w.ask("toggle " + name, r"^\*\* You")
    await w.ask("set redoubles none", r"^Value of 'redoubles' set to 'none'\.$")
    await w.ask("toggle ready", r"You're now ready")
    o = await case.opponent("bald_foe")
    for length, text in (("2", "a 2 point match"), ("unlimited", "an unlimited match")):
        await o.ask("invite bald_user " + length, r"^\*\* You invited bald_user to %s\.$" % text)
        name = (await w.until(r"^([A-Za-z_]+) wants to play %s with you\.$" % text)).group(1)
        await w.ask("join " + name, r"^\*\* You are now playing %s with bald_foe$" % text)
        await w.until(r"^board:You:bald_foe:%s:" % ("2" if length == "2" else "9999"))
        await o.ask("resign backgammon", r"will win 3 points\.$")
        await w.until(r"^bald_foe wants to resign\. You will win 3 points\. Type 'accept' or 'reject'\.$")
        await w.ask("accept", r"^You accept and win 3 points\.$")
        if length == "2":
            await w.until(r"^You win the 2 point match 3-0 \.$")
        else:
            await w.until(r"^score in unlimited match: bald_user-3 bald_foe-0$")
    await w.ask("leave", r"^\*\* You terminated the game\. The game was saved\.$")
    await o.until(r"^\*\* Player bald_user has left the game\. The game was saved\.$")
    await case.bye(w)
    await case.bye(o)


async def gibbon(case):
    """Compares its whole buffer with the prompts while registering; then sends its CLIP commands."""
    w = await Wire.open(case.port)
    await w.until_buffer(b"login: ")
    w.send("guest")
    await w.until(r"^Welcome to \w+\.\s*You just logged in as guest\.")
    await w.until(r"^ONE USERNAME PER PERSON ONLY!!!$")
    await w.until_buffer(b"> ")
    w.send("name gib_new")
    await w.until(r"^(?:> )?Your name will be gib_new$")
    await w.until(r"^Type in no password")
    await w.until_buffer(b"\xff\xfb\x01Please give your password: ")
    w.send(PASSWORD)
    await w.until_buffer(b"Please retype your password: ")
    w.send(PASSWORD)
    await w.until(r"^You are registered\.$")
    w.writer.close()
    w = await case.clip("gib_user", "Gibbon_0.1.2")
    await w.ask("set boardstyle 3", r"^Value of 'boardstyle' set to 3\.$")
    await w.ask("show saved", r"^no saved games\.$")
    await w.ask("show savedcount", r"^gib_user has no saved games\.$")
    await w.ask("show savedcount gib_foe", r"^gib_foe has no saved games\.$")
    await w.ask("show savedcount nobody_at_all", r"^\*\* There is no user called 'nobody_at_all'\.$")
    await w.ask("toggle notify", r"^\*\* You won't be notified when new users log in\.$")
    await w.ask("toggle notify", r"^\*\* You'll be notified when new users log in\.$")
    await w.ask("toggle autoboard", r"^\*\* The board won't be refreshed after every move\.$")
    await w.ask("toggle autoboard", r"^\*\* The board will be refreshed after every move\.$")
    await w.ask("address gibbon@example.org", r"^Your email address is 'gibbon@example\.org'\.$",
                r"^5 gib_user .* c-[a-z2-9]{16} Gibbon_0\.1\.2 -$", r"^6$")
    await w.ask("address nowhere", r"^\*\* 'nowhere' is not an email address\.$")
    rows = [re.match(r"([a-z]+) +(YES|NO)$", x) for x in await w.block("toggle", r"^wrap ")]
    case.ok([m.group(1) for m in rows if m] == TOGGLES, "%s" % rows)
    rows = await w.block("set", r"^timezone:")
    case.ok(rows == ["Settings of variables:", "boardstyle: 3", "linelength: 0", "pagelength: 0", "redoubles:  none",
                     "sortwho:    login", "timezone:   UTC"], "%s" % rows)
    o = await case.opponent("gib_foe")
    await w.until(r"^7 gib_foe gib_foe logs in\.$")
    await w.until(r"^5 gib_foe ")
    await w.ask("look gib_foe", r"^\*\* gib_foe is not playing\.$")
    await w.ask("look gib_user", r"^You look great\.$")
    await w.ask("tellx gib_foe shall we", r"^16 gib_foe shall we$")
    await w.ask("alert gib_foe wake up", r"^16 gib_foe wake up$")
    await o.until(r"^20 gib_user wake up$")
    await w.ask("invite gib_foe 1", r"^\*\* You invited gib_foe to a 1 point match\.$")
    case.ok(any(x.startswith("5 gib_user - - 1 ") for x in w.lines), "inviting did not make ready")
    await o.until(r"wants to play a 1 point match")
    await o.ask("join gib_user", r"^\*\* You are now playing a 1 point match with gib_user$")
    await w.until(r"^board:You:gib_foe:1:")
    await w.ask("pip", r"^Pipcounts: You \d+   gib_foe \d+$")
    await w.ask("resign n", r"^You want to resign\. gib_foe will win 1 point\.$")
    await o.until(r"Type 'accept' or 'reject'\.$")
    await o.ask("accept", r"^You win the 1 point match 1-0 \.$")
    await w.until(r"^gib_foe wins the 1 point match 1-0 \.$")
    await w.until(r"^5 gib_foe - - 1 0 1500\.00 0 ")
    await w.ask("rawwho gib_foe", r"^5 gib_foe - - 1 0 1500\.00 0 ", r"^6$")
    await case.bye(o)
    await w.until(r"^8 gib_foe gib_foe logs out\.$")
    await case.bye(w)


async def the_others(case):
    """JavaFIBS, CocoaFIBS, Fibs.Net, Lepton and a Perl script, with what is particular to each."""
    w = await case.clip("java_user", "?NT________________!")
    w.send("who")
    rows = []
    while (await w.until(r"^(5|6)(?: |$)")).group(1) == "5":
        rows.append(w.lines[w.at - 1])
    case.ok(any(r.startswith("5 java_user ") and " ?NT________________! " in r for r in rows), "%s" % rows)
    c = await case.clip("coco_user", "CocoaFIBSBeta0.5")
    await w.ask("toggle ready", r"You're now ready")
    await c.ask("Toggle Ready", r"You're now ready")
    await w.ask("invite coco_user 3", r"^\*\* You invited")
    await c.until(r"^Type 'join java_user' to accept\.$")
    await c.ask("Join java_user", r"^Starting a new game with java_user\.$")
    await c.ask("Pip", r"^Pipcounts: [0-9a-zA-Z_<>]+ ")
    await c.ask("Frobnicate it", r"^\*\* Unknown command: 'Frobnicate'$")
    await c.ask("login x 1008 y z", r"^\*\* Unknown command: 'login'$")
    # a second log-in takes over; the first connection is closed without further lines
    n = await Wire.open(case.port, "login dotnetcli 1008 coco_user " + PASSWORD, eol="\r")
    await n.until(r"\*\* Warning: You are already logged in\.$")
    await n.until(r"^1 coco_user ")
    await w.until(r"^Closed old connection with user coco_user\. The game was saved\.$")
    await c.end()
    await n.until(r"^6$")
    await n.ask("set boardstyle 3", r"^Value of 'boardstyle' set to 3\.$")
    await case.bye(n, "Quit")
    await case.bye(w)
    bad = await Wire.open(case.port, "login Lepton 1008 java_user wrong_one")
    await bad.until(r"^login: $")
    await bad.until_buffer(b"login: ")
    case.ok(True, "")
    bad.writer.close()


async def clocks(case):
    """Two client programs that do not support clocks play a match with a clock until a player's time is
    up."""
    w = await case.clip("clock_user", "Gibbon_0.1.2")
    o = await case.opponent("clock_foe")
    o.plays = False
    await w.ask("invite clock_foe 1 clock fast", r"^\*\* You invited clock_foe to a 1 point match\.$",
                r"^The clock is 'fast': 8 seconds of each turn are free, then each player has 0:20\.$")
    await o.until(r"^Type 'join clock_user' to accept\.$")
    o.send("join clock_user")
    for one in (w, o):
        await one.until(r"^The match has a clock: 8 seconds of each turn are free, then ")
        await one.until(r"^Starting a new game with ")
        board = (await one.until(r"^(board:You:.*)$")).group(1)
        if board.split(":")[33] != "0":
            mover = one
            move = move_from(board)
    other = o if mover is w else w
    await mover.ask("clock", r"^Clock: clock_user 0:20  clock_foe 0:20 \(delay 8\)$")
    before = len(mover.lines)
    mover.send("move " + move)
    await other.until(r"^You roll \d and \d\.$")
    case.ok(not any("Clock" in x for x in mover.lines[before:]), "a line that was not asked for")
    case.ahead.pass_by(28200)
    mover.send("version")  # any line makes the server look at the clock
    await other.until(r"^\*\* Your time is up\. You lose the match\.$")
    await other.until(r"^[a-z_]+ wins the 1 point match 0-0 \.$")
    await mover.until(r"^\*\* The time of [a-z_]+ is up: the match is lost\.$")
    await mover.until(r"^You win the 1 point match 0-0 \.$")
    await mover.until(r"^5 [a-z_]+ - - ")
    await case.bye(w)
    await case.bye(o)


CASES = dict(kbackgammon=kbackgammon, MatchDog=matchdog, GammonBot=gammonbot, RepBot=repbot, BaldLies=baldlies,
             Gibbon=gibbon, others=the_others, clocks=clocks)
USERS = ("kbg_user kbg_foe dog_user dog_foe gam_user gam_foe rep_user rep_foe bald_user bald_foe gib_user gib_foe"
         " java_user coco_user").split()


async def main(report: Report):
    only = sys.argv[1:] or list(CASES)
    conf = "[limits]\nfailed_login_s = 0\n"
    server = await Server(life=220, conf=conf).start()
    await register_all(server.port, USERS, PASSWORD)
    clocked = Server(conf, clocked_server(), life=220)
    ahead = Ahead(clocked.base)
    clocked.env = {"GAMMOND_CLOCK": ahead.path}
    await clocked.start()
    await register_all(clocked.port, ("clock_user", "clock_foe"), PASSWORD)
    for name in only:
        case = Case(report, clocked if name == "clocks" else server, name)
        case.ahead = ahead
        try:
            Wire.matched = 0
            await CASES[name](case)
            report.add(name, Wire.matched)
        except (Bad, OSError, asyncio.TimeoutError) as e:
            report.fail(name, "%s" % (e or repr(e)))
        while Wire.opened:
            w = Wire.opened.pop()
            w.writer.transport.abort()
            await asyncio.wait_for(w.task, fibs.PATIENCE)
            report.check("every line keeps the rules that break clients", w.error is None or "reset" in w.error, w.error)
    for each in (server, clocked):
        status = await each.stop()
        report.check("the server ends with status 0 at SIGTERM", status == 0, "status %s" % status)
        each.remove()


if __name__ == "__main__":
    run(main, 220)
