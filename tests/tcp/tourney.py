# SPDX-License-Identifier: MIT
"""Computes a tournament from its stored acts and the rules, sharing no code with the server: pairings, the bracket
of a knock-out and of a double elimination, points, places.

A contradiction (among the acts, the matches and their actions, the places, and what the server shows) raises
Bad."""

import collections
import itertools
import re

from fibs import Bad

NOBODY = "nobody"

Act = collections.namedtuple("Act", "seq at_ms actor kind fields")
_FIELD = re.compile(r"(entry|pairing|side|value|score|user)=(\S+) ")


def _fields(text):
    """Parses "pairing=7 side=1 score=5,3 text=the rest"."""
    out = {}
    at = 0
    while not text.startswith("text=", at):
        found = _FIELD.match(text, at)
        if not found:
            if at != len(text):
                raise Bad("an unreadable act: %r" % text)
            return out
        name, value = found.groups()
        if name == "score":
            out[name] = tuple(int(n) for n in value.split(","))
        elif name == "user":
            uid, user, rating = value.split(",")
            out[name] = (int(uid), user, float(rating))
        else:
            out[name] = int(value)
        at = found.end()
    out["text"] = text[at + 5:]
    return out


# ---- knock-outs ---------------------------------------------------------------------------------------

class Node:
    """A pairing of a bracket.  Sides are entries, NOBODY, or None while unknown."""

    def __init__(self, section, number, slot):
        self.section, self.round, self.slot = section, number, slot
        self.sides = [None, None]
        self.winner_to = self.loser_to = None
        self.end = "open"
        self.winner = None

    def loser(self):
        return 1 - self.winner


def _reversed(x, bits):
    return int(format(x % (1 << bits), "0%db" % bits)[::-1], 2) if bits else 0


