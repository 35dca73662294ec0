#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: plain timeout=600
"""Whole tournaments over TCP, with kill -9 in the middle:

    double   a double elimination with clocks; the server is killed repeatedly at random, and is down for minutes
             or hours each time
    formats  one tournament of every other format, all at once on one server, with telnet users and an old client
             among the players; all are then continued a second time from a backup
    help     every command of the help page, typed as printed

The result of the stored acts is computed independently and compared with the matches, their actions and all
that the server shows.
Usage: test_tournaments.py [--seed N] [--kills N] [--players N] [--only double|formats|help]"""

import asyncio
import collections
import hashlib
import json
import os
import random
import re
import sqlite3
import time

import fibs
import rules
from bots import CHAT, Player
from fibs import Ahead, Bad, Clip, Report, Server, Telnet, clocked_server, letters, register_all, run, scaled
from ledger import Database, must_be_sent, must_hold, replay
from test_client_scripts import Wire, move_from
from tourney import Story

PASSWORD = "geheim"
HABITS = dict(double=0.1, take=0.6, resign=0.02, resign_out=0.01, accept=0.9, illegal=0.0, board=0.02, chat=0.0,
              toggles=0.0, careful=0.6)
# The acts that can occur if no player is late or away for too long and the data is not tampered with. On a
# busy machine the server may be suspended for a second; no player may lose because of that, either.
PLAIN_ACTS = frozenset("create set director commit open enter start reveal round bracket seat result appoint"
                       " restart still finish close".split())
BOTH_BACK_MS = 60000
# The errors of clients whose server is killed.
GONE = re.compile(r"connection closed while|connection was lost|not connected|closed while waiting|\[Errno \d+\]")


# ---- players ------------------------------------------------------------------------------------------

class Entrant(Player):
    """Plays in a tournament with a model of each match: enters, announces being ready, resumes."""

    def __init__(self, name, event):
        super().__init__(name, PASSWORD, random.Random(event.world.rng.random()), {}, HABITS)
        self.event = event
        self.entered = False
        self.coming = None

    def game(self, kind, g, line):
        self.event.world.lines += kind not in CHAT
        if kind.startswith("t_"):
            self.tourney(kind, g, line)
        elif kind == "err_t":
            self.event.refused += 1
        elif kind != "set_head":
            super().game(kind, g, line)

    def logged_in(self):
        self.event.world.logins += 1
        if not self.entered:
            self.send("tournament register %d" % self.event.number)

    def tourney(self, kind, g, line):
        if kind == "t_entered":
            self.entered = True
            self.event.come_in()
        elif kind == "t_play":
            if self.model is not None:
                raise Bad("paired, but their match is not over: %r" % line)
            self.coming = (g[2], int(g[3]))
            self.send("tournament play %d" % self.event.number)
        elif kind == "t_begins":
            if self.coming is None or self.coming[0] != g[2]:
                raise Bad("a match with another user, %s: %r" % (self.coming, line))
            self.begin_match(*self.coming, True, False, 0)
            self.ledger = self.event.world.ratings(self.name, self.rival)
            self.coming = None
        elif kind == "t_goes_on":
            if self.model is None or self.rival != g[1]:
                raise Bad("no such match can continue: %r" % line)
        elif kind == "t_end":
            self.event.end_told(g[0], g[1])

    def ledger_done(self):
        self.event.ended((self.name, self.rival), (self.after, list(self.told)))
        self.model = None

    def adopt(self, db, model=None, told=()):
        """After a kill: sets the model to what the server must now have."""
        self.model = model
        self.told = list(told)
        loop = asyncio.get_running_loop()
        self.done, self.resumed = loop.create_future(), loop.create_future()
        self.final = {}
        self.final_wanted = self.change = self.rating_block = self.list_wanted = self.bearing = self.due = None
        self.extra = 0
        self.out.clear()
        self.coming = None
        if model is not None:
            self.rival = model.other
            self.ledger = {n: db.users[n][1:] for n in (self.name, self.rival)}

    def standing(self):
        return self.situation() if self.model else "%s waits, last read %s" % (self.name, list(self.history)[-2:])

    async def life(self):
        await self.open(asyncio.get_running_loop(), self.event.world.server.port)
        await self.closed
        if self.error:
            raise Bad(self.error)


class Simple(Wire):
    """Plays from the boards and prompts alone.  clip: True for an old client program (CLIP), False for a telnet
    user."""

    NEXT = re.compile(r"Type 'join' if you want to play the next game")
    DOUBLE = re.compile(r"[A-Za-z_]+ doubles\. Type 'accept'")
    RESIGN = re.compile(r"[A-Za-z_]+ wants to resign\. You will win")
    PLAY = re.compile(r"\*\* .+: you play ([A-Za-z_]+), a \d+ point match, at \S+\.")
    ENTERED = re.compile(r"\*\* You are entered for |\*\* You are entered already\.")
    RIVAL = re.compile(r"\*\* .+: your match with ([A-Za-z_]+) (?:begins\.|goes on)")
    WON = re.compile(r"(?:You win|[A-Za-z_]+ wins) the \d+ point match \d+-\d+ \.")
    END = re.compile(r"\*\* (.+) is over\. First: (.+)\. Type 'tournament results \d+'")

    seat = None
    piece = ""

    def _line(self, raw):
        # The answer follows the prompt on the same line, since nothing echoes the user's line end.
        while not self.clip and raw.startswith(b"> "):
            raw = raw[2:]
        last, self.piece = self.piece, raw.rstrip(b"\r").decode("ascii", "replace")
        if not self.clip and self.plays and self.lines and self._goes_on(last):
            self.lines[-1] += " " + self.piece[3:]
            self._play(self.lines[-1])
            return
        super()._line(raw)

    def _goes_on(self, last):
        """Lines for interactive users are broken before a word that does not fit into 79 columns; the rest is
        indented by three."""
        word = self.piece[3:].split(" ")[0]
        return self.piece.startswith("   ") and word and len(last) <= 79 < len(last) + 1 + len(word)

    def _play(self, line):
        seat = self.seat
        seat.event.world.lines += 1
        line = line.rstrip("\x07")
        if self.NEXT.match(line):
            self.send("join")
        elif self.DOUBLE.match(line):
            self.send("accept")
        elif self.RESIGN.match(line):
            self.send("accept")
        elif self.PLAY.match(line):
            self.send("tournament play %d" % seat.event.number)
        elif self.ENTERED.match(line):
            seat.entered = True
            seat.event.come_in()
        elif self.RIVAL.match(line):
            seat.rival = self.RIVAL.match(line).group(1)
        elif self.WON.match(line):
            seat.event.ended((seat.name, seat.rival))
        elif self.END.match(line):
            seat.event.end_told(*self.END.match(line).groups())
        elif line == "It's your turn to move." and self.lines[-2].startswith(("board:", "Clock:")):
            self.send("move " + move_from(self.board))  # the opening again, after a resume
        else:
            super()._play(line)


