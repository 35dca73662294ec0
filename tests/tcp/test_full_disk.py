#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The server starts on a disk with 64 KB left: it refuses to store anything and does everything else (LIMITS.md D7).
The disk is a tmpfs in a mount namespace of the server."""

import os
import shlex
import subprocess

import fibs
from fibs import Report, Server, Telnet, register_all, run

PASSWORD = "geheim_7"
LEFT_KIB = 64
# $0 is gammond, $1 to $4 are "-c", the configuration, "-d", the data directory
SCRIPT = """
mount -t tmpfs -o size=32m full "$4"
cp -p "$MADE"/gammond.* "$4"
head -c $((($(df -k --output=avail "$4" | tail -n 1) - %d) * 1024)) /dev/zero >"$4/others_files"
exec "$0" "$@"
""" % LEFT_KIB
NAMESPACE = ["unshare", "-m"] if os.geteuid() == 0 else ["unshare", "-rm"]


async def main(report: Report):
    group = "64 KB left"
    tried = subprocess.run(NAMESPACE + ["true"], capture_output=True, text=True, timeout=fibs.PATIENCE, check=False)
    if tried.returncode != 0:
        report.skip(group, "no mount namespace: " + tried.stderr.strip())
        return
    made = await Server(life=200).start()
    await register_all(made.port, ["anna"], PASSWORD)
    report.check(group, await made.stop() == 0, "status")
    wrapper = os.path.join(made.base, "gammond")
    with open(wrapper, "w", encoding="ascii") as f:
        f.write("#!/bin/sh\nexec %s sh -ec %s %s \"$@\"\n" %
                (" ".join(NAMESPACE), shlex.quote(SCRIPT), shlex.quote(os.path.abspath(made.binary))))
    os.chmod(wrapper, 0o755)
    server = Server(life=200, binary=wrapper, env={"MADE": made.datadir})
    os.mkdir(server.datadir)
    await server.start()
    t = await Telnet.open(server.port)
    await t.until("login: ")
    t.send("connect anna %s" % PASSWORD)
    await t.until("authenticated.")
    t.send("address a@b.c")
    await t.until("no room to save anything")
    t.send("who anna")
    await t.until("No  S  username")
    t.close()
    report.check(group, any("event=disk_full" in line for line in server.log), str(list(server.log)))
    report.check(group, await server.stop() == 0, "status")
    server.remove()
    made.remove()


if __name__ == "__main__":
    run(main, 60)
