#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: plain
"""scripts/run in a directory of its own prints, after the start, the server's addresses and port and what to
type; the log follows, up to the end."""
import asyncio
import os
import re
import shutil
import signal
import tempfile

import fibs
from fibs import Report, run

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def tree(base, address):
    """Makes a tree like a checkout that is already built."""
    os.makedirs(os.path.join(base, "scripts"))
    os.makedirs(os.path.join(base, "build"))
    os.makedirs(os.path.join(base, "conf"))
    for name in ("run", "packages"):
        shutil.copy(os.path.join(ROOT, "scripts", name), os.path.join(base, "scripts", name))
    libevent = [x for x in open(os.path.join(ROOT, "Makefile")) if x.startswith("LIBEVENT_MIN")]
    with open(os.path.join(base, "Makefile"), "w") as f:
        f.write("".join(libevent) + "all:\n")
    os.symlink(os.path.abspath(os.environ.get("GAMMOND", "build/gammond")), os.path.join(base, "build", "gammond"))
    with open(os.path.join(base, "conf", "gammond.conf"), "w") as f:
        f.write("[server]\naddress = %s\n" % address)


async def start(report, base, group, address, host, said):
    tree(base, address)
    p = await asyncio.create_subprocess_exec(
        os.path.join(base, "scripts", "run"), "-p", "0", stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE, start_new_session=True)
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
        report.check(group, (said % {"port": int(port.group(1))}).encode() in text, "said %r" % text)
        reader, writer = await asyncio.open_connection(host, int(port.group(1)))
        await asyncio.wait_for(reader.readuntil(b"login: "), fibs.PATIENCE)
        writer.close()
        os.killpg(p.pid, signal.SIGINT)  # like Ctrl-C, to the whole process group
        _, log = await asyncio.wait_for(p.communicate(), fibs.PATIENCE)
        report.check(group, p.returncode == 0, "status %s" % p.returncode)
        report.check(group, b"event=started" in log and b"event=stopped" in log, "the log: %r" % log)
    finally:
        if p.returncode is None:
            os.killpg(p.pid, signal.SIGKILL)
            await p.wait()


async def main(report: Report):
    for group, address, host, said in (
            ("this machine", "127.0.0.1,::1", "127.0.0.1",
             "\nThe server is ready: port %(port)d of 127.0.0.1, ::1.  Ctrl-C ends it.\n"
             "From another terminal:  telnet localhost %(port)d   or   build/gammon localhost %(port)d\n\n"),
            ("everybody", "0.0.0.0", "127.0.0.1", "telnet localhost %(port)d   or"),
            ("another address", "127.0.0.2", "127.0.0.2", "telnet 127.0.0.2 %(port)d   or   build/gammon 127.0.0.2")):
        with tempfile.TemporaryDirectory(prefix="gammond-test-") as base:
            await start(report, base, group, address, host, said)


if __name__ == "__main__":
    run(main, 60)
