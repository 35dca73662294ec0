#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: plain timeout=300
"""gnubg as the strongest bot. The server must understand the answers on gnubg's socket (plays, doubles, takes)
as gnubg itself means them, in the same positions and at the same scores. The bot must play on whether the
engine answers, sends nonsense, is silent or is absent.  The analysis of a match is gnubg's, or the
server's own while gnubg is absent."""

import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import fibs
import gnubg
from fibs import Bad, Report, Server, Telnet, register, run, tool
from test_practice import hint

SEEDS = ("1", "2")
POSITIONS = fibs.scaled(600, 150)
PASSWORD = "geheim"

# gnubg's own answer for each row: {kind, the equity difference of the two answers, ...}.
SCRIPT = """
import gnubg, json
for what in ("chequerplay", "cubedecision"):
    gnubg.command("set evaluation %s evaluation plies 0" % what)
gnubg.command("set display off")
gnubg.command("set beavers 0")
said = []
for row in open("rows"):
    kind, xgid, line, after = row.rstrip("\\n").split("\\t")
    gnubg.command("set xgid " + xgid)
    if kind == "play":
        best = gnubg.hint(2)["hint"]
        said.append([list(gnubg.findbestmove()), len(best) > 1 and abs(best[0]["equity"] - best[1]["equity"]) < 1e-5])
    else:
        said.append(list(gnubg.cfevaluate()[1:4]))
with open("said.json", "w") as f:
    json.dump(said, f)
"""


def played(xgid, moves):
    """Returns the checkers of an XGID after steps (from, to, from, to, ...) of its bottom player."""
    mine = [ord(c) - 64 if c.isupper() else 0 for c in xgid[5:31]]
    yours = [ord(c) - 96 if c.islower() else 0 for c in xgid[5:31]]
    for a, b in zip(moves[::2], moves[1::2]):
        if a <= 0:
            continue
        mine[a] -= 1
        mine[b] += b > 0
        if b > 0 and yours[b] == 1:
            yours[b], yours[0] = 0, yours[0] + 1
    return "".join(chr(64 + m) if m else chr(96 + y) if y else "-" for m, y in zip(mine, yours))


def agree(row, said):
    """Returns whether the server's reading of gnubg's answer agrees with gnubg's own choice, or with an equally
    good one."""
    kind, xgid, line, after = row
    if kind == "play":
        return after and (played(xgid, said[0]) == after or said[1])
    none, take, drop = said
    more = min(take, drop) - none if kind == "double" else drop - take
    return abs(more) < 1e-5 or (more > 0) == (line in ("double", "accept"))


async def through(p):
    """Returns the output of a child process; kills it if it does not end."""
    try:
        return await asyncio.wait_for(p.communicate(), fibs.PATIENCE)
    finally:
        if p.returncode is None:
            p.kill()
            await p.wait()


async def script(folder, text, written):
    """Runs a script in gnubg.  Returns the JSON that it has written."""
    with open(os.path.join(folder, "script.py"), "w", encoding="ascii") as f:
        f.write(text)
    p = await asyncio.create_subprocess_exec(
        gnubg.find("gnubg"), "-t", "-q", "--no-rc", "-p", "script.py", stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder, preexec_fn=fibs._die_with_parent,
        env=dict(os.environ, HOME=folder, LC_ALL="C"))
    await through(p)
    with open(os.path.join(folder, written), encoding="ascii") as f:
        return json.load(f)


async def compare(report, folder, seed):
    path = os.path.join(folder, "external")
    engine = await gnubg.listen(folder, path)
    try:
        p = await asyncio.create_subprocess_exec(
            tool("gnubgasks"), "unix:" + path, seed, str(POSITIONS), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            preexec_fn=fibs._die_with_parent)
        out, log = await through(p)
    finally:
        await gnubg.end(engine)
    report.check("each question has an answer", p.returncode == 0, (out[-300:], log[-300:]))
    rows = [line.split("\t") for line in out.decode().splitlines()]
    with open(os.path.join(folder, "rows"), "wb") as f:
        f.write(out)
    said = await script(folder, SCRIPT, "said.json")
    report.check("gnubg has said something of each", len(rows) == len(said) == POSITIONS, (len(rows), len(said)))
    for row, own in zip(rows, said):
        report.check("as gnubg itself: " + row[0], agree(row, own), (row, own))
    lines = {row[2] for row in rows}
    report.check("all kinds were among them", {"double", "roll", "accept", "reject"} <= lines, sorted(lines)[:9])


