#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: plain timeout=300
"""Compares exported tournaments with what follows from their acts.

Tournaments of all formats, generated from a seed, are exported as JSON and as text.  A reader that shares no code with
the server follows the acts alone: the pairings of the knock-out (seats from the order at the start, results
along the graph), the pairs of Swiss rounds, results, and the tables with all their tie-breaks.
Usage: test_tourney_export.py [--seed N] [--count N]"""

import argparse
import copy
import json
import os
import random
import re
import subprocess
import sys
import tempfile

TOOLS = os.environ.get("GAMMON_TOOLS", "build/test/tools")
GAMMOND = os.environ.get("GAMMOND", "build/gammond")
PATIENCE = 300
NOBODY = "nobody"
KNOCKOUTS = ("single", "double", "consolation")
TIEBREAKS = ("direct", "buchholz-1", "buchholz", "median", "sonneborn", "progressive", "difference", "wins")
COUNTING = ("played", "set", "forfeit", "double forfeit", "bye")


class Wrong(Exception):
    pass


def need(condition, *what):
    if not condition:
        raise Wrong(" ".join(str(w) for w in what))


def fold(n):
    """Returns the seeds from the top of a bracket for n players, 0 for an empty seat."""
    seeds = [1]
    while len(seeds) < n:
        seeds = [s for seed in seeds for s in (seed, 2 * len(seeds) + 1 - seed)]
    return [s if s <= n else 0 for s in seeds]


def counted(length, end, winner, score):
    """Returns the part of a score that counts: the match length for the winner, and at most one point less for the
    loser."""
    if winner is None or end == "bye":
        return [0, 0]
    out = [length, length]
    out[1 - winner] = min(score[1 - winner], length - 1)
    return out


