#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: timeout=300
"""gammonweb as operators run it: one configuration file shared with gammond, two processes of gammonweb at once, restarts and an
upgrade of either program while a match is watched, a peer of another release, and who may open the socket."""
import asyncio
import os
import re
import socket
import stat
import struct
import subprocess
import tempfile

import fibs
import web
from fibs import Server, run, scaled
from test_upgrade import upgrade
from test_web_match import CONF, Player, follow, numbers_are_whole
from web import DATA, OPEN, REFUSED, Browser, Gammond, Web

# No address of the machine is exempt, as in the shipped configuration.
SHIPPED = "[limits]\nexempt =\nper_address = 10\n" + CONF


def refused(report, group, wanted, conf, *options):
    """gammonweb does not start, prints why, and exits with the status after which systemd does not restart it."""
    with tempfile.NamedTemporaryFile("w", prefix="gammonweb-test-", encoding="ascii") as f:
        f.write(conf)
        f.flush()
        p = subprocess.run([web.BINARY, "-c", f.name, *options], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                           timeout=fibs.PATIENCE, check=False)
    report.check(group, p.returncode == 2 and re.search(wanted, p.stderr), "%d %s" % (p.returncode, p.stderr))


def configuration(report):
    group = "configuration"
    refused(report, group, r"^gammonweb: front_socket in \[server\] is empty\n", "[web]\nport = 0\n")
    refused(report, group, r":4: there is no option colour in section \[web\]\n", "[server]\nfront_socket = x\n[web]\ncolour = red\n")
    refused(report, group, "port must be a number from 0 to 65535", "[server]\nfront_socket = x\n", "-p", "65536")
    refused(report, group, "hosts in .web. must be 1 to 16 names",
            "[server]\nfront_socket = x\n[web]\nhosts = %s\n" % ",".join("h%d" % i for i in range(17)))
    refused(report, group, "^usage: gammonweb ", "", "extra")
    for words in (["-V"], ["--version"]):
        said = subprocess.run([web.BINARY, *words], capture_output=True, text=True, check=False).stdout
        report.check(group, re.fullmatch(r"gammonweb \d+\.\d+\.\d+\n", said), said)
    said = subprocess.run([web.BINARY, "--help"], capture_output=True, text=True, check=False)
    report.check(group, said.returncode == 0 and said.stdout.startswith("usage: gammonweb "), repr(said))


async def until(condition, what):
    for _ in range(int(fibs.PATIENCE * 20)):
        if condition():
            return
        await asyncio.sleep(0.05)
    raise fibs.Bad(what)


async def shows(place, names):
    """Waits until a visitor sees these users, which requires a stream and a public session."""
    for _ in range(int(fibs.PATIENCE * 20)):
        b = await Browser.open(place.port)
        answer = await b.ask("get", what="who")
        b.close()
        if answer.get("ok") and {r["name"] for r in answer["rows"]} == names:
            return
        await asyncio.sleep(0.05)
    raise fibs.Bad("the page does not show %s, but %r" % (names, answer))


async def watch(place, m):
    b = await Browser.open(place.port)
    if not (await b.ask("watch", m=m)).get("ok"):
        raise fibs.Bad("match %d cannot be watched" % m)
    return b, asyncio.ensure_future(follow(b, m))


async def evening(report):
    """Two processes of gammonweb serve one gammond; a third is restarted again and again, and gammond is upgraded."""
    first = Web(None, "per_address = 1000")
    server = await Server(SHIPPED % first.socket).start()
    second = Web(first.socket, "per_address = 1000")
    await asyncio.gather(first.start(), second.start())
    anna, bert = await Player(first, "anna").register(), await Player(second, "bert").register()
    for p in (anna, bert):
        await p.browser.ask("set", key="ready", value=True)
    for place in (first, second):
        await shows(place, {"anna", "bert"})
    await anna.browser.ask("invite", player="bert", length=1)
    await bert.browser.ask("join", player="anna")
    m = next(e["m"] for e in bert.browser.events if e["e"] == "match")
    here, seen = await watch(first, m)
    there, seen_there = await watch(second, m)
    report.add("two at once")

    other = Web(first.socket)
    for i in range(scaled(40, 12)):  # more often than there are places for spectators
        await other.start()
        if i % 2:
            other.process.kill()
            await other.process.wait()
            await other.reader
        else:
            report.check("restarts in a loop", (await other.stop())[0] == 0, "its status is not 0")
    await other.start()
    await shows(other, {"anna", "bert"})
    report.check("restarts in a loop", (await other.stop())[0] == 0, "its status is not 0")

    playing = [asyncio.ensure_future(p.play(acts=4)) for p in (anna, bert)]
    await asyncio.wait(playing, return_when=asyncio.FIRST_COMPLETED)
    await upgrade(server)
    for p in playing:
        try:
            await p
        except fibs.Bad as e:
            report.check("an upgrade of gammond", str(e) == "closed: 1000", str(e))
    for p in (anna, bert):
        await p.enter(c="token", name=p.name, token=p.token)
    for place in (first, second):
        await shows(place, {"anna", "bert"})
    ends = await asyncio.gather(anna.play(), bert.play())
    report.check("an upgrade of gammond", ends[0]["winner"] == ends[1]["winner"], repr(ends))
    for s in await asyncio.gather(seen, seen_there):
        report.check("an upgrade of gammond", numbers_are_whole(s) is None, numbers_are_whole(s))
        report.check("an upgrade of gammond", sum(x["e"] == "match" for x in s) >= 2, "no second snapshot")
    for b in (here, there, anna.browser, bert.browser):
        b.close()
    for place in (first, second):
        status, complaints = await place.stop()
        report.check("it ends", status == 0 and not complaints, "%s %s" % (status, complaints))
    await server.stop()
    server.remove()


