#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: timeout=300
"""Third-party programs against the server, as Debian packages them: gnubg (its `external` interface plays, it
imports `oldmoves` and exported matches), telnet under expect, TinyFugue.

A missing program is a failure.
Usage: test_clients.py [--seed N]"""

import asyncio
import collections
import fcntl
import os
import pty
import random
import re
import struct
import subprocess
import sys
import tempfile
import termios
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import fibs
import gnubg
import rules
from bots import Player
from fibs import Bad, Report, Server, register_all, run, scaled
from test_client import Terminal
from test_matches import Pair

HERE = os.path.dirname(os.path.abspath(__file__))
PASSWORD = "geheim"
PACKAGE_OF = dict(gnubg="gnubg", tf5="tf5", expect="expect", telnet="telnet")


# ---- what was played, as the players saw it ------------------------------------------------------------

def kept(model, finished):
    """Returns the game so far as a gnubg.Game."""
    did, held, cube = [], None, model.cube_at_start
    for name, text in model.record:
        if text.startswith("("):
            move = text[6:]
            steps = () if move == "can't move" else rules.parse_steps(move, -model.colour[name])
            did.append((name, gnubg.roll_of(text[1], text[3]), tuple(sorted(steps, reverse=True))))
        elif text == "doubles":
            held = name
        elif text in ("accepts", "rejects"):
            did += [(held, "double", cube * 2), (name, "take" if text == "accepts" else "drop")]
            cube *= 2
            held = None
    if held and not finished:
        did.append((held, "double", cube * 2))
    if not finished:
        return gnubg.Game(dict(model.score_before), did, None, 0, model.cube_at_start)
    winner = model.record[-1][0]
    return gnubg.Game(dict(model.score_before), did, winner, model.score[winner] - model.score_before[winner],
                      model.cube_at_start, model.record[-2][1] == "wants to resign")


