#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: timeout=100
"""The notifications for a service manager, and sockets passed by it; this test is the manager."""
import asyncio
import os
import re
import signal
import socket
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import fibs
from fibs import Report, Server, register_all, run
from test_metrics import page
from test_tls import Here, log_line
from test_token import Raw

PASSWORD = "geheim_7"
# Opens the sockets, as the manager does, and executes the server.
HANDS_OVER = """#!%s
import fcntl, os, socket, sys
made = [socket.create_server(("127.0.0.1", 0)),
        socket.create_server(("::", 0), family=socket.AF_INET6, dualstack_ipv6=True),
        socket.create_server(("127.0.0.1", 0)), socket.create_server(("127.0.0.1", 0))]
with open(%r, "w") as f:
    f.write(" ".join(str(s.getsockname()[1]) for s in made))
high = [fcntl.fcntl(s.fileno(), fcntl.F_DUPFD, 50) for s in made]
for i, fd in enumerate(high):
    os.dup2(fd, 3 + i, inheritable=True)
    os.close(fd)
os.environ.update(LISTEN_FDS="4", LISTEN_FDNAMES="clear:clear:tls:metrics", LISTEN_PID=str(os.getpid() + %d))
os.execv(%r, [%r] + sys.argv[1:])
"""


class Manager:
    """Receives the notifications."""

    def __init__(self, address):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(address)
        self.socket.setblocking(False)
        self.env = {"NOTIFY_SOCKET": address.replace("\0", "@"), "WATCHDOG_USEC": "2000000"}

    async def next(self):
        loop = asyncio.get_running_loop()
        return (await asyncio.wait_for(loop.sock_recv(self.socket, 4096), fibs.PATIENCE)).decode()

    async def until(self, pattern):
        while not re.search(pattern, text := await self.next()):
            if not text.startswith("WATCHDOG=1\n"):
                return text
        return text


async def told(report, address):
    manager = Manager(address)
    server = await Server("[server]\nname = Club\n", env=manager.env).start()
    report.check("ready", await manager.next() == "READY=1", "something else")
    await register_all(server.port, ["anna"], PASSWORD)
    anna = await Raw.open(server.port)
    anna.send("anna\r\n" + PASSWORD)
    await anna.until("> $")
    text = await manager.until("STATUS=1 on line")
    report.check("turns", re.fullmatch("WATCHDOG=1\nSTATUS=1 on line, 0 matches are played", text), text)
    server.signal(signal.SIGHUP)
    text = await manager.until("RELOADING")
    report.check("reload", re.fullmatch(r"RELOADING=1\nMONOTONIC_USEC=[1-9]\d+", text), text)
    report.check("reload", await manager.next() == "READY=1", "something else")
    with open(server.conf, "a", encoding="ascii") as f:
        f.write("wrong\n")
    server.signal(signal.SIGHUP)
    text = await manager.until("RELOADING")
    report.check("a reload that fails has ended, too", text.startswith("RELOADING=1") and
                 await manager.next() == "READY=1", text)
    server.signal(signal.SIGTERM)
    text = await manager.until("STOPPING")
    report.check("stop", text == "STOPPING=1", text)
    report.check("stop", await server.wait() == 0, list(server.log)[-3:])
    server.remove()
    manager.socket.close()


def handing_over(folder, name, to_another):
    path, ports = os.path.join(folder, name), os.path.join(folder, name + ".ports")
    binary = os.path.abspath(os.environ.get("GAMMOND", "build/gammond"))
    with open(path, "w", encoding="ascii") as f:
        f.write(HANDS_OVER % (sys.executable, ports, int(to_another), binary, binary))
    os.chmod(path, 0o700)
    return path, ports


async def handed_over(report, folder):
    here = Here()
    path, ports = handing_over(folder, "hands_over", False)
    server = await Server(here.conf + "[metrics]\nport = 0\n", binary=path).start()
    with open(ports, encoding="ascii") as f:
        clear, both, tls, metrics = (int(x) for x in f.read().split())
    listening = [line for line in server.log if "event=listening" in line]
    report.check("sockets", [re.search(r"event=(\w+) port=(\d+)", line).groups() for line in listening] ==
                 [("listening", str(clear)), ("listening", str(both)), ("listening_tls", str(tls))], listening)
    await register_all(clear, ["anna"], PASSWORD)
    for c in (await Raw.open(both), await here.open(tls)):
        c.send("guest")
        await c.until("Welcome to")
        c.close()
    report.check("sockets", (await page(metrics, "/readyz"))[0] == 200, "metrics")
    c = await Raw.open(both)
    c.send("login test 1008 anna wrong_7")
    report.check("IPv4 on a socket for both is IPv4", await log_line(server, "event=login_failed name=\"anna\" address=127.0.0.1"),
                 list(server.log)[-3:])
    c.close()
    report.check("stop", await server.stop() == 0, list(server.log)[-3:])
    server.remove()

    path, ports = handing_over(folder, "for_another", True)
    server = await Server(binary=path).start()
    with open(ports, encoding="ascii") as f:
        report.check("sockets for another process are not taken", str(server.port) not in f.read().split(), server.port)
    report.check("stop", await server.stop() == 0, list(server.log)[-3:])
    server.remove()


async def main(report: Report):
    with tempfile.TemporaryDirectory(prefix="gammond-systemd-") as folder:
        await told(report, os.path.join(folder, "notify"))
        await told(report, "\0gammond-test-%d" % os.getpid())
        await handed_over(report, folder)


if __name__ == "__main__":
    run(main, 60)