class Older(Gammond):
    """A gammond that has only version 9 of the stream."""

    async def _frame(self, kind, session, body):
        self._put(REFUSED, 0, struct.pack(">HH", 9, 9))
        self.connected.set()


async def other_release(report):
    """gammond and gammonweb have no version in common: this is logged once, pages are still served, and gammonweb
    connects once a gammond with its version is running."""
    group = "another release"
    place = Web()
    old = await Older(place.socket).start()
    await place.start()
    await old.connected.wait()
    await until(lambda: any("event=stream_refused" in line for line in place.log), "no stream_refused in %s" % place.log)
    report.check(group, (await place.get("/robots.txt"))[0] == 200, "no pages")
    b = await Browser.open(place.port)
    report.check(group, (await b.ask("get", what="who")).get("err") == "busy", "an answer without a stream")
    b.close()
    await old.stop()
    new = await Gammond(place.socket).start()
    await asyncio.wait_for(new.connected.wait(), fibs.PATIENCE)
    await until(lambda: any("event=stream_open" in line for line in place.log), "no stream_open in %s" % place.log)
    away = [line for line in place.log if "event=stream_away" in line]
    report.check(group, len(away) == 1, "not logged exactly once: %s" % away)
    await new.stop()
    status, complaints = await place.stop()
    report.check("it ends", status == 0 and not complaints, "%s %s" % (status, complaints))


class Full(Gammond):
    """A gammond that refuses all browsers that log in."""
    why = "The server is full.  Please try again later."

    async def _frame(self, kind, session, body):
        if kind == OPEN and body[1] != 0:
            self.send(session, "** %s\r\n" % self.why, raw=True)
            self.close_session(session)
        elif kind != DATA or session in self.taken:
            await super()._frame(kind, session, body)


async def full(report):
    """gammonweb closes the browser's connection with the reason that gammond gives for refusing the client.  A long
    reason is cut between two characters."""
    place = Web()
    gammond = await Full(place.socket).start()
    await place.start()
    await asyncio.wait_for(gammond.connected.wait(), fibs.PATIENCE)
    for why, seen in ((Full.why, Full.why), ("\u00e9" * 70, "\u00e9" * 61)):
        gammond.why = why
        b = await Browser.open(place.port)
        await b.event("hello")
        b.say({"id": 1, "c": "login", "name": "anna", "password": "secret"})
        code = await b.closed()
        report.check("a full server", (code, b.why) == (1013, seen), "%s %s" % (code, b.why))
    await gammond.stop()
    status, complaints = await place.stop()
    report.check("it ends", status == 0 and not complaints, "%s %s" % (status, complaints))


async def access(report):
    """The socket belongs to the group of its folder, of which the server need not be a member."""
    group = "access to the socket"
    with tempfile.TemporaryDirectory(prefix="gammonweb-test-") as folder:
        os.chmod(folder, 0o755)
        run_folder = os.path.join(folder, "run")
        os.mkdir(run_folder)
        gid = 54321 if os.geteuid() == 0 else os.getgid()
        os.chown(run_folder, -1, gid)
        os.chmod(run_folder, 0o2750)
        path = os.path.join(run_folder, "front")
        server = await Server(CONF % path).start()
        s = os.stat(path)
        report.check(group, stat.S_IMODE(s.st_mode) == 0o660 and s.st_gid == gid, "%o %d" % (s.st_mode, s.st_gid))
        if os.geteuid() == 0:
            for groups, may in (((), False), ((gid,), True)):
                report.check(group, opens_as(12345, groups, path) == may, "a user in groups %s" % (groups,))
        else:
            report.skip(group, "only root can become another user")
        await server.stop()
        server.remove()


def opens_as(uid, groups, path):
    """Returns whether a user in these groups can connect."""
    pid = os.fork()
    if pid == 0:
        try:
            os.setgroups(groups)
            os.setresgid(uid, uid, uid)
            os.setresuid(uid, uid, uid)
            with socket.socket(socket.AF_UNIX) as s:
                s.connect(path)
            os._exit(0)
        except OSError:
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0


async def main(report):
    configuration(report)
    await evening(report)
    await other_release(report)
    await full(report)
    await access(report)


if __name__ == "__main__":
    run(main, 120)
