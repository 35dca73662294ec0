#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: valgrind timeout=300
"""Makes the first admin on the command line of a stopped server; then a real process is told to shut down,
announces it and ends with status 0; its match continues after the restart; a user is disconnected and banned.
Usage: test_operators.py"""

import asyncio
import os
import re
import time

import fibs
from fibs import Bad, Report, Server, Telnet, register, run, scaled

PASSWORD = "geheim"
CAUSE = ("** System administrator causes shutdown. FIBS is terminating.\r\n"
         "** It will be back when the computer is rebooted.\r\n"
         "** All running games will be saved.\r\n")


async def console(*args):
    """Runs gammond with these arguments.  Returns status, output, errors."""
    binary = os.environ.get("GAMMOND", "build/gammond")
    proc = await asyncio.create_subprocess_exec(binary, *args, stdin=asyncio.subprocess.DEVNULL,
                                                stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)
    try:
        out, err = await asyncio.wait_for(proc.communicate(), fibs.PATIENCE)
    except asyncio.TimeoutError:
        proc.kill()
        raise Bad("gammond %s does not end" % " ".join(args)) from None
    return proc.returncode, out.decode(), err.decode()


async def must(report, group, args, status, out=r"", err=r""):
    got = await console(*args)
    report.check(group, got[0] == status and re.fullmatch(out, got[1], re.S) and re.fullmatch(err, got[2], re.S),
                 "gammond %s: %r" % (" ".join(args), got))


async def come(port, name):
    """Logs in by `connect`: no prompts between the lines."""
    t = await Telnet.open(port)
    await t.until("login: ")
    t.send("connect %s %s" % (name, PASSWORD))
    await t.until("** User %s authenticated.\r\n" % name)
    t.send("port")
    await t.until("The server is running on port")
    await t.until("\r\n")
    return t


async def wrong_words(report, base):
    group = "invalid arguments"
    nowhere = os.path.join(base, "nowhere")
    usage = r"(?s).*usage: gammond.*"
    for words in (["grant"], ["grant", "ada"], ["grant", "ada", "admin", "x"], ["frobnicate"], ["log", "0"],
                  ["log", "x"], ["log", "1", "2"], ["a", "b", "c", "d", "e"], ["grant", "ada", "-x"]):
        await must(report, group, ["-d", nowhere] + words, 2, err=usage)
    await must(report, group, ["-d", nowhere, "grant", "ada", "king"], 2, err=r"gammond: there is no role 'king'.*")
    await must(report, group, ["-d", nowhere, "grant", "ada", "admin"], 1,
               err=r"gammond: there is no database in \S+\n")
    await must(report, group, ["-d", nowhere, "log"], 1, err=r"gammond: there is no database in \S+\n")
    for words in (["--help"], ["-h"], ["backup", "--help"], ["import", "--help"], ["verify", "--help"],
                  ["export", "ada", "--help"], ["reload", "--help"], ["-n", "--help"]):
        await must(report, "help", ["-d", nowhere] + words, 0, out=r"usage: gammond .*verify FILE\n.*")
    await must(report, "help", ["upgrade", "--version"], 0, out=r"gammond \S+\n")
    await must(report, "help", ["-n", "-x"], 2, err=r".*invalid option -- 'x'\nusage: [^\n]*\n")
    for word in ("upgrade", "reload"):
        await must(report, "no server to reload", ["-d", base, word], 1,
                   err=r".*gammond: no upgrade: no server runs there: \S+/upgrade: No such file or directory\n")
    conf = os.path.join(base, "user.conf")
    with open(conf, "w", encoding="ascii") as out:
        out.write("[server]\nuser = nobody_here\n")
    await must(report, "a user", ["-n", "-c", conf], 2, err=r"gammond: user: there is no user nobody_here\n")
    report.check(group, not os.path.exists(nowhere) and not os.path.exists("--help"), "a data directory was made")


async def granting(report, server):
    group = "gammond grant"
    d = ["-d", server.datadir]
    await must(report, group, d + ["grant", "nobody", "admin"], 1,
               err=r"gammond: there is no user called 'nobody'\n")
    await must(report, group, d + ["grant", "x" * 500, "admin"], 1, err=r"gammond: there is no user called 'x+'\n")
    await must(report, group, d + ["grant", "ADA_op", "Admin"], 0, out=r"ada_op now has the role admin\n")
    await must(report, group, d + ["grant", "ada_op", "admin"], 0, out=r"ada_op already has the role admin\n")
    await must(report, group, ["grant"] + d + ["bob_op", "operator"], 0, out=r"bob_op now has the role operator\n")
    await must(report, group, ["grant", "bob_op", "user", "-c", server.conf] + d, 0,
               out=r"bob_op now has the role user\n")
    row = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ \(console\): grant "
    await must(report, "gammond log", d + ["log"], 0,
               out=row + "bob_op user\n" + row + "bob_op operator\n" + row + "ada_op admin\n")
    await must(report, "gammond log", ["log", "1"] + d, 0, out=row + "bob_op user\n")