class Seat:
    """A player without a model, who returns after each kill."""

    def __init__(self, name, event, clip):
        self.name, self.event, self.clip = name, event, clip
        self.entered = False
        self.wire = self.error = self.rival = None
        self.lines = 0

    async def life(self):
        port = self.event.world.server.port
        if self.clip:  # like kbackgammon: all at once, before anything is read
            w = self.wire = await Simple.open(port, "login KBG_1.0 1008 %s %s" % (self.name, PASSWORD))
            w.seat, w.plays = self, True
            await w.until(r"^1 %s \d+ \S+$" % self.name)
            await w.until(r"^4$")
            await w.until(r"^6$")
        else:
            w = self.wire = await Simple.open(port, clip=False)
            w.seat = self
            await w.until_buffer(b"login: ")
            w.send(self.name)
            await w.until_buffer(bytes((fibs.IAC, fibs.WILL, fibs.ECHO)) + b"password: ")
            w.inside = w.plays = True
            w.send(PASSWORD)
            await w.until_buffer(b"> ")
        w.send("set boardstyle 3")
        if not self.entered:
            w.send("tournament register %d" % self.event.number)
        else:
            w.send("board")
            w.send("tournament play %d" % self.event.number)
        self.event.world.logins += 1
        await w.task
        self.lines += len(w.lines)
        w.lines = w.lines[-30:]
        if w.error:
            raise Bad("%s: %s; last lines: %s" % (self.name, w.error, w.lines))

    def standing(self):
        return "%s plays %s: %s" % (self.name, self.rival, self.wire and self.wire.lines[-6:])


class Follower(Clip):
    """Follows a tournament and keeps its results as they are announced."""

    def __init__(self, name, event):
        super().__init__(name, PASSWORD)
        self.event = event
        self.results = set()
        self.watched = 0

    def logged_in(self):
        self.event.world.logins += 1
        self.send("tournament follow %d" % self.event.number)

    def game(self, kind, g, line):
        if kind == "t_result":
            self.results.add((g[2], g[3], int(g[4]), int(g[5])))
        elif kind == "watching":
            self.watched += 1

    async def life(self):
        await self.open(asyncio.get_running_loop(), self.event.world.server.port)
        await self.closed
        if self.error:
            raise Bad(self.error)


def movers(db, match):
    """Returns the seats that have moved in the match."""
    return {seat for _, seat, _, kind, _ in db.actions(match) if kind == "move"}


# ---- a tournament, and a server with several ----------------------------------------------------------

class Event:
    """One tournament and its participants."""

    def __init__(self, world, number, name, settings, kinds):
        """kinds: one letter for each player: m with a model, t telnet, o the old client."""
        self.world, self.number, self.name, self.settings = world, number, name, settings
        self.group = "%s: the acts, the matches and what is shown agree" % name
        made = {"m": lambda n: Entrant(n, self), "t": lambda n: Seat(n, self, False),
                "o": lambda n: Seat(n, self, True)}
        self.people = [made[k]("%s_%s" % (name.split()[0].lower()[:8], letters(i))) for i, k in enumerate(kinds)]
        self.entrants = [p for p in self.people if isinstance(p, Entrant)]
        self.follower = Follower("%s_fan" % name.split()[0].lower()[:8], self)
        self.all_in = asyncio.Event()
        self.director = None
        self.over = False
        self.refused = 0
        self.told = collections.defaultdict(list)  # for each pair of players, what both saw of their finished matches
        self.ends = {}
        self.compared = set()
        self.winner = self.snapshot = None
        self.done = 0  # number of finished matches

    def names(self):
        return [p.name for p in self.people] + [self.follower.name]

    def come_in(self):
        if all(p.entered for p in self.people):
            self.all_in.set()

    def end_told(self, name, winner):
        if name != self.name:  # telnet users are also sent the ends of other tournaments
            return
        if self.winner not in (None, winner):
            raise Bad("first is %s, another user was sent %s" % (self.winner, winner))
        self.winner, self.over = winner, True

    def ended(self, names, heard=None):
        """Called by both players of a match in turn.  heard, for a player with a model: the ratings after
        the match, and the lines of play that the player saw.  They must be the same for both players."""
        pair = frozenset(names)
        first = pair not in self.ends
        other = self.ends.pop(pair, None)
        if first:
            self.done += 1
            self.ends[pair] = heard
        if heard is not None and other is None:
            self.told[pair].append(heard[1])
        elif heard not in (None, other):
            raise Bad("the match of %s and %s ended differently for the two: %s, %s"
                      % (*pair, (heard[1][-2:], heard[0]), (other[1][-2:], other[0])))

    def after_kill(self, db):
        """Compares the stored data with what users saw, and sets the models to what the server must now
        have."""
        story = Story(db.db, self.number)
        by_name = {p.name: p for p in self.entrants}
        going = {}
        counts = collections.Counter()
        self.ends = {}
        self.done = len(story.results)
        self.over = self.over or story.finished  # the end may be stored but not yet sent to any user
        for row, (pairing, u0, u1, length, reason, winner, *_) in story.matches.items():
            seats = (db.names[u0], db.names[u1])
            pair = frozenset(seats)
            known = [by_name[n] for n in seats if n in by_name]
            nth = counts[pair]
            counts[pair] += 1
            if row in self.compared:
                continue
            models = {p.name: replay(db.actions(row), seats, p.name, length, True, False, 0) for p in known}
            told = sorted((p.told for p in known if p.model is not None and p.rival in pair), key=len)
            what = "match %d of %s and %s" % (row, *seats)
            if reason and nth < len(self.told[pair]):
                told = [self.told[pair][nth]]
            for name, (model, events) in models.items():
                for t in told:
                    must_hold(t, events, what)
                extra = events[len(told[-1]) if told else 0:]
                if len(known) == 2 and told:
                    must_be_sent(extra, {p.name: [s.what for s in p.out if s.what in Player.DECISIVE]
                                         for p in known}, what)
                if bool(reason) != model.match_over():
                    raise Bad("%s ended with %r, the score is %s" % (what, reason, model.score))
                if not reason:
                    going[name] = (model, [e[0] for e in events])
            if reason:
                self.compared.add(row)
                if models and nth >= len(self.told[pair]):
                    self.told[pair].append([e[0] for e in list(models.values())[0][1]])
                    self.world.counts["ends stored but not sent"] += 1
            elif told and not told[-1]:
                self.world.counts["matches begun but not announced"] += 1
        for p in self.entrants:
            if p.model is not None and p.name not in going and not any(
                    p.name in pair for pair in counts):
                raise Bad("%s was sent a match that is not stored" % p.name)
        return story, going

    def resume(self, db, going):
        for p in self.entrants:
            p.adopt(db, *going.get(p.name, ()))


