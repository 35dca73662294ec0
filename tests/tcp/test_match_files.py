#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: plain timeout=300
"""Files of matches from other programs.  Random matches, rewritten in every dialect or sent through gnubg (.mat and
SGF), must come back with the same scores, cubes, plays and positions and without a note.  The files of
tests/data/matches, one for each program, must give the results that are listed for each of them."""

import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import dialects
import fibs
import gnubg
from dialects import capitals, counted, joined, numbers, reversed_, starless
from fibs import Bad, Report, run, tool

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "matches")
ROUNDS = fibs.scaled(520, 52)  # random matches, of all lengths from 0 to 25
BATCH = 20                     # matches that one gnubg process converts

WAYS = {
    "numbers": [numbers],
    "capitals": [capitals],
    "counted": [counted],
    "joined": [joined],
    "steps in another order": [reversed_],
    "without stars": [starless],
    "counted without stars": [starless, counted],
    "joined, counted, numbers": [joined, counted, numbers],
    "all": [joined, reversed_, counted, capitals],
}

# Files of the same match as jellyfish.mat, with what their headers say.
SAME = {
    "xg.txt": ["name Mirella Stonebrook", "name Odo Fennimore", "date 2019-03-17", "Event Frost Open", "Round Round 2",
               "Site Winterhaven Online", "EventDate 2019.03.17", "Player 1 Elo 1722.40/310", "Player 2 Elo 1688.00/95"],
    "snowie.txt": ["name Mirella", "name Odo"],
    "gridgammon.mat": ["name Zoë Blackmoor", "name Odo_F", "Event Lantern Cup", "Site GridGammon", "Place Hollowmere",
                       "EventDate 2011-05-02", "date 2011-05-02"],
    "galaxy.mat": ["name Mirella Žák", "name Odo 🎲", "Site Galaxy of Games", "EventDate 2023.11.30", "date 2023-11-30"],
    "gnubg.mat": ["name ann", "name bob_2", "EventDate 2023.11.14", "date 2023-11-14"],
    "gnubg.sgf": ["name ann", "name bob_2", "EventDate 2023-11-14", "date 2023-11-14"],
    "macintosh.mat": ["name Mirella", "name Odo"],
}

# Other files: whether they are read, the last line of their states, and their notes.
OTHER = {
    "illegal.sgf": ("read", "2-0", ["8 the match has no end"]),
    "illegal_snowie.txt": ("read", "2-0", ["9 the match has no end"]),
    "illegal.mat": ("read", "1-0", ["8 the match has no end"]),
    "money.mat": ("read", "5-11", []),
    "single.gam": ("read", "0-1", []),
    "unknown.txt": ("read", "2-3", ["12 the file does not say what was played before this"]),
    "bad_game.mat": ("read", "1-3", ["14 that play is not legal, but is kept",
                                     "19 it is not the turn of the right player"]),
    "start_score.mat": ("read", "6-3", []),
    "concedes.mat": ("read", "3-1", []),
    "cut.mat": ("read", "2-1", ["15 the last game has no end"]),
    "words.mat": ("refused", None, ["3 there is no match in it: a line such as '7 point match' is missing"]),
    "binary.xg": ("refused", None, ["1 this is a file of eXtreme Gammon: export the match there as text (.txt)"]),
    "binary.bgf": ("refused", None, ["1 this is a file of BGBlitz: export the match there as .mat"]),
}


class File:
    """What matchfiles says about a file."""

    def __init__(self, text):
        lines = text.split("\n")
        self.how = lines[0].split()[-1]
        self.notes = [x[5:] for x in lines[1:] if x.startswith("note ")]
        self.info = [x[5:] for x in lines[1:] if x.startswith("info ")]
        self.states = [x for x in lines[1:] if x and (x[0].isdigit() or x.startswith("length"))]

    def same(self, other):
        return (self.how, self.notes, self.states) == ("read", [], other.states)


def matchfiles(*words):
    done = subprocess.run([tool("matchfiles"), *words], capture_output=True, timeout=fibs.PATIENCE, check=True)
    return done.stdout.decode()


def read(paths):
    return [File(x) for x in ("\n" + matchfiles("read", *paths)).split("\nfile ")[1:]]


def rewritten(report, folder):
    matchfiles("write", folder, "26", "3")
    paths = [os.path.join(folder, "%d.mat" % i) for i in range(1, 27)]
    want = read(paths)
    report.check("our own files", all(w.same(w) for w in want), [w.notes for w in want])
    report.check("our own SGF", all(s.same(w) for s, w in zip(read([p[:-3] + "sgf" for p in paths]), want)), "")
    for name, ways in WAYS.items():
        for path in paths:
            with open(path, encoding="ascii") as f, open(path + ".new", "w", encoding="ascii") as new:
                new.write(dialects.rewrite(f.read(), *ways))
        for got, w in zip(read([p + ".new" for p in paths]), want):
            report.check("plays: " + name, got.same(w), got.notes)


def laid_out(report, folder):
    matchfiles("write", folder, "8", "5")
    paths = [os.path.join(folder, "%d.mat" % i) for i in range(1, 9)]
    want = read(paths)
    for name, layout in dialects.LAYOUTS.items():
        for path in paths:
            with open(path, encoding="ascii") as f, open(path + ".new", "w", newline="", encoding="utf-8") as new:
                new.write(dialects.write(dialects.parse(f.read()), **layout))
        for i, (got, w) in enumerate(zip(read([p + ".new" for p in paths]), want), 1):
            report.check("layout: " + name, got.same(w), (i, got.how, got.notes))


def files(report):
    base, = read([os.path.join(DATA, "jellyfish.mat")])
    report.check("jellyfish.mat", base.how == "read" and base.notes == [] and len(base.states) > 100, base.notes)
    for name, info in SAME.items():
        got, = read([os.path.join(DATA, name)])
        report.check(name, got.same(base), (got.how, got.notes))
        report.check(name, sorted(got.info) == sorted(info), got.info)
    for name, (how, score, notes) in OTHER.items():
        got, = read([os.path.join(DATA, name)])
        report.check(name, (got.how, got.notes) == (how, notes), (got.how, got.notes))
        report.check(name, score is None or got.states[-1].split()[2] == score, got.states[-1:])


async def through_gnubg(report, folder):
    matchfiles("write", folder, str(ROUNDS), "7")
    for first in range(1, ROUNDS + 1, BATCH):
        numbers_ = range(first, min(first + BATCH, ROUNDS + 1))
        lines = ["set confirm save off"]
        for i in numbers_:
            lines += ["import mat %d.mat" % i, "export match mat %d.out.mat" % i, "save match %d.out.sgf" % i]
        said = await gnubg.commands(folder, lines)
        report.check("gnubg reads our .mat", not [x for x in said if "WARNING" in x], said[:5])
        want = read([os.path.join(folder, "%d.mat" % i) for i in numbers_])
        for form in ("mat", "sgf"):
            paths = [os.path.join(folder, "%d.out.%s" % (i, form)) for i in numbers_]
            for i, got, w in zip(numbers_, read(paths), want):
                report.check("through gnubg as " + form, got.same(w), (i, got.how, got.notes))


async def main(report: Report):
    with tempfile.TemporaryDirectory() as folder:
        rewritten(report, folder)
        laid_out(report, folder)
        files(report)
        if not gnubg.find("gnubg"):
            raise Bad("gnubg is not installed")
        await through_gnubg(report, folder)


if __name__ == "__main__":
    run(main, 300)
