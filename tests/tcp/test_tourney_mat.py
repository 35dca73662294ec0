#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: plain timeout=180
"""A tournament of two over TCP, exported while the server runs: as JSON, and its match as a .mat file.

A watcher's tell and kibitz are refused and do not reach the players.  Then a match that the director
decides, as a reader of .mat files understands it (and gnubg, where it is installed)."""

import asyncio
import json
import os

import fibs
import gnubg
from fibs import Server, Telnet, register_all, run, scaled

PASSWORD = "geheim"


async def export(server, *words, what=("tournament",)):
    proc = await asyncio.create_subprocess_exec(
        server.binary, "-d", server.datadir, "export", *what, *words,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)
    out, err = await asyncio.wait_for(proc.communicate(), fibs.PATIENCE)
    return proc.returncode, out.decode(), err.decode()


async def start_cup(number, name, length, dora, anna, bert):
    """Starts a tournament of two, up to the first game of their match."""
    dora.send("tournament create %s length %d checkin 0 clock off" % (name, length))
    await dora.until("** Tournament %d is made: %s." % (number, name))
    dora.send("tournament open %d" % number)
    await dora.until("entries are open")
    for t in (anna, bert):
        t.send("tournament register %d" % number)
        await t.until("You are entered")
    dora.send("tournament start %d yes" % number)
    await anna.until("you play bert_cup")
    for t in (anna, bert):
        t.send("tournament play %d" % number)
    await anna.until("Starting a new game with bert_cup.")


async def decided(report, server, dora, anna, bert):
    """The director sets the result while the match runs: the file names the winner and contains only moves that were
    played."""
    group = "a .mat file of a match that was decided"
    await start_cup(2, "Second Cup", 5, dora, anna, bert)
    dora.send("tournament setresult 2 bert_cup 5-3 the cable broke")
    await anna.until("bert_cup wins the 5 point match 5-3 .\r\n")
    await bert.until("You win the 5 point match 5-3 .\r\n")
    report.check(group, "0-0" not in bert.seen and "forfeit" not in anna.seen + bert.seen, bert.seen[-500:])
    await dora.until("until 'tournament confirm 2'")  # the result of a final may be taken back until it is confirmed
    dora.send("tournament confirm 2")
    await dora.until("Second Cup is over")
    folder = os.path.join(server.base, "decided")
    status, out, err = await export(server, "2", "--mat", folder)
    report.check(group, status == 0 and out == "", err)
    with open(os.path.join(folder, os.listdir(folder)[0]), encoding="ascii") as f:
        text = f.read()
    length, games = gnubg.read_mat(text)
    report.check(group, length == 5 and len(games) == 1, text)
    report.check(group, games[0].winner == "bert_cup" and games[0].points == 5, text)
    report.check(group, all(len(d) < 3 or d[2] == () for d in games[0].did), text)  # at most a roll, no play
    report.check(group, "; The director has set the result: bert_cup wins 5-3.\n" in text, text)
    if gnubg.find("gnubg"):
        (said, again), = await gnubg.convert(folder, "mat", [text])
        _, games = gnubg.read_mat(again)
        report.check(group, not said and len(games) == 1 and games[0].winner == "bert_cup", (said, again))
        report.check(group, '[Event "Second Cup"]' in again and '[Round "final"]' in again, again)


async def main(report):
    server = await Server(life=170).start()
    names = ("dora_cup", "anna_cup", "bert_cup", "vera_cup")
    await register_all(server.port, names, PASSWORD)
    dora, anna, bert, vera = [await Telnet.log_in(server.port, n, PASSWORD) for n in names]
    await start_cup(1, "Small Cup", 3, dora, anna, bert)
    await bert.until("Starting a new game with anna_cup.")

    vera.send("watch anna_cup")
    await vera.until("You're now watching anna_cup.")
    vera.send("tell bert_cup psst")
    await vera.until("** You watch bert_cup in a match of a tournament: no talking to the players.\r\n")
    vera.send("kibitz psst")
    await vera.until("** It is a match of a tournament: only its watchers hear you.\r\n")
    await vera.until("** But nobody heard you.\r\n")
    vera.send("show games")
    await vera.until("    of tournament 1: Small Cup\r\n")

    status, out, err = await export(server, "1", "--json")
    report.check("JSON while the server runs", status == 0, err)
    data = json.loads(out)
    report.check("JSON while the server runs", [p["match"] for p in data["pairings"]] == [1], data["pairings"])
    anna.send("resign backgammon")
    await bert.until("anna_cup wants to resign")
    report.check("the players receive nothing", "psst" not in bert.seen + anna.seen, bert.seen[-500:])
    bert.send("accept")
    await dora.until("Small Cup is over")
    bert.send("tournament results 1")
    await bert.until("        1  bert_cup ")
    vera.send("whois bert_cup")
    await vera.until("  Tournaments won: 1: Small Cup (2 players)\r\n  Place 1 of 2: Small Cup (")

    folder = os.path.join(server.base, "mat", "small cup")  # neither directory exists
    status, out, err = await export(server, "1", "--mat", folder)
    report.check(".mat files", status == 0 and out == "", err)
    files = os.listdir(folder)
    report.check(".mat files", len(files) == 1 and files[0].endswith("-1.mat"), files)
    with open(os.path.join(folder, files[0]), encoding="ascii") as f:
        text = f.read()
    report.check(".mat files", " 3 point match" in text and "bert_cup" in text and "anna_cup" in text, text)
    report.check(".mat files", "Wins 3 point" in text, text)
    report.check(".mat files", text.startswith('; [Event "Small Cup"]\n; [Round "final"]\n; [EventDate "'), text)
    status, out, err = await export(server, "1", what=())  # the match alone
    report.check(".mat files", status == 0 and out == text, out + err)
    status, out, err = await export(server, "anna_cup", "bert_cup", what=())
    report.check(".mat files", status == 0 and out == text, out + err)
    status, out, err = await export(server, "1", "--mat", folder + "/")  # the file exists already
    report.check(".mat files", status == 0 and os.listdir(folder) == files, err)
    status, out, err = await export(server, "1", "--mat", os.path.join(folder, files[0]))
    report.check(".mat files", status == 1 and "Not a directory" in err, err)
    status, out, err = await export(server, "2", "--json")
    report.check("no such tournament", status == 1 and "no such tournament" in err, err)
    await decided(report, server, dora, anna, bert)
    for t in (dora, anna, bert, vera):
        t.close()
    report.check("stopping", await server.stop() == 0, "status")
    server.remove()


if __name__ == "__main__":
    run(main, scaled(90, 150))
