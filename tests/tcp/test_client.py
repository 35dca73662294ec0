#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""build/gammon against a real server: through pipes, and through a terminal of its own.

Registers, talks, types half a line while somebody else's arrives, and leaves.  What is typed as a password
must never be seen."""
import asyncio
import os
import pty
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import fibs
from fibs import Bad, Report, Server, Telnet, register, run

PASSWORD = "geheim_7"
GAMMON = os.environ.get("GAMMON") or os.path.join(
    os.path.dirname(os.path.abspath(os.environ.get("GAMMOND", "build/gammond"))), "gammon")


class Terminal:
    """gammon with a pseudo-terminal."""

    def __init__(self, port):
        self.seen = b""
        self.fd, slave = pty.openpty()
        env = dict(os.environ, TERM="vt100", HOME="/nonexistent")
        self.process = subprocess.Popen([GAMMON, "127.0.0.1", str(port)], stdin=slave, stdout=slave,
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

    def type(self, text):
        os.write(self.fd, text.encode())

    async def until(self, text, start=0):
        """Waits until text has been seen from position start on; returns where it ends."""
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
        os.close(self.fd)


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
        t.type("tell other half a ")
        await t.until("tell other half a ", at)
        other = await Telnet.open(port)
        await other.until("login: ")
        other.send("other")
        await other.until("password: ")
        other.send(PASSWORD)
        await other.until("> ")
        other.send("tell zora hello in between")
        at = await t.until("other says: hello in between", at)
        await t.until("tell other half a ", at)  # what was being typed stands there again
        t.type("line\r")
        await other.until("zora says: half a line")
        t.type("bye\r")
        await t.until("Goodbye.", at)
        report.check("terminal", await t.end() == 0, "exit status %s" % t.process.returncode)
        other.close()
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
    report.check("nobody there", p.returncode != 0 and err.startswith(b"gammon: "), "%s %r" % (p.returncode, err))


async def main(report: Report):
    server = await Server(life=200).start()
    await register(server.port, "other", PASSWORD)
    for name, part in (("pipes", by_pipes(report, server.port)), ("terminal", by_terminal(report, server.port)),
                       ("nobody there", no_server(report))):
        try:
            await part
        except (Bad, asyncio.TimeoutError, ConnectionError) as e:
            report.fail(name, "%r" % e)
    await server.stop()
    server.remove()


if __name__ == "__main__":
    run(main, 120)