class World:
    """A server that is killed and started again, and its tournaments."""

    def __init__(self, seed, report, server, ahead=None):
        self.rng = random.Random(seed)
        self.report, self.server, self.ahead = report, server, ahead
        self.events = []
        self.lines = self.logins = self.kills = 0
        self.killed = False
        self.counts = collections.Counter()
        self.broken = False

    def everyone(self):
        return [p for e in self.events for p in e.people + [e.follower]]

    async def found(self):
        """Makes accounts, and tournaments through directors who type commands."""
        names = [n for e in self.events for n in e.names()]
        await register_all(self.server.port, names + ["director_" + letters(e.number) for e in self.events], PASSWORD)
        for e in self.events:
            d = e.director = await Typist.come(self.server.port, "director_" + letters(e.number))
            await d.type("tournament create %s -- %s" % (e.name, e.settings), "Tournament %d is made" % e.number)
            await d.type("tournament open %d" % e.number, "entries are open|are open")

    async def begin(self):
        for e in self.events:
            await asyncio.wait_for(e.all_in.wait(), fibs.PATIENCE)
            await e.director.type("tournament start %d yes" % e.number, "begins with")
            e.director.close()

    def over(self):
        return all(e.over for e in self.events)

    def ratings(self, *names):
        """Returns the rating and experience of players whose match has begun; they do not change before its
        end."""
        db = Database(self.server.database(), copy=False)
        found = {n: db.users[n][1:] for n in names}
        db.close()
        return found

    async def life(self, goal, first=None, due=None, copy=None):
        """Runs until `goal` lines have arrived, due() is true, or all events are over; then kills the server."""
        self.killed = False
        self.logins = 0
        tasks = [asyncio.ensure_future(self._one(p)) for p in self.everyone()]
        try:
            if first is not None:
                await first()
            await self._until(self.lines + goal, due)
            if copy is not None:
                for e in self.events:
                    e.snapshot = json.loads(await exported(self.server, e.number, "--json"))
                copy_running(self.server, copy)
                await self._until(self.lines + 20)
            if self.ahead is not None and not self.over():
                await self._both_back()
        except (Bad, asyncio.TimeoutError) as e:
            self._break("%r" % e)
        await asyncio.sleep(self.rng.random() * 0.02)
        self.killed = True
        if not self.over():
            self.kills += 1
        await self.server.kill9()
        await asyncio.wait_for(asyncio.gather(*tasks), fibs.PATIENCE * 2)

    async def _both_back(self):
        """Before every sixth kill, waits until all players have been back for more than a minute, so that clocks
        run.  Time is not moved while a player is logging in: a log-in that takes a minute is closed."""
        if self.kills % 6 != 5:
            return
        await self._until(1 << 60, self._all_in)
        if self._all_in():
            self.ahead.pass_by(BOTH_BACK_MS + self.rng.randrange(8000))
            self.counts["lives in which clocks ran"] += 1
            await self._until(self.lines + self.rng.randrange(1, 60))

    def _all_in(self):
        return self.logins == len(self.everyone())

    async def _until(self, goal, due=None):
        loop = asyncio.get_running_loop()
        last, since = self.lines, loop.time()
        while self.lines < goal and not self.over() and not self.broken and not (due and due()):
            await asyncio.sleep(0.002)
            if self.lines != last:
                last, since = self.lines, loop.time()
            elif loop.time() - since > fibs.PATIENCE:
                raise Bad("all play is stuck: %s" % "\n".join(
                    p.standing() for e in self.events if not e.over for p in e.people))

    async def _one(self, p):
        try:
            await p.life()
            if not self.killed:
                raise Bad("%s: the connection was lost" % p.name)
        except (Bad, OSError, asyncio.TimeoutError) as e:
            text = p.error or (str(e) if isinstance(e, Bad) else repr(e))
            if not self.killed or not (GONE.search(text) or not isinstance(e, Bad)):
                self._break("%s: %s" % (p.name, text))
        p.error = None

    def _break(self, text):
        if not self.killed or not self.broken:
            self.report.fail("play continues after each kill", text)
        self.broken = True

    def look(self, final=False):
        """Examines the database after a kill.  Returns the Story of each tournament."""
        db = Database(self.server.database())
        stories = []
        try:
            bad = db.check()
            self.report.check("the database is sound", not bad, "kill %d: %s" % (self.kills, bad))
            going = []
            for e in self.events:
                story, goes_on = e.after_kill(db)
                stories.append(story)
                going.append(goes_on)
                kinds = story.kinds()
                self.report.check("no player loses because the server was down",
                                  not set(kinds) - PLAIN_ACTS and not _ill_ends(db, e.number),
                                  "%s: %s, %s" % (e.name, dict(kinds), _ill_ends(db, e.number)))
            self._ratings(db)
            for e, g in zip(self.events, going):
                e.resume(db, g)
            self.report.add("nothing that was confirmed is lost")
        except Bad as e:
            self.report.fail("nothing that was confirmed is lost", "kill %d: %s" % (self.kills, e))
            self.broken = True
        if final:
            self._final(db, stories)
        db.close()
        return stories

    def _ratings(self, db):
        """Computes the ratings from the ends of all matches in order."""
        ledger = {n: (1500.0, 0) for n in db.users}
        for row, u0, u1, winner, length in db.db.execute("SELECT id, user0, user1, winner, length FROM match"
                                                         " WHERE ended_ms <> 0 ORDER BY ended_ms, id"):
            names = [db.names[u0], db.names[u1]]
            n = rules.counted(length, movers(db, row))
            won, lost = names[winner], names[1 - winner]
            up, down = rules.rating_changes(ledger[won], ledger[lost], n)
            ledger[won] = (ledger[won][0] + up, ledger[won][1] + n)
            ledger[lost] = (ledger[lost][0] + down, ledger[lost][1] + n)
        for name, (rating, experience) in ledger.items():
            _, r, e = db.users[name]
            if abs(r - rating) > 1e-6 or e != experience:
                raise Bad("%s has rating %.6f and experience %d, the matches give %.6f and %d"
                          % (name, r, e, rating, experience))

    def _final(self, db, stories):
        for e, story in zip(self.events, stories):
            try:
                replayed = {}
                for row, (_, u0, u1, length, *_) in story.matches.items():
                    seats = (db.names[u0], db.names[u1])
                    m, _ = replay(db.actions(row), seats, seats[0], length, True, False, 0)
                    score = (m.score[seats[0]], m.score[seats[1]])
                    replayed[row] = (score.index(max(score)), score)
                story.check_matches(replayed)
                story.check_end()
                results = {(story.name(a), story.name(b)) for a, b in story.played()}
                if not {r[:2] for r in e.follower.results} <= results:
                    raise Bad("sent, but not stored: %s" % [r for r in e.follower.results if r[:2] not in results])
                if e.winner not in (None, story.row[1]):
                    raise Bad("announced that %s is first, but %s is" % (e.winner, story.row[1]))
                if story.seed and hashlib.sha256(bytes.fromhex(story.seed)).hexdigest() != story.commitment:
                    raise Bad("the seed of the draw does not match the commitment")
                self.report.add(e.group)
            except Bad as error:
                self.report.fail(e.group, str(error))

    async def shown(self, stories):
        """Checks what a user is shown of each tournament on the running server."""
        for e, story in zip(self.events, stories):
            try:
                c = await Typist.come(self.server.port, e.follower.name)
                story.check_shown(await c.records(e.number))
                story.check_shown(as_records(json.loads(await exported(self.server, e.number, "--json"))))
                if e.snapshot is not None:
                    acts = [(a["act"], a["kind"], a["at_ms"]) for a in e.snapshot["acts"]]
                    if acts != [(a.seq, a.kind, a.at_ms) for a in story.acts][:len(acts)]:
                        raise Bad("the export made during play disagrees with the outcome")
                    self.counts["tournaments exported while they ran"] += 1
                folder = os.path.join(self.server.base, "mat%d" % e.number)
                os.mkdir(folder)
                await exported(self.server, e.number, "--mat", folder)
                files = [os.path.join(at, f) for at, _, fs in os.walk(folder) for f in fs if f.endswith(".mat")]
                if len(files) != len(story.matches) or not all(os.path.getsize(f) for f in files):
                    raise Bad("%d files of %d matches" % (len(files), len(story.matches)))
                self.counts["matches exported"] += len(files)
                await self._tables(c, e, story)
                c.close()
                self.report.add(e.group)
            except Bad as error:
                self.report.fail(e.group, str(error))

    async def _tables(self, c, e, story):
        """`tournament results` and, of a knock-out, `bracket`."""
        text = await c.answer("tournament results %d" % e.number)
        for entry in story.order:
            user, name, _ = story.entries[entry]
            a, b = story.place[user]
            if not re.search(r"^ *%d(?:-%d|=)? +%s\b" % (a, b, name), text, re.M):
                raise Bad("%s has place %d to %d, but the results say:\n%s" % (name, a, b, text))
        if story.set.get("format", "single") in ("single", "double", "consolation"):
            text = await c.answer("tournament bracket %d" % e.number)
            first = story.name(story.champion()[0])
            if first not in text:
                raise Bad("%s has won, but is not in the bracket:\n%s" % (first, text))


