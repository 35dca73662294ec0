#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""One account is used from a terminal and with a client program.  Each kind of log-in keeps its own board style,
lengths and switches: when one kind takes over from the other, after a log-in by token, and after an upgrade, a kill
of the server or a takeover by the standby of a PostgreSQL server."""
import asyncio
import json
import os
import re
import signal
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import fibs
from fibs import Report, Server, register, run
from postgresql import Cluster
from test_postgresql import PASSWORD
from test_takeover import Machines
from test_token import Raw, token_of
from test_upgrade import ended, upgrade

PROGRAM = {"boardstyle": "3", "linelength": "200", "pagelength": "0", "direction": "fibs"}
PERSON = {"boardstyle": "1", "linelength": "0", "pagelength": "40", "direction": "home"}
SWITCHED = ("autoboard", "bell", "moreboards", "wrap")


async def by_program(port, password=PASSWORD):
    c = await Raw.open(port)
    c.send("login test 1008 anna " + password)
    await c.until(r"^6\r$")
    return c


async def by_hand(port):
    c = await Raw.open(port)
    c.send("anna\r\n" + PASSWORD)
    await c.until("> \\Z")
    return c


async def answer(c, line, pattern):
    start = len(c.seen)
    c.send(line)
    return await c.until(pattern, start)


async def look(report, what, c, values, switched, timezone="Europe/Rome"):
    """Checks all settings of the kind, and a setting that both kinds share."""
    for name, value in list(values.items()) + [("timezone", timezone)]:
        found = (await answer(c, "set " + name, r"^(?:> )*Value of '%s' is (\S+)\r$" % name)).group(1)
        report.check(what, found == value, "%s is %s, not %s" % (name, found, value))
    listed = (await answer(c, "toggle", r"autoboard(?s:.)*wrap +(YES|NO)\r\n")).group()
    on = {name: value == "YES" for name, value in re.findall(r"^(\w+) +(YES|NO)\r$", listed, re.M)}
    defaults = {"autoboard": True, "bell": False, "moreboards": True, "wrap": False}
    for name in SWITCHED:
        report.check(what, on[name] == (defaults[name] != switched), "%s is %s" % (name, on[name]))


async def look_both(report, what, port):
    """Each log-in takes over from the other."""
    program = await by_program(port)
    await look(report, what + ", program", program, PROGRAM, True)
    own = re.search(r"^2 anna \d+ (\d) \d \d \d (\d)", program.seen, re.M)
    report.check(what + ", own line of CLIP", own is not None and own.groups() == ("0", "1"), program.seen[:300])
    person = await by_hand(port)
    await program.until("logged in from somewhere else")
    await look(report, what + ", person", person, PERSON, False)
    program = await by_program(port)
    await person.until("logged in from somewhere else")
    await look(report, what + ", program again", program, PROGRAM, True)
    return program


async def choose(report, port):
    """The program changes every setting it can; the interactive settings remain those of a new account."""
    await register(port, "anna", PASSWORD)
    program = await by_program(port)
    for name, value in list(PROGRAM.items()) + [("timezone", "Europe/Rome")]:
        await answer(program, "set %s %s" % (name, value), "^Value of '%s' set to %s" % (name, value))
    await answer(program, "toggle " + " ".join(SWITCHED), "wrap long lines")
    person = await by_hand(port)
    await look(report, "untouched", person, {"boardstyle": "2", "linelength": "0", "pagelength": "0", "direction": "home"}, False)
    for name in ("boardstyle", "pagelength"):
        await answer(person, "set %s %s" % (name, PERSON[name]), "^(?:> )*Value of '%s' set to" % name)
    return await look_both(report, "chosen", port)


async def alone(report):
    server = await Server().start()
    program = await choose(report, server.port)
    token = await token_of(program)
    person = await by_hand(server.port)
    program = await by_program(server.port, "token:" + token)
    await look(report, "by token", program, PROGRAM, True)
    await upgrade(server)
    await look(report, "upgraded, on line", program, PROGRAM, True)
    person = await by_hand(server.port)
    await upgrade(server)
    await look(report, "upgraded, on line", person, PERSON, False)
    await look_both(report, "upgraded", server.port)
    told = json.loads(subprocess.run([server.binary, "-d", server.datadir, "export-user", "anna"], capture_output=True,
                                     timeout=fibs.PATIENCE, check=True).stdout)["settings"]
    report.check("exported", (told["boardstyle"], told["program.boardstyle"], told["timezone"]) == ("1", "3", "Europe/Rome"), told)
    server.signal(signal.SIGTERM)
    await ended(server)
    server.remove()


async def killed(report):
    """Starts the server twice with one database."""
    server = await Server().start()
    await choose(report, server.port)
    await server.kill9()
    await server.start()
    await look_both(report, "killed", server.port)
    report.check("ends with status 0", await server.stop() == 0, str(list(server.log)))
    server.remove()


async def stands_by(report):
    cluster = Cluster()
    try:
        cluster.make("kinds")
        machines = Machines(cluster, "kinds")
        await machines.start()
        await register(machines.port, "probe", PASSWORD)
        await choose(report, machines.port)
        await machines.kill9()
        await look_both(report, "taken over", machines.port)
        await machines.start()
        report.check("both end with status 0", await machines.stop() == 0, str(list(machines.log)))
    finally:
        cluster.stop()


async def main(report: Report):
    for part in (alone, killed, stands_by):
        await part(report)


if __name__ == "__main__":
    run(main, 120)