class Bracket:
    """A knock-out: a graph of pairings, and the decisions of the acts in order."""

    def __init__(self, pairings, order, late):
        self.graph = {p["pairing"]: p for p in pairings}
        self.order = order
        self.late = late      # {(pairing, side): late entry}: the seats of the late entries in the export
        self.late_in = set()  # late entries that have entered
        self.decided = []     # (pairing, end, winner, score) in order
        self.withdrawn = set()
        self.walkovers = set()  # decided because a player had left
        self.begun = set()
        self.build()

    def build(self):
        self.sides = {p: [None, None] for p in self.graph}
        self.ends = {p: ("open", None, [0, 0]) for p in self.graph}
        first = sorted((p for p in self.graph.values() if p["section"] in ("main", "playoff") and p["round"] == 1),
                       key=lambda p: p["slot"])
        seeds = fold(len(self.order))
        need(len(seeds) == 2 * len(first), "round 1 has", len(first), "pairings")
        fed = {tuple(p[k]) for p in self.graph.values() for k in ("winner_to", "loser_to") if p[k] is not None}
        for i, p in enumerate(first):
            for side in (0, 1):
                seed = seeds[2 * i + side]
                who = self.order[seed - 1] if seed else NOBODY
                entry = self.late.get((p["pairing"], side))
                if entry is not None and entry in self.late_in:
                    need(who == NOBODY, "entry", entry, "entered late in a place that was not empty")
                    who = entry
                self.sides[p["pairing"]][side] = who
                fed.add((p["pairing"], side))
        for p in self.graph:
            for side in (0, 1):
                need((p, side) in fed, "no player advances to", p, side)
        decided, self.decided = self.decided, []
        self.settle(self.graph)
        for d in decided:
            if self.ends[d[0]][0] == "open":
                self.decide(*d)

    def settle(self, pairings):
        """Decides the pairings that need no match."""
        for p in sorted(pairings):
            if self.ends[p][0] != "open" or None in self.sides[p]:
                continue
            a, b = self.sides[p]
            if a == NOBODY and b == NOBODY:
                self.finish(p, "void", None, [0, 0])
            elif a == NOBODY or b == NOBODY:
                self.finish(p, "bye", 1 if a == NOBODY else 0, [0, 0])
            elif a in self.withdrawn and b in self.withdrawn:
                self.walkovers.add(p)
                self.decide(p, "double forfeit", None, [0, 0])
            elif a in self.withdrawn or b in self.withdrawn:
                self.walkovers.add(p)
                self.decide(p, "forfeit", 1 if a in self.withdrawn else 0, [0, 0])

    def decide(self, p, end, winner, score):
        need(self.ends[p][0] == "open", "decided twice", p)
        need(None not in self.sides[p] and NOBODY not in self.sides[p], "decided without players", p)
        self.decided.append((p, end, winner, score))
        self.finish(p, end, winner, score)

    def go(self, seat, who):
        if seat is None:
            return []
        self.sides[seat[0]][seat[1]] = who
        return [seat[0]]

    def finish(self, p, end, winner, score):
        g = self.graph[p]
        self.ends[p] = (end, winner, counted(g["length"], end, winner, score))
        if g["section"] == "final" and g["round"] == 1 and g["winner_to"] is not None:
            # the reset is played if the undefeated player loses the first final
            reset = g["winner_to"][0]
            undefeated = [q for q in self.graph.values() if q["winner_to"] is not None
                          and q["winner_to"][0] == p and q["section"] == "main"][0]["winner_to"][1]
            if winner is None or winner == undefeated or end == "bye":
                self.sides[reset] = [NOBODY, NOBODY]
                self.ends[reset] = ("void", None, [0, 0])
                return
        who = self.sides[p][winner] if winner is not None else NOBODY
        loser = self.sides[p][1 - winner] if winner is not None else NOBODY
        self.settle(set(self.go(g["winner_to"], who) + self.go(g["loser_to"], loser)))

    def stands(self, p):
        """Returns whether the match has begun, or was decided, but not because a player left."""
        return p in self.begun or (self.ends[p][0] not in ("open", "bye", "void") and p not in self.walkovers)

    def targets(self, p):
        return {seat[0] for seat in (self.graph[p]["winner_to"], self.graph[p]["loser_to"]) if seat is not None}

    def may_reopen(self, p):
        """Returns whether the result can still change: no pairing that depends on it has begun or been decided."""
        for q in self.targets(p):
            if self.ends[q][0] == "open":
                if q in self.begun:
                    return False
            elif self.stands(q) or not self.may_reopen(q):
                return False
        return True

    def reopen(self, p):
        need(self.may_reopen(p), "a result was changed, and what follows from it stands:", p)
        self.undo(p)

    def undo(self, p):
        was = self.ends[p][0]
        self.ends[p] = ("open", None, [0, 0])
        self.decided = [d for d in self.decided if d[0] != p]
        self.walkovers.discard(p)
        if was == "open":
            return
        for seat in (self.graph[p]["winner_to"], self.graph[p]["loser_to"]):
            if seat is not None and self.sides[seat[0]][seat[1]] is not None:
                self.sides[seat[0]][seat[1]] = None
                self.undo(seat[0])

    def change(self, p, end, winner, score):
        if self.ends[p][0] != "open":
            self.reopen(p)
        self.decide(p, end, winner, score)

    def take_back(self, p):
        need(self.ends[p][0] not in ("open", "bye", "void"), "nothing to be taken back", p)
        self.reopen(p)
        self.begun.discard(p)
        self.settle([p])

    def come_back(self, entry):
        self.withdrawn.discard(entry)
        lost = [p for p in sorted(self.walkovers) if entry in self.sides[p]
                and self.ends[p][1] != self.sides[p].index(entry)]
        again = [p for p in lost if self.may_reopen(p)]
        need(again or not lost, "came back too late:", entry)
        if again:
            self.reopen(again[0])
            self.settle([again[0]])

    def leave(self, entry):
        self.withdrawn.add(entry)
        self.settle(self.graph)

    def enter_late(self, entry):
        self.late_in.add(entry)
        self.build()


def points_of(p, side, bellingham):
    win, loss = (2, 1) if bellingham else (1, 0)
    if p["end"] in ("played", "set"):
        return win if p["winner"] == side else loss
    if p["end"] in ("forfeit", "bye"):
        return win if p["winner"] == side else 0
    return 0


