#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Banner, message of the day and house rules from the files that the configuration names: they are shown, and
read at each start.  A missing file, or one that is not text, prevents the start; `gammond -n` reports the
same."""
import asyncio
import os
import tempfile

import fibs
from fibs import Report, Server, Telnet, register, run

PASSWORD = "geheim"


async def gammond(*args):
    p = await asyncio.create_subprocess_exec(os.environ.get("GAMMOND", "build/gammond"), *args,
                                             stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)
    out, err = await asyncio.wait_for(p.communicate(), fibs.PATIENCE)
    return p.returncode, out.decode(), err.decode()


async def refused(report, base, option, text, why):
    path, conf = os.path.join(base, "wrong.txt"), os.path.join(base, "wrong.conf")
    if text is None:
        path += ".gone"
    else:
        with open(path, "wb") as f:
            f.write(text)
    with open(conf, "w") as f:
        f.write("[server]\n%s = %s\n" % (option, path))
    want = (2, "", "gammond: %s: %s%s\n" % (option, path, why))
    for words in (["-n"], ["-d", os.path.join(base, "never"), "-p", "0"]):
        got = await gammond("-c", conf, *words)
        report.check("refused", got == want, "%s: %r" % (words, got))
    report.check("refused", not os.path.exists(os.path.join(base, "never")), "a database was made")


async def shows(report, server, banner, motd, rules):
    t = await Telnet.open(server.port)
    report.check("shown", (await t.until("login: ")).startswith(banner), "no banner")
    t.send("connect vera " + PASSWORD)
    report.check("shown", motd in await t.until("ho\r\n"), "no message")
    t.send("help house")
    t.send("port")
    text = await t.until("running on port")
    report.check("shown", rules in text, "the page: %r" % text)
    t.close()


async def speaks(report, server, rules):
    t = await Telnet.open(server.port)
    await t.until("login: ")
    t.send("vera")
    await t.until("password: ")
    t.send(PASSWORD)
    t.send("set language it")
    t.send("help house")
    t.send("set language en")
    report.check("speaks", rules in await t.until("to en."), "the page has another head")
    t.close()


async def main(report: Report):
    with tempfile.TemporaryDirectory(prefix="gammond-test-") as base:
        await refused(report, base, "motd", None, ": No such file or directory")
        await refused(report, base, "houserules", b"caf\xe9\n", ":1: not UTF-8")
        await refused(report, base, "banner", b"x" * 2049, ": larger than 2048 bytes")

        def write(n):
            for name, text in (("banner", "Here is @NAME@, %d.\n"), ("motd", "Message %d.\nho\n"),
                               ("houserules", "No cheating, %d.\n")):
                with open(os.path.join(base, name), "w") as f:
                    f.write(text % n)

        conf = "[server]\n" + "".join("%s = %s\n" % (x, os.path.join(base, x)) for x in ("banner", "motd", "houserules"))
        datadir = os.path.join(base, "data")
        for n in (1, 2):
            write(n)
            server = await Server(conf=conf, datadir=datadir, life=100).start()
            if n == 1:
                await register(server.port, "vera", PASSWORD)
            await shows(report, server, "\r\nHere is Gammond, %d.\r\n\r\n" % n, "Message %d.\r\nho\r\n" % n,
                        "NAME\r\n    houserules - the rules of this server\r\n\r\nDESCRIPTION\r\n    No cheating, %d.\r\n"
                        % n)
            await speaks(report, server, "NOME\r\n    houserules - le regole di questo server\r\n\r\nDESCRIZIONE\r\n"
                         "    No cheating, %d.\r\n" % n)
            await server.stop()
        server = await Server(conf="[server]\nlanguage = it\n", life=100).start()
        t = await Telnet.open(server.port)
        report.check("language", "Gammond, un server di backgammon.\r\n" in await t.until("login: "), "no banner")
        t.send("guest")
        report.check("language", "Ti diamo il benvenuto su Gammond." in await t.until("UN SOLO NOME"), "no welcome")
        t.close()
        await server.stop()
        server.remove()


if __name__ == "__main__":
    run(main, 60)
