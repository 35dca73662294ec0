#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""build/gammon against a real server, through pipes and through a pseudo-terminal.

Registers, talks, types half a line while another user's line arrives, and leaves.  Typed passwords and the
token must never be shown.  Emptying the input line does not end the client.  The client reports its window
size when asked.  It reconnects when the connection is lost or the server dies, also into a match, but not
after `bye` or with -n."""
import asyncio
import fcntl
import hashlib
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import tempfile
import termios

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import fibs
from fibs import Bad, Report, Server, Telnet, register, run

PASSWORD = "geheim_7"
GAMMON = os.environ.get("GAMMON") or os.path.join(
    os.path.dirname(os.path.abspath(os.environ.get("GAMMOND", "build/gammond"))), "gammon")


class Keyboard:
    """Types into the pseudo-terminal fd; text that does not fit into its buffer is written later."""

    fd = -1
    unsent = b""

    def type(self, text):
        self.unsent += text.encode()
        self._send()

    def _send(self):
        loop = asyncio.get_running_loop()
        try:
            self.unsent = self.unsent[os.write(self.fd, self.unsent):]
        except BlockingIOError:
            pass
        if self.unsent:
            loop.add_writer(self.fd, self._send)
        else:
            loop.remove_writer(self.fd)

    def hang_up(self):
        loop = asyncio.get_running_loop()
        loop.remove_reader(self.fd)  # the descriptor number may be reused
        loop.remove_writer(self.fd)
        os.close(self.fd)
        self.fd = -1


class Terminal(Keyboard):
    """gammon with a pseudo-terminal."""

    def __init__(self, port, *options, **environment):
        self.seen = b""
        self.fd, slave = pty.openpty()
        env = dict(os.environ, TERM="vt100", HOME="/nonexistent", **environment)
        self.process = subprocess.Popen([GAMMON, *options, "127.0.0.1", str(port)], stdin=slave, stdout=slave,
                                        stderr=slave, env=env, close_fds=True)
        os.close(slave)
        os.set_blocking(self.fd, False)
        asyncio.get_running_loop().add_reader(self.fd, self._read)
        self.news = asyncio.Event()

    def _read(self):
        try:
            data = os.read(self.fd, 65536)
        except OSError:  # the other side is closed
            data = b""
        if not data:
            asyncio.get_running_loop().remove_reader(self.fd)
        self.seen += data
        self.news.set()

    async def until(self, text, start=0):
        """Waits until text has been seen after position start.  Returns where it ends."""
        wanted = text.encode()
        while wanted not in self.seen[start:]:
            self.news.clear()
            try:
                await asyncio.wait_for(self.news.wait(), fibs.PATIENCE)
            except asyncio.TimeoutError:
                raise Bad("no %r in %r" % (text, self.seen[-600:])) from None
        return self.seen.index(wanted, start) + len(wanted)

    async def end(self):
        return await asyncio.get_running_loop().run_in_executor(None, self.process.wait, fibs.PATIENCE)

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        if self.fd >= 0:
            self.hang_up()


class Wire:
    """A relay between gammon and a server.  It can be cut, stay cut, and connect to another server."""

    def __init__(self, target):
        self.target = target
        self.writers = []
        self.whole = True
        self.tries = 0

    async def start(self):
        self.server = await asyncio.start_server(self._both, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def _one(self, reader, writer):
        try:
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        except ConnectionError:
            pass
        writer.close()

    async def _both(self, reader, writer):
        self.tries += 1
        if not self.whole:
            writer.transport.abort()
            return
        try:
            there, to = await asyncio.open_connection("127.0.0.1", self.target)
        except ConnectionError:
            writer.transport.abort()
            return
        self.writers += [writer, to]
        await asyncio.gather(self._one(reader, to), self._one(there, writer))

    def cut(self):
        for w in self.writers:
            w.transport.abort()
        self.writers = []

    def close(self):
        self.cut()
        self.server.close()


async def log_in(t, name):
    at = await t.until("login: ")
    t.type(name + "\r")
    at = await t.until("password: ", at)
    t.type(PASSWORD + "\r")
    at = await t.until("** Last login: ", at)
    return await t.until("> ", at)


async def comes_back(report: Report, server):
    """Reconnects into a match, after a connection that stays lost for a while and after the server was
    killed."""
    wire = await Wire(server.port).start()
    t = Terminal(wire.port)
    again = None
    try:
        at = await log_in(t, "vera")
        other = await Telnet.log_in(server.port, "wim", PASSWORD)
        other.send("toggle ready")
        await other.until("invite or join")
        t.type("invite wim 3\r")
        await other.until("Type 'join vera'")
        other.send("join vera")
        at = await t.until("Starting a new game with wim.", at)
        wire.whole = False
        wire.cut()
        await other.until("vera drops connection. The game was saved.")
        at = await t.until("gammon: the connection was lost; reconnecting as vera", at)
        at = await t.until("trying again in", at)
        t.type("roll\r")
        at = await t.until("that line was not sent", at)
        wire.whole = True
        at = await t.until("gammon: reconnected", at)
        await other.until("vera wants to resume a saved match with you.")
        other.send("join vera")
        at = await t.until("wim has joined you. Your running match was loaded.", at)
        t.type("kibitz here I am\r")
        await other.until("vera kibitzes: here I am")
        # the server dies, and all clients reconnect
        server.kill()
        await server.wait()
        at = await t.until("gammon: the connection was lost; reconnecting as vera", at)
        again = await Server(life=100, datadir=server.datadir).start()
        wire.target = again.port
        at = await t.until("gammon: reconnected", at)
        other.close()
        other = await Telnet.log_in(again.port, "wim", PASSWORD)
        other.send("invite vera")
        at = await t.until("wim wants to resume a saved match with you.", at)
        report.check("reconnects", b"token" not in t.seen, "the token was shown: %r" % t.seen[-2000:])
        # a log-in from elsewhere ends the client
        elsewhere = await Telnet.log_in(again.port, "vera", PASSWORD)
        at = await t.until("** You logged in from somewhere else.", at)
        report.check("reconnects", await t.end() == 0, "exit status %s" % t.process.returncode)
        elsewhere.close()
        other.close()
    finally:
        t.close()
        wire.close()
        if again is not None:
            await again.stop()
            again.remove()


async def registers_in(report: Report, port, language, name, *words):
    """A user who registers in another language is also logged in again after a lost connection."""
    wire = await Wire(port).start()
    t = Terminal(wire.port)
    try:
        at = await t.until("login: ")
        t.type("guest\r")
        at = await t.until("> ", await t.until("'language italiano'", at))
        t.type("language %s\r" % language)
        at = await t.until("> ", await t.until("'language english'", at))
        t.type("name %s\r" % name)
        for word in words[:2]:
            at = await t.until(word, at)
            t.type(PASSWORD + "\r")
        at = await t.until(words[2], at)
        t.type("version\r")  # answered after the token and the recovery code
        at = await t.until("'recover %s " % name, at)
        t.type("\r")
        at = await t.until("(gammond)", at)
        wire.cut()
        at = await t.until("gammon: reconnected", at)
        report.check("other languages", b"token" not in t.seen, "the token was shown: %r" % t.seen[-2000:])
    finally:
        t.close()
        wire.close()


async def is_refused(report: Report):
    """The server no longer knows the token, so the user must log in by name and password."""
    first, second = await Server(life=100).start(), await Server(life=100).start()
    await register(first.port, "vera", PASSWORD)
    await register(second.port, "vera", PASSWORD)
    wire = await Wire(first.port).start()
    t = Terminal(wire.port)
    try:
        at = await log_in(t, "vera")
        t.type("version\r")  # answered after the token
        at = await t.until("** Version ", at)
        wire.target = second.port
        wire.cut()
        at = await t.until("gammon: the server asks for your name and password", at)
        await t.until("login: ", at)
        t.type("vera\r")
        at = await t.until("password: ", at)
        t.type(PASSWORD + "\r")
        at = await t.until("** User vera authenticated.", at)
        # after the next lost connection, the client logs in by the new token
        t.type("version\r")
        at = await t.until("** Version ", at)
        wire.cut()
        at = await t.until("gammon: reconnected", at)
        # a token that the user asked for is shown
        t.type("token new\r")
        at = await t.until("token:", at)
        t.type("bye\r")
        at = await t.until("Goodbye.", at)
        report.check("refused", await t.end() == 0, "exit status %s" % t.process.returncode)
    finally:
        t.close()
        wire.close()
        for s in (first, second):
            await s.stop()
            s.remove()


async def is_turned_off(report: Report, port):
    """With -n, or a server without tokens, the client ends with the connection."""
    wire = await Wire(port).start()
    t = Terminal(wire.port, "-n")
    try:
        at = await log_in(t, "xaver")
        t.type("token\r")
        at = await t.until("** You have no token.", at)
        wire.cut()
        await t.end()
        report.check("turned off", wire.tries == 1, "reconnected")
    finally:
        t.close()
        wire.close()


async def old_server(report: Report):
    asked = []
    question = asyncio.get_running_loop().create_future()

    async def talk(reader, writer):
        writer.write(b"login: ")
        await reader.readline()
        writer.write(b"\r\n** User yvonne authenticated.\r\n** Last login: long ago  from here\r\n> ")
        asked.append(await reader.readline())
        question.set_result(None)
        writer.write(b"** Unknown command: 'token'\r\n> ")
        asked.append(await reader.readline())
        writer.write(b"** Unknown command: 'tok'\r\n> ")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(talk, "127.0.0.1", 0)
    t = Terminal(server.sockets[0].getsockname()[1])
    try:
        at = await t.until("login: ")
        t.type("yvonne\r")
        at = await t.until("> ", at)
        await asyncio.wait_for(question, fibs.PATIENCE)
        t.type("tok\r")
        await t.until("** Unknown command: 'tok'", at)
        await t.end()
        report.check("old server", asked == [b"token new\r\n", b"tok\r\n"], "asked %r" % asked)
        report.check("old server", b"'token'" not in t.seen and b"> > " not in t.seen, "shown: %r" % t.seen)
        report.check("old server", b"is lost" not in t.seen, "reconnected")
    finally:
        t.close()
        server.close()


async def by_terminal(report: Report, port):
    t = Terminal(port)
    try:
        at = await t.until("login: ")
        t.type("guest\r")
        at = await t.until("> ", at)
        t.type("name zora\r")
        at = await t.until("Please give your password: ", at)
        t.type(PASSWORD + "\r")
        at = await t.until("Please retype your password: ", at)
        t.type(PASSWORD + "\r")
        at = await t.until("You are registered.", at)
        at = await t.until("> ", at)
        report.check("terminal", PASSWORD.encode() not in t.seen, "the password was shown")
        t.type("versionxx\x1b[15~\x1b[5~\x02\x1b[3~\x1b[D\x1b[3~")  # F5, PgUp, to the left, Del, again
        t.type("\x1b[99~\x1b[200~\x1b[1;5C\x1b[[A\x1bOp\x1b[7~x\x1b[8~\x1b[1~\x1b[3~\r")  # and keys that only other terminals have
        at = await t.until("written it down: ", at)
        t.type("\r")
        at = await t.until("** Version ", at)
        t.type("tell other half a ")
        await t.until("tell other half a ", at)
        other = await Telnet.log_in(port, "other", PASSWORD)
        other.send("tell zora hello in between")
        at = await t.until("other says: hello in between", at)
        await t.until("tell other half a ", at)  # the half-typed line is shown again
        t.type("line\r")
        await other.until("zora says: half a line")
        t.type("bye\r")
        await t.until("Goodbye.", at)
        report.check("terminal", await t.end() == 0, "exit status %s" % t.process.returncode)
        other.close()
    finally:
        t.close()


def window(columns, rows):
    """Returns the telnet subnegotiation for a window of that size."""
    size = b"".join(bytes([b, b] if b == 255 else [b]) for n in (columns, rows) for b in divmod(n, 256))
    return bytes([fibs.IAC, fibs.SB, 31]) + size + bytes([fibs.IAC, fibs.SE])


async def window_is_told(report: Report, port):
    """The client sends its size to a server that asks, and again when it changes; other servers get
    nothing."""
    DO, DONT, WILL, WONT = (bytes([fibs.IAC, verb, 31]) for verb in (fibs.DO, fibs.DONT, fibs.WILL, fibs.WONT))
    came = asyncio.Queue()

    async def talk(reader, writer):
        await came.put((reader, writer))

    async def hears(reader, wanted, what):
        try:
            got = await asyncio.wait_for(reader.readexactly(len(wanted)), fibs.PATIENCE)
        except (asyncio.TimeoutError, asyncio.IncompleteReadError) as e:
            got = getattr(e, "partial", b"nothing")
        report.check("window", got == wanted, "%s: %r instead of %r" % (what, got, wanted))

    def resize(t, columns, rows):
        fcntl.ioctl(t.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        t.process.send_signal(signal.SIGWINCH)  # the kernel does not send it: this is not the client's controlling terminal

    server = await asyncio.start_server(talk, "127.0.0.1", 0)
    listens = server.sockets[0].getsockname()[1]
    t = Terminal(listens)
    piped = None
    try:
        reader, writer = await came.get()
        resize(t, 70, 20)
        writer.write(b"hello " + DO + b"there\r\n> ")
        await t.until("hello there")
        await hears(reader, WILL + window(70, 20), "asked")
        writer.write(DO)  # the size has not changed, so the client does not answer
        resize(t, 255, 511)
        await hears(reader, window(255, 511), "resized")
        writer.write(DONT)
        await hears(reader, WONT, "not wanted any more")
        resize(t, 80, 24)
        t.type("still here\r")
        await hears(reader, b"still here\r\n", "a line")
        writer.write(DO)
        await hears(reader, WILL + window(80, 24), "asked again")
        report.check("window", b"\xff" not in t.seen and b"\x1f" not in t.seen, "shown: %r" % t.seen)
        piped = await asyncio.create_subprocess_exec(GAMMON, "127.0.0.1", str(listens), stdin=asyncio.subprocess.PIPE,
                                                     stdout=asyncio.subprocess.PIPE)
        reader, writer = await came.get()
        writer.write(DO + b"hello\r\n")
        await hears(reader, WONT, "without a terminal")
        piped.stdin.close()
        writer.close()
        report.check("window", await piped.stdout.read() == b"hello\n", "shown without a terminal")
        await piped.wait()
    finally:
        t.close()
        if piped is not None and piped.returncode is None:
            piped.kill()
        server.close()
    t = Terminal(port)
    try:
        resize(t, 60, 10)
        at = await log_in(t, "zoe")
        t.type("set linelength\r")
        at = await t.until("Value of 'linelength' is 60", at)
        t.type("help beginner\r")
        at = await t.until("[Return]", at)
        t.type("q\r")
        at = await t.until("> ", at)
        resize(t, 120, 50)
        t.type("set pagelength\r")
        at = await t.until("Value of 'pagelength' is ", at)
        t.type("set pagelength\r")
        await t.until("Value of 'pagelength' is 50", at)
    finally:
        t.close()


async def narrow_window(report: Report):
    """A line longer than the window arrives as typed, even if the window changes; a line longer than the limit for
    lines is cut."""
    came = asyncio.Queue()

    async def talk(reader, writer):
        await came.put((reader, writer))

    server = await asyncio.start_server(talk, "127.0.0.1", 0)
    t = Terminal(server.sockets[0].getsockname()[1])
    writer = None
    try:
        reader, writer = await came.get()
        writer.write(bytes([fibs.IAC, fibs.DO, 31]) + b"> ")
        await t.until("> ")
        typed = ""
        for i, (columns, rows) in enumerate(((20, 4), (200, 3), (1, 1), (3, 60), (60, 2), (20, 4))):
            t.type("abcdefghi " * 15)
            typed += "abcdefghi " * 15
            fcntl.ioctl(t.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            t.process.send_signal(signal.SIGWINCH)
            await asyncio.wait_for(reader.readuntil(window(columns, rows)), fibs.PATIENCE)
            t.type("\x01%d\x05" % i)  # types a digit at the beginning of the line, then moves back to its end
            typed = "%d" % i + typed
        t.type("\r")
        got = await asyncio.wait_for(reader.readuntil(b"\n"), fibs.PATIENCE)
        report.check("narrow window", got.decode() == typed + "\r\n", "%r" % got)
        t.type("x" * 3000 + "\r")
        got = await asyncio.wait_for(reader.readuntil(b"\n"), fibs.PATIENCE)
        report.check("narrow window", got == b"x" * 2048 + b"\r\n", "%d: %r" % (len(got), got[:20]))
        t.type("\x04")
        report.check("narrow window", await reader.read() == b"", "it continued")
        writer.close()
        report.check("narrow window", await t.end() == 0, "it ended with: %s" % t.process.returncode)
    finally:
        t.close()
        if writer is not None:
            writer.close()
        server.close()


def is_told_of(report: Report):
    """The manual, --help, the completions and the options file list the same options and commands."""
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")

    def read(*path):
        with open(os.path.join(root, *path), encoding="utf-8") as f:
            return f.read()

    helped = subprocess.run([GAMMON, "--help"], capture_output=True, text=True, check=True).stdout
    manual = read("client-cli", "gammon.1").replace("\\-", "-")
    bash, fish, zsh = (read("conf", "completions", name) for name in ("gammon.bash", "gammon.fish", "_gammon"))
    longs = set(re.findall(r"--[a-z]+", helped)) | {"--version"}
    report.check("options and commands", longs == set(re.findall(r"--[a-z]+", manual.split(".SH OPTIONS")[1].split(".SH KEYS")[0])), "manual: %s" % longs)
    for name, text in (("bash", set(re.findall(r"--[a-z]+", bash.split('-W "-h')[1].split('"')[0]))),
                       ("fish", {"--" + w for w in re.findall(r"-l (\w+)", fish) if w != "config"}),
                       ("zsh", set(re.findall(r"--[a-z]+", zsh)))):
        report.check("options and commands", text == longs, "%s: %s" % (name, sorted(text ^ longs)))
    options = set(re.findall(r"^(\w+) =", read("conf", "gammon.conf"), re.M))
    for name, text in (("bash", bash.split('-S = -W "')[1].split('"')[0].split()), ("fish", re.findall(r"(\w+)=", fish)),
                       ("zsh", re.findall(r"(\w+)=(?=[ )])", zsh))):
        report.check("options and commands", set(text) & options == options, "%s: %s" % (name, sorted(set(text) ^ options)))
    for option in options:
        p = subprocess.run([GAMMON, "-o", option + "=\x01", "-V"], capture_output=True, text=True, check=False)
        report.check("options and commands", p.returncode == 0 or option not in ("on_turn", "highlight", "log_folder"), option)
    p = subprocess.run([GAMMON, "-o", "nonsense=1", "-V"], capture_output=True, text=True, check=False)
    report.check("options and commands", p.returncode == 2, "an invalid option")
    own = set(re.findall(r'^LOCAL_COMMAND\("(/[a-z]+)"', read("client-cli", "model", "local_commands.def"), re.M))
    listed = set(re.findall(r"/[a-z]+", manual.split("are commands of gammon")[0].split("click buttons and names.")[1]))
    report.check("options and commands", own == listed, "manual: %s" % sorted(own ^ listed))


async def locale_not_installed(report: Report, port):
    """The language and the encoding of a locale are used even if the machine does not have the locale.  Characters
    that the encoding lacks lose their accents."""
    for locale, texts in (("it_XX.UTF-8", ("Entra: ", "Portugu\u00eas")), ("it_XX", ("Entra: ", "Portugues")),
                          ("C", ("Log in: ", "Portugues"))):
        t = Terminal(port, "--screen", LC_ALL="", LC_CTYPE="", LC_MESSAGES="", LANG=locale)
        try:
            for text in texts:
                await t.until(text)
        finally:
            t.close()


EMPTIED = ("w\x7f", "w\x15", "\x1b[A\x1b[B", "\x0b", "\x1b[D", "\x0c", "\xe9\x7f\x7f")


async def line_becomes_empty(report: Report, port):
    """The client stays when Backspace, Ctrl-U, up and down, or other keys leave the line empty, whatever the
    locale considers a letter.  Ctrl-D on an empty line ends it, and so does the end of the terminal."""
    for locale in ("C.UTF-8", "C"):
        for last in ("\x04", None, "half a line"):
            t = Terminal(port, LC_ALL=locale)
            try:
                at = await log_in(t, "yan")
                for keys in EMPTIED:
                    t.type("version\r")
                    at = await t.until("** Version ", at)
                    at = await t.until("> ", at)
                    t.type(keys)
                    t.type("kibitz\r")  # the text deleted before is not sent with this line
                    at = await t.until("** You're not watching or playing.", at)
                    at = await t.until("> ", at)
                if last == "\x04":
                    t.type(last)
                else:
                    t.type(last or "")
                    t.hang_up()
                report.check("empty line", await t.end() == 0, "exit status %s" % t.process.returncode)
                report.check("empty line", b"Unknown command" not in t.seen, "sent: %r" % t.seen[-600:])
            finally:
                t.close()


async def by_pipes(report: Report, port):
    lines = "connect other %s\nversion\nbye\n" % PASSWORD
    p = await asyncio.create_subprocess_exec(GAMMON, "127.0.0.1", str(port), stdin=asyncio.subprocess.PIPE,
                                             stdout=asyncio.subprocess.PIPE)
    out, _ = await asyncio.wait_for(p.communicate(lines.encode()), fibs.PATIENCE)
    for wanted in (b"** User other authenticated.", b"** Version ", b"Goodbye."):
        report.check("pipes", wanted in out, "no %r in %r" % (wanted, out[-300:]))
    report.check("pipes", p.returncode == 0, "exit status %s" % p.returncode)


async def no_server(report: Report):
    p = await asyncio.create_subprocess_exec(GAMMON, "127.0.0.1", "1", stdin=asyncio.subprocess.DEVNULL,
                                             stderr=asyncio.subprocess.PIPE)
    _, err = await asyncio.wait_for(p.communicate(), fibs.PATIENCE)
    report.check("no server", p.returncode != 0 and err.startswith(b"gammon: "), "%s %r" % (p.returncode, err))


REPLAY = """{
"match": 1,
"game": "backgammon",
"length": 1,
"players": ["ann", "bob"],
"end": "won",
"score": [1, 0],
"actions": [
{"seat": 2, "at": 1, "ms": 0, "auto": true, "kind": "start", "text": "o=0 crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=31"},
{"seat": 0, "at": 1, "ms": 0, "auto": false, "kind": "move", "text": "6/3 6/5"}
],
"errors": [
{"move": 1, "seat": 0, "cube": false, "error": 0.451, "mark": "??", "best": "8/5 6/5"}
],
"""


def decimal_comma(report: Report):
    """Numbers in the protocol and in files are read correctly in a locale with decimal commas, if such a locale can
    be made."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "it_IT.UTF-8")
        try:
            made = subprocess.run(["localedef", "-i", "it_IT", "-f", "UTF-8", path], capture_output=True, check=False)
        except FileNotFoundError:
            return
        if made.returncode != 0:
            return
        with open(os.path.join(folder, "match.json"), "w", encoding="ascii") as f:
            f.write(REPLAY + '"sha256": "%s"\n}\n' % hashlib.sha256(REPLAY.encode()).hexdigest())
        p = subprocess.run([GAMMON, "--plain", "--replay", f.name], capture_output=True, check=False, timeout=fibs.PATIENCE,
                           env=dict(os.environ, LOCPATH=folder, LC_ALL="it_IT.UTF-8"))
        report.check("decimal comma", b"31: 6/3 6/5  ?? -0.451; better: 8/5 6/5\n" in p.stdout, "%r" % p.stdout)


async def main(report: Report):
    is_told_of(report)
    decimal_comma(report)
    server = await Server(life=200).start()
    for name in ("other", "vera", "wim", "xaver", "yan", "zoe"):
        await register(server.port, name, PASSWORD)
    for name, part in (("pipes", by_pipes(report, server.port)), ("terminal", by_terminal(report, server.port)),
                       ("empty line", line_becomes_empty(report, server.port)),
                       ("locale", locale_not_installed(report, server.port)),
                       ("window", window_is_told(report, server.port)),
                       ("narrow window", narrow_window(report)), ("no server", no_server(report)), ("refused", is_refused(report)),
                       ("turned off", is_turned_off(report, server.port)),
                       ("other languages", registers_in(report, server.port, "italiano", "ida", "Scegli la password: ",
                                                        "Ripeti la password: ", "Registrazione completata.")),
                       ("other languages", registers_in(report, server.port, "portugues", "pia", "Escolha a sua senha: ",
                                                        "Repita a sua senha: ", "Registro concluído.")),
                       ("old server", old_server(report)), ("reconnects", comes_back(report, server))):
        try:
            await part
        except (Bad, asyncio.TimeoutError, ConnectionError) as e:
            report.fail(name, "%r" % e)
    await server.stop()
    server.remove()


if __name__ == "__main__":
    run(main, 120)