class Table:
    """Points and tie-breaks of the entries of a table."""

    def __init__(self, entries, pairings, bellingham, order):
        self.pairings = pairings
        self.bellingham = bellingham
        self.of = {}
        for p in pairings:
            for side in (0, 1):
                if isinstance(p["sides"][side], int):
                    self.of.setdefault(p["sides"][side], []).append((p, side))
        self.rounds = sorted({p["round"] for p in pairings if p["end"] in COUNTING})
        self.points = {}
        self.rows = [self.row(e) for e in entries]
        self.rank(order)

    def total(self, e):
        if e not in self.points:
            self.points[e] = sum(points_of(p, s, self.bellingham) for p, s in self.of.get(e, []))
        return self.points[e]

    def opponents(self, e):
        """Returns the opponents' points; for a round that was not played, the entry's own count."""
        by_round = {p["round"]: (p, s) for p, s in self.of.get(e, [])}
        found = []
        for r in self.rounds:
            if r not in by_round:
                found.append(self.total(e))
                continue
            p, s = by_round[r]
            if p["end"] in ("played", "set"):
                found.append(self.total(p["sides"][1 - s]))
            elif p["end"] != "open":
                found.append(self.total(e))
        return sorted(found)

    def row(self, e):
        mine = self.of.get(e, [])
        opponents = self.opponents(e)
        row = {"entry": e, "points": self.total(e), "direct": 0}
        row["won"] = sum(p["winner"] == s for p, s in mine if p["end"] in ("played", "set", "forfeit"))
        row["lost"] = sum(p["winner"] != s for p, s in mine
                          if p["end"] in ("played", "set", "forfeit", "double forfeit"))
        row["played"] = row["won"] + row["lost"]
        row["byes"] = sum(p["end"] == "bye" for p, s in mine)
        row["forfeits"] = sum(p["winner"] != s for p, s in mine if p["end"] in ("forfeit", "double forfeit"))
        row["buchholz"] = sum(opponents)
        row["buchholz-1"] = sum(opponents[1:])
        row["median"] = sum(opponents[1:-1])
        row["sonneborn"] = sum(self.total(p["sides"][1 - s]) for p, s in mine
                               if p["end"] in ("played", "set", "forfeit") and p["winner"] == s)
        row["difference"] = sum(p["score"][s] - p["score"][1 - s] for p, s in mine if p["end"] in ("played", "set", "forfeit"))
        row["wins"] = sum(p["winner"] == s for p, s in mine if p["end"] in ("played", "set"))
        row["progressive"] = sum(sum(points_of(p, s, self.bellingham) for p, s in mine if p["round"] <= r)
                                 for r in self.rounds)
        return row

    def direct(self, tied):
        """Returns the tied entries' points against each other, if each has met each."""
        entries = {r["entry"] for r in tied}
        for r in tied:
            met = set()
            won = 0
            for p, s in self.of.get(r["entry"], []):
                other = p["sides"][1 - s]
                if other in entries and p["end"] in ("played", "set", "forfeit", "double forfeit"):
                    met.add(other)
                    won += points_of(p, s, self.bellingham)
            if met != entries - {r["entry"]}:
                for x in tied:
                    x["direct"] = 0
                return
            r["direct"] = won

    def rank(self, order):
        groups = [self.rows]
        for key in ("points",) + tuple(order):
            split = []
            for group in groups:
                if key == "direct" and len(group) > 1:
                    self.direct(group)
                values = sorted({r[key] for r in group}, reverse=True) if len(group) > 1 else [None]
                split += [[r for r in group if v is None or r[key] == v] for v in values]
            groups = split
        above = 0
        for group in groups:
            for r in group:
                r["from"], r["to"] = above + 1, above + len(group)
            above += len(group)