def _ill_ends(db, number):
    """Returns the matches that ended otherwise than by play, and the stored actions `timeout` and `forfeit`."""
    rows = list(db.db.execute("SELECT id, end_reason FROM match WHERE event = ? AND end_reason NOT IN ('', 'won')",
                              (number,)))
    return rows + list(db.db.execute(
        "SELECT match, kind FROM action WHERE match IN (SELECT id FROM match WHERE event = ?)"
        " AND kind IN ('timeout', 'forfeit')", (number,)))


class Typist:
    """A telnet user who types commands and reads the answers."""

    def __init__(self, name):
        self.name = name
        self.t = None
        self.number = 0
        self.log = []

    @classmethod
    async def come(cls, port, name):
        self = cls(name)
        self.t = await Telnet.log_in(port, name, PASSWORD)
        await self.answer("set pagelength 0")
        return self

    async def answer(self, text):
        """Returns everything until the answer to a second command, which other users do not get."""
        self.number += 1
        mark = "n%s" % letters(self.number, 6)
        self.t.send(text)
        self.t.send(mark)
        return (await self.t.until("** Unknown command: '%s'\r\n" % mark)).replace("\r", "").rsplit("**", 1)[0]

    async def type(self, text, wanted):
        said = await self.answer(text)
        if not re.search(wanted, said):
            raise Bad("%s types %r and receives %r, not %r" % (self.name, text, said, wanted))
        return said

    async def records(self, number):
        """Returns all pages of the export as JSON."""
        command = "tournament export %d json" % number
        out = []
        while command:
            text = await self.answer(command)
            out += [json.loads(line) for line in re.findall(r"^(?:> )?(\{.*\})$", text, re.M)]
            more = re.search(r"^\*\* Record \d+ of \d+ is next: (.+)$", text, re.M)
            command = more.group(1) if more else None
        return out

    def close(self):
        self.t.close()