# ---- a server and an engine ---------------------------------------------------------------------------

class Engine:
    """A relay that passes requests on to gnubg, or misbehaves."""

    def __init__(self, path):
        self.path = path
        self.mode = "gnubg"
        self.boards = 0
        self.server = None

    async def listen(self, path):
        """Listens on a Unix socket or a port.  Returns the address as it is written in the configuration."""
        if path:
            self.server = await asyncio.start_unix_server(self.serve, path)
            return "unix:" + path
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        return "127.0.0.1:%d" % self.server.sockets[0].getsockname()[1]

    async def serve(self, reader, writer):
        there = None
        try:
            while True:
                line = await reader.readline()
                if not line:
                    return
                board = line.startswith(b"board:")
                self.boards += board
                if self.mode == "gone":
                    return
                if self.mode == "silent":
                    continue
                if self.mode == "nonsense" and board:
                    writer.write(b"24/23 99/98\n")
                    continue
                there = there or await asyncio.open_unix_connection(self.path)
                there[1].write(line)
                writer.write(await there[0].readline())
        except OSError:
            pass
        finally:
            writer.close()
            if there:
                there[1].close()


TO_DO = r"It's your turn to move|Please move \d|Please roll|Type 'join'|Type 'accept'|wins? the 9 point match"


async def move(t):
    """Does what the user must do next, once the bot has acted."""
    said = (await t.until_match(TO_DO))[0]
    if "move" in said:
        t.send("move " + await hint(t))
    else:
        t.send("roll" if "roll" in said else "join" if "join" in said else "accept" if "accept" in said else
               "play practice 9")


async def until_logged(report, what, server, t, text, times=1):
    """Plays on until the server has logged this text `times` times."""
    until = asyncio.get_running_loop().time() + fibs.PATIENCE
    while sum(text in line for line in server.log) < times:
        if asyncio.get_running_loop().time() > until:
            break
        await move(t)
    report.check(what, sum(text in line for line in server.log) >= times, list(server.log))


async def until_asked(engine, t, more):
    """Plays on until the engine has received `more` more questions, then once more for the answer."""
    have = engine.boards
    while engine.boards < have + more:
        await move(t)
    await move(t)


async def bot(report, folder, gnubg_path, named):
    engine = Engine(gnubg_path)
    place = await engine.listen(os.path.join(folder, "named") if named else None)
    server = Server(fibs.bots(strong="StrongBot") + "pause_ms = 0\npercent = 100\ngnubg = %s\n" % place, life=300)
    try:
        await server.start()
        await register(server.port, "anna", PASSWORD)
        t = await Telnet.log_in(server.port, "anna", PASSWORD)
        t.send("toggle fast")
        t.send("play practice 9")
        await until_logged(report, "it is there", server, t, "event=gnubg state=here")
        await until_asked(engine, t, 4)
        report.check("its answers are understood", not any("state=strange" in x for x in server.log), list(server.log))
        if named:
            engine.mode = "nonsense"
            await until_logged(report, "nonsense is logged", server, t, "state=strange")
            await until_asked(engine, t, 4)
            report.check("... once", sum("state=strange" in x for x in server.log) == 1, list(server.log))
            engine.mode = "silent"
            await until_logged(report, "it does not answer", server, t, "state=away")
            engine.mode = "gnubg"
            await until_logged(report, "it is there again", server, t, "state=here", 2)
            engine.mode = "gone"
            await until_logged(report, "it hangs up", server, t, "state=away", 2)
        t.send("resign backgammon")
        t.close()
        report.check("stopped", await server.stop() == 0, list(server.log)[-4:])
        report.check("nothing that it typed was refused", not any("bot_refused" in x for x in server.log),
                     list(server.log))
    finally:
        engine.server.close()
        server.kill()
        server.remove()


# ---- analysis -----------------------------------------------------------------------------------------

MAT = """ 2 point match

 Game 1
 anna : 0                               bert : 0
  1) 54: 13/8 24/20                     62: 24/18 24/22
  2) 63: 13/7 6/3                       36: bar/22
  3) 24: bar/23 24/20                   65: bar/20 22/16
  4) 33: 8/5 8/5 6/3 6/3                23: bar/23 16/13
  5) 12: 23/21 7/6                      56: 13/7 7/2
  6)  Doubles => 2                       Takes
  7) 21: 20/18 21/20                    22: 13/11 13/11 6/4 6/4
  8) 64: 8/2 6/2
      Wins 2 points and the match
"""