class Recorder(Player):
    """A player that keeps every game, and asks for `oldmoves` after each and from time to time."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.matches = []  # lists of games; the last game of a list may be unfinished
        self.seen = []     # (lines of oldmoves, Game, whether its points are certain, length of the match)
        self.listing = None

    def begin_match(self, *args):
        self.end_match()
        super().begin_match(*args)
        self.matches.append([])

    def end_match(self):
        """Adds the unfinished game to its match if something has happened in it."""
        m, self.model = self.model, None
        if m is not None and m.record and m.phase not in ("over", "idle", "opening"):
            game = kept(m, False)
            if game.did:
                self.matches[-1].append(game)

    def on_starting(self, g, line):
        super().on_starting(g, line)
        self.model.cube_at_start = 1

    def on_cube_now(self, g, line):
        super().on_cube_now(g, line)
        self.model.cube_at_start = int(g[0])

    def game_over(self):
        super().game_over()
        self.matches[-1].append(kept(self.model, True))
        self.ask_moves()

    def small_talk(self):
        super().small_talk()
        if self.rng.random() < 0.02 and self.model.record:
            self.ask_moves()

    def ask_moves(self):
        """Sends `oldmoves` and then `time`: the lines before the time are the list."""
        if self.listing is None and not any(s.what == "probe" for s in self.out):
            self.send("oldmoves " + self.rival)
            self.listing = []
            self.put("time", "listed", ("clock",))

    def list_line(self, line):
        if self.listing is not None and self.list_wanted is None:
            self.listing.append(line)
        else:
            super().list_line(line)

    def answered(self, kind, line):
        sent = super().answered(kind, line)
        if sent.what == "listed":
            self.keep_listing()
        return sent

    def keep_listing(self):
        """Keeps the list.  The points are not certain where gnubg counts differently.  gnubg counts every resignation
        as a single game.  In an unlimited match it also counts a gammon as one unless the cube was turned (Jacoby
        rule)."""
        m = self.model
        finished = bool(m.record) and m.record[-1][1] == "wins"
        game = kept(m, finished)
        taken = any(d[1] == "take" for d in game.did)
        self.seen.append((self.listing, game, not game.resigned and (m.length > 0 or taken), m.length))
        self.listing = None


class Couple(Pair):
    """Two recorders; their matches have no instant redoubles, which gnubg does not know."""

    async def login(self):
        habits = dict(resign_out=0.0, illegal=0.0, resign=0.008, chat=0.0)
        self.players = [Recorder(n, PASSWORD, random.Random(self.rng.random()), self.ledger, habits)
                        for n in self.names]
        for p in self.players:
            await p.open(asyncio.get_running_loop(), self.port)
            await p.set_toggle("ready", True)

    async def prepare(self, length):
        rng = self.rng
        crawford, autodouble = rng.random() < 0.8, rng.random() < 0.5
        for p in self.players:
            await self.agree(p, "crawford", crawford)
            await self.agree(p, "autodouble", autodouble)
            for name, often in (("moreboards", 0.8), ("autoboard", 0.8), ("automove", 0.3)):
                await self.agree(p, name, rng.random() < often)
        self.rules = (crawford, autodouble, 0)


# ---- gnubg reads ----------------------------------------------------------------------------------------

def check_list(report, entry, said, text):
    """Checks one `oldmoves`: gnubg imports it without messages and has the same moves, winner and points."""
    lines, game, certain, length = entry
    shown = "\n".join(lines) + "\n" + text
    if not game.did:  # gnubg ignores a game without a play
        return report.check("gnubg: oldmoves imports without messages", said in ([], ["No game in progress."]),
                            "%s of\n%s" % (said, shown))
    if not report.check("gnubg: oldmoves imports without messages", not said, "%s of\n%s" % (said, shown)):
        return False
    got_length, games = gnubg.read_mat(text)
    want = gnubg.as_gnubg(game)
    group = "gnubg: oldmoves has the same moves, winner and points"
    if not report.check(group, len(games) == 1 and got_length == length
                        and (games[0].score, games[0].did) == (want.score, want.did),
                        "moves differ:\n%s\n%s" % (want, shown)):
        return False
    return report.check(group, games[0].winner == want.winner and (not certain or games[0].points == want.points),
                        "%s\n%s" % (want, shown))


def check_mat(report, length, told, text, said, again):
    """Checks one exported match: read_mat() finds what the players saw, and gnubg imports the match without messages
    and exports the same."""
    if not report.check("gnubg: an exported match imports without messages", not said, "%s of\n%s" % (said, text)):
        return
    for group, source, change in (("an exported match is what the players saw", text, lambda g: g),
                                  ("gnubg: exports the match again as it was", again, gnubg.as_gnubg)):
        got_length, games = gnubg.read_mat(source)
        ok = (got_length == length or not games) and len(games) == len(told) and all(
            gnubg.same(g, change(w)) for g, w in zip(games, told))
        report.check(group, ok, "sent\n%s\nexported\n%s\nby gnubg\n%s" % (told, text, again))


async def export(server, *words):
    """Runs `gammond export`.  Returns (status, standard output, standard error)."""
    p = await asyncio.create_subprocess_exec(
        server.binary, "-d", server.datadir, "export", *words, stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)
    out, err = await asyncio.wait_for(p.communicate(), fibs.PATIENCE)
    return p.returncode, out.decode("ascii"), err.decode("utf-8", "replace")


async def export_all(server, couple, folder):
    """Returns the texts of all matches of the two, oldest first."""
    status, out, err = await export(server, "--all", *couple.names, folder)
    if (status, out) != (0, ""):
        raise Bad("export --all: %s %r %r" % (status, out, err))
    number = {int(n[:-4].split("-")[-1]): n for n in os.listdir(folder)}
    texts = []
    for i in sorted(number):
        with open(os.path.join(folder, number[i]), encoding="ascii") as f:
            texts.append((i, f.read()))
    return texts


async def games_in_gnubg(report, server, couples, folder):
    seen = [x for c in couples for p in c.players for x in p.seen]
    texts = ["\n".join(x[0][:2] + [""] + x[0][2:]) + "\n\n" for x in seen]
    lists = os.path.join(folder, "lists")
    os.mkdir(lists)
    for entry, (said, text) in zip(seen, await gnubg.convert(lists, "oldmoves", texts)):
        check_list(report, entry, said, text)
    for c in couples:
        place = os.path.join(folder, c.names[0])
        exported = await export_all(server, c, place)
        for p in c.players:
            p.end_match()
        told = c.players[0].matches
        report.check("each match is exported", len(exported) == len(told), "%d of %d" % (len(exported), len(told)))
        answers = await gnubg.convert(place, "mat", [t for _, t in exported])
        for length, games, (_, text), (said, again) in zip(c.lengths, told, exported, answers):
            check_mat(report, length, games, text, said, again)
        c.exported = exported


async def the_export_command(report, server, couple, folder):
    """The command's other forms, and what it refuses."""
    group = "the command export"
    a, b = couple.names
    number, text = couple.exported[-1]
    path = os.path.join(folder, "one.mat")
    report.check(group, await export(server, a, b) == (0, text, ""), "the last match")
    report.check(group, await export(server, b.upper(), a) == (0, text, ""), "the names the other way")
    report.check(group, await export(server, str(number)) == (0, text, ""), "by number")
    report.check(group, await export(server, "--all", a, b) == (0, "\n".join(t for _, t in couple.exported), ""),
                 "all of them")
    report.check(group, (await export(server, str(number), path))[:2] == (0, "") and
                 open(path, encoding="ascii").read() == text, "to a file")
    for words, status, sentence in (
            ((a, "nobody_here"), 1, "gammond: nobody_here: no such user"),
            ((a, "x" * 300), 1, "no such user"), ((a, "lone_wolf"), 1, "lone_wolf: these two have not played"),
            ((a, a), 1, "have not played"), (("9223372036854775807",), 1, "no such match"),
            ((a, b, folder + "/none/one.mat"), 1, "No such file or directory"), ((str(number), "/dev/full"), 1, "No space"),
            (("--all", a, b, path), 1, "Not a directory"), ((), 2, "usage:"), ((a,), 2, "usage:"),
            ((a, b, "c", "d"), 2, "usage:"), (("99999999999999999999",), 2, "usage:"), (("0",), 2, "usage:"),
            (("--all", "7"), 2, "usage:"), (("--al", a, b), 2, "usage:"), (("",), 2, "usage:")):
        got = await export(server, *words)
        report.check(group, got[0] == status and got[1] == "" and sentence in got[2], "%s: %s" % (words, got))


