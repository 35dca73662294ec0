#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A rollout, and a practice match over TCP, with plays taken back.  After a kill the match continues unchanged.  Both
verifiers recompute its dice, and find a wrong roll after a play that was taken back. gnubg reads the final moves."""

import hashlib
import json
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import gnubg
from fibs import Report, Server, Telnet, bots, register, run
from test_verify import export, status_of, verifiers

PASSWORD = "geheim"
BOTS = bots(club="ClubBot") + "pause_ms = 0\npercent = 100\n"
TAKEN_BACK = 5
TO_DO = r"(It's your turn to move|Please move \d|It's your turn\. Please roll|Type 'join')"


async def until_move(t):
    """Rolls until the user must move. Returns False when the game is over."""
    while True:
        said = (await t.until_match(TO_DO))[0]
        if "join" in said:
            return False
        if "roll" not in said:
            return True
        t.send("roll")


async def hint(t):
    t.send("hint")
    return (await t.until_match(r"Hint 1: (\S[^\r\n]*?) +[+-]\d"))[1]


async def board(t):
    t.send("board")
    return (await t.until_match(r"(?s)\+-{42}\+.*?Cube: [^\r\n]*"))[0]


def summed_anew(data):
    body = data.rpartition(b'"sha256": "')[0]
    return body + b'"sha256": "' + hashlib.sha256(body).hexdigest().encode() + b'"\n}\n'


async def play(report, server, t):
    t.send("toggle fast")
    t.send("play practice 1")
    for turn in range(8):
        if not await until_move(t):
            break
        best = await hint(t)
        if turn < TAKEN_BACK:
            first = await board(t)
            t.send("move " + best)
            await t.until_match(r"ClubBot (rolls|can't move|doubles)")
            t.send("takeback")
            await t.until("You take back your last play.")
            report.check("it is unchanged", await board(t) == first, first)
            t.text = ""
        if turn == TAKEN_BACK - 1:
            t.close()
            await server.kill9()
            await server.start()
            t = await Telnet.log_in(server.port, "anna", PASSWORD)
            t.send("invite ClubBot")
            await t.until("Your running match was loaded.")
            report.check("after a kill too", (await t.until_match(r"(?s)\+-{42}\+.*?Cube: [^\r\n]*"))[0] == first, first)
            best = await hint(t)
        t.send("move " + best)
    t.send("resign normal")
    await t.until("ClubBot wins the 1 point match")
    t.close()


ROLLOUT = "position XGID=%s rollout"


async def roll_out(report, server):
    """A rollout of a bear-off, while the rollout of a user who leaves is dropped."""
    await register(server.port, "bert", PASSWORD)
    gone = await Telnet.log_in(server.port, "bert", PASSWORD)
    gone.send(ROLLOUT % "-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10")
    await gone.until("rollouts before it: 0.")
    t = await Telnet.log_in(server.port, "anna", PASSWORD)
    t.send(ROLLOUT % "-----BB------------bb-----:0:0:1:21:0:0:0:5:10")
    await t.until("rollouts before it: 1.")
    gone.close()
    said = await t.until_match(r"(?s)Rollout 1: (\S[^\r\n]*?) +(\S+)  standard error 0\.000.*Games played out: (\d+)\.")
    report.check("the rollout", (said[1], said[2], said[3]) == ("6-4 5-4", "-0.102", "12"), said[0])
    t.close()


async def main(report: Report):
    server = await Server(BOTS, life=200).start()
    await register(server.port, "anna", PASSWORD)
    await roll_out(report, server)
    await play(report, server, await Telnet.log_in(server.port, "anna", PASSWORD))
    await server.stop()
    path = os.path.join(server.base, "m.json")
    data = await export(server, 1, "json", path)
    report.check("the actions contain it", b'"kind": "practice"' in data and b'"rated": false' in data and
                 data.count(b'"kind": "takeback"') == TAKEN_BACK, data[:300])
    wrong = re.sub(rb'("kind": "takeback", "text": "roll=)(\d+)', lambda m: m[1] + b"%d" % (int(m[2]) + 1), data, count=1)
    for text, status in ((data, 0), (summed_anew(wrong), 1)):
        with open(path, "wb") as f:
            f.write(text)
        for words in verifiers(server):
            got, said = await status_of(*words, path)
            report.check("three programs recompute the rolls", got == status, "%s: %s" % (words, said))
    mat = (await export(server, 1, "mat", os.path.join(server.base, "m.mat"))).decode()
    length, games = gnubg.read_mat(mat)
    left = []
    for action in json.loads(data)["actions"]:
        if action["seat"] == 0 and action["kind"] == "move":
            left.append(action["text"])
        elif action["kind"] == "takeback":
            left.pop()
    report.check("what was taken back is left out", length == 1 and len(games) == 1 and
                 [m for m in re.findall(r"\n +\d+\) \d\d: (.*?)(?=  |\n)", mat.replace("*", "")) if m != "Cannot Move"] == left,
                 "%s\n%s" % (left, mat))
    if gnubg.find("gnubg"):
        folder = os.path.join(server.base, "sgf")
        os.mkdir(folder)
        await export(server, 1, "sgf", os.path.join(folder, "m.sgf"))
        said = await gnubg.commands(folder, ["load match m.sgf", "export match mat m.mat"])
        with open(os.path.join(folder, "m.mat"), encoding="ascii") as f:
            _, read = gnubg.read_mat(f.read())
        report.check("gnubg reads the same in .sgf and .mat", len(read) == 1 and
                     len(read[0].did) == len(gnubg.as_gnubg(games[0]).did), "%s\n%s\n%s" % (said, read, games))
    server.remove()


if __name__ == "__main__":
    run(main, 200)