class Event:
    def __init__(self, data):
        self.data = data
        self.t = data["tournament"]
        self.set = self.t["settings"]
        self.format = self.set["format"]
        self.pairings = data["pairings"]
        self.entries = data["entries"]
        self.checks = 0

    def same(self, what, got, expected):
        self.checks += 1
        need(got == expected, what, "is", got, "but follows as", expected)

    # ---- the acts ----

    def read(self):
        names, self.order, self.knockout, self.bracket = [], None, None, None
        rounds, results, late = [], {}, []
        settings, by_hand = {}, []
        for a in self.data["acts"]:
            kind = a["kind"]
            if kind in ("enter", "admit"):
                if self.order is not None:
                    late.append(len(names))
                names.append(a["user"])
                if self.order is not None and self.bracket is not None:
                    self.bracket.enter_late(len(names) - 1)
            elif kind == "replace":
                names[a["entry"]] = a["user"]
            elif kind == "set":
                name, value = a["text"].split(" ", 1)
                settings[name] = value
            elif kind in ("start", "bracket"):
                order = [int(x) for x in a["text"].split()]
                if kind == "start":
                    self.order = order
                if kind == "bracket" or self.format in KNOCKOUTS:
                    self.start_bracket(order, late_possible=kind == "start")
                    self.bracket.withdrawn = set(self.gone) if kind == "bracket" else set()
            elif kind == "pair":
                by_hand.append(set(self.pair(a["text"])))
            elif kind == "unpair":
                need(any(a["entry"] in pair for pair in by_hand), "was not paired:", a["entry"])
                by_hand = [pair for pair in by_hand if a["entry"] not in pair]
            elif kind == "round":
                rounds.append((a["value"], a["text"]))
                self.check_by_hand(by_hand, [set(self.pair(x)) for x in a["text"].split()])
                by_hand = []
            elif kind == "seat" and self.bracket is not None:
                self.bracket.begun.add(a["pairing"])
            elif kind == "again" and self.bracket is not None:
                self.bracket.begun.discard(a["pairing"])
            elif kind == "reopen":
                if self.bracket is not None and a["pairing"] >= self.t["base"]:
                    self.bracket.take_back(a["pairing"])
                else:
                    results.pop(a["pairing"], None)  # `results` lacks the results of players who left
            elif kind == "restore":
                need(a["entry"] in self.gone or self.order is not None, "had not left:", a["entry"])
                self.gone.discard(a["entry"])
                if self.bracket is not None:
                    self.bracket.come_back(a["entry"])
            elif kind in ("result", "setresult"):
                self.decide(results, a["pairing"], "played" if kind == "result" else "set", a["side"], a["score"])
            elif kind == "forfeit":
                side = a["side"]
                self.decide(results, a["pairing"], "forfeit" if side is not None else "double forfeit",
                            1 - side if side is not None else None, [0, 0])
            elif kind == "withdraw":
                self.gone.add(a["entry"])
                if self.bracket is not None:
                    self.bracket.leave(a["entry"])
        for name, value in settings.items():
            full = [k for k in self.set if k == name]
            self.same("setting " + name, self.set[full[0]].split(), value.replace(",", " ").split())
        self.same("names", [e["name"] for e in self.entries], names)
        self.same("seeds", [e["seed"] for e in self.entries],
                  [self.order.index(i) + 1 if self.order is not None and i in self.order else self.entries[i]["seed"]
                   if self.order is None else None for i in range(len(names))])
        self.same("late entries", [i for i, e in enumerate(self.entries) if e["late"]], late)
        return rounds, results

    @staticmethod
    def pair(text):
        """Returns the two entries of "3-7" or "bye=4"."""
        return [int(text[4:]), NOBODY] if text.startswith("bye=") else [int(x) for x in text.split("-")]

    def check_by_hand(self, by_hand, paired):
        """Checks that two entries paired by the director meet if both take part.  In a round with a bye, the
        bye counts as an entry that takes part."""
        there = set().union(*paired)
        for pair in by_hand:
            # a player may have left, been paired again, and come back
            if pair <= there and not any(pair & other for other in by_hand if other is not pair):
                self.checks += 1
                need(pair in paired, "paired by hand:", pair, "but not in", paired)

    gone = frozenset()

    def start_bracket(self, order, late_possible):
        base = self.t["base"]
        mine = [p for p in self.pairings if p["pairing"] >= base]
        late = {}
        if late_possible:
            for p in mine:
                if p["section"] == "main" and p["round"] == 1:
                    for side in (0, 1):
                        e = p["sides"][side]
                        if isinstance(e, int) and self.entries[e]["late"]:
                            late[p["pairing"], side] = e
        self.knockout = mine
        self.bracket = Bracket(mine, order, late)

    def decide(self, results, pairing, end, winner, score):
        if self.bracket is not None and pairing >= self.t["base"]:
            (self.bracket.change if end == "set" else self.bracket.decide)(pairing, end, winner, score)
        else:
            results[pairing] = (end, winner, counted(self.pairings[pairing]["length"], end, winner, score))

    # ---- results that follow ----

    def check_bracket(self):
        if self.bracket is None:
            return
        for p in self.knockout:
            n = p["pairing"]
            self.same("sides of %d" % n, p["sides"], self.bracket.sides[n])
            end, winner, score = self.bracket.ends[n]
            self.same("end of %d" % n, p["end"], end)
            self.same("winner of %d" % n, p["winner"], winner)
            self.same("score of %d" % n, p["score"], score)
        self.check_knockout_places()

    def check_knockout_places(self):
        """In a knock-out without double forfeits, alone or after groups, a later elimination must rank
        higher."""
        if self.format not in KNOCKOUTS + ("groups",) or any(p["end"] == "double forfeit" for p in self.knockout):
            return
        side = "losers" if self.format == "double" else "main"
        rounds = max((p["round"] for p in self.knockout if p["section"] == side), default=0)
        out, winner = {}, None
        for p in self.knockout:
            if p["end"] not in ("played", "set", "forfeit"):
                continue
            loser = p["sides"][1 - p["winner"]]
            if p["section"] == side and (side == "losers" or p["section"] == "main"):
                out[loser] = p["round"]
            elif p["section"] == "final":
                out[loser] = rounds + p["round"]
        last = self.champion()
        if last is None:
            self.check_places_so_far(out)
            return
        out[last] = rounds + 9
        for i, e in enumerate(self.entries):
            if i not in out:
                continue
            above = sum(x > out[i] for x in out.values())
            level = sum(x == out[i] for x in out.values())
            self.same("place of %d" % i, e["place"], [above + 1, above + level])

    def check_places_so_far(self, out):
        """Checks a running knock-out: an eliminated entry shares its place with all entries that lose in the same round."""
        if self.format == "double" or self.t["phase"] != "running":
            return
        matches = [p["round"] for p in self.knockout if p["section"] == "main" and p["end"] not in ("bye", "void")]
        for i in {e for p in self.knockout for e in p["sides"] if isinstance(e, int)}:
            place = None
            if i in out:
                above = 1 + sum(r > out[i] for r in matches)
                place = [above + 1, above + matches.count(out[i])]
            self.same("place so far of %d" % i, self.entries[i]["place"], place)

    def champion(self):
        finals = [p for p in self.knockout if p["section"] == "final"]
        if not finals:
            finals = [p for p in self.knockout if p["section"] == "main"]
            finals = [p for p in finals if p["round"] == max(q["round"] for q in finals)]
        finals = [p for p in finals if p["end"] != "void"]
        if not finals or any(p["end"] == "open" for p in finals):
            return None
        last = max(finals, key=lambda p: p["round"])
        return last["sides"][last["winner"]]

    def check_rounds(self, rounds, results):
        mine = [p for p in self.pairings if p["section"] in ("rounds", "group")]
        if self.format in ("swiss", "losses"):
            for number, text in rounds:
                pairs = [x for x in text.split()]
                found = [p for p in mine if p["round"] == number]
                expected = [[int(x) for x in pair.split("-")] for pair in pairs if "=" not in pair]
                expected += [[int(pair[4:]), NOBODY] for pair in pairs if "=" in pair]
                self.same("pairs of round %d" % number, [p["sides"] for p in found], expected)
            self.same("rounds", sorted({p["round"] for p in mine}), [n for n, _ in rounds])
        else:
            self.check_robin(mine)
        for p in mine:
            got = (p["end"], p["winner"], p["score"])
            if p["pairing"] in results:
                self.same("result of %d" % p["pairing"], got, results[p["pairing"]])
            elif NOBODY in p["sides"]:
                self.same("bye %d" % p["pairing"], got, ("bye", 0, [0, 0]))
            else:
                self.check_unplayed(p)

    def check_unplayed(self, p):
        """Checks a pairing without an act of its own: it must be open, or a player must have left."""
        gone = [self.entries[e]["withdrawn"] for e in p["sides"]]
        self.same("score of %d" % p["pairing"], p["score"], counted(p["length"], p["end"], p["winner"], [0, 0]))
        if p["end"] == "forfeit":
            need(gone[1 - p["winner"]], "forfeit of a player who has not left:", p)
        elif p["end"] in ("double forfeit", "void"):
            need(any(gone), "no player has left:", p)
        else:
            need(p["end"] == "open", "ended without an act:", p)

    def check_robin(self, mine):
        for g in {p["group"] for p in mine}:
            pairs = [frozenset(p["sides"]) for p in mine if p["group"] == g]
            players = frozenset().union(*pairs)
            self.same("pairs of group %d" % g, len(set(pairs)), len(pairs))
            self.same("all of group %d" % g, len(pairs), len(players) * (len(players) - 1) // 2)
            for r in {p["round"] for p in mine}:
                busy = [e for p in mine if p["group"] == g and p["round"] == r for e in p["sides"]]
                self.same("no player twice", len(busy), len(set(busy)))

    def check_tables(self):
        if self.format in KNOCKOUTS or self.order is None:
            self.same("tables", [e["standing"] for e in self.entries if e["standing"] is not None], [])
            return
        order = self.set["tiebreaks"].split()
        cancelled = {i for i, e in enumerate(self.entries) if e["cancelled"]}
        mine = [p for p in self.pairings if p["section"] in ("rounds", "group")
                and not cancelled & set(x for x in p["sides"] if isinstance(x, int))]
        for g in sorted({e["standing"]["group"] for e in self.entries if e["standing"] is not None}):
            those = [p for p in mine if p["section"] == "rounds" or p["group"] == g]
            entries = [i for i, e in enumerate(self.entries) if e["standing"] is not None and e["standing"]["group"] == g]
            if self.format != "groups":
                self.same("who is in the table", entries, [i for i, e in enumerate(self.entries)
                          if not e["cancelled"] and (e["seed"] is not None or e["late"])])
            for row in Table(entries, those, self.set["points"] == "bellingham", order).rows:
                got = self.entries[row["entry"]]["standing"]
                for key in ("from", "to", "points", "played", "won", "lost", "byes", "forfeits") + TIEBREAKS:
                    self.same("%s of %s" % (key, row["entry"]), got[key], row[key])
                if self.format in ("swiss", "robin") and self.t["stage"] == "rounds" \
                        and self.t["phase"] in ("running", "finished"):
                    self.same("place", self.entries[row["entry"]]["place"], [row["from"], row["to"]])

    # ---- places that neither a table nor a knock-out gives alone ----

    def of_whom(self, e):
        """Returns the round and group pairings of an entry, in order, each with the entry's side."""
        return [(p, p["sides"].index(e)) for p in self.pairings if p["section"] in ("rounds", "group")
                and e in p["sides"]]

    def check_losses(self):
        """In the format "losses", an entry that stayed longer must rank higher, and the only one left is
        first.  While several are left, they have no place."""
        if self.format != "losses" or self.order is None:
            return
        lasted, most = {}, int(self.set["losses"])
        for i, e in enumerate(self.entries):
            mine = self.of_whom(i)
            lost = sum(p["winner"] != s for p, s in mine if p["end"] in ("played", "set", "forfeit", "double forfeit"))
            self.same("losses of %d" % i, e["losses"], lost)
            if e["seed"] is None and not e["late"]:
                continue  # these players had left before the start
            left = e["withdrawn"] or lost >= most
            lasted[i] = max([p["round"] for p, _ in mine], default=0) if left else self.t["round"] + 1
        known = self.t["phase"] in ("running", "finished")
        still = [i for i in lasted if lasted[i] > self.t["round"]]
        for i, e in enumerate(self.entries):
            place = None
            if known and i in lasted and (len(still) == 1 or i not in still):
                above = sum(x > lasted[i] for x in lasted.values())
                place = [above + 1, above + sum(x == lasted[i] for x in lasted.values())]
            self.same("place of %d" % i, e["place"], place)

    def played_out(self):
        """Returns whether every match of the groups, and of the knock-out after them, has been played."""
        if self.t["phase"] not in ("running", "finished"):
            return False
        if self.t["phase"] == "finished":
            return True
        return all(p["end"] != "open" or None in p["sides"] or NOBODY in p["sides"] for p in self.pairings) and (
            self.t["stage"] == "bracket" or 0 < self.t["rounds"] <= self.t["round"])

    def check_groups(self):
        """After the entries that reached the knock-out, the third of each group share the next places, then the
        fourth of each group, and so on.  Entries tied in a group rank in the order of entry."""
        if self.format != "groups" or self.order is None:
            return
        went_on = set()
        if self.t["stage"] == "bracket":
            went_on = {e for p in self.knockout if p["section"] == "main" and p["round"] == 1
                       for e in p["sides"] if isinstance(e, int)}
        behind = {}
        for g in {e["standing"]["group"] for e in self.entries if e["standing"] is not None}:
            those = [i for i, e in enumerate(self.entries) if e["standing"] is not None and e["standing"]["group"] == g]
            cancelled = {i for i, e in enumerate(self.entries) if e["cancelled"]}
            mine = [p for p in self.pairings if p["section"] == "group" and p["group"] == g
                    and not cancelled & set(p["sides"])]
            table = Table(those, mine, self.set["points"] == "bellingham", self.set["tiebreaks"].split()).rows
            for n, row in enumerate(sorted(table, key=lambda r: (r["from"], r["entry"]))):
                if row["entry"] not in went_on:
                    behind[row["entry"]] = n
        known = self.played_out()
        for i, e in enumerate(self.entries):
            if i in went_on:
                self.checks += 1
                place = e["place"]
                need(place is None or 1 <= place[0] <= place[1] <= len(went_on), "place of", i, "who went on:", place)
                need(place is not None or not known, "no place of", i, "who was in the knock-out")
                continue
            place = None
            if known and i in behind:
                above = len(went_on) + sum(x < behind[i] for x in behind.values())
                place = [above + 1, above + sum(x == behind[i] for x in behind.values())]
            self.same("place of %d" % i, e["place"], place)

    def check(self):
        self.gone = set()
        rounds, results = self.read()
        self.check_bracket()
        self.check_rounds(rounds, results)
        self.check_tables()
        self.check_losses()
        self.check_groups()
        return self.checks


def tampered(data, rng):
    """Returns a copy with one error; None if there is nothing to falsify."""
    data = copy.deepcopy(data)
    decided = [p for p in data["pairings"] if p["end"] in ("played", "set", "forfeit")]
    tables = [e["standing"] for e in data["entries"] if e["standing"] is not None]
    placed = [e for e in data["entries"] if e["place"] is not None]
    if data["tournament"]["settings"]["format"] not in ("losses", "groups"):
        placed = []  # with other formats only some places are checked, by the tables and the knock-out
    kind = rng.choice(["winner", "score", "side", "table", "name"] + ["place"] * bool(placed))
    if kind in ("winner", "score", "side") and decided:
        p = rng.choice(decided)
        if kind == "winner":
            p["winner"] = 1 - p["winner"]
        elif kind == "score":
            p["score"][p["winner"]] += 1
        else:
            p["sides"].reverse()
    elif kind == "table" and tables:
        rng.choice(tables)[rng.choice(("points", "to", "won") + TIEBREAKS)] += 1
    elif kind == "place":
        one = rng.choice(placed)
        first, last = one["place"]
        spoilt = rng.choice([None, [first, last + 1], [first + len(data["entries"]), last + len(data["entries"])]])
        if spoilt is not None and one["place"][1] < spoilt[1] <= len(data["entries"]) and any(
                p["end"] == "double forfeit" and p["section"] == "main" for p in data["pairings"]):
            return None  # the places of such a knock-out are not checked
        one["place"] = spoilt
    elif kind == "name":
        rng.choice(data["entries"])["name"] += "x"
    else:
        return None
    return data


def check_notices(data, rng):
    spoilt = tampered(data, rng)
    if spoilt is None:
        return 0
    try:
        Event(spoilt).check()
    except (Wrong, KeyError, TypeError, IndexError):
        return 1
    raise Wrong("an error was added and not detected")


def no_double(pairs):
    need(len({k for k, _ in pairs}) == len(pairs), "a key stands twice")
    return dict(pairs)


def refuse(name):
    raise Wrong("no JSON: " + name)


def export(folder, *words, status=0):
    done = subprocess.run([GAMMOND, "-d", folder, "export", "tournament", *words], capture_output=True, timeout=PATIENCE)
    need(done.returncode == status, words, "status", done.returncode, done.stderr.decode())
    return done.stdout.decode("utf-8"), done.stderr.decode()


def check_text(text, data):
    lines = text.split("\n")
    need(max(len(x) for x in lines) <= 79, "a line is too wide")
    for e in data["entries"]:
        if e["seed"] is not None:
            need(re.search(r"^ *(-|\d+|\d+-\d+)  %s +%d" % (e["name"], e["seed"]), text, re.M), "no row of", e["name"])
    rows = [x for x in lines if re.match(r" {0,4}\d+ [ *]", x)]
    need(len([r for r in rows]) >= len(data["pairings"]), "pairings are missing in the text")
    need(len([x for x in lines if re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d ", x)]) == len(data["acts"]),
         "acts are missing in the text")


def check_usage(folder):
    for words in (["0", "--json", "x"], ["1", "--mat"], ["1", "--xml"], ["1", "a", "b"], []):
        out, err = export(folder, *words, status=2)
        need("usage:" in err and out == "", words, "were taken")
    out, err = export(folder, "99999", status=1)
    need("no such tournament" in err, err)
    path = os.path.join(folder, "one.json")
    export(folder, "1", "--json", path)
    with open(path, encoding="utf-8") as f:
        need(f.read() == export(folder, "1", "--json")[0], "the file differs")
    out, err = export(folder, "1", "--json", os.path.join(folder, "no", "such", "folder"), status=1)
    need(err != "", "nothing was said")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=140)
    args = parser.parse_args()
    failed, checks, noticed = 0, 0, 0
    rng = random.Random(args.seed)
    with tempfile.TemporaryDirectory() as folder:
        made = subprocess.run([os.path.join(TOOLS, "tourney_store"), folder, str(args.seed), str(args.count)],
                              capture_output=True, check=True, timeout=PATIENCE)
        numbers = made.stdout.decode().split()
        for number in numbers:
            try:
                data = json.loads(export(folder, number, "--json")[0], object_pairs_hook=no_double,
                                  parse_constant=refuse)
                checks += Event(data).check()
                noticed += check_notices(data, rng)
                check_text(export(folder, number)[0], data)
            except Wrong as e:
                failed += 1
                print("tournament %s: %s" % (number, e))
        try:
            check_usage(folder)
        except Wrong as e:
            failed += 1
            print(e)
    print("%d tournaments, %d comparisons, %d falsified ones detected" % (len(numbers), checks, noticed))
    print("%d passed, %d failed" % (len(numbers) + 1 - failed, failed))
    return 1 if failed or checks < 1000 * bool(args.count >= 140) else 0


if __name__ == "__main__":
    sys.exit(main())
