#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Players import their own matches: over telnet and JSON lines, with kills, bad input and limits.  The matches are
private, count for nothing, and are deleted with the account."""

import asyncio
import glob
import json
import os
import sqlite3
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from fibs import PATIENCE, Report, Server, Telnet, run
from test_secrets import register

FILES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "matches")
PASSWORD = "geheim_von_%s"
FIRST = 1000000001

# What gnubg 1.07 shows for moves of jellyfish.mat: the left player and the right one, both owners of the cube, doubles, scores.
GNU_IDS = {1: "4HPwATDgc/ABMA:cAmlAAAAAAAE", 2: "0HPkATDgc/ABMA:MAG3AAAAAAAE", 4: "yPPIATDgc/ADIA:MAGgAAAAAAAE",
           5: "yPPIATDgc/ADIA:MBmgAAAAAAAE", 6: "yPPIATDgc/ADIA:EYGuAAAAAAAE", 7: "xPPgAyDI88gBMA:UYmpAAAAAAAE",
           26: "vDqFAmDbtgIBMA:URGgAAAAAAAE", 37: "S57gAwLC1+ADCA:QYmkAAAAEAAE", 38: "irfgAwhLnuADQA:AQGnAAAAEAAE",
           60: "35YMAQQX3gJAcA:AQGgAAAAEAAE", 94: "AQAAfMlJCAwAAA:EoGlAAAAEAAE", 95: "X2oSIgIBAAAAAA:UommAAAAEAAE"}


def stuffed(text):
    """The lines that send a text: parts of long lines end with a backslash, and no line begins with a single dot."""
    for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        parts = [line[at:at + 900] for at in range(0, len(line), 900)] or [""]
        for i, part in enumerate(parts):
            yield ("." if part.startswith(".") else "") + part + ("\\" if i + 1 < len(parts) else "")


async def imported(t, text, how="import"):
    t.send(how)
    await t.until("single dot.\r\n")
    t.send("\r\n".join(stuffed(text)) + "\r\n.")
    return await t.until("\n> ")


async def command(t, text):
    t.send(text)
    return await t.until("\n> ")


def gammond(server, *words):
    done = subprocess.run([server.binary, "-d", server.datadir, *words], capture_output=True, timeout=PATIENCE)
    return done.returncode, (done.stdout + done.stderr).decode(errors="replace")


def read(name):
    with open(os.path.join(FILES, name), encoding="latin-1") as f:
        return f.read()


async def dialects(report, t):
    """Files that the operator's import accepts are accepted, and all others are refused with a reason."""
    for path in sorted(glob.glob(os.path.join(FILES, "*"))):
        with open(path, "rb") as f:
            data = f.read()
        name = os.path.basename(path)
        text = data.replace(b"\0", b"").decode("latin-1")
        said = await imported(t, text)
        good = not name.startswith(("binary", "words"))
        report.check("file", ("Stored matches: 1" in said or "It is already your match" in said) == good and
                     (good or "Line " in said), "%s: %s" % (name, said))
    said = await imported(t, read("gnubg.mat"))
    report.check("twice", "It is already your match" in said and "Nothing was stored" in said, said)
    both = await imported(t, read("gnubg.mat").replace("ann", "anna") + "\n" + read("xg.txt").replace("XG", "XX"))
    report.check("two in a file", "Stored matches: 2" in both or "It is already" in both, both)


async def positions(report, t):
    """The GNU IDs of a match are those that gnubg shows."""
    said = await imported(t, read("jellyfish.mat").replace("Odo", "Odilo"))
    number = int(said.split("Match ")[1].split(":")[0])
    for move, want in GNU_IDS.items():
        said = await command(t, "position %d %d" % (number, move))
        report.check("GNU IDs", "GNUID=%s\r\n" % want in said, (move, said))


async def bad_input(report, server, t):
    t.send("import")
    await t.until("single dot.\r\n")
    t.send("x" * 3000)
    said = await t.until("too long")
    t.send(".")
    said = await t.until("\n> ")
    report.check("a long line", "or a line that is too long" in said, said)
    t.send("import")
    await t.until("single dot.\r\n")
    for _ in range(60):
        t.send("\r\n".join(["y" * 1800] * 10))
        await t.writer.drain()
    t.send(".")
    said = await t.until("\n> ")
    report.check("a long file", "more than 1024 KB" in said, said)
    t.send("import")
    await t.until("single dot.\r\n")
    t.raw(b"\xff\xff\x01\x02\x7f\xe9(;FF[4]GM[6]\\\r\n[[[\r\n.\r\n")
    said = await t.until("\n> ")
    report.check("noise", "Nothing was stored" in said, said)
    # more texts than there is room for, each cut off by the end of its connection
    for _ in range(40):
        u = await Telnet.log_in(server.port, "bert", PASSWORD % "bert")
        u.send("import")
        await u.until("single dot.\r\n")
        u.send(" 7 point match")
        u.writer.transport.abort()
    said = await imported(t, " 3 point match\n")
    report.check("room again", "Nothing was stored" in said, said)


async def private(report, server, t):
    u = await Telnet.log_in(server.port, "bert", PASSWORD % "bert")
    for words in ("match %d", "replay %d", "export %d", "analyse %d", "practice %d 1", "position %d 1", "import show %d",
                  "import delete %d"):
        said = await command(u, words % FIRST)
        report.check("private", "There is no match" in said, words + said)
    said = await command(u, "import list")
    report.check("not in others' lists", "There are none" in said, said)
    for words in ("history anna", "history", "stats anna", "headtohead anna"):
        said = await command(u, words)
        report.check("counts for nothing", "1000000" not in said and "imported" not in said, said)
    t.send("import show %d" % FIRST)
    await t.until("Everyone can now read match %d by its number, also on the web page.\r\n> " % FIRST)
    said = await command(u, "match %d" % FIRST)
    report.check("shown", "Imported from a file by anna" in said, said)
    said = await command(t, "import hide %d" % FIRST)
    report.check("hidden", "Only you can read" in said, said)
    u.writer.close()