async def batch(report, server, seed):
    """Plays some twenty matches of all kinds; gnubg reads them while the server runs and afterwards."""
    shares = [(1, 3, 0, 5), (3, 0, 2, 0), (0, 4, 1, 3), (2, 0, 3, 7), (5, 0, 0, 1)]
    shares = shares if not fibs.TENTH else [s[:2] for s in shares[:3]]
    names = [n + "_" + fibs.letters(i) for i in range(len(shares)) for n in ("left", "right")]
    await register_all(server.port, names + ["lone_wolf"], PASSWORD)
    ledger = {n: (1500.0, 0) for n in names}
    counts = collections.Counter()
    couples = [Couple(i, server.port, seed, ledger, counts) for i in range(len(shares))]
    for c, s in zip(couples, shares):
        c.lengths = s
    await asyncio.gather(*(c.series(s, report) for c, s in zip(couples, shares)))
    folder = tempfile.mkdtemp(prefix="gnubg-", dir=server.base)
    await games_in_gnubg(report, server, couples, folder)
    await the_export_command(report, server, couples[0], folder)
    events = collections.Counter()
    for c in couples:
        for p in c.players:
            p.frozen = True
            p.close()
            events.update(p.events)
    print("matches for gnubg: %s; %s; %d lists" % (dict(counts), dict(events),
                                                   sum(len(p.seen) for c in couples for p in c.players)), flush=True)
    return couples, folder


# ---- gnubg plays ----------------------------------------------------------------------------------------

