#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: timeout=600
"""build/gammon with its screen, in a terminal that this program emulates: against the real server, and
against a stand-in that sends what FIBS sends.

Two clients play three matches: one with the keys alone, including a double, one with the mouse, and one by typing.  The
window is resized, the user switches to the line client and back, and the connection is lost.  Each of the other
games is begun.  The bytes sent to a terminal and the processor time are measured.  Random keys must send nothing
and leave the terminal as it was."""
import asyncio
import codecs
import fcntl
import inspect
import itertools
import os
import pty
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import fibs
import rules
from fibs import Bad, Report, Server, register, run
from test_client import GAMMON, Keyboard, Wire

PASSWORD = "geheim_7"
GAMMOND = os.environ.get("GAMMOND", "build/gammond")
MINUTES = int(os.environ.get("GAMMON_MINUTES", "0"))  # for long runs: minutes of random keys in the part "anything", as fast as possible
LIFE = 500 + 120 * MINUTES
KEYS = {"F1": "\x1bOP", "F2": "\x1bOQ", "F3": "\x1bOR", "F4": "\x1bOS", "F5": "\x1b[15~", "F6": "\x1b[17~",
        "F7": "\x1b[18~", "F8": "\x1b[19~", "F9": "\x1b[20~", "Up": "\x1bOA", "Down": "\x1bOB", "Right": "\x1bOC",
        "Left": "\x1bOD", "PgUp": "\x1b[5~", "PgDn": "\x1b[6~", "End": "\x1bOF", "Home": "\x1bOH", "Enter": "\r",
        "Esc": "\x1b", "Bksp": "\x7f", "Tab": "\t"}
BOARD = ("board:You:bert:5:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:%d:%s:0:0:1:1:1:0:1:-1:0:25"
         ":0:0:0:0:2:0:0:0")


class Screen:
    """The screen of an xterm that gets the bytes that curses sends."""

    TOKEN = re.compile(r"\x1b\[([?>]?)([\d;]*)([A-Za-z@`])|\x1b[()][A-Z0-9]|\x1b\][^\x07\x1b]*\x07|\x1b[=>78MDEc]|\r|\n|\x08|\t|\x07|\x0e|\x0f|[^\x1b]",
                       re.S)

    def __init__(self, w, h):
        self.resize(w, h)

    def resize(self, w, h):
        self.w, self.h = w, h
        self.rows = [[" "] * w for _ in range(h)]
        self.x = self.y = 0
        self.top, self.bottom = 0, h
        self.last = " "

    def feed(self, text):
        """Returns the incomplete sequence at the end of the text."""
        at = 0
        while at < len(text):
            m = self.TOKEN.match(text, at)
            if not m:
                if len(text) - at > 30:
                    raise Bad("not understood: %r" % text[at:at + 30])
                return text[at:]
            self.one(m)
            at = m.end()
        return ""

    def one(self, m):
        s = m.group(0)
        if m.group(3):
            self.sequence(m.group(1), [int(n or 0) for n in m.group(2).split(";")], m.group(3))
        elif s == "\r":
            self.x = 0
        elif s == "\n" and self.y == self.bottom - 1:
            self.sequence("", [1], "S")
        elif s == "\n":
            self.y = min(self.y + 1, self.h - 1)
        elif s == "\x1bM" and self.y == self.top:
            self.sequence("", [1], "T")
        elif s == "\x1bM":
            self.y = max(self.y - 1, 0)
        elif s == "\b":
            self.x = max(self.x - 1, 0)
        elif s >= " ":
            self.put(s)

    def put(self, ch):
        if self.x >= self.w:
            self.x = 0
            if self.y == self.bottom - 1:
                self.sequence("", [1], "S")
            else:
                self.y = min(self.y + 1, self.h - 1)
        self.rows[self.y][self.x] = self.last = ch
        self.x += 1

    def sequence(self, private, n, final):
        count = n[0] or 1
        row = self.rows[self.y]
        if private or final in "mlhtcn":
            return
        if final in "Hf":
            self.y, self.x = min(count, self.h) - 1, min((n[1] if len(n) > 1 else 1) or 1, self.w) - 1
        elif final == "d":
            self.y = min(count, self.h) - 1
        elif final in "G`":
            self.x = min(count, self.w) - 1
        elif final == "A":
            self.y = max(self.y - count, 0)
        elif final == "B":
            self.y = min(self.y + count, self.h - 1)
        elif final == "C":
            self.x = min(self.x + count, self.w - 1)
        elif final == "D":
            self.x = max(self.x - count, 0)
        elif final == "J":
            start = 0 if n[0] == 2 else self.x
            if n[0] == 1:
                raise Bad("erase above")
            for y in range(0 if n[0] == 2 else self.y, self.h):
                self.rows[y][start if y == self.y else 0:] = [" "] * (self.w - (start if y == self.y else 0))
        elif final == "K":
            span = {0: range(self.x, self.w), 1: range(0, self.x + 1), 2: range(self.w)}[n[0]]
            for x in span:
                row[x] = " "
        elif final == "X":
            row[self.x:self.x + count] = [" "] * min(count, self.w - self.x)
        elif final == "@":
            row[self.x:self.x] = [" "] * count
            del row[self.w:]
        elif final == "P":
            del row[self.x:self.x + count]
            row += [" "] * (self.w - len(row))
        elif final == "b":
            for _ in range(count):
                self.put(self.last)
        elif final == "r":
            self.top, self.bottom = count - 1, min(n[1] if len(n) > 1 else self.h, self.h)
            self.x = self.y = 0
        elif final in "LMST":
            top = self.y if final in "LM" else self.top
            part = self.rows[top:self.bottom]
            new = [[" "] * self.w for _ in range(min(count, len(part)))]
            self.rows[top:self.bottom] = new + part[:len(part) - len(new)] if final in "LT" else part[len(new):] + new
        else:
            raise Bad("sequence %r %r %r" % (private, n, final))

    def text(self):
        return "\n".join("".join(r).rstrip() for r in self.rows)