def knockout(n, double=False):
    """Returns the pairings in order: main rounds, then the losers' side, then the final and its second match.
    Players who drop to the losers' side are placed crosswise: the loser of slot i in main round k + 1 meets the
    survivor of slot i ^ r.  Here r is the low bits of k in reverse order; it has as many bits as the slot numbers of
    main round k + 1."""
    rounds = max(n - 1, 1).bit_length()
    nodes = []

    def add(section, number, width):
        new = [Node(section, number, i) for i in range(width)]
        nodes.extend(new)
        return new

    def merge(before, after):
        for i, node in enumerate(before):
            node.winner_to = (after[i // 2], i % 2)

    main = [add("main", r, 1 << (rounds - r)) for r in range(1, rounds + 1)]
    for before, after in zip(main, main[1:]):
        merge(before, after)
    if not double:
        return nodes
    last = None
    number = 0
    if rounds > 1:
        number, last = 1, add("losers", 1, 1 << (rounds - 2))
        for i, node in enumerate(main[0]):
            node.loser_to = (last[i // 2], i % 2)
    for fall in range(1, rounds):
        bits = rounds - 1 - fall
        number += 1
        after = add("losers", number, 1 << bits)
        for i in range(1 << bits):
            last[i].winner_to = (after[i], 0)
            main[fall][i].loser_to = (after[i ^ _reversed(fall, bits)], 1)
        last = after
        if bits:
            number += 1
            after = add("losers", number, 1 << (bits - 1))
            merge(last, after)
            last = after
    final, again = add("final", 1, 1)[0], add("final", 2, 1)[0]
    main[-1][0].winner_to = (final, 0)
    if last:
        last[0].winner_to = (final, 1)
    else:
        main[-1][0].loser_to = (final, 1)
    final.loser_to, final.winner_to = (again, 0), (again, 1)
    return nodes


def _first_round(n):
    """Returns the seeds (from 0) in the order of their places in the bracket: the best meets the last, and so
    on in each later round if the better seed always wins."""
    order = [0]
    while len(order) < n:
        size = 2 * len(order)
        order = [s for seed in order for s in (seed, size - 1 - seed)]
    return order


def play_out(nodes, order, results, base):
    """Fills a bracket. order: the entries by seed; results: {pairing: side that won}."""
    for place, seed in enumerate(_first_round(len(order))):
        nodes[place // 2].sides[place % 2] = order[seed] if seed < len(order) else NOBODY
    for number, node in enumerate(nodes, base):
        if None in node.sides:
            if number in results:
                raise Bad("pairing %d has a result, but not two players" % number)
            continue
        if node.sides == [NOBODY, NOBODY]:
            node.end = "void"
        elif NOBODY in node.sides:
            node.end, node.winner = "bye", 1 - node.sides.index(NOBODY)
        elif number in results:
            node.end, node.winner = "played", results[number]
        else:
            continue
        decided = node.section == "final" and node.round == 1 and node.winner == 0
        for seat, side in ((node.winner_to, node.winner), (node.loser_to, node.winner is not None and node.loser())):
            if seat:
                known = node.winner is not None and not decided
                seat[0].sides[seat[1]] = node.sides[side] if known else NOBODY


# ---- the story ----------------------------------------------------------------------------------------

class Story:
    """What the acts of one tournament say.  db: an open sqlite3 connection; nothing is written."""

    def __init__(self, db, number):
        self.number = number
        self.acts = [Act(*row[:4], _fields(row[4])) for row in db.execute(
            "SELECT seq, at_ms, actor, kind, text FROM tourney_act WHERE tourney = ? ORDER BY seq", (number,))]
        self.entries, self.rounds = [], []
        self.set, self.seats, self.results = {}, {}, {}
        self.order = self.bracket = None
        self.commitment = self.seed = None
        self.finished = False
        if [a.seq for a in self.acts] != list(range(len(self.acts))):
            raise Bad("the acts of tournament %d have gaps" % number)
        if any(a.at_ms > b.at_ms for a, b in zip(self.acts, self.acts[1:])):
            raise Bad("the acts of tournament %d go back in time" % number)
        for act in self.acts:
            self._take(act)
        self.base = self._base()
        self.matches = {row[0]: row[1:] for row in db.execute(
            "SELECT id, event_pairing, user0, user1, length, end_reason, winner, score0, score1, ended_ms"
            " FROM match WHERE event = ? ORDER BY id", (number,))}
        self.row = db.execute("SELECT ended_ms, winner, players, format FROM tourney WHERE id = ?",
                              (number,)).fetchone()
        self.place = {user: (a, b) for user, a, b in db.execute(
            "SELECT user, place_from, place_to FROM tourney_place WHERE tourney = ?", (number,))}

    def _take(self, act):
        kind, f = act.kind, act.fields
        if kind in ("enter", "admit"):
            self.entries.append(f["user"])
        elif kind == "set":
            name, value = f["text"].split(" ", 1)
            self.set[name] = value
        elif kind == "start":
            self.order = [int(n) for n in f["text"].split()]
        elif kind == "commit":
            self.commitment = f["text"]
        elif kind == "reveal":
            self.seed = f["text"]
        elif kind == "round":
            self.rounds.append(f["text"])
        elif kind == "bracket":
            self.bracket = [int(n) for n in f["text"].split()]
        elif kind == "seat":
            if f["pairing"] in self.seats:
                raise Bad("pairing %d was seated twice" % f["pairing"])
            self.seats[f["pairing"]] = f["value"]
        elif kind == "result":
            if f["pairing"] in self.results:
                raise Bad("pairing %d has two results" % f["pairing"])
            self.results[f["pairing"]] = (f["side"], f["score"])
        elif kind == "finish":
            self.finished = True

    def _base(self):
        """Returns the number of the first pairing of the knock-out that follows groups.  The groups must have
        an even number of players: then there is an act `seat` for each of their pairings."""
        if self.bracket is None:
            return 0
        before = next(a.seq for a in self.acts if a.kind == "bracket")
        return 1 + max(a.fields["pairing"] for a in self.acts if a.kind == "seat" and a.seq < before)

    def kinds(self):
        return collections.Counter(a.kind for a in self.acts)

    def name(self, entry):
        return self.entries[entry][1]

    def winners(self):
        return {p: side for p, (side, _) in self.results.items()}

    def played(self):
        """Returns (winner, loser) as entries, of each match that has ended, in the order of the results."""
        numbers = {user: entry for entry, (user, _, _) in enumerate(self.entries)}
        for p, (side, _) in self.results.items():
            users = self.matches[self.seats[p]][1:3]
            yield numbers[users[side]], numbers[users[1 - side]]

    # ---- checks

    def check_matches(self, replayed):
        """Checks that each seating belongs to a match of the two players, each match to a seating, and that each result is
        the one with which the match ended.
        replayed: {row: (winner's seat, score)} from the stored actions."""
        if sorted(self.seats.values()) != sorted(self.matches):
            raise Bad("seated %s, but the matches are %s" % (sorted(self.seats.values()), sorted(self.matches)))
        for p, row in self.seats.items():
            pairing, _, _, length, reason, winner, score0, score1, _ = self.matches[row]
            if pairing != p:
                raise Bad("match %d says pairing %d, the act %d" % (row, pairing, p))
            if p not in self.results:
                if self.finished or reason:
                    raise Bad("match %d has ended (%r), pairing %d has not" % (row, reason, p))
                continue
            side, score = self.results[p]
            if (reason, winner, (score0, score1)) != ("won", side, score):
                raise Bad("match %d: %s %s %s-%s, but the act says %s %s"
                          % (row, reason, winner, score0, score1, side, score))
            if replayed[row] != (side, score) or max(score) < length:
                raise Bad("match %d: its actions come to %s, the act says %s %s"
                          % (row, replayed[row], side, score))

    def nodes(self):
        """Returns the filled bracket of a knock-out; for a consolation, its main part."""
        form = self.set.get("format", "single")
        order = self.bracket if self.bracket is not None else self.order
        nodes = knockout(len(order), form == "double")
        play_out(nodes, order, self.winners(), self.base)
        numbers = {user: entry for entry, (user, _, _) in enumerate(self.entries)}
        for p, row in self.seats.items():
            node = nodes[p - self.base] if 0 <= p - self.base < len(nodes) else None
            sides = [numbers[u] for u in self.matches[row][1:3]]
            if node is not None and node.sides != sides:
                raise Bad("match %d is between %s, but pairing %d of the bracket between %s" % (row, sides, p, node.sides))
        return nodes

    def losses(self):
        return collections.Counter(loser for _, loser in self.played())

    def champion(self):
        users = [user for user, place in self.place.items() if place[0] == 1]
        names = [self.name(e) for e, entry in enumerate(self.entries) if entry[0] in users]
        if ", ".join(names) != self.row[1]:
            raise Bad("first places for %s, but the winner is %r" % (names, self.row[1]))
        return [e for e, entry in enumerate(self.entries) if entry[0] in users]

    def check_end(self):
        if not self.finished or not self.row[0]:
            raise Bad("it is not over")
        if self.row[2] != len(self.order) or len(self.place) != len(self.order):
            raise Bad("%d players and %d places, but %d started" % (self.row[2], len(self.place), len(self.order)))
        getattr(self, "end_of_" + self.set.get("format", "single"))()

    def _no_more_than(self, most):
        """Checks that the winner has lost fewer than `most` matches, all others exactly `most`."""
        first = self.champion()
        lost = self.losses()
        if len(first) != 1 or lost[first[0]] >= most:
            raise Bad("first %s, lost %s" % (first, dict(lost)))
        wrong = [e for e in self.order if e not in first and lost[e] != most]
        if wrong:
            raise Bad("%s are out, but have lost %s" % (wrong, [lost[e] for e in wrong]))

    def end_of_double(self):
        nodes = self.nodes()
        self._no_more_than(2)
        self._top(nodes)

    def _top(self, nodes):
        """Checks that nothing is open, and that the winner of the last match is first."""
        if any(n.end == "open" for n in nodes):
            raise Bad("the bracket has an undecided pairing")
        last = [n for n in nodes if n.winner is not None][-1]
        if [last.sides[last.winner]] != self.champion():
            raise Bad("%s has won the last match, but first is %s" % (last.sides[last.winner], self.champion()))

    def end_of_single(self):
        self._top(self.nodes())
        self._no_more_than(1)

    def end_of_consolation(self):
        nodes = self.nodes()
        self._top(nodes)
        losers = [n.sides[n.loser()] for n in nodes if n.end == "played"][:-1]
        others = [(p, m) for p, m in ((p, self.matches[r]) for p, r in self.seats.items()) if p >= len(nodes)]
        users = {self.entries[e][0] for e in losers}
        strangers = [p for p, m in others if not set(m[1:3]) <= users]
        if not others or strangers:
            raise Bad("%d pairings of a consolation, of %s that did not lose before" % (len(others), strangers))

    def end_of_losses(self):
        self._no_more_than(int(self.set["losses"]))

    def _points(self):
        points = collections.Counter({e: 0 for e in self.order})
        points.update(winner for winner, _ in self.played())
        for text in self.rounds:
            points.update(int(n) for n in re.findall(r"\bbye=(\d+)", text))
        return points

    def end_of_swiss(self):
        met = [frozenset(m) for m in self.played()]
        told = [frozenset(int(n) for n in pair.split("-")) for text in self.rounds
                for pair in re.findall(r"\d+-\d+", text)]
        if sorted(map(sorted, met)) != sorted(map(sorted, told)) or len(set(met)) != len(met):
            raise Bad("the rounds have %s, the matches played are %s" % (told, met))
        byes = collections.Counter(re.findall(r"\bbye=(\d+)", " ".join(self.rounds)))
        if any(n > 1 for n in byes.values()) or len(self.rounds) != int(self.set["rounds"]):
            raise Bad("%d rounds, byes %s" % (len(self.rounds), byes))
        self._by_points(self._points())

    def _by_points(self, points):
        place = {e: self.place[self.entries[e][0]] for e in self.order}
        for a, b in itertools.combinations(self.order, 2):
            if (points[a] - points[b]) * (place[b][0] - place[a][0]) < 0:
                raise Bad("places %s do not follow the points %s" % (place, points))

    def end_of_robin(self):
        met = collections.Counter(frozenset(m) for m in self.played())
        if met != collections.Counter(frozenset(p) for p in itertools.combinations(self.order, 2)):
            raise Bad("not all players have met once: %s" % met)
        self._by_points(self._points())

    def end_of_groups(self):
        self._top(self.nodes())
        met = collections.defaultdict(set)
        won = collections.Counter()
        played = [m for m, p in zip(self.played(), self.results) if p < self.base]
        for a, b in played:
            met[a].add(b)
            met[b].add(a)
            won[a] += 1
        groups = {frozenset(met[e] | {e}) for e in self.order}
        if sum(len(g) for g in groups) != len(self.order) or len(played) != sum(
                len(g) * (len(g) - 1) // 2 for g in groups):
            raise Bad("the groups are incomplete: %s" % groups)
        for group in groups:
            inside = [won[e] for e in group if e in self.bracket]
            outside = [won[e] for e in group if e not in self.bracket]
            if len(inside) != int(self.set["qualify"]) or min(inside) < max(outside):
                raise Bad("from the group %s advance %s, with points %s" % (group, inside, won))

    # ---- what the server shows

    def check_shown(self, records):
        """Checks the records of `tournament export N json`."""
        about, entries = records[0], [r for r in records if r["record"] == "entry"]
        pairings = [r for r in records if r["record"] == "pairing"]
        acts = [r for r in records if r["record"] == "act"]
        if (about["phase"], about["acts"]) != ("finished" if self.finished else "running", len(self.acts)):
            raise Bad("exported as %s with %d acts" % (about["phase"], about["acts"]))
        if [(a["act"], a["kind"], a["at_ms"]) for a in acts] != [(a.seq, a.kind, a.at_ms) for a in self.acts]:
            raise Bad("the exported acts are not the stored ones")
        if [(e["entry"], e["name"]) for e in entries] != [(i, e[1]) for i, e in enumerate(self.entries)]:
            raise Bad("the exported entries are not the stored ones")
        for e in entries:
            place = self.place.get(self.entries[e["entry"]][0])
            if self.finished and tuple(e["place"] or ()) != tuple(place or ()):
                raise Bad("%s has place %s in the export, %s in the store" % (e["name"], e["place"], place))
        for r in pairings:
            want = self.results.get(r["pairing"])
            if want is not None:  # points count up to the length of the match
                length = self.matches[self.seats[r["pairing"]]][3]
                want = want[0], tuple(min(n, length) for n in want[1])
            have = (r["winner"], tuple(r["score"])) if r["end"] == "played" else None
            if have != want or (r["match"] or None) != self.seats.get(r["pairing"]):
                raise Bad("pairing %d is exported as %s, stored as %s" % (r["pairing"], have, want))
        form = self.set.get("format", "single")
        if form in ("single", "double", "consolation") or self.bracket:
            shown = [(r["section"], r["round"], r["slot"], r["sides"], r["end"], r["winner"])
                     for r in pairings[self.base:]]
            mine = [(n.section, n.round, n.slot, n.sides, n.end, n.winner) for n in self.nodes()]
            if form == "consolation":
                shown = shown[:len(mine)]
            for a, b in itertools.zip_longest(shown, mine):
                if a != b:
                    raise Bad("the bracket shows %s, the acts say %s" % (a, b))
        for r in pairings:
            if r["end"] != "played" or (r["section"] == "final" and r["round"] == 1):
                continue
            for seat, side in ((r["winner_to"], r["winner"]), (r["loser_to"], 1 - r["winner"])):
                if seat and pairings[seat[0]]["sides"][seat[1]] != r["sides"][side]:
                    raise Bad("no player has advanced from pairing %s to %s" % (r, seat))
        if self.set.get("format") in ("swiss", "robin"):
            points = self._points()
            wrong = [e["name"] for e in entries if e["standing"]["points"] != points[e["entry"]]]
            if wrong:
                raise Bad("the points of %s are not those of the matches" % wrong)