async def shutting_down(report, server):
    """The shutdown is announced to all and carried out a second later; the match of the other two is
    saved."""
    group = "shutdown, announced and carried out"
    ada, bob, cat = [await come(server.port, n) for n in ("ada_op", "bob_op", "cat_op")]
    bob.send("shutdown now")
    await bob.until("** Permission denied\r\n")
    cat.send("toggle ready")
    await cat.until("ready to invite or join someone.\r\n")
    bob.send("invite cat_op 3")
    await cat.until("Type 'join bob_op' to accept.\r\n")
    cat.send("join bob_op")
    await bob.until("Starting a new game with cat_op.\r\n")
    ada.send("shutdown 3600")
    await cat.until("*** ATTENTION ! FIBS will shut down in 3600 seconds\r\n")
    ada.send("shutdown cancel")
    await cat.until("** The server goes on: the announced end is called off.\r\n")
    began = time.monotonic()
    ada.send("shutdown 1 restart because of a test")
    for t in (ada, bob, cat):
        await t.until("*** ATTENTION ! FIBS will restart in 1 seconds\r\n")
    for t in (ada, bob, cat):
        end = await t.rest()
        report.check(group, end.endswith(CAUSE), "the last lines are %r" % end[-300:])
        report.check(group, t.eof, "the connection is still open")
        t.close()
    status = await server.wait()
    report.check(group, status == 0, "status %s" % status)
    report.check(group, time.monotonic() - began > 0.9, "after %.2f s" % (time.monotonic() - began))


async def going_on(report, server):
    group = "the match continues"
    bob, cat = [await come(server.port, n) for n in ("bob_op", "cat_op")]
    cat.send("toggle ready")  # the switch is stored: this turns it off
    await cat.until("\r\n")
    cat.send("toggle ready")
    await cat.until("ready to invite or join someone.\r\n")
    bob.send("invite cat_op")
    await cat.until("bob_op wants to resume a saved match with you.\r\n")
    cat.send("join bob_op")
    await bob.until("cat_op has joined you. Your running match was loaded.\r\n")
    report.add(group)
    return bob, cat


async def keeping_out(report, server, bob, cat):
    group = "kick and ban"
    ada = await come(server.port, "ada_op")
    ada.send("kick bob_op because of rude words")
    await cat.until("ADMIN closes connection with bob_op, rude words. The game was saved.\r\n")
    end = await bob.rest()
    report.check(group, end.endswith("** An operator closes your connection: rude words\r\n") and bob.eof,
                 "bob read %r" % end[-200:])
    ada.send("ban bob_op for 1h")
    await ada.until("** bob_op is banned until")
    bob = await Telnet.open(server.port)
    await bob.until("login: ")
    bob.send("login test 1008 bob_op %s" % PASSWORD)
    await bob.until("\r\n** bob_op is banned from this server until ")
    await bob.until("login: ")
    report.add(group)
    ada.send("unban bob_op")
    await ada.until("** bob_op is no longer banned.\r\n")
    bob.close()
    bob = await come(server.port, "bob_op")
    ada.send("operlog 4")
    for row in ("ada_op: unban bob_op", "ada_op: ban bob_op for 1h", "ada_op: kick bob_op: rude words",
                "ada_op: shutdown in 1 seconds, restart: a test"):
        await ada.until(row + "\r\n")
        report.add("the log")
    ada.send("shutdown now")
    end = await bob.rest()
    status = await server.wait()
    report.check("shutdown now", end.endswith(CAUSE) and "ATTENTION" not in end, "bob read %r" % end[-300:])
    report.check("shutdown now", status == 0, "status %s" % status)


async def main(report: Report):
    conf = "[limits]\nfailed_login_s = 0\n"
    first = Server(life=250, conf=conf)
    await wrong_words(report, first.base)
    await first.start()
    for name in ("ada_op", "bob_op", "cat_op"):
        await register(first.port, name, PASSWORD)
    await must(report, "a running server's data are left alone", ["-d", first.datadir, "grant", "ada_op", "admin"], 1,
               err=r"gammond: the data directory \S+ is in use by process \d+\n")
    status = await first.stop()
    report.check("stopping", status == 0, "status %s" % status)
    await granting(report, first)
    second = await Server(life=250, conf=conf, datadir=first.datadir).start()
    await shutting_down(report, second)
    third = await Server(life=250, conf=conf, datadir=first.datadir).start()
    await keeping_out(report, third, *await going_on(report, third))
    await must(report, "a role is taken away", ["-d", first.datadir, "grant", "ada_op", "user"], 0,
               out=r"ada_op now has the role user\n")
    fourth = await Server(life=250, conf=conf, datadir=first.datadir).start()
    ada = await come(fourth.port, "ada_op")
    ada.send("shutdown now")
    await ada.until("** Permission denied\r\n")
    status = await fourth.stop()
    report.check("a role is taken away", status == 0, "status %s" % status)
    for s in (first, second, third, fourth):
        s.remove()


if __name__ == "__main__":
    run(main, scaled(200, 280))