async def json_lines(report, server):
    """A program imports with `line`, and reads its match, which spectators cannot."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port, limit=1 << 20)

    async def ask(**members):
        writer.write(json.dumps(dict(members, id=1)).encode() + b"\n")
        while True:
            o = json.loads(await asyncio.wait_for(reader.readline(), PATIENCE))
            if o.get("re") == 1:
                return o

    await reader.readuntil(b"login: ")
    writer.write(b"json 1\r\n")
    await reader.readline()
    await reader.readline()
    await ask(c="login", name="cora", password=PASSWORD % "cora", client="test")
    a = await ask(c="line", text="import")
    report.check("JSON lines", a["text"] == ["Send the text of the file now, and then a line with a single dot."], a)
    for line in stuffed(read("gnubg.mat")):
        a = await ask(c="line", text=line)
        report.check("JSON lines", a.get("ok") and "text" not in a, a)
    a = await ask(c="line", text=".")
    report.check("JSON lines", a["text"][-1] == "Stored matches: 1, games: 2.", a)
    number = int(a["text"][0].split()[1].rstrip(":"))
    a = await ask(c="get", what="match", m=number)
    report.check("JSON lines", a.get("players") == ["ann", "bob_2"] and a["end"] == "imported" and len(a["rows"]) > 50, a)
    a = await ask(c="get", what="match", m=FIRST)
    report.check("JSON lines", a.get("err") == "gone", a)
    writer.close()
    return number


async def kills(report, server):
    """After a kill in the middle of an import everything acknowledged is there, and the file can be sent again."""
    text = "\n".join(read("gnubg.mat").replace("ann", "k%da" % i) for i in range(10))
    for lines in (3, 200, 10000):
        t = await Telnet.log_in(server.port, "bert", PASSWORD % "bert")
        t.send("import")
        await t.until("single dot.\r\n")
        t.send("\r\n".join(list(stuffed(text))[:lines]) + ("\r\n." if lines == 10000 else ""))
        await t.writer.drain()
        if lines == 10000:
            await t.until("Match ")
        await server.kill9()
        await server.start()
    t = await Telnet.log_in(server.port, "bert", PASSWORD % "bert")
    said = await imported(t, text)
    there = said.count("It is already your match") + said.count("\nMatch ") + said.startswith("Match ")
    report.check("after a kill", there == 10, said)
    said = await command(t, "import list")
    report.check("after a kill", "(10 of at most" in said, said)
    status, said = gammond(server, "check")
    report.check("check", status == 0, said)


async def limits(report, server):
    t = await Telnet.log_in(server.port, "cora", PASSWORD % "cora")
    said = await imported(t, "\n".join(read("gnubg.mat").replace("ann", "c%da" % i) for i in range(15)))
    report.check("a limit", "You have 12 imported matches" in said and "Stored matches: 11" in said, said)
    said = await command(t, "import")
    report.check("a limit", "You have 12 imported matches" in said, said)
    number = int((await command(t, "import list")).split("#")[1].split()[0])
    said = await command(t, "import delete %d" % number)
    report.check("deleted", "is deleted" in said, said)
    said = await command(t, "replay %d" % number)
    report.check("deleted", "There is no match" in said, said)
    said = await imported(t, read("gnubg.mat").replace("ann", "later"))
    report.check("deleted", "Match %d" % (number + 1) in said, said)


async def archive(report, server, name):
    """An operator, but no other user, sends more matches than an account may keep, and all can read them."""
    text = "\n".join(read("gnubg.mat").replace("ann", "d%da" % i) for i in range(15))
    t = await Telnet.log_in(server.port, "bert", PASSWORD % "bert")
    said = await command(t, "import archive")
    report.check("archive", "** Permission denied" in said, said)
    u = await Telnet.log_in(server.port, name, PASSWORD % name)
    said = await imported(u, text, "import archive")
    report.check("archive", "Stored matches: 15" in said, said)
    number = int(said.split("Match ")[1].split(":")[0])
    t.send("match %d" % number)
    await t.until("Imported from a file by %s (shown to all)" % name)


async def main(report: Report):
    server = await Server("[limits]\nimports = 30\n[analysis]\nrated_matches = no\n", life=300).start()
    for name in ("anna", "bert", "cora"):
        await register(server, name, PASSWORD % name, False)
    t = await Telnet.log_in(server.port, "anna", PASSWORD % "anna")
    await dialects(report, t)
    await positions(report, t)
    await bad_input(report, server, t)
    await private(report, server, t)
    number = await json_lines(report, server)
    await kills(report, server)
    await server.stop()
    status, said = gammond(server, "export-user", "cora")
    data = json.loads(said)
    report.check("export-user", status == 0 and [m["number"] for m in data["imported"]] == [number] and
                 len(data["imported"][0]["actions"]) > 50, said[-800:])
    status, said = gammond(server, "export", str(number))
    report.check("the operator's export", status == 0 and "ann : 0" in said, said)
    with sqlite3.connect(server.database()) as db:
        report.check("no rows of matches", db.execute("SELECT count(*) FROM match").fetchone() == (0,), "")
    server.conf = "[limits]\nimports = 12\n"
    status, said = gammond(server, "grant", "cora", "operator")
    report.check("grant", status == 0, said)
    limited = await Server("[limits]\nimports = 12\n", datadir=server.datadir, life=300).start()
    await limits(report, limited)
    await archive(report, limited, "cora")
    await limited.stop()


if __name__ == "__main__":
    sys.exit(run(main, 280))
