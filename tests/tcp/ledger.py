# SPDX-License-Identifier: MIT
"""Compares what clients were told with the database that their server left when it ended.

The files are copied first: opening the database would recover its journal, and that is left to the server."""

import os
import shutil
import sqlite3
import tempfile

import rules
from fibs import Bad
from model import Model

# Commands that a player may have sent, and the kind under which the action of each is stored.
BECOMES = {"move": "move", "off": "move", "roll": "roll", "double": "double", "redouble": "redouble",
           "resign": "resign"}


class Database:
    """A snapshot of a data directory whose server is not running."""

    def __init__(self, path, copy=True):
        self.folder = None
        if copy:
            self.folder = tempfile.mkdtemp(prefix="gammond-db-")
            for end in ("", "-wal"):
                if os.path.exists(path + end):
                    shutil.copy(path + end, self.folder)
            path = os.path.join(self.folder, os.path.basename(path))
        self.db = sqlite3.connect(path)
        self.users = {name: (uid, rating, experience) for uid, name, rating, experience in self.db.execute(
            "SELECT id, name, rating, experience FROM user")}
        self.names = {row[0]: name for name, row in self.users.items()}

    def close(self):
        self.db.close()
        if self.folder:
            shutil.rmtree(self.folder, ignore_errors=True)

    def check(self):
        """Returns the errors that SQLite finds."""
        bad = [row[0] for row in self.db.execute("PRAGMA integrity_check") if row[0] != "ok"]
        return bad + list(self.db.execute("PRAGMA foreign_key_check"))

    def last_login(self, name):
        return self.db.execute("SELECT last_login_s FROM user WHERE name = ?", (name,)).fetchone()[0]

    def settings(self, name):
        """Returns the settings as client programs see them.  Some settings have a separate value for client programs."""
        rows = dict(self.db.execute("SELECT name, value FROM user_setting WHERE user = ?", (self.users[name][0],)))
        own = {k[len("program."):]: v for k, v in rows.items() if k.startswith("program.")}
        return {**rows, **own}

    def matches(self, a, b):
        """Returns (id, length, seats, end reason) of the matches of two players, in order."""
        ids = (self.users[a][0], self.users[b][0])
        return [(mid, length, (self.names[u0], self.names[u1]), reason)
                for mid, length, u0, u1, reason in self.db.execute(
                    "SELECT id, length, user0, user1, end_reason FROM match"
                    " WHERE (user0 = ? AND user1 = ?) OR (user0 = ? AND user1 = ?) ORDER BY id", ids + ids[::-1])]

    def actions(self, match):
        rows = list(self.db.execute(
            "SELECT action.seq, seat, automatic, kind, text FROM match_run CROSS JOIN action ON action.id BETWEEN first "
            "AND first + room - 1 WHERE match_run.match = ? ORDER BY match_run.seq, action.id", (match,)))
        if [row[0] for row in rows] != list(range(len(rows))):
            raise Bad("the actions of match %d have gaps" % match)
        return rows


# Actions of a match's clock, which do not change the position.
TIMING = frozenset("clock cut back ready break pause unpause addtime save".split())


def _steps(text):
    out = []
    for token in text.split(" "):
        a, b = token.replace("*", "").split("/")
        out.append(({"bar": 25}.get(a) or int(a), 0 if b == "off" else int(b)))
    return tuple(out)


def _words(text):
    return dict(word.split("=") for word in text.split(" "))


def replay(actions, seats, view, length, crawford, autodouble, redoubles):
    """Replays the stored actions in the tests' own model.  Returns (model, [(event as clients see it, seat,
    automatic, kind)])."""
    m = Model(view, seats[1] if seats[0] == view else seats[0], True)
    m.new_match(length, crawford, autodouble, redoubles)
    events = []
    for _, seat, automatic, kind, text in actions:
        name = seats[seat] if seat < 2 else None
        new = []
        if kind == "start":
            new = _replay_start(m, seats, _words(text))
        elif kind == "roll":
            a, b = (int(c) for c in _words(text)["dice"])
            m.roll(name, a, b)
            new = [("roll", name, a, b)]
            if m.plays[0] == 0:
                m.cant(name)
        elif kind == "move":
            steps = _steps(text)
            m.moved(name, steps)
            new = [("move", name, steps)]
            if m.phase == "won":
                m.win(name, m.cube * rules.win_size(m.rows[m.opponent(name)]))
        elif kind == "double":
            m.double(name)
            new = [("double", name)]
        elif kind == "take":
            m.take(name, again=m.chain > 0)
            new = [("take", name)]
        elif kind == "drop":
            m.drop(name, m.stake)
            new = [("drop", name)]
        elif kind == "redouble":
            m.redouble(name)
            new = [("redouble", name)]
        elif kind == "resign":
            n = int(text) * m.cube
            m.resign(name, n)
            new = [("resign", name, n)]
        elif kind in ("resign-accept", "resign_accept", "accept"):
            m.resign_accepted(name, m.resigning[1])
            new = [("resign accepted", name)]
        elif kind in ("resign-reject", "resign_reject", "reject"):
            m.resign_rejected(name)
            new = [("resign rejected", name)]
        elif kind not in TIMING:
            raise Bad("an action of an unknown kind %r" % kind)
        events += [(event, name, bool(automatic), kind) for event in new]
    return m, events


def _replay_start(m, seats, words):
    m.starting()
    o = seats[int(words["o"])]
    colour = {o: 1, m.opponent(o): -1}
    if m.colour and m.colour != colour:
        raise Bad("the colours did not change with the game")
    m.colour = colour
    events = []
    for pair in words["dice"].split(","):
        dice = {seats[0]: int(pair[0]), seats[1]: int(pair[1])}
        m.opening(dice[m.view], dice[m.other])
        events.append(("opening",) + tuple(sorted(dice.items())))
        if m.tie:
            m.cube_now(m.cube * 2)
    m.first(m.turn)
    return events


def must_hold(told, stored, what):
    """Checks that the stored events begin with all events that the clients were told, in the same order."""
    have = [e[0] for e in stored]
    if told != have[:len(told)]:
        at = next((i for i, (x, y) in enumerate(zip(told, have)) if x != y), min(len(told), len(have)))
        raise Bad("%s: sent %d, stored %d; at %d sent %s, stored %s"
                  % (what, len(told), len(have), at, told[at:at + 2], have[at:at + 2]))


def must_be_sent(extra, outstanding, what):
    """Checks the stored events that no client was told.  A client must have sent each of them, or the server must
    have made it automatically."""
    left = {name: list(sent) for name, sent in outstanding.items()}
    for event, name, automatic, kind in extra:
        if automatic or kind == "start":
            continue
        sent = left.get(name, [])
        want = {"take": "accept", "drop": "reject"}.get(kind)
        if want is None:
            want = "accept" if event[0] == "resign accepted" else \
                "reject" if event[0] == "resign rejected" else None
        at = next((i for i, s in enumerate(sent) if s == want or BECOMES.get(s) == kind), None)
        if at is None:
            raise Bad("%s: %s of %s is stored, but was not sent (pending: %s)"
                      % (what, event, name, outstanding))
        del sent[:at + 1]
