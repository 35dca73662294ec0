#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`gammond import` adds a match from a file to a database, the exported text is the same, faults are reported, and
files without a game are refused."""

import os
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from fibs import PATIENCE, Report, Server, run
from test_secrets import register

MAT = """; [EventDate "2020.02.29"]
; [Variation "Backgammon"]

 1 point match

 Game 1
 anna : 0                               bert : 0
  1) 31: 8/5 6/5                        65: 24/18 18/13
                                         Wins 1 point and the match
"""
# tags that are stored with the match
EVENT = """; [Event "Sunday Cup"]
; [Round "losers' round 2"]
; [Site "The Hall"]
; [Place "Hollowmere"]
; [Player 1 Elo "1600.0/12"]
"""


def gammond(server, *words):
    done = subprocess.run([server.binary, "-d", server.datadir, *words], capture_output=True, timeout=PATIENCE)
    return done.returncode, (done.stdout + done.stderr).decode(errors="replace")


async def main(report: Report):
    server = await Server(life=200).start()
    path = os.path.join(server.base, "old.mat")
    await register(server, "anna", "geheim_von_anna", False)
    await register(server, "bert", "geheim_von_bert", False)
    with open(path, "w", encoding="ascii") as f:
        f.write(EVENT + MAT)
    status, said = gammond(server, "import", path)
    report.check("refused while the server runs", status != 0 and "match 1" not in said, said)
    await server.stop()
    status, said = gammond(server, "import", path)
    report.check("imported", (status, said.splitlines()[-1:]) == (0, ["match 1"]), said)
    status, said = gammond(server, "export", "1")
    report.check("the same match is exported", [x.rstrip() for x in said.splitlines()] == (EVENT + MAT).splitlines(), said)
    status, said = gammond(server, "export", "--json", "1")
    report.check("without a seed", '"seed": null' in said and '"imported"' in said, said)
    status, said = gammond(server, "import", path, "bert", "anna")
    report.check("by other names", status == 0 and "match 2" in said, said)
    for names in ([], ["bert", "anna"]):
        status, said = gammond(server, "import", path, *names)
        report.check("not twice", status == 1 and "it is already match %d" % (2 if names else 1) in said, said)
    with open(path, "w", encoding="ascii") as f:
        f.write(MAT.replace("2020.02.29", "9999.12.31").replace("31: 8/5 6/5 ", "31: 24/21 6/5")
                .replace("anna", "anna with a very long name"))
    status, said = gammond(server, "import", path)
    report.check("an unknown name", status == 1 and "there is no such user" in said, said)
    status, said = gammond(server, "import", path, "anna", "bert")
    report.check("a long name in the file", status == 0 and "match 3" in said, said)
    status, said = gammond(server, "export", "3")
    report.check("names of the file are kept", '; [Player 1 "anna with a very long name"]' in said and "bert\"" not in said,
                 said)
    status, said = gammond(server, "export-user", "anna")
    report.check("they are among a user's data", "anna with a very long name" in said and "Hollowmere" in said, said[-2000:])
    status, said = gammond(server, "export", "--json", "3")
    report.check("not in the future", status == 0 and '"ended": "' in said and
                 said.split('"ended": "')[1][:10] <= time.strftime("%Y-%m-%d", time.gmtime()), said)
    for what, text, words, why in (
            ("nobody", MAT, ["anna", "nobody"], "there is no such user"),
            ("one user", MAT, ["anna", "anna"], "both players are the same user"),
            ("no game", MAT.replace("31: 8/5", "33: 8/5"), [], "line 8: an opening roll is no double"),
            ("another format", "RGMH", [], "this is a file of eXtreme Gammon: export the match there as text")):
        with open(path, "w", encoding="ascii") as f:
            f.write(text)
        status, said = gammond(server, "import", path, *words)
        report.check(what, status == 1 and why in said, said)
    for number, what, text, why in (
            (4, "a bad line", MAT.replace("65: 24/18", "65: 24/17"), "line 8: that play is not legal"),
            (5, "no end", MAT.replace("Wins 1 point and the match", ""), "the last game has no end")):
        with open(path, "w", encoding="ascii") as f:
            f.write(text)
        status, said = gammond(server, "import", path)
        report.check(what + " is reported, the rest is kept",
                     status == 0 and why in said and "match %d" % number in said, said)
    status, said = gammond(server, "export", "4")
    report.check("the result is kept", "31: 8/5 6/5" in said and "Wins 1 point and the match" in said, said)
    status, said = gammond(server, "import", path + ".none")
    report.check("no file", status == 1 and "No such file" in said, said)
    status, said = gammond(server, "import")
    report.check("usage", status == 2 and "usage" in said, said)
    status, said = gammond(server, "check")
    report.check("the database is sound", status == 0, said)
    await server.start()
    for number in ("1", "2", "3", "4", "5"):
        status, said = gammond(server, "export", number)
        report.check("all are there", status == 0, said)
    await server.stop()
    server.remove()


if __name__ == "__main__":
    run(main, 60)
