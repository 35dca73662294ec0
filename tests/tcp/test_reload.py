#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: timeout=100 valgrind
"""SIGHUP: changes to the configuration and the operator's texts take effect, even for connected users;
options that need a restart are reported, and an error changes nothing."""
import asyncio
import os
import signal
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from fibs import NO_LIMITS, QUICK_CONF, UNDER_VALGRIND, Report, Server, register_all, run
from test_tls import log_line
from test_token import Raw

PASSWORD = "geheim_7"


class Reloaded:
    """A server, and what it logs on SIGHUP."""

    def __init__(self, server):
        self.server = server

    def file(self, name):
        return os.path.join(self.server.base, name)

    def write(self, name, text):
        with open(self.file(name), "w", encoding="ascii") as f:
            f.write(text)

    async def again(self, conf=None):
        """Sends SIGHUP.  Returns the lines of the log that follow."""
        if conf is not None:
            self.write("test.conf", conf)
        self.server.log.clear()
        self.server.signal(signal.SIGHUP)
        await log_line(self.server, "event=reload")
        for _ in range(3):  # the message about restarts follows at once
            await (await Raw.open(self.server.port)).until("login: ")
        return "\n".join(self.server.log)


async def main(report: Report):
    server = await Server().start()
    at = Reloaded(server)
    await register_all(server.port, ["anna", "bert"], PASSWORD)
    before = await Raw.open(server.port)
    await before.until("login: ")
    text = await at.again()
    report.check("nothing has changed", "event=reloaded what=configuration changed=none" in text and
                 "restart_needed" not in text, text)

    # texts: a user is reading the page when its text is replaced
    at.write("rules.txt", "".join("rule %d\n" % i for i in range(200)))
    at.write("motd.txt", "Welcome to the spring open!\n")
    texts = "[server]\nmotd = %s\nhouserules = %s\n" % (at.file("motd.txt"), at.file("rules.txt"))
    conf = NO_LIMITS + QUICK_CONF + UNDER_VALGRIND + texts
    text = await at.again(conf)
    report.check("texts", all(w in text for w in ("server.motd", "server.houserules", "text:motd", "text:houserules")) and
                 "text:banner" not in text, text)
    anna = await Raw.open(server.port)
    anna.send("anna\r\n" + PASSWORD)
    await anna.until("Welcome to the spring open!")
    anna.send("set pagelength 10\r\nhelp houserules")
    await anna.until("rule 3\r")
    at.write("rules.txt", "be kind\n")
    text = await at.again()
    report.check("texts", "changed=text:houserules" in text, text)
    for _ in range(60):
        anna.send("")
    await anna.until("rule 199\r")
    anna.send("help houserules")
    await anna.until("be kind")
    report.add("a page being read is not replaced")

    # limits: they apply to connected users too
    text = await at.again(conf + "[server]\nname = Club\n[limits]\npartial_line_s = 1\nflood_burst = 2\n"
                          "[auth]\npassword_min = 20\n")
    report.check("limits", all(w in text for w in ("server.name", "limits.partial_line_s", "limits.flood_burst",
                                                   "auth.password_min")), text)
    before.writer.write(b"half a line")
    await before.until("Your line did not end in time")
    report.add("limits")
    guest = await Raw.open(server.port)
    guest.send("guest\r\nname cora\r\nshort_one")
    await guest.until("Welcome to Club(?s:.)*at least 20|at least 20(?s:.)*Club|20 characters")
    report.add("limits")

    # options that cannot change now
    text = await at.again(conf + "[server]\naddress = 127.0.0.9\n[auth]\nhash_queue = 9\n")
    report.check("restart", "level=warn event=restart_needed options=server.address,auth.hash_queue" in text, text)
    (await Raw.open(server.port)).close()

    # an error anywhere in the file changes nothing
    good = conf + "[server]\nname = Other\n"
    os.unlink(at.file("motd.txt"))
    for wrong, what in ((good + "[limits]\nidle_s = much\n", "configuration"),
                        (good + "[limits]\noutput_soft = 300000\n", "configuration"),
                        (good, "texts"),
                        (NO_LIMITS + QUICK_CONF + UNDER_VALGRIND + "[server]\nname = Other\nport = off\ntls_port = 4\n"
                         "tls_certificate = /nowhere\n", None)):
        text = await at.again(wrong)
        if what:
            report.check("what is wrong", "level=error event=reload_failed what=%s detail=" % what in text and
                         "event=reloaded" not in text, text)
            guest = await Raw.open(server.port)
            guest.send("guest")
            await guest.until("Welcome to Gammond")
        else:
            report.check("a port that needs a restart needs no certificate yet", "event=reloaded" in text and
                         "tls_port" in text, text)

    # a pipe without a writer or an endless device does not block the event loop
    os.mkfifo(at.file("pipe"))
    for option in ("banner", "motd", "houserules"):
        for path in (at.file("pipe"), "/dev/zero"):
            text = await at.again(NO_LIMITS + QUICK_CONF + UNDER_VALGRIND + "[server]\n%s = %s\n" % (option, path))
            report.check("a pipe or a device", "event=reload_failed what=texts" in text and
                         option in text and ("not a regular file" in text or
                                             path == "/dev/zero" and "denied" in text), text)  # the sandbox may deny the device
    os.unlink(server.conf)
    os.rename(at.file("pipe"), server.conf)
    text = await at.again()
    report.check("a pipe or a device", "event=reload_failed what=configuration" in text and
                 "not a regular file" in text, text)
    os.unlink(server.conf)
    text = await at.again()
    report.check("no file", "event=reload_failed what=configuration" in text, text)
    anna.send("bye")
    await anna.until("Goodbye")
    report.check("stopped", await server.stop() == 0, "status")
    server.remove()


if __name__ == "__main__":
    run(main, 60)