class ByGnubg(Player):
    """A player who types gnubg's answer to each of the server's boards and makes no decisions."""

    def __init__(self, name, external, report):
        super().__init__(name, PASSWORD, random.Random(1), None,
                         dict(resign=0.0, resign_out=0.0, illegal=0.0, board=0.0, chat=0.0, toggles=0.0, accept=1.0))
        self.external = external
        self.report = report
        self.asking = False
        self.answers = collections.Counter()
        self.others = []  # the opponent's boards with their legal plays, about which gnubg is asked too

    def decide(self):
        if self.frozen or self.deciding() or self.asking or not self.my_turn():
            return
        self.asking = True
        self.told_again = False
        self.put("board", "board", ("board",), ("err_not_playing",))

    def own_board(self, line):
        asked = self.asked_for_board_next()
        super().own_board(line)
        if asked and self.asking and self.my_turn():
            asyncio.ensure_future(self.consult(line))
        elif self.model.phase == "move" and self.model.turn == self.rival:
            m = self.model
            self.others.append((line, m.rows[self.rival], m.rows[self.name], m.plays))

    def asked_for_board_next(self):
        return bool(self.out) and self.out[0].what == "board"

    async def consult(self, line):
        try:
            answer = await self.external.ask(line)
            self.asking = False
            if not self.frozen and self.my_turn():
                self.obey(answer, line)
        except (Bad, OSError, asyncio.TimeoutError) as e:
            self.error = self.error or "%s: gnubg: %s" % (self.name, e)
            self.abort()

    def obey(self, answer, line):
        m = self.model
        group = "gnubg external: each answer is legal and accepted"
        word = {"beaver": "take"}.get(answer, answer)
        if m.phase == "offer" and word in ("take", "drop"):
            self.put(*(("accept", "accept", ("you_take",)) if word == "take" else ("reject", "reject", ("you_drop",))))
        elif m.phase == "roll" and word == "roll":
            self.put("roll", "roll", ("you_roll",))
        elif m.phase == "roll" and word == "double" and m.may_double(self.name):
            self.put("double", "double", ("you_double",))
        elif m.phase == "move" and re.fullmatch(r"(?:(?:bar|\d+)/(?:off|\d+)(?:\(\d\))?\*? ?)+", word):
            word = self.move(word, line)
        else:
            raise Bad("the answer %r to %s (phase %s)" % (answer, line, m.phase))
        self.answers[word] += 1
        self.report.add(group)

    def move(self, text, line):
        """Types a move, which gnubg and the model give in the mover's numbering.  Counts the kind of move."""
        m = self.model
        steps = gnubg.play_of(text)
        after = rules.apply_steps(m.rows[self.name], m.rows[self.rival], steps)
        if after is None or after not in m.plays[1] or len(steps) != m.plays[0]:
            raise Bad("the move %r is not legal: %s" % (text, line))
        pairs = rules.step_names(steps, -m.colour[self.name])
        self.put("move " + " ".join("-".join(p) for p in pairs), "move", ("board", "you_win"), (), steps)
        return "bar" if steps[0][0] == 25 else "off" if steps[-1][1] == 0 else "move"


async def duel(report, server, players, length):
    """Plays one match; the second player is invited."""
    for p, other in zip(players, players[::-1]):
        p.begin_match(other.name, length, True, False, 0)
    offer = players[1].expect("type_join")
    await players[0].command("invite %s %d" % (players[1].name, length), "invited")
    await asyncio.wait_for(offer, fibs.PATIENCE)
    players[1].send("join " + players[0].name)
    done = asyncio.gather(*(p.done for p in players))
    try:
        result = (await asyncio.wait_for(done, fibs.PATIENCE * 2))[0]
    except asyncio.TimeoutError:
        raise Bad("the match is stuck: %s\n%s" % tuple(p.situation() for p in players)) from None
    for p in players:
        p.frozen = True
        await p.command("time", "clock")
        p.out.clear()
        for name, (rating, experience) in p.after.items():
            p.ledger[name] = (rating, experience)
    return result