class Player(Keyboard):
    """gammon with its screen in a pseudo-terminal."""

    def __init__(self, port, *options, w=80, h=24, **environment):
        self.screen = Screen(w, h)
        self.raw = b""
        # reads may end within a character
        self.decode = codecs.getincrementaldecoder("utf-8")("surrogateescape").decode
        self.rest = ""  # the beginning of an incomplete sequence
        self.error = None
        self.bytes = 0
        self.fd, slave = pty.openpty()
        self.before = termios.tcgetattr(slave)
        self.size(w, h)
        env = dict(os.environ, TERM="xterm-256color", LC_ALL="C.UTF-8", HOME="/dev/null",
                   XDG_CONFIG_HOME="/dev/null", XDG_STATE_HOME="/dev/null")  # where not even root can create a file
        env.update(environment)
        env.pop("NO_COLOR", None)
        self.process = subprocess.Popen(
            [GAMMON, *options, port if isinstance(port, str) else "127.0.0.1:%d" % port], stdin=slave, stdout=slave, stderr=slave, env=env,
            close_fds=True, start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        self.slave = slave
        os.set_blocking(self.fd, False)
        asyncio.get_running_loop().add_reader(self.fd, self._read)
        self.news = asyncio.Event()

    def size(self, w, h):
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", h, w, 0, 0))

    def resize(self, w, h):
        self.screen.resize(w, h)
        self.size(w, h)

    def _read(self):
        try:
            data = os.read(self.fd, 65536)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            asyncio.get_running_loop().remove_reader(self.fd)
        self.raw += data
        self.bytes += len(data)
        try:
            self.rest = self.screen.feed(self.rest + self.decode(data))
        except Bad as e:
            self.error, self.rest = e, ""
        self.news.set()

    def keys(self, *names):
        for name in names:
            self.type(KEYS[name])

    def click(self, x, y):
        at = "%d;%d" % (x + 1, y + 1)
        self.type("\x1b[<0;%sM\x1b[<0;%sm" % (at, at))

    def bar(self):
        """Returns the lines with the buttons."""
        return "\n".join(row for row in self.screen.text().split("\n") if re.search(r"\[F\d+ ", row))

    def press(self, label):
        """Clicks a button."""
        for y, row in enumerate(self.screen.text().split("\n")):
            m = re.search(r"\[F\d+ %s" % re.escape(label), row)
            if m:
                self.click(m.start() + 2, y)
                return
        raise Bad("no button %s:\n%s" % (label, self.screen.text()))

    async def sees(self, wanted, wait=None):
        """Waits until the screen shows a string or a condition is true."""
        meets = wanted if callable(wanted) else lambda: wanted in self.screen.text()
        end = asyncio.get_running_loop().time() + (wait or fibs.PATIENCE)
        while not meets():
            if self.error:
                raise self.error
            self.news.clear()
            left = end - asyncio.get_running_loop().time()
            try:
                await asyncio.wait_for(self.news.wait(), left)
            except asyncio.TimeoutError:
                what = repr(wanted) if not callable(wanted) else inspect.getsource(wanted).strip()
                raise Bad("%s: not on the screen:\n%s" % (what, self.screen.text())) from None

    async def still(self):
        """Waits until no more output arrives."""
        while True:
            self.news.clear()
            try:
                await asyncio.wait_for(self.news.wait(), 0.6)
            except asyncio.TimeoutError:
                return

    async def log_in(self, name):
        await self.sees("Your name, or guest")
        self.type(name + "\r")
        await self.sees("Password:")
        self.type(PASSWORD + "\r")
        await self.sees("Ready to play]")
        if self.screen.h >= 24:  # the end of the message of the day is shown only once the language of the account is known
            await self.sees(lambda: b"the rules of this server" in self.raw)

    async def end(self):
        return await asyncio.get_running_loop().run_in_executor(None, self.process.wait, fibs.PATIENCE)

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.hang_up()
        os.close(self.slave)


class Fibs:
    """A stand-in without gammond's extensions: irregular spaces, no `6`, "It's your turn to roll or
    double."."""

    def __init__(self):
        self.got = []
        self.writer = None
        self.ready = asyncio.Event()

    async def start(self):
        self.server = await asyncio.start_server(self._talk, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def _talk(self, reader, writer):
        self.writer = writer
        writer.write(b"\r\nWELCOME TO THE\r\n      One account per person only!\r\n\r\nlogin: ")
        while line := await reader.readline():
            line = line.decode().strip()
            self.got.append(line)
            if line.startswith("login "):
                self.say("", "1 anna 1041253132  192.168.1.308",
                         "2 anna 1 1 0 0 0 0 1 1 2396 0 1 0 1 3457.85 0 0 0 0 0 UTC", "3", "+---+", "|   |", "+---+", "4",
                         "", "5 bert anna - 1 0 1418.61 23 1914 1041272421 192.168.40.3 MacFIBS -",
                         "5 anna bert  - 0 0 1500.00 0 0 1593791615 109.151.213.145 gammon -",
                         "You are now playing with bert. Your running match was loaded.", "turn: anna.")
            elif line == "token new":
                self.say("** Unknown command: 'token'")
            elif line == "set boardstyle":
                self.say("Value of 'boardstyle' is 3")
            elif line == "gammon-list":
                self.say("** Unknown command: 'gammon-list'")
            elif line == "who cora":
                self.say("5 cora  dora - 1 0 1618.41  23 1914 1041272421 192.168.40.3  - -")
            elif line == "board":
                self.say(BOARD % (1, "3:1"))
                self.ready.set()

    def say(self, *lines):
        self.writer.write("".join(line + "\r\n" for line in lines).encode())

    def close(self):
        if self.writer:
            self.writer.close()
        self.server.close()


# ---- against the stand-in -------------------------------------------------------------------------------

async def on_fibs(port, **how):
    p = Player(port, "-u", "anna", **how)
    await p.sees("Password:")
    p.type(PASSWORD + "\r")
    await p.sees("Move 3 1.")
    return p


async def bytes_are_few(report: Report):
    """Checks the number of bytes sent to a terminal of 80 by 24 for the whole screen, for one checker and for no
    change."""
    server = await Fibs().start()
    p = await on_fibs(server.port)
    try:
        await p.still()
        p.bytes = 0
        p.type("\x0c")
        await p.still()
        report.check("bytes", 2000 < p.bytes <= 12288, "the whole screen: %d" % p.bytes)
        server.say(BOARD % (-1, "0:0"))
        await p.sees("It is bert's turn.")
        await p.still()
        p.bytes = 0
        server.say((BOARD % (-1, "0:0")).replace(":5:0:3:", ":4:1:3:"))  # one checker from 6 to 7
        await p.sees("pips 168")
        await p.still()
        report.check("bytes", p.bytes <= 100, "one checker: %d, %r" % (p.bytes, p.raw[-p.bytes:]))
        p.bytes = 0
        server.say((BOARD % (-1, "0:0")).replace(":5:0:3:", ":4:1:3:"), "6")
        await p.still()
        report.check("bytes", p.bytes == 0, "nothing new: %d, %r" % (p.bytes, p.raw[-60:]))
        server.say("Clock: anna 4:20  bert 3:10 (delay 0)")

        def seconds():
            m = re.search(r"clock ([0-3]):(\d\d)", p.screen.text())
            return 60 * int(m.group(1)) + int(m.group(2))

        await p.sees(lambda: "(delay 0)" in p.screen.text() and "clock 3:0" in p.screen.text())
        await p.still()  # the rest of the drawing may be in a second read
        before = seconds()
        p.bytes = 0
        await p.sees(lambda: seconds() < before)  # the clock drops by more than one second if the machine was suspended
        report.check("bytes", 0 < p.bytes <= 20 * (before - seconds()), "a clock tick: %d, %r" % (p.bytes, p.raw[-60:]))
    finally:
        p.close()
        server.close()


def of_process(p, name):
    """Returns a number from the process's status in /proc."""
    with open("/proc/%d/status" % p.process.pid, encoding="ascii") as f:
        return int(re.search(r"(?m)^%s:\s+(\d+)" % name, f.read()).group(1))


def cpu_ms(p):
    with open("/proc/%d/schedstat" % p.process.pid, encoding="ascii") as f:
        return int(f.read().split()[0]) / 1e6


async def costs_little(report: Report):
    """Checks the processor time used at 200 by 60: for a key, for a thousand lines, and when nothing happens."""
    slower = 10 if os.environ.get("GAMMON_CHECKER") else 1
    server = await Fibs().start()
    p = await on_fibs(server.port, w=200, h=60)
    try:
        await p.still()
        before, keys = cpu_ms(p), 40
        for i in range(keys):
            p.type("x")
            await p.sees(lambda: p.screen.text().endswith("\n" + "x" * (i + 1)))
        one = (cpu_ms(p) - before) / keys
        report.check("costs", one < 5 * slower, "a key: %.2f ms" % one)
        before = cpu_ms(p)
        server.say(*("13 bert hello %d" % i for i in range(1000)))
        await p.sees("hello 999")
        burst = cpu_ms(p) - before
        report.check("costs", burst < 50 * slower, "1,000 lines: %.1f ms" % burst)
        for _ in range(5):  # on a busy machine the process may still be handling earlier output
            await p.still()
            before = of_process(p, "voluntary_ctxt_switches")
            await asyncio.sleep(1.5)  # only time can show that nothing happens
            woken = of_process(p, "voluntary_ctxt_switches") - before
            if woken == 0:
                break
        report.check("costs", woken == 0, "woken %d times for nothing" % woken)
        print("   a key %.2f ms, 1,000 lines %.1f ms of the processor" % (one, burst))
    finally:
        p.close()
        server.close()


async def keys_of_any_terminal(report: Report):
    """Keys work that terminals send although their description lacks them; unknown sequences are not taken as
    text."""
    server = await Fibs().start()
    p = await on_fibs(server.port, TERM="vt100")
    try:
        p.keys("F5")
        await p.sees("Pick a checker, or type the move.")
        p.type("\x1b[99~\x1b[200~kibitz hello\x1b[201~\x1b[D\x1b[3~\x1b[1;5C\x1b[[F\x1bOp\x1b[7~\x1b[3~\x1b[8~o")
        await p.sees(lambda: p.screen.text().endswith("\nibitz hello"))
        p.type("\x1b[[A")  # F1 on the Linux console
        await p.sees("earlier messages")
        report.add("any terminal")
    finally:
        p.close()
        server.close()


async def search_goes_on(report: Report):
    """Enter goes from one matching line to the next.  Where there is no room beside the board, score and pips
    are below it."""
    server = await Fibs().start()
    p = await on_fibs(server.port)
    try:
        server.say(*("13 bert line %d" % i for i in range(100)))
        await p.sees("bert shouts: line 99")
        p.type("\x06")
        await p.sees("\nFind:")
        p.type("line 4\r")
        await p.sees("Find: line 4")
        await p.sees(lambda: "line 49" in p.screen.text() and "line 50" not in p.screen.text())
        p.type("\r\r")
        await p.sees(lambda: "line 47" in p.screen.text() and "line 48" not in p.screen.text())
        p.type("\r" * 9)
        await p.sees("Nothing more found.")
        p.type("\x1b")
        await p.sees(lambda: "Find:" not in p.screen.text())
        p.resize(60, 20)
        await p.sees("anna: score 0, pips 167. bert: score 0, pips 167. To 5.")
        report.add("search")
    finally:
        p.close()
        server.close()


async def fibs_is_enough(report: Report):
    """Everything except gammond's extensions works with a server like FIBS."""
    server = await Fibs().start()
    p = await on_fibs(server.port)
    try:
        report.check("FIBS", server.got[0] == "login gammon 1008 anna " + PASSWORD, "%r" % server.got)
        await p.still()
        p.keys("Enter", "Enter", "Enter", "Enter")  # the rearmost checkers first, the larger die first
        await p.sees("24/21 24/23")
        p.keys("Bksp", "Bksp")
        await p.sees("Move 3 1.")
        p.type("8/5 6/5*\r")
        await p.sees("It is bert's turn.")
        server.say(BOARD % (-1, "0:0"), "bert doubles. Type 'accept' or 'reject'.")
        await p.sees("bert doubles to 2. [F5 Accept] [F6 Reject] [F7 More]")
        p.keys("F5")
        await p.sees(lambda: "accept" in server.got)
        server.say("You accept the double. The cube shows 2.", "bert rolls 6 and 5.", "bert moves 1-7 1-6 .",
                   BOARD % (1, "0:0"), "It's your turn to roll or double.")
        await p.sees("Your turn. [F5 Roll]")
        report.check("FIBS", "move 8-5 6-5" in server.got and "move 8/5" not in " ".join(server.got), "%r" % server.got)
        p.type("9/3\r")
        await p.still()
        server.say("** You have to roll the dice before moving.")
        await p.sees("** You have to roll")
        p.type("who cora\r")
        await p.sees("cora                 rating 1618.41  experience 23    plays dora")
        p.type("tell bert good luck\r")
        await p.sees(lambda: server.got[-1] == "tell bert good luck")
        server.say("16 bert good luck", "12 bert  thanks, you too ", "bert wants to resign. You will win 2 points. Type 'accept' or 'reject'.")
        await p.sees("bert wants to resign. [F5 Accept] [F6 Reject]")
        await p.sees("bert says:")
        p.keys("F5")
        await p.sees(lambda: server.got[-1] == "accept")
        server.say("You accept and win 2 points.", "score in 5 point match: anna-2 bert-0", "",
                   "Type 'join' if you want to play the next game, type 'leave' if you don't.")
        await p.sees("Another game? [F5 Next game] [F6 Leave]")
        await p.sees("score 2")
        p.keys("F5")
        await p.sees(lambda: server.got[-1] == "join")
        server.say("Starting a new game with bert.", "You rolled 1, bert rolled 6", "bert makes the first move.",
                   BOARD.replace(":5:0:0:", ":5:2:0:", 1) % (-1, "0:0"), "bert rolls 6 and 1.", "bert can't move.",
                   "You can't move.", "bert drops connection. The game was saved.")
        await p.sees("The game was saved")
        p.type("watch cora\r")
        await p.sees(lambda: server.got[-1] == "watch cora")
        server.say("You're now watching cora.", BOARD.replace("You:bert", "cora:dora") % (1, "3:1"))
        await p.sees("cora has rolled 3 1.")
    finally:
        p.close()
        server.close()


async def keys_at_random(report: Report):
    """Keys other than Enter, buttons and the commands that leave send nothing; every window size works; the
    terminal is restored at the end."""
    server = await Fibs().start()
    p = await on_fibs(server.port)
    rng = random.Random(4)
    harmless = [k for k in KEYS if k not in ("Enter", "F3") and not re.match("F[5-9]", k)]
    try:
        await p.still()
        before = len(server.got)
        for i in range(fibs.scaled(3000, 400)):
            what = rng.randrange(10)
            if what == 0:
                p.resize(rng.choice((1, 2, 19, 20, 53, 54, 79, 80, 81, 110, 133, 200, 250)),
                         rng.choice((1, 2, 3, 4, 17, 18, 24, 25, 43, 60, 100)))
            elif what == 1:
                p.type("\x1b[<%d;%d;%d%s" % (rng.choice((0, 64, 65)), rng.randrange(1, 54), rng.randrange(1, 15),
                                            rng.choice("Mm")))
            elif what < 4:
                p.type(rng.choice("abcxyz0123456789/*äß "))
            elif what == 4:
                p.type(rng.choice(("\x01", "\x02", "\x05", "\x06", "\x0b", "\x0c", "\x15", "\x17", "\x1b[", "\x1b2", "\x1bx")))
            else:
                p.keys(rng.choice(harmless))
            if i % 20 == 0:
                server.say(BOARD % (1, "%d:%d" % (rng.randrange(1, 7), rng.randrange(1, 7))), "13 bert hello " * 3)
                await asyncio.sleep(0.01)
        report.check("random", p.process.poll() is None, "it ended: %r" % p.raw[-300:])
        report.check("random", len(server.got) == before, "sent: %r" % server.got[before:])
        p.resize(80, 24)
        p.type("\x1b\x15")
        await p.still()
        p.process.terminate()
        await p.end()
        report.check("random", termios.tcgetattr(p.slave)[:4] == p.before[:4], "the terminal is not as it was")
        modes = {}
        for m in re.finditer(rb"\x1b\[\?([\d;]+)([hl])", p.raw):
            modes.update(dict.fromkeys(m.group(1).split(b";"), m.group(2)))
        left = [m for m in (b"1000", b"1006", b"1049", b"1") if modes.get(m) == b"h"]
        report.check("random", not left, "modes that were left: %r" % left)
    finally:
        p.close()
        server.close()


# ---- against the real server ----------------------------------------------------------------------------

async def by_keys(p):
    p.type("\r" * 9 if "Send]" in p.bar() else "\r")  # picks up and puts down each checker, then sends the move


def cell_of(p, place):
    """Returns the cell of a point on the 80-column board."""
    column = place - 13 if place > 12 else 12 - place
    return 6 + 3 * column + (5 if column > 5 else 0) + 1, 2 if place > 12 else 12


async def by_mouse(p):
    bar = p.bar()
    if "Send]" not in bar:
        p.press(next(b for b in ("Roll", "Accept", "Next game") if b in bar))
        return
    rows = p.screen.text().split("\n")
    if not bar.strip().startswith("Move") and "(" not in rows[7][30:48] and "[" not in rows[7][30:48]:
        p.press("Send")
        return
    for place in [25] + list(range(24, 0, -1)):
        x, y = (26, 12) if place == 25 else cell_of(p, place)
        seen = p.screen.text()
        if "●" not in seen.split("\n")[y][x - 1:x + 2]:
            continue
        p.click(x, y)
        await asyncio.sleep(0.1)
        rows = p.screen.text().split("\n")
        targets = [(cx, cy) for cy in range(2, 14) for cx in range(6, 52) if cx < len(rows[cy]) and rows[cy][cx] == "◇"]
        if targets:
            p.click(*targets[0])
            return
    p.press("Send")


def read_board(p):
    """Returns (own row, their row) as in rules.py, from the 80-column board."""
    rows = [row.ljust(80) for row in p.screen.text().split("\n")]
    own, theirs = bytearray(26), bytearray(26)

    def stack(x, upper):
        cells = [rows[y][x - 1:x + 2].strip() for y in (range(2, 7) if upper else range(12, 7, -1))]
        number = [int(c) for c in cells if c.isdigit()]
        return cells[0], number[0] if number else sum(c == cells[0] for c in cells)

    for place in range(1, 25):
        glyph, n = stack(cell_of(p, place)[0], place > 12)
        if glyph == "●":
            own[place] = n
        elif glyph == "○":
            theirs[25 - place] = n
    for row, upper in ((own, False), (theirs, True)):
        glyph, n = stack(26, upper)
        row[25] = n if glyph else 0
        row[0] = 15 - sum(row)
    return bytes(own), bytes(theirs)


def written(steps, rng):
    """Returns the steps of a play in one of the forms that can be typed."""
    names = [[{25: "bar", 0: "off"}.get(place, "%d" % place) for place in step] for step in steps]
    form = rng.randrange(6)
    if form < 4:  # 8/5 6/5, m 8-5 6-5, move 8-5 6-5, 8 5 6 5
        between = "/-- "[form]
        return ("", "m ", "move ", "")[form] + " ".join(between.join(step) for step in names)
    if form == 4:  # 8/5(2)
        return " ".join("%s/%s(%d)" % (*step, len(list(same))) for step, same in itertools.groupby(names))
    ways = []  # 13/8/5
    for step in names:
        if ways and ways[-1][-1] == step[0]:
            ways[-1].append(step[1])
        else:
            ways.append(list(step))
    return " ".join("/".join(way) for way in ways)


TYPED = random.Random(8)


async def by_typing(p):
    bar = p.bar()
    for button, text in (("Roll", "roll"), ("Accept", "accept"), ("Next game", "join"), (r"Join (\w+)", r"join \1"), ("Ready", "toggle ready")):
        shown = re.search(r"\[F\d+ %s\b" % button, bar)
        if shown:
            p.type(shown.expand(text) + "\r")
            return
    dice = re.search(r"Move (\d) (\d)\.", bar)
    if dice:
        _, results = rules.plays(*read_board(p), *map(int, dice.groups()))
        after = min(results, key=lambda after: (sum(n == 1 for n in after[0][1:25]), TYPED.random()))
        p.type(written(results[after], TYPED) + "\r")


def is_recorded(report, group, server, first, second, folder):
    """The client's record of the match must equal the server's export except for the headers."""
    export = subprocess.run([GAMMOND, "-d", server.datadir, "export", first, second], capture_output=True, text=True,
                            check=False).stdout
    names = [n for n in os.listdir(folder) if n.endswith(".mat")]
    with open(os.path.join(folder, names[0]) if names else os.devnull, encoding="ascii") as f:
        own = f.read()
    wanted = export[export.find("\n Game 1"):].replace(" and the match", "")
    report.check(group, len(names) == 1 and own[own.find("\n Game 1"):].strip() == wanted.strip() != "",
                 "recorded %r:\n%s\nexported:\n%s" % (names, own, export))
    log = "".join(open(os.path.join(folder, n), encoding="utf-8").read() for n in os.listdir(folder) if n.endswith(".log"))
    report.check(group, "Starting a new game with " + second in log and PASSWORD not in log, "logged: %r" % log[-500:])


async def a_match(report, group, first, second, plays, length, server):
    """Two users log in, one invites, a double is offered and taken, and they play until one has won."""
    folder = tempfile.mkdtemp()
    port = server.port
    a, b = Player(port, "-o", "log_folder=" + folder), Player(port)
    doubled = False
    try:
        await a.log_in(first)
        await b.log_in(second)
        typed = plays[0] is by_typing
        for p in (b, a):
            await by_typing(p) if typed else p.press("Ready")
            await p.sees("You're now ready")
        if not typed:
            a.keys("F4", "Down")
        for _ in range(0 if typed else 8):  # moves down to the row with the opponent's name
            if "Invite" in a.bar():
                break
            a.keys("Down")
            await a.still()
        if not typed:  # leaves the list; without a pause, Escape and the next letter would mean Alt and that letter
            a.type("\x1b")
            await a.still()
        a.type("invite %s %d\r" % (second, length))
        await b.sees("[F5 Join %s]" % first)
        await by_typing(b) if typed else b.keys("F5")
        await a.sees("13 14 15 16 17 18")
        await b.sees("13 14 15 16 17 18")
        loop = asyncio.get_running_loop()
        boards, end = None, 0
        while "Rematch]" not in a.bar() + b.bar():
            shown = [p.screen.text().split("\n")[:15] for p in (a, b)]
            if shown != boards:
                boards, end = shown, loop.time() + fibs.PATIENCE
            if loop.time() > end:  # a slow match is not a failure, but a board that no longer changes is one
                break
            for p, play in zip((a, b), plays):
                if p.error:
                    raise p.error
                bar = p.bar()
                if not re.search(r"Send\]|Roll\]|Accept\]|Next game\]", bar):
                    continue
                if "Double]" in bar and not doubled:
                    doubled = True
                    p.type("double\r") if typed else p.keys("F6")
                else:
                    await play(p)
                await asyncio.sleep(0.45)
            await asyncio.sleep(0.05)
        report.check(group, not typed or not re.search(
            rb"\*\* You can't|That way is closed|not on the dice|is given like|more than the dice", a.raw + b.raw), "refused")
        report.check(group, "win" in a.bar() + b.bar(), "no end:\n%s\n%s" % (a.screen.text(), b.screen.text()))
        report.check(group, length == 1 or doubled and "cube shows 2" in a.raw.decode("utf-8", "replace") + b.raw.decode("utf-8", "replace"),
                     "no double")
        for p in (a, b):
            report.check(group, PASSWORD.encode() not in p.raw, "the password was shown")
            p.type("bye\r")
            report.check(group, await p.end() == 0, "exit status %s" % p.process.returncode)
        is_recorded(report, group, server, first, second, folder)
    finally:
        a.close()
        b.close()
        shutil.rmtree(folder)


GAMES = ("plakoto", "acey-deucey", "grasshopper", "fevga", "race", "cloning", "gulbara", "hyper", "crowded", "european",
         "moultezim", "narde", "tapa", "nackgammon", "anti", "longgammon", "portes", "tavli")
TYPISTS = ("pia", "quin")
PAIRS = (("jana", "karl"), ("lara", "mona"), ("nils", "olaf"))  # they play all GAMES, at the same time


async def other_games(report: Report, port, first, second, games):
    """Plays a dozen turns of each game; the server must accept the moves that the client composes."""
    a, b = Player(port), Player(port)
    try:
        for p, name in ((a, first), (b, second)):
            await p.log_in(name)
            p.type("toggle ready\r")
            await p.sees("You're now ready")
        for game in games:
            a.type("invite %s 1 %s\r" % (second, game))
            await b.sees("[F5 Join %s]" % first)
            b.keys("F5")
            for p in (a, b):
                await p.sees(lambda p=p: not re.search("Rematch|Join|eady", p.bar()))
            turns = 0
            loop = asyncio.get_running_loop()
            end = loop.time() + fibs.PATIENCE
            a.raw = b.raw = b""
            while turns < 12 and loop.time() < end and not re.search("Rematch|Next game", a.bar() + b.bar()):
                for p in (a, b):
                    if re.search(r"Send\]|Roll\]|1-1\]", p.bar()):
                        turns += 1
                        p.type("\r" * 9)
                        await asyncio.sleep(0.45)
                await asyncio.sleep(0.05)
            for p in (a, b):
                report.check("games", not re.search(rb"\*\* (You can't|You must|Please don|The rules|A pinned)", p.raw),
                             "%s: refused:\n%s" % (game, p.screen.text()))
            report.check("games", turns >= 6, "%s: only %d turns:\n%s\n%s" % (game, turns, a.screen.text(), b.screen.text()))
            if "Rematch" not in a.bar():
                a.type("resign n\r")
                await b.sees("[F5 Accept]")
                b.keys("F5")
                await a.sees("[F5 Rematch]")
    finally:
        a.close()
        b.close()


async def sizes_and_sides(report: Report, port):
    """Resizing the window, and switching to the line client and back, lose nothing."""
    a, b = Player(port), Player(port, w=200, h=60)
    try:
        await a.log_in("ella")
        await b.log_in("finn")
        a.press("Ready")
        b.press("Ready")
        await a.sees("You're now ready")
        await b.sees("You're now ready")
        a.type("invite finn 3\r")
        await b.sees("[F5 Join ella]")
        b.type("join ella\r")
        await a.sees("23 24")
        await b.sees("▟█▙")
        report.check("sizes", "▟█▙" in b.screen.text(), "no large print:\n" + b.screen.text())
        b.type("kibitz all is there\r")  # with this line, everything that the server sent before it has arrived
        await a.sees("finn kibitzes: all is there")
        await a.still()
        seen = a.screen.text()

        def text_alone():
            return "finn kibitzes: all is there" in a.screen.text() and "23 24" not in a.screen.text()

        for w, h, shown in ((120, 40, "People: "), (60, 20, "23 24"), (30, 8, text_alone), (12, 3, "need 20x4"),
                            (300, 100, "▟█▙"), (80, 24, "3-point match")):
            a.resize(w, h)
            await a.sees(shown)
        await a.sees(lambda: a.screen.text() == seen)
        a.type("kibitz half a li")
        await a.sees("kibitz half a li")
        a.raw = b""
        a.keys("F3")
        await a.sees(lambda: b"13 14 15 16 17 18" in a.raw and b"> " in a.raw)
        b.type("kibitz to the line\r")
        await a.sees(lambda: b"finn kibitzes: to the line" in a.raw)
        a.type("ne\r")  # the half-typed line is kept
        await b.sees("ella kibitzes: half a line")
        a.type("kibitz from the li")
        await a.sees(lambda: b"kibitz from the li" in a.raw)
        a.keys("F3")
        await a.sees("[ 1]")
        await a.sees("kibitz from the li")
        a.type("ne\r")
        await b.sees("ella kibitzes: from the line")
    finally:
        a.close()
        b.close()


async def comes_back(report: Report, port):
    """After a lost connection, earlier output is still shown."""
    wire = await Wire(port).start()
    a = Player(wire.port)
    try:
        await a.log_in("gina")
        a.type("version\r")
        await a.sees("** Version ")
        wire.cut()
        await a.sees("Trying again in 1 s: the connection was lost")
        a.type("version\r")
        await a.sees("Not connected; that was not sent.")
        await a.sees("Reconnected.")
        report.check("reconnects", b"token" not in a.raw, "the token was shown")
        a.type("bye\r")
        report.check("reconnects", await a.end() == 0, "exit status %s" % a.process.returncode)
    finally:
        a.close()
        wire.close()


LINES = ("toggle ready", "invite {}", "invite {} 1", "invite {} 1 plakoto", "join {}", "roll", "double", "accept", "leave", "board",
         "who", "watch {}", "kibitz hello", "/line", "/screen", "/note {} odd", "rawwho", "set boardstyle 2", "help")


def anything(p, rng, other):
    """Performs one random action of a careless user."""
    what = rng.randrange(12)
    if what == 0:
        p.resize(rng.choice((20, 53, 80, 110, 200)), rng.choice((4, 17, 24, 43, 60)))
    elif what == 1:
        p.type("\x1b[<%d;%d;%d%s" % (rng.choice((0, 64, 65)), rng.randrange(1, 80), rng.randrange(1, 25), rng.choice("Mm")))
    elif what == 2:
        p.type("\x15" + rng.choice(LINES).format(other) + "\r")
    elif what == 3:
        p.type(rng.choice("0123456789/-* b"))
    else:
        p.keys(rng.choice(tuple(KEYS)))


async def anything_goes(report: Report):
    """Two users press random keys while connections are lost and the server is killed: both clients survive
    and end when told to."""
    running = server = await Server(life=LIFE).start()
    names, wires, players = ("otto", "petra"), [], []
    rng = random.Random(11)
    steps = fibs.scaled(1200, 200)
    try:
        for name in names:
            await register(server.port, name, PASSWORD)
            wires.append(await Wire(server.port).start())
            players.append(Player(wires[-1].port))
            await players[-1].log_in(name)
            players[-1].press("Ready")
            await players[-1].sees("You're now ready")
        players[0].type("invite petra unlimited\r")
        await players[1].sees("[F5 Join otto]")
        players[1].keys("F5")
        await players[0].sees("Starting a new game with petra")
        end = time.monotonic() + MINUTES * 60
        for i in itertools.count():
            if i >= steps and time.monotonic() >= end:
                break
            at = rng.randrange(2)
            anything(players[at], rng, names[1 - at])
            if i % steps == 0:
                for p in players:
                    p.raw = p.raw[-300:]  # each read copies the bytes before it, so the buffer must not grow for an hour
            if i % (steps // 4) == steps // 8:
                wires[at].cut()
            if i % (10 * steps) == steps // 2:
                await running.kill9()
                running = await Server(life=LIFE, datadir=server.datadir).start()
                wires[0].target = wires[1].target = running.port
            await asyncio.sleep(0.02)
        for p in players:
            report.check("anything", p.process.poll() is None, "it ended: %r" % p.raw[-300:])
            p.raw = b""
            p.resize(80, 24)
            p.type("\x1b\x15/screen\r")  # works in line mode and on the screen
            for _ in range(60):  # a line typed without a connection is not sent
                p.type("\x1b\x15version\r")
                await p.still()
                if b"** Version " in p.raw:
                    break
            p.type("\x1b\x15bye\r")
            report.check("anything", await p.end() == 0, "exit status %s\n%s" % (p.process.returncode, p.screen.text()))
    finally:
        for x in players + wires:
            x.close()
        await running.stop()
        server.remove()


async def registers(report: Report, port):
    """A guest registers and gets the screen; a wrong password is reported."""
    a = Player(port)
    try:
        await a.sees("Your name, or guest")
        a.type("guest\r")
        await a.sees("ONE USERNAME PER PERSON")
        a.type("name hanna\r")
        await a.sees("Please give your password:")
        a.type(PASSWORD + "\r")
        await a.sees("Please retype your password:")
        a.type(PASSWORD + "\r")
        await a.sees("Ready to play]")
        await a.sees("Your recovery code is ")
        report.check("registers", PASSWORD.encode() not in a.raw, "the password was shown")
        a.keys("Up", "Up", "Up")
        await a.still()
        report.check("registers", PASSWORD not in a.screen.text(), "the password is among the lines typed before")
        a.type("\x15bye\r")
        report.check("registers", await a.end() == 0, "exit status %s" % a.process.returncode)
    finally:
        a.close()
    a = Player(port, "-u", "hanna")
    try:
        await a.sees("Password:")
        a.type("wrong\r")
        await a.sees("Wrong name or password.")
        await a.sees("may delay its next answer")
        a.type("hanna\r")
        await a.sees("Password:")
        a.type(PASSWORD + "\r")
        await a.sees("Ready to play]")
    finally:
        a.close()
    a = Player(port)  # registers with the form and the mouse
    try:
        await a.sees("[F5 Register]")
        a.press("Register")
        await a.sees("A new account")
        a.type("hanna\rabcd\rabcd\r")
        await a.sees("'hanna' is already used")
        a.type("greta\t")
        a.press("Register")
        await a.sees("Your recovery code is ")
        await a.sees("[F5 Play now]")
        a.press("Help")
        await a.sees("[F5 First steps]")
        a.press("First steps")
        await a.sees("more lines: PgDn")
        await a.sees("beginner - the first")
        a.press("Back")
        await a.sees("[F7 Watch]")
        a.press("Watch")
        await a.sees("No games are in progress.")
        report.check("registers", b"abcd" not in a.raw, "the password was shown")
        a.type("bye\r")
        report.check("registers", await a.end() == 0, "exit status %s" % a.process.returncode)
    finally:
        a.close()


async def enters(report: Report, port):
    """A tournament is found, entered and played with the mouse only."""
    director = await fibs.Telnet.log_in(port, "olga", PASSWORD)
    for line, answer in (("tournament create Mouse Cup length 1 checkin 0", "is made"), ("tournament open", "entries are open"),
                         ("tournament register", "You are entered")):
        director.send(line)
        await director.until(answer)
    p = Player(port)
    try:
        await p.log_in("rita")
        p.press("Tournaments")
        await p.sees("]                Mouse Cup (single)")
        for button, answer in ((re.search(r"F5 (\d+)", p.screen.text()).group(1), "Director: olga"), ("Bracket", "has not started"),
                               ("Enter", "You are entered for Mouse Cup"), ("Withdraw", "You have withdrawn"),
                               ("Back", "[F6 Your matches]"), ("Your matches", "You are in no tournament")):
            p.press(button)
            await p.sees(answer)
        for button in ("1", "Enter"):
            await p.sees("[F6 Your" if button == "1" else "[F10 Enter]")
            p.press(button)
        await director.until("rita has withdrawn")
        await director.until("rita is entered")
        director.send("tournament start yes")
        await p.sees(lambda: re.search("you play olga|more lines", p.screen.text()))
        p.keys("PgDn")  # an answer that arrives after the next click fills the screen
        await p.sees("you play olga")
        report.check("enters", True, "")
    finally:
        p.close()
        director.close()


async def is_told(report: Report, port):
    """Tab completes; an external program and the desktop are notified of an invitation; notes are shown;
    typed lines are offered again in the next run, passwords never."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "config"), "w", encoding="ascii") as f:
            f.write("on_turn = tee %s/heard\nnotify = osc777\nhighlight = spring cup\n[alias]\nhi = tell hugo hi\n"
                    "[server club]\nhost = 127.0.0.1\nport = %d\nuser = hugo\npassword_command = echo %s\n"
                    % (folder, port, PASSWORD))
        os.mkdir(os.path.join(folder, "gammon"))
        os.rename(os.path.join(folder, "config"), os.path.join(folder, "gammon", "config"))
        places = {"XDG_CONFIG_HOME": folder, "XDG_STATE_HOME": os.path.join(folder, "state")}
        a, b = Player("club", **places), Player(port)
        try:
            await a.sees("Ready to play]")
            await b.log_in("ida")
            a.type("tog\trea\t\r")
            await a.sees("You're now ready")
            b.press("Ready")
            await b.sees("You're now ready")
            a.type("/note Ida plays fast\r")
            await a.sees("Noted.")
            b.type("invite hu\t 1\r")
            await a.sees("[F5 Join ida]")
            await a.sees("Your note on ida: plays fast")
            report.check("is notified", b"\x1b]777;notify;gammon;ida invites you.\x07" in a.raw, "not on the desktop")
            a.type("hi there\r")
            await a.sees("You say to yourself: hi there")
            a.type("password %s:new_word_7:new_word_7\r" % PASSWORD)
            await a.sees("Password changed.")
            a.type("bye\r")
            report.check("is notified", await a.end() == 0, "exit status %s" % a.process.returncode)
            with open(os.path.join(folder, "heard"), encoding="ascii") as f:
                report.check("is notified", f.read() == "ida invites you.\n", "the program was passed something else")
            with open(os.path.join(folder, "state", "gammon", "history"), encoding="ascii") as f:
                report.check("is notified", f.read() == "toggle ready\n/note Ida plays fast\nhi there\nbye\n", "kept other lines")
        finally:
            a.close()
            b.close()
        a = Player(port, **places)
        try:
            await a.sees("Your name, or guest")
            a.type("ida\r")
            await a.sees("Password:")
            a.type(PASSWORD + "\r")
            await a.sees("[F5 ")
            a.keys("Up", "Up")
            await a.sees(lambda: a.screen.text().endswith("\nhi there"))
        finally:
            a.close()


async def what_is_asked_is_answered(report: Report, port):
    """The screen reads some lines from the server for its own use; a user who asks for them gets the answer, at
    every size and in the line client."""
    for options, size in (((), (80, 24)), ((), (200, 60)), (("--reader",), (80, 24))):
        p = Player(port, *options, w=size[0], h=size[1])
        try:
            await p.sees("Your name, or guest")
            p.type("ella\r")
            await p.sees("Password:")
            p.type(PASSWORD + "\r")
            await p.sees("shows the rules of this server")
            for typed, answer in (("who ella", "ella                 rating 1500.00  experience 0"),
                                  ("rawwho away", "Nobody."), ("token new", "a new token. gammon uses it"),
                                  ("set boardstyle 2", "Your own style is restored when you leave"), ("board", "** You're not playing."),
                                  ("/nonsense", "The commands of gammon are /alias"), ("/note", "You have no notes."),
                                  ("/replay", "/replay FILE shows"), ("/save", "/save NUMBER [mat")):
                p.type(typed + "\r")
                await p.sees(answer)
            p.type("/help\r")
            await p.sees("undoes a step, Esc puts the checker back.")
            report.check("answers", p.process.poll() is None, "it ended")
        finally:
            p.close()


async def under_expect(report: Report, port):
    """Under expect gammon is the line client, whatever terminal expect was started from."""
    script = 'spawn %s 127.0.0.1:%d; expect "login: " { puts "A LINE" } timeout { puts "NONE" }' % (GAMMON, port)
    fd, slave = pty.openpty()
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    p = await asyncio.create_subprocess_exec(
        "expect", "-c", script, stdin=slave, stdout=asyncio.subprocess.PIPE, stderr=slave, start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0), env=dict(os.environ, TERM="xterm"))
    out, _ = await asyncio.wait_for(p.communicate(), fibs.PATIENCE)
    report.check("expect", b"login: A LINE" in out and b"\x1b[?1049h" not in out, "%r" % out)
    os.close(fd)
    os.close(slave)


async def main(report: Report):
    server = await Server(life=LIFE).start()
    for name in ("anna", "bert", "cora", "dora", "ella", "finn", "gina", "hugo", "ida", "olga", "rita", *TYPISTS) + sum(PAIRS, ()):
        await register(server.port, name, PASSWORD)
    games = GAMES[:fibs.scaled(len(GAMES), 4)]
    parts = {
        "bytes": lambda: bytes_are_few(report),
        "costs": lambda: costs_little(report),
        "any terminal": lambda: keys_of_any_terminal(report),
        "search": lambda: search_goes_on(report),
        "FIBS": lambda: fibs_is_enough(report),
        "random": lambda: keys_at_random(report),
        "registers": lambda: registers(report, server.port),
        "expect": lambda: under_expect(report, server.port),
        "enters": lambda: enters(report, server.port),
        "is notified": lambda: is_told(report, server.port),
        "answers": lambda: what_is_asked_is_answered(report, server.port),
        "sizes": lambda: sizes_and_sides(report, server.port),
        "reconnects": lambda: comes_back(report, server.port),
        "anything": lambda: anything_goes(report),
        "games": lambda: asyncio.gather(*(other_games(report, server.port, *pair, games[i::len(PAIRS)])
                                          for i, pair in enumerate(PAIRS))),
        "keys": lambda: a_match(report, "keys", "anna", "bert", (by_keys, by_keys), 2, server),
        "typing": lambda: a_match(report, "typing", *TYPISTS, (by_typing, by_typing), fibs.scaled(3, 2), server),
        "mouse": lambda: a_match(report, "mouse", "cora", "dora", (by_mouse, by_keys), 1, server),
    }

    async def one(name):
        try:
            await parts[name]()
        except (Bad, asyncio.TimeoutError, ConnectionError) as e:
            report.fail(name, "%s" % e)

    chosen = [n for n in parts if len(sys.argv) < 2 or n in sys.argv[1:]]
    measured, alone = ("bytes", "costs"), ("any terminal", "search", "FIBS", "random", "anything")
    long = ("keys", "mouse", "typing", "games")

    async def in_order(names):
        for name in names:
            if name in chosen:
                await one(name)

    async def on_the_server():
        await in_order(n for n in parts if n not in measured + alone + long)
        await asyncio.gather(*(in_order([n]) for n in long))

    await in_order(measured)
    await asyncio.gather(on_the_server(), *(in_order([n]) for n in alone))
    await server.stop()
    server.remove()


if __name__ == "__main__":
    run(main, LIFE)