# ---- the double elimination ---------------------------------------------------------------------------

async def double_elimination(report, seed, kills, players):
    """The server is killed at random and is down for up to some hours each time."""
    server = Server(binary=clocked_server(), life=1700)
    ahead = Ahead(server.base)
    server.env = {"GAMMOND_CLOCK": ahead.path}
    world = World(seed, report, server, ahead)
    event = Event(world, 1, "Night Double", "format double length 1 checkin 0 clock online seeding draw", "m" * players)
    world.events.append(event)
    await server.start()
    await world.found()
    matches = 2 * players - 2
    first = world.begin
    while True:
        # The server is killed after a random number of lines: at most 1.2 times the estimated rest of the
        # play, divided by the number of kills still due.  If there have been too few kills for the number of ended
        # matches, the kill comes earlier: all kills must be over before 60 % of the matches have ended.
        left = max(matches - event.done, 1) * (world.lines / event.done if event.done > 3 else 200)
        goal = world.rng.randrange(1, max(2, int(1.2 * left / max(1, kills - world.kills))))
        await world.life(goal, first, lambda: event.done * kills > 0.6 * matches * (world.kills + 1))
        first = None
        if world.broken or world.over():
            break
        report.add("kills during the tournament")
        world.look()
        if world.broken or world.over():
            break
        ahead.pass_by(world.rng.choice((0, 1, 20, 400, 4000, 12000)) * world.rng.randrange(900, 1100))
        await server.start()
    report.check("kills during the tournament", world.kills >= kills, "only %d" % world.kills)
    if kills >= 20:
        report.check("clocks ran between the kills", world.counts["lives in which clocks ran"] >= kills // 10,
                     "%s" % world.counts)
    await finish(world, "double elimination")
    down = ahead.ms // 60000
    server.remove()
    print("%d players, the server was down for %d minutes" % (players, down), flush=True)


# ---- all other formats at once ------------------------------------------------------------------------

FORMATS = (
    ("Swiss Evening", "format swiss rounds 4 length 1 clock normal checkin 0", "mmmmttmo" + "m"),
    ("Robin Day", "format robin length 1 clock normal checkin 0", "mmmotmmt"),
    ("Groups Cup", "format groups group 4 qualify 2 length 1 final 3 clock normal checkin 0", "mmmmmmttmomm"),
    ("Consolation Cup", "format consolation lastchance 1 length 1 side 1 chance 1 final 3 clock normal checkin 0",
     "mmmtmmommmtm"),
    ("Losses Open", "format losses losses 2 length 1 clock off checkin 0", "mmtmmomtm"),
)


def copy_running(server, folder):
    """Makes a backup of the database while the server writes to it."""
    os.mkdir(folder, 0o700)
    source = sqlite3.connect("file:%s?mode=ro" % server.database(), uri=True)
    target = sqlite3.connect(os.path.join(folder, "gammond.db"))
    source.backup(target)
    target.close()
    source.close()


async def exported(server, number, *how):
    """Returns the output of `gammond export tournament` while the server runs."""
    binary = os.environ.get("GAMMOND", "build/gammond")
    process = await asyncio.create_subprocess_exec(
        binary, "-c", server.conf, "-d", server.datadir, "export", "tournament", str(number), *how,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)
    out, error = await asyncio.wait_for(process.communicate(), fibs.PATIENCE)
    if process.returncode != 0:
        raise Bad("export tournament %d ends with status %d: %r" % (number, process.returncode, error))
    return out.decode()


def as_records(whole):
    """Converts the single object of the JSON file to the records that the command prints."""
    out = [dict(whole["tournament"], record="tournament")]
    for many, one in (("entries", "entry"), ("pairings", "pairing"), ("acts", "act")):
        out += [dict(row, record=one) for row in whole[many]]
    return out


async def formats(report, seed, kills):
    """Plays one tournament of each format, with five kills, and then a second time from a backup to the end."""
    world = World(seed, report, Server(life=1700))
    for number, row in enumerate(FORMATS, 1):
        world.events.append(Event(world, number, *row))
    await world.server.start()
    await world.found()
    first = world.begin
    copy = os.path.join(world.server.base, "copy")
    while not world.broken and not world.over():
        more = world.kills < kills
        await world.life(world.rng.randrange(200, 4000) if more else 1 << 60, first,
                         copy=copy if world.kills == 2 else None)
        first = None
        if world.broken or world.over():
            break
        report.add("kills during the tournaments")
        world.look()
        if not world.broken and not world.over():
            await world.server.start()
    report.check("kills during the tournaments", world.kills >= kills, "only %d" % world.kills)
    await finish(world, "formats")
    if report.check("a backup was made", os.path.exists(copy), "there is none"):
        await from_backup(report, seed, world, copy)
    world.server.remove()