async def by_external(report, server, seed):
    """Plays whole matches with gnubg as one player, until it has entered from the bar, borne off and used the
    cube."""
    group = "gnubg external: whole matches"
    names = ("gnubg_player", "greedy_player")
    await register_all(server.port, names, PASSWORD)
    ledger = {n: (1500.0, 0) for n in names}
    folder = tempfile.mkdtemp(prefix="external-", dir=server.base)
    external = await gnubg.External.start(folder, fibs.free_port())
    me = ByGnubg(names[0], external, report)
    rng = random.Random(seed)
    other = Player(names[1], PASSWORD, rng, ledger,
                   dict(resign=0.0, resign_out=0.0, illegal=0.0, chat=0.0, careful=0.0, double=0.3, accept=1.0))
    me.ledger = ledger
    try:
        for p in (me, other):
            await p.open(asyncio.get_running_loop(), server.port)
            await p.set_toggle("ready", True)
        wanted = {"bar", "off", "move", "roll", "double", "take"}
        for i, length in enumerate((1, 3) + (3, 1, 5) * 6):
            if i >= 2 and (wanted <= set(me.answers) or i >= scaled(20, 5)):
                break
            report.check(group, await duel(report, server, (me, other), length) == "won", "no result")
        report.check("gnubg external: bar entry, bear-off, cube", fibs.TENTH or wanted <= set(me.answers),
                     "only %s" % dict(me.answers))
        for line, his, mine, (used, results) in me.others[:scaled(200, 20)]:
            answer = await external.ask(line)
            steps = gnubg.play_of(answer)
            report.check("gnubg external: boards of the other's turn are understood", len(steps) == used
                         and (rules.apply_steps(his, mine, steps) in results if used else answer == ""),
                         "%r to %s" % (answer, line))
        print("gnubg played: %s" % dict(me.answers), flush=True)
    except (Bad, OSError, asyncio.TimeoutError) as e:
        report.fail(group, "%s" % "\n".join(x for x in (me.error, other.error, str(e)) if x))
    finally:
        for p in (me, other):
            p.frozen = True
            p.close()
        await external.stop()


# ---- telnet and TinyFugue -------------------------------------------------------------------------------

async def by_telnet(report):
    """Debian's telnet under expect, with a server of its own; newcomers.exp checks every line."""
    server = await Server(life=120).start()
    p = await asyncio.create_subprocess_exec(
        gnubg.find("expect"), "-f", os.path.join(HERE, "newcomers.exp"), str(server.port), str(int(fibs.PATIENCE)),
        stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
        env=dict(os.environ, TERM="vt100", LC_ALL="C", HOME=server.base))
    try:
        out = (await asyncio.wait_for(p.communicate(), fibs.PATIENCE * 3))[0].decode("latin-1")
    except asyncio.TimeoutError:
        p.kill()
        await p.wait()
        out = "killed: it stood still"
    found = re.search(r"(?m)^(\d+) passed, (\d+) failed\r?$", out)
    if found:
        report.add("telnet under expect: lines of three screens", int(found.group(1)), 0)
    report.check("telnet under expect: completes with all lines right",
                 found and found.group(2) == "0" and p.returncode == 0, out)
    await server.kill9()
    server.remove()


class Fugue(Terminal):
    """TinyFugue in a pseudo-terminal."""

    def __init__(self, folder, port, name, password):
        self.seen = b""
        self.news = asyncio.Event()
        rc = os.path.join(folder, "tfrc")
        with open(rc, "w", encoding="ascii") as f:
            f.write('/set warn_curly_re=off\n/addworld -T"tiny" board %s %s 127.0.0.1 %d\n/connect board\n'
                    % (name, password, port))
        os.chmod(rc, 0o600)
        self.fd, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 200, 0, 0))
        self.process = subprocess.Popen(
            [gnubg.find("tf5"), "-v", "-f" + rc], stdin=slave, stdout=slave, stderr=slave, close_fds=True, cwd=folder,
            env=dict(os.environ, TERM="vt100", HOME=folder, LC_ALL="C"), start_new_session=True)
        os.close(slave)
        os.set_blocking(self.fd, False)
        asyncio.get_running_loop().add_reader(self.fd, self._read)

    async def sees(self, report, *texts):
        at = 0
        for text in texts:
            at = await self.until(text, at)
            report.add("TinyFugue sees what it should")
        self.seen = self.seen[at:]