JUDGED = """
import gnubg, json
for what in ("chequerplay", "cubedecision"):
    gnubg.command("set analysis %s evaluation plies 2" % what)
gnubg.command("set threads 1")
gnubg.command("import mat m.mat")
gnubg.command("analyse match")
stats = gnubg.match(analysis=1, boards=0, statistics=1, verbose=0)["stats"]
with open("judged.json", "w") as f:
    json.dump([[s["moves"]["unforced-moves"], s["moves"]["error-skill"] +
                sum(v for k, v in s["cube"].items() if k.startswith("err-") and k.endswith("-skill")), s["dice"]["luck"]]
               for s in (stats["X"], stats["O"])], f)
"""


async def own_judgement(folder):
    """Returns [unforced plays, errors of plays and of the cube, luck] of each player, from gnubg itself."""
    with open(os.path.join(folder, "m.mat"), "w", encoding="ascii") as f:
        f.write(MAT)
    return await script(folder, JUDGED, "judged.json")


async def analysed(t, match):
    """Returns the header lines, and [decisions, errors, luck] of each player."""
    t.send("analyse %d" % match)
    await t.until("The analysis of match %d is there" % match)
    t.send("analyse %d" % match)
    m = await t.until_match(r"(?s)Analysis of match %d, \S+ against \S+, ([^:]*):.*?luck\r\n(.*?\r\n.*?\r\n)" % match)
    rows = re.findall(r"(?m)^  \S+ +(\d+) +([\d.]+) +[\d.]+ \( *[\d.]+\)(?: +\d+){3} +([-+][\d.]+)", m[2])
    return m[1], [[int(n), float(error), float(luck)] for n, error, luck in rows]


async def analysis(report, folder):
    path = os.path.join(folder, "external")
    own = await own_judgement(folder)
    server = Server(fibs.bots() + "gnubg = unix:%s\n[analysis]\nrated_matches = no\n" % path, life=300)
    engine = None
    try:
        engine = await gnubg.listen(folder, path)
        await server.start()
        for name in ("anna", "bert"):
            await register(server.port, name, PASSWORD)
        await server.stop()
        for names in (("anna", "bert"), ("bert", "anna")):
            p = await asyncio.create_subprocess_exec(server.binary, "-d", server.datadir, "import",
                                                     os.path.join(folder, "m.mat"), *names)
            report.check("imported", await asyncio.wait_for(p.wait(), fibs.PATIENCE) == 0, names)
        await server.start()
        t = await Telnet.log_in(server.port, "anna", PASSWORD)
        head, rows = await analysed(t, 1)
        report.check("gnubg has judged", head == "by gnubg at 2 ply", head)
        for (n, error, luck), (plays, own_error, own_luck) in zip(rows, own):
            report.check("errors are gnubg's", plays <= n and abs(error - own_error) < 0.02 + own_error / 50, (rows, own))
            report.check("luck is gnubg's", abs(luck - own_luck) < 0.002, (rows, own))
        report.check("of both", len(rows) == 2 and sum(error for _, error, _ in rows) > 0.1, rows)
        await gnubg.end(engine)
        head, rows = await analysed(t, 2)
        report.check("while it is away the server judges", head == "at 1 ply" and len(rows) == 2, (head, rows))
        t.close()
        report.check("stopped", await server.stop() == 0, list(server.log)[-4:])
    finally:
        if engine:
            await gnubg.end(engine)
        server.kill()
        server.remove()


async def main(report: Report):
    if not gnubg.find("gnubg"):
        raise Bad("gnubg is not installed")
    with tempfile.TemporaryDirectory() as folder:
        for seed in SEEDS:
            await compare(report, folder, seed)
        path = os.path.join(folder, "external")
        engine = await gnubg.listen(folder, path)
        try:
            await bot(report, folder, path, True)
        finally:
            await gnubg.end(engine)
        engine = await gnubg.listen(folder, path)
        try:
            await bot(report, folder, path, False)
        finally:
            await gnubg.end(engine)
        await analysis(report, folder)


if __name__ == "__main__":
    run(main, 300)