async def finish(world, what):
    """Checks that all tournaments are over, and compares them once more, with the server and without it."""
    if world.broken:
        world.look()  # the database may show the error more precisely
        return
    stories = world.look(final=True)
    await world.server.start()
    await world.shown(stories)
    world.last = stories
    await world.server.stop()
    print("%s: %d kills, %d lines, %s, refused %d" % (
        what, world.kills, world.lines, dict(world.counts), sum(e.refused for e in world.events)), flush=True)
    old = [p for e in world.events for p in e.people if isinstance(p, Seat)]
    for p in old:
        world.report.check("telnet users and old clients play on", p.lines > 50, "%s read %d" % (p.name, p.lines))


async def from_backup(report, seed, before, folder):
    """Continues the tournaments from the backup, which has their beginning; they may end differently."""
    world = World(seed + "copy", report, Server(life=1700, datadir=folder))
    for number, row in enumerate(FORMATS, 1):
        event = Event(world, number, *row)
        for p in event.people:
            p.entered = True
        world.events.append(event)
    begun = [(len(story.acts), story.finished) for story in world.look()]
    report.check("a backup was made during them", not all(over for _, over in begun), "all were over")
    await world.server.start()
    await world.life(1 << 60)
    await finish(world, "from the backup")
    if world.broken or before.broken:
        return
    for (n, over), old, new in zip(begun, before.last, world.last):
        same = old.acts[:n] == new.acts[:n] and (over or n < len(new.acts))
        report.check("a tournament continues from its backup", same, "tournament %d" % new.number)
    world.server.remove()


# ---- the help page, typed as printed --------------------------------------------------------------------

# The forms of the help page: the form, the user, what the user types, and the answer.  N is 8; the director
# is anna.
FORMS = """
create NAME [--] [SETTING VALUE]... | anna | create Second Cup length 1 3 clock fast | ^\\*\\* Tournament 8 is made: Second Cup\\.
set N SETTING VALUE | anna | set 8 seeding hand | seeding is now hand
rename N NAME | anna | rename 8 Evening Cup | Tournament 8 is now called Evening Cup\\.
set N | bob | set 8 | ^Settings of tournament 8, Evening Cup:
open N | anna | open 8 | Evening Cup: entries are open|Entries for Evening Cup are open
register N | bob | register 8 | You are entered for Evening Cup\\.
register N | carl | enter 8 | You are entered for Evening Cup\\.
register N | dora | tou reg Evening | You are entered for Evening Cup\\.
register N | fay | register "Evening Cup" | You are entered for Evening Cup\\.
add N NAME | anna | add 8 emil | emil is invited to Evening Cup\\.
register N | emil | register 8 | You are entered for Evening Cup\\.
director N add NAME | anna | director 8 add gus | gus now directs Evening Cup too\\.
director N remove NAME | anna | director 8 remove gus | gus no longer directs Evening Cup\\.
order N NAME NAME ... | anna | order 8 dora bob | You have seeded 2 of 5 players
announce N TEXT | anna | announce 8 Tea is ready | Evening Cup: Tea is ready|All players of Evening Cup have been notified
remove N NAME | anna | remove 8 fay yes | fay is out of Evening Cup\\.
checkin N | bob | checkin 8 | You are checked in for Evening Cup
checkin N | carl | checkin 8 | You are checked in for Evening Cup
checkin N | dora | checkin 8 | You are checked in for Evening Cup
checkin N | emil | checkin 8 | You are checked in for Evening Cup
close N | anna | close 8 | no more entries are taken|are closed
start N | anna | start 8 yes | Evening Cup (?:begins with 4 players|starts)\\.
path N NAME | gus | path 8 bob | carl
my | bob | my | ^  You play [a-z]+, a 1 point match \\(round 1\\)\\.
follow N | sam | follow 8 | You follow Evening Cup
replace N NAME NEWNAME REASON | anna | replace 8 emil hal called home yes | hal is invited to take the place of emil
register N | hal | register 8 | You are entered for Evening Cup\\.
deadline N NAME TIME REASON | anna | deadline 8 dora +30m asked for it | dora.* to |match of .* is now due at
time N TIME | bob | time 8 +1m | You propose .* has been notified\\.
time N accept | carl | time 8 accept | begins at |You propose
agree N | bob | agree 8 | .*
hold N NAME REASON | anna | hold 8 bob a question of rules | stops the match|is on hold
release N NAME | anna | release 8 bob | may go on|is resumed
pause N REASON | anna | pause 8 soup | stands still|is paused
resume N | anna | resume 8 | Evening Cup goes on\\.
play N | bob | play 8 | You are ready to start at once\\.
play N | carl | play 8 | your match with bob begins at
addtime N NAME MINUTES REASON | anna | addtime 8 carl 2 his board was wrong | adds to the clock of carl|clock of carl gets 2 more
forfeit N NAME REASON | anna | forfeit 8 hal not here | dora wins against hal by forfeit|hal loses to dora
pairings N | gus | pairings 8 | ^ +No +Player +Opponent
pairings N | gus | pairings 8 1 | ^.*ound.* 1 of 2
standings N | gus | standings 8 | hal
bracket N | gus | bracket 8 | dora
info N | gus | info 8 | Director: anna
list | gus | list | Evening Cup
list | gus | list over | Sunday Cup
list | gus | list all | Sunday Cup
setresult N NAME SCORE-SCORE REASON | anna | setresult 8 bob 1-0 the line broke | the director sets the result|Result: bob beats carl 1-0
reopen N NAME REASON | anna | reopen 8 hal she has come | takes back the result of|is to be played
remove N NAME | anna | remove 8 hal has gone home yes | hal is out of Evening Cup
undo N | anna | undo 8 | Evening Cup: the last action is undone
remove N NAME | anna | remove 8 hal has gone home yes | hal is out of Evening Cup
restore N NAME | anna | restore 8 hal | hal is in (?:it|Evening Cup) again
remove N NAME | anna | remove 8 hal has gone home yes | hal is out of Evening Cup
results N | gus | results 8 | hal
export N | gus | export 8 | That was the end|is next
export N | gus | export 8 json | That was the end|is next
export N | gus | export 8 matches | ^Matches by number
withdraw N | bob | withdraw 8 | You have withdrawn from Evening Cup\\.
confirm N | anna | confirm 8 | Evening Cup: the director confirms the last result
unfollow | sam | unfollow | You follow no tournament\\.
create NAME [--] [SETTING VALUE]... | anna | create Third Cup | Tournament 9 is made: Third Cup\\.
set N SETTING VALUE | anna | set 9 format swiss | format is now swiss
add N NAME | anna | add 9 bob | bob is invited to Third Cup
register N | bob | register 9 | You are entered for Third Cup\\.
add N NAME | anna | add 9 carl | carl is invited to Third Cup
register N | carl | register 9 | You are entered for Third Cup\\.
pair N NAME NAME | anna | pair 9 bob carl | Round 1: bob meets carl
pair N | anna | pair 9 | Paired by the server: 0 players
unpair N NAME | anna | unpair 9 bob | bob is no longer paired by hand
pair N NAME bye | anna | pair 9 bob bye | bob has the bye
cancel N REASON | anna | cancel 9 rain yes | Third Cup will be cancelled in 10 minutes
"""