async def quick_match(a, b):
    """A match of one point in which b resigns and a wins."""
    offer = b.expect("type_join")
    await a.command("invite %s 1" % b.name, "invited")
    await offer
    await b.command("join " + a.name, "board")
    offer = a.expect("resigns")
    await b.command("resign n", "you_resign")
    await offer
    await a.command("accept", "you_win_match")


async def by_fugue(report, server):
    """Logs in by its own `connect`, talks, watches a match and logs out."""
    names = ("tina", "zack", "yves")
    await register_all(server.port, names, PASSWORD)
    others = [fibs.Clip(n, PASSWORD) for n in names[1:]]
    for c in others:
        await c.open(asyncio.get_running_loop(), server.port)
        await c.set_toggle("ready", True)
    zack, yves = others
    arrives = zack.expect("c7")
    tf = Fugue(tempfile.mkdtemp(prefix="tf-", dir=server.base), server.port, "tina", PASSWORD)
    try:
        await tf.sees(report, "One account per person only!", "login:", "** User tina authenticated.", "** Last login: ",
                      "from 127.0.0.1")
        report.check("TinyFugue logs in", (await arrives)[1][0] == "tina", "another user logged in")
        tf.type("toggle telnet\r")
        await tf.sees(report, "** You use a client program and will receive extra 'newlines'.")
        await zack.command("shout good evening", "c17")
        await tf.sees(report, "zack shouts: good evening")
        await zack.command("tell tina are you there", "c16")
        await tf.sees(report, "zack says: are you there")
        heard = zack.expect("c12")
        tf.type("tell zack yes, here\r")
        await tf.sees(report, "** You tell zack: yes, here")
        report.check("what TinyFugue says arrives", (await heard)[2] == "12 tina yes, here", "heard %r" % (heard.result(),))
        heard = yves.expect("c13")
        tf.type("shout from TinyFugue\r")
        await tf.sees(report, "You shout: from TinyFugue")
        report.check("what TinyFugue says arrives", (await heard)[2] == "13 tina from TinyFugue", "%r" % (heard.result(),))
        await quick_match(zack, yves)
        await tf.sees(report, "yves and zack start a 1 point match.", "zack wins a 1 point match against yves  1-0 .")
        tf.type("whois tina\r")
        await tf.sees(report, "Information about tina:", "  No email address.")
        leaves = zack.expect("c8")
        tf.type("bye\r")
        await tf.sees(report, "                             Goodbye.")
        report.check("TinyFugue leaves", (await leaves)[1][0] == "tina", "another user logged out")
        tf.type("/quit\r")
        report.check("TinyFugue leaves", await tf.end() == 0, "status %s" % tf.process.returncode)
    except (Bad, OSError, asyncio.TimeoutError, subprocess.TimeoutExpired) as e:
        report.fail("TinyFugue sees what it should", "%s %r" % (e, tf.seen[-600:]))
    finally:
        tf.close()
        for c in others:
            c.close()


async def main(report: Report):
    seed = sys.argv[2] if sys.argv[1:2] == ["--seed"] and len(sys.argv) == 3 else str(int(time.time()))
    print("seed %s" % seed, flush=True)
    random.seed(seed)
    there = {program: bool(report.check("the programs are installed", gnubg.find(program),
                                        "%s is not installed: apt-get install %s" % (program, package)))
             for program, package in PACKAGE_OF.items()}
    server = await Server(life=280).start()
    couples, folder = [], ""
    if there["expect"] and there["telnet"]:
        await by_telnet(report)
    if there["tf5"]:
        await by_fugue(report, server)
    if there["gnubg"]:
        await by_external(report, server, seed)
        couples, folder = await batch(report, server, seed)
    await server.kill9()
    for c in couples:
        texts = await export_all(server, c, os.path.join(folder, "again_" + c.names[0]))
        report.check("the export is the same when the server was killed", texts == c.exported, "%s" % c.names[0])
    server.remove()


if __name__ == "__main__":
    run(main, 280)
