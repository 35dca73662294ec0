#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: plain
"""scripts/run in a separate directory.  After the start it prints the server's addresses and port, the address of the page
(with another port if the configured one is taken) and what to type.  The log follows until the server ends, which also
ends gammonweb."""
import asyncio
import os
import re
import shutil
import signal
import socket
import tempfile

import fibs
import web
from fibs import Report, run

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def tree(base, address, web_port):
    """Makes a tree like a checkout that is already built."""
    os.makedirs(os.path.join(base, "scripts"))
    os.makedirs(os.path.join(base, "build"))
    os.makedirs(os.path.join(base, "conf"))
    os.makedirs(os.path.join(base, "tmp"))
    for name in ("run", "packages"):
        shutil.copy(os.path.join(ROOT, "scripts", name), os.path.join(base, "scripts", name))
    libevent = [x for x in open(os.path.join(ROOT, "Makefile")) if x.startswith("LIBEVENT_MIN")]
    with open(os.path.join(base, "Makefile"), "w") as f:
        f.write("".join(libevent) + "all:\n")
    gammond = os.path.abspath(os.environ.get("GAMMOND", "build/gammond"))
    for name in ("gammond", "gammonweb"):
        os.symlink(os.path.join(os.path.dirname(gammond), name), os.path.join(base, "build", name))
    with open(os.path.join(base, "conf", "gammond.conf"), "w") as f:
        f.write("[server]\nfront_socket =\naddress = %s\n[web]\nport = %d\n" % (address, web_port))


async def start(report, base, group, address, host, said, how, web_port):
    """how: "ctrl-c", or "kill" for a server that dies."""
    tree(base, address, web_port)
    p = await asyncio.create_subprocess_exec(
        os.path.join(base, "scripts", "run"), "-p", "0", stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE, start_new_session=True,
        env=dict(os.environ, TMPDIR=base + "/tmp"))
    try:
        text = b""
        while b"From another terminal" not in text or not text.endswith(b"\n\n"):
            more = await asyncio.wait_for(p.stdout.readline(), fibs.PATIENCE)
            if not more:
                break
            text += more
        port = re.search(rb"port (\d+) of", text)
        report.check(group, port is not None, "said %r" % text)
        if port is None:
            return
        report.check(group, (said % {"port": int(port.group(1))}).encode() in re.sub(rb"In a browser: .*\n", b"", text), "said %r" % text)
        reader, writer = await asyncio.open_connection(host, int(port.group(1)))
        await asyncio.wait_for(reader.readuntil(b"login: "), fibs.PATIENCE)
        writer.close()
        page = re.search(rb"In a browser:  http://localhost:(\d+)/\n", text)
        report.check(group, page is not None, "said %r" % text)
        if page is None:
            return
        report.check(group, int(page.group(1)) != web_port, "a port that is taken: %r" % text)
        shown = await visit(int(page.group(1)))
        report.check(group, shown == {"ok": True, "rows": [], "next": None}, "the page has no server: %s" % shown)
        if how == "ctrl-c":
            os.killpg(p.pid, signal.SIGINT)  # as a terminal does: to the whole process group
        else:
            p.kill()
        _, log = await asyncio.wait_for(p.communicate(), fibs.PATIENCE)  # returns once gammonweb has ended as well
        report.check(group, p.returncode == (0 if how == "ctrl-c" else -signal.SIGKILL), "status %s" % p.returncode)
        report.check(group, b"event=started" in log and (b"event=stopped" in log or how == "kill"), "the log: %r" % log)
        report.check(group, not os.listdir(base + "/tmp"), "files are left: %s" % os.listdir(base + "/tmp"))
    finally:
        if p.returncode is None:
            os.killpg(p.pid, signal.SIGKILL)
            await p.wait()


async def visit(port):
    """Returns what the page says about who is online, once it has a stream to the server."""
    b = await web.Browser.open(port)
    for _ in range(int(fibs.PATIENCE * 20)):
        answer = await b.ask("get", what="who")
        if answer.get("err") != "busy":
            break
        await asyncio.sleep(0.05)
    b.close()
    return {key: [r for r in value if not r["bot"]] if key == "rows" else value for key, value in answer.items() if key != "re"}


async def main(report: Report):
    taken = socket.create_server(("127.0.0.1", 0))
    web_port = taken.getsockname()[1]
    for group, address, host, said, how in (
            ("this machine", "127.0.0.1,::1", "127.0.0.1",
             "\nThe server is ready: port %(port)d of 127.0.0.1, ::1.  Ctrl-C ends it.\n"
             "From another terminal:  telnet localhost %(port)d   or   build/gammon localhost %(port)d\n\n", "ctrl-c"),
            ("everybody", "0.0.0.0", "127.0.0.1", "telnet localhost %(port)d   or", "kill"),
            ("another address", "127.0.0.2", "127.0.0.2", "telnet 127.0.0.2 %(port)d   or   build/gammon 127.0.0.2", "ctrl-c")):
        with tempfile.TemporaryDirectory(prefix="gammond-test-") as base:
            await start(report, base, group, address, host, said, how, web_port)
    taken.close()


if __name__ == "__main__":
    run(main, 60)