ARGUMENT = re.compile(r" (?:[A-Z]{4,}(?:-[A-Z]+)?|N|\[.*\]\.\.\.|\.\.\.|add|remove|accept|bye)(?= |\Z)")


def page_forms(page):
    """Returns the forms that the page lists, without their first word.  Lines that continue a description
    begin with a lower-case letter."""
    forms = []
    for line in page:
        found = re.match(r"    tournament ([a-z]+)(?=  |\Z| (?:N|NAME|TEXT)\b)", line)
        if found:
            form, at = found.group(1), found.end()
            while (found := ARGUMENT.match(line, at)):
                form, at = form + found.group(0), found.end()
            forms.append(form)
    return forms


class Reader(Simple):
    """An interactive user whose moves are made automatically."""

    def __init__(self, **kwargs):
        super().__init__(clip=False, **kwargs)
        self.name = self.rng = None

    @classmethod
    async def come(cls, port, name, raw=True):
        """raw: with raw boards, which automatic players need; notices for interactive users are then not
        sent."""
        w = await cls.open(port)
        w.name = name
        w.rng = random.Random(name)
        await w.until_buffer(b"login: ")
        w.send(name)
        await w.until_buffer(bytes((fibs.IAC, fibs.WILL, fibs.ECHO)) + b"password: ")
        w.inside = w.plays = True
        w.send(PASSWORD)
        await w.until_buffer(b"> ")
        if raw:
            await w.raw()
        await w.ask("set pagelength 0", r"^Value of 'pagelength' set to 0\.$")
        return w

    async def raw(self):
        await self.ask("set boardstyle 3", r"^Value of 'boardstyle' set to 3\.$")

    def _law(self, line):
        if not re.match(r"\d{4}-\d\d-\d\d ", line):  # lines of an export begin with a date and are not checked
            super()._law(line)

    def _play(self, line):
        if self.NEXT.match(line):
            self.send("join")
        elif self.DOUBLE.match(line) or self.RESIGN.match(line):
            self.send("accept")
        elif line.startswith("It's your turn. Please roll") and self.rng.random() < 0.1:
            self.send("resign normal")
        else:
            Wire._play(self, line)

    async def types(self, text, pattern):
        """Types a command.  Returns the line of the answer that matches."""
        self.at = len(self.lines)
        self.send(text)
        return (await self.until(pattern)).group(0)

    async def reads(self, pattern):
        """Returns the next line that matches, from where the last search ended."""
        return (await self.until(pattern)).group(0)


def _page(w):
    """Returns the lines of the last page, empty ones too."""
    begin = max(i for i, line in enumerate(w.lines) if line == "NAME")
    return w.lines[begin + 1:]


async def typed_from_help(report, seed):
    """Eight users who use only what `help tournament` says."""
    group = "the forms of `help tournament` work as printed"
    server = Server("[limits]\nidle_s = 604800\n", clocked_server(),
                    life=600)
    ahead = Ahead(server.base)
    server.env = {"GAMMOND_CLOCK": ahead.path}
    names = ["anna", "bob", "carl", "dora", "emil", "fay", "gus", "hal"]
    await server.start()
    await register_all(server.port, names + ["sam", "club"], PASSWORD)
    await server.stop()
    with sqlite3.connect(server.database()) as db:
        for i, name in enumerate(names):
            db.execute("UPDATE user SET rating = ? WHERE name = ?", (1900 - 50 * i, name))
    await server.start()
    try:
        await _first_hour(report, group, server, ahead, names)
        await _every_form(report, group, server, ahead, names)
    except Bad as e:
        report.fail(group, str(e))
    await server.stop()
    server.remove()


async def _day(ahead, people, hour, minute):
    """Moves the clock to that time (UTC), of the next day if it is past."""
    now = ahead.now_s()
    at = now - now % 86400 + hour * 3600 + minute * 60
    ahead.pass_by(int(((at - now) % 86400) * 1000))
    people[0].send("")


async def _first_hour(report, group, server, ahead, names):
    club = await Reader.come(server.port, "club")
    for n in range(1, 7):  # so that the next tournament has the number that the page uses
        await club.types("tournament create Earlier %s" % letters(n), r"Tournament %d is made" % n)
        await club.types("tournament cancel %d no hall yes" % n, r"is cancelled")
    everybody = [await Reader.come(server.port, name, raw=False) for name in names]
    by_name = {w.name: w for w in everybody}
    anna, bob, carl = everybody[:3]
    await _day(ahead, everybody, 10, 0)
    await anna.block("help tournament", r"^SEE ALSO$")
    sunday = "\n".join(_page(anna)).split("A SUNDAY\n")[1].split("\nSEE ALSO")[0]
    typed = re.findall(r"^        (\S.*)$", sunday, re.M)
    kinds = [t.split()[1] for t in typed]
    report.check(group, kinds == "create Tournament open register checkin my follow results".split(),
                 "the example has changed: %s" % typed)
    create, made, opened, register, checkin, my, follow, results = typed
    leave = re.search(r"Carl has to leave: '(.+)'", sunday).group(1)
    report.check(group, await anna.types(create, r"^\*\* Tournament.*") == made, "made otherwise")
    await anna.types(opened, r"Sunday Cup: entries are open\.")
    for w in everybody[1:]:
        await w.reads(r"^\*\* Sunday Cup: entries are open\. Type 'tournament register 7' to take part\.$")
    for w in everybody:
        await w.raw()
    for w in everybody:
        await w.types(register, r"You are entered for Sunday Cup\.")
    await _day(ahead, everybody, 14, 30)
    for w in everybody:
        await w.reads(r"^\*\* Sunday Cup begins soon\. Type 'tournament checkin 7'")
        await w.types(checkin, r"You are checked in for Sunday Cup\.")
    await _day(ahead, everybody, 15, 0)
    for i, w in enumerate(everybody):
        other = names[7 - i]
        await w.reads(r"^\*\* Sunday Cup, round 1: you play %s, a 3 point match, at 15:03\.$" % other)
    await bob.types(my, r"^Tournament 7, Sunday Cup:$")
    await bob.reads(r"^  You play gus, a 3 point match \(round 1\)\.$")
    await _day(ahead, everybody, 15, 3)
    for w in everybody:
        await w.reads(r"^\*\* Sunday Cup, round 1: your match with [a-z]+ begins\.$")
    await bob.types(follow, r"You follow Sunday Cup: you get its results and see its matches\.")
    await carl.types(leave, r"You have withdrawn from Sunday Cup\.|^\*\* .*withdraw.*")
    await by_name["fay"].reads(r"^\*\* Sunday Cup: your match with carl is won by forfeit\.$|wins? the 3 point match")
    # a player who has left is notified of the end like an interactive user, not like a program that does not take
    # part
    await carl.ask("set boardstyle 2", r"^Value of 'boardstyle' set to 2\.$")
    await _rounds(server, ahead, everybody)
    for w in everybody:
        over = await w.reads(r"^\*\* Sunday Cup is over\. First: [a-z]+\. Type 'tournament results 7' for all .*")
    first = re.search(r"First: ([a-z]+)", over).group(1)
    await _result_table(report, group, bob, results, names, first)
    await carl.types("whois " + first, r"^Information about")  # interactive users get more lines than programs
    await carl.reads(r"^  Tournaments won: 1: Sunday Cup \(8 players\)$")
    await _day(ahead, everybody, 14, 0)
    await _result_table(report, group, carl, results, names, first)
    report.add(group)
    for w in everybody + [club]:
        w.writer.close()


async def _rounds(server, ahead, everybody):
    """Runs until the final is over: each match is made due as soon as it is scheduled."""
    loop = asyncio.get_running_loop()
    begun = loop.time()
    over = re.compile(r"\*\* Sunday Cup is over")
    while not all(any(over.match(line) for line in w.lines) for w in everybody):
        if loop.time() - begun > fibs.PATIENCE * 2:
            raise Bad("it is not over; %s" % [w.lines[-6:] for w in everybody])
        await asyncio.sleep(0.05)
        said = [line for w in everybody for line in w.lines if line.startswith("** Sunday Cup, ")]
        told = [line for line in said if ": you play " in line]
        due = [line for line in said if line.endswith(" begins.")]
        if len(told) > len(due):
            ahead.pass_by(5000)
            everybody[0].send("")


async def _result_table(report, group, w, command, names, first):
    await w.block(command, r"^ +\d+(?:-\d+)? +%s\b" % first)
    begin = max(i for i, line in enumerate(w.lines) if re.match(r" +\d+(?:-\d+)? +%s\b" % first, line))
    await w.types("version", r"^\*\* Version ")  # the table ends before this answer
    text = "\n".join(w.lines[begin:])
    missing = [n for n in names if not re.search(r"^ +\d+(?:-\d+|=)? +%s\b" % n, text, re.M)]
    report.check(group, not missing, "without a place: %s:\n%s" % (missing, text))


async def _every_form(report, group, server, ahead, names):
    """Types each form that the page lists."""
    people = {n: await Reader.come(server.port, n) for n in names + ["sam"]}
    await people["anna"].block("help tournament", r"^SEE ALSO$")
    listed = set(page_forms(_page(people["anna"])))
    rows = [[x.strip() for x in row.split(" | ", 3)] for row in FORMS.strip().split("\n")]
    typed = {row[0] for row in rows}
    report.check(group, listed == typed, "the page lists %s; also typed: %s" % (
        sorted(listed - typed), sorted(typed - listed)))
    for form, who, command, wanted in rows:
        w = people[who]
        if not command.startswith("tou "):
            command = "tournament " + command
        try:
            await w.types(command, wanted)
            report.add(group)
        except Bad as e:
            report.fail(group, "%s types %r (%s): %s" % (who, command, form, e))
    await people["dora"].reads(r"^\*\* Evening Cup is over\. First: dora\.")
    for w in people.values():
        w.writer.close()


async def main(report: Report):
    options = arguments()
    print("seed %s" % options["seed"], flush=True)
    random.seed(options["seed"])
    only = options["only"]
    started = time.monotonic()
    parts = {"double": lambda: double_elimination(report, options["seed"], int(options["kills"]),
                                                  int(options["players"])),
             "formats": lambda: formats(report, options["seed"], 5),
             "help": lambda: typed_from_help(report, options["seed"])}
    for name, part in parts.items():
        if only in ("all", name):
            await part()
            print("%s: %.0f s" % (name, time.monotonic() - started), flush=True)


def arguments():
    return fibs.options(__doc__, seed=str(int(time.time())), kills=str(scaled(50, 5)), players=str(scaled(32, 8)), only="all")


if __name__ == "__main__":
    run(main, scaled(560, 560))
