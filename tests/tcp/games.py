# SPDX-License-Identifier: MIT
# TEST: plain
"""All the games for the TCP tests, written from their rules alone; shares no code with the server.

A position is given from the mover's side: (the mover's row, the opponent's row, the mover's pinned points, the
opponent's pinned points).  A row has 27 counts in its owner's numbering: 0 off, 1..24 points (all move down), 25 bar,
26 reserve.  A row counts free checkers only.  Pinned checkers are in the masks: bit p is point p in their owner's
numbering.

The generator works breadth first on whole sets of positions, one set for each die used.  A set is a dictionary with
the positions as keys, so equal positions merge, and one play is kept for each.

Run as a program it compares itself with the records of tests/data/variant-plays.jsonl and with the counts of
positions after one and two plies from the start."""

import functools
import itertools
import json
import os
import sys

OFF, BAR, RESERVE = 0, 25, 26
PRIMES = [(p, ((1 << 6) - 1) << (p - 5)) for p in range(24, 5, -1)]  # (highest point, mask)
FIRST_QUARTER = ((1 << 6) - 1) << 19
HIS_FIRST_QUARTER = ((1 << 6) - 1) << 7  # where the opponent starts, in games with the same direction


FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "games")


def start_row(text):
    row = bytearray(27)
    for word in text.split():
        at, n = word.split(":")
        row[RESERVE if at == "res" else int(at)] = int(n)
    return bytes(row)


class Game:
    """One game, as described by its file in tests/data/games (see README.md there).  way: None if the players
    move in opposite directions, otherwise how many points apart their starts are: 12 or 0."""

    def __init__(self, name, facts):
        words = set(facts["rules"].split())
        self.name = name
        self.title = facts["title"]
        self.start = start_row(facts["start"])
        self.contact = (words & {"hit", "pin", "none"}).pop()
        self.way = next((int(w[4:]) for w in words if w.startswith("way-")), None)
        self.cube = "cube" in words
        self.opening = "dice" if "opening-dice" in words else "again"
        self.winner_begins = "winner-begins" in words
        self.score = SCORES[facts["score"]]
        self.resign_max = int(facts["resign"])
        self.clone = "clones" in words
        self.plus = "second-line" in words
        self.chain = next((w[6:] for w in words if w.startswith("chain-")), None)
        self.step_rules = [rule for word, rule in STEP_RULES if word in words]
        self.end_rule = fevga_end if "shut-in" in words else None
        self.dice = "no-dice" not in words
        self.mother = "mother" in words
        self.reversed_end = "reversed" in words
        self.head = 1 if "head" in words else 99
        self.checkers = sum(self.start)
        self.start_position = (self.start, self.start, 0, 0)
        # Maps the mover's number of a point to the opponent's.  Each of these maps is its own inverse.
        self.across = [25 - p if self.way is None else (p + self.way - 1) % 24 + 1 for p in range(25)]

    def opposite(self, p):
        return self.across[p]


def flip(pos):
    return pos[1], pos[0], pos[3], pos[2]


# ---- scores: of the loser's row when the game is over ----------------------------------------------------

def score_three(game, loser, pins):
    if loser[OFF]:
        return 1
    if loser[BAR] or loser[RESERVE] or any(loser[game.opposite(p)] for p in range(1, 7)):
        return 3
    return 2


def score_two(game, loser, pins):
    return 1 if loser[OFF] else 2


def score_one(game, loser, pins):
    return 1


def score_checkers_left(game, loser, pins):
    return game.checkers - loser[OFF]


# ---- rules of single games --------------------------------------------------------------------------------

def occupied(row):
    return sum(1 << p for p in range(1, 25) if row[p])


def runner_may(row, p):
    """The first checker must pass the opponent's start before another one moves."""
    if row[24] < 14:
        return True
    if row[24] == 15:
        return p == 24
    runner = next((q for q in range(23, 11, -1) if row[q]), None)
    return runner is None or p == runner


def runner_step(game, before, p, after, other):
    return runner_may(before, p)


def quarter_step(game, before, p, after, other):
    return occupied(after) & FIRST_QUARTER != FIRST_QUARTER


def four_step(game, before, p, after, other):
    return bin(occupied(after) & HIS_FIRST_QUARTER).count("1") <= 4


def narde_step(game, before, p, after, other):
    """Six in a row are allowed only if a checker of the opponent is ahead of them."""
    mine = occupied(after)
    if other[OFF]:
        return True
    for top, prime in PRIMES:
        if mine & prime == prime and not narde_ahead(game, top, other):
            return False
    return True


def narde_ahead(game, top, other):
    """Returns whether an opposing checker is ahead of the row of six from `top` down.  The opponent enters
    the row at `top`."""
    first = game.opposite(top - 5)  # the opponent's number of the row's last point
    return any(other[p] for p in range(1, first))


def fevga_end(game, row, other):
    """Returns False if all of the opponent's checkers are on one point and the mover holds the six points
    ahead of it."""
    left = 15 - other[OFF]
    if not left:
        return True
    at = next(p for p in range(24, 0, -1) if other[p])
    if other[at] != left or at < 7:
        return True
    return not all(row[game.opposite(q)] for q in range(at - 6, at))


# ---- the table --------------------------------------------------------------------------------------------

SCORES = {"three": score_three, "two": score_two, "one": score_one, "left": score_checkers_left}
STEP_RULES = (("runner", runner_step), ("quarter", quarter_step), ("four", four_step), ("six-ahead", narde_step))


def _facts_of(name):
    """Reads the lines of a game file that the players need, keyed by their first word."""
    facts = {}
    for line in open(os.path.join(FOLDER, name + ".txt"), encoding="ascii"):
        word, _, rest = line.rstrip("\n").partition(" ")
        if word == "@board":
            break
        facts.setdefault(word, rest)
    return facts


FACTS = {f[:-4]: _facts_of(f[:-4]) for f in sorted(os.listdir(FOLDER)) if f.endswith(".txt")}
GAMES = {name: Game(name, f) for name, f in FACTS.items() if "cycle" not in f}
# Matches that alternate between games.
MATCHES = {name: (f["title"], tuple(f["cycle"].split())) for name, f in FACTS.items() if "cycle" in f}


def title_of(variant):
    return MATCHES[variant][0] if variant in MATCHES else GAMES[variant].title


def game_number(variant, n):
    """Returns game number n (from 1) of a match."""
    if variant in MATCHES:
        cycle = MATCHES[variant][1]
        return GAMES[cycle[(n - 1) % len(cycle)]]
    return GAMES[variant]


# ---- steps ------------------------------------------------------------------------------------------------

def _sources(row, only):
    if row[BAR]:
        points = (BAR,)
    else:
        points = [p for p in range(24, 0, -1) if row[p]]
        if row[RESERVE]:
            points.insert(0, RESERVE)
    return points if only is None else [p for p in points if p == only]


def _highest(row):
    for p in range(26, 0, -1):
        if row[p]:
            return p
    return 0


def _layer(game, states, die, facts, only=None):
    """Returns all states after one die.  states: {(row, points hit, may leave the head): steps so far}."""
    closed, blots, pinned, other = facts
    out = {}
    clone, step_rules, limited = game.clone, game.step_rules, game.head < 99
    for (row, hits, head), steps in states.items():
        top = _highest(row)
        for p in _sources(row, only):
            q = (25 if p == RESERVE else p) - die
            now = hits
            hit = False
            if q > 0:
                if closed >> q & 1:
                    continue
                if blots >> q & 1 and not hits >> q & 1:
                    now |= 1 << q
                    hit = True
            else:
                if top > 6 or pinned or (p != die and p != top):
                    continue
                q = 0
            left = head
            if limited and p == 24:
                if not head:
                    continue
                left = head - 1
            new = bytearray(row)
            new[p] -= 1
            new[q] += 1
            if hit and clone:
                new[RESERVE] += 1
            new = bytes(new)
            if any(not allows(game, row, p, new, other) for allows in step_rules):
                continue
            key = (new, now, left)
            if key not in out:
                out[key] = steps + ((p, q),)
    return out


def _facts(game, pos):
    """Returns (closed points, points with a lone checker to be hit, whether a checker of the mover is pinned, the
    opponent's row)."""
    me, other, my_pins, his_pins = pos
    closed = blots = 0
    across = game.across
    for p in range(1, 25):
        n = other[across[p]]
        if not n:
            continue
        if game.contact == "none" or n > 1 or my_pins >> p & 1:
            closed |= 1 << p
        elif game.contact == "hit":
            blots |= 1 << p
    return closed, blots, my_pins != 0, other


def _first_state(game, pos):
    head = game.head
    if head == 1 and pos[0][24] == 15:
        head = 2
    return (pos[0], 0, head)


def _after(game, pos, row, hits):
    """Returns the whole position after the mover's row has changed to `row`."""
    me, other, my_pins, his_pins = pos
    if game.contact == "hit":
        if not hits:
            return row, other, 0, 0
        new = bytearray(other)
        for p in range(1, 25):
            if hits >> p & 1:
                new[game.opposite(p)] -= 1
                new[BAR] += 1
        return row, bytes(new), 0, 0
    if game.contact == "none":
        return row, other, 0, 0
    new = bytearray(other)
    pins = 0
    for p in range(1, 25):
        q = 25 - p
        if his_pins >> q & 1:  # pinned by a checker of the mover
            if row[p]:
                pins |= 1 << q
            else:
                new[q] = 1
        elif row[p] and other[q]:
            pins |= 1 << q
            new[q] = 0
    return row, bytes(new), my_pins, pins


@functools.lru_cache(maxsize=4000)
def plays(game, pos, a, b):
    """Returns (number of dice to play, {position after: steps}) for a roll.  No play: (0, {unchanged:
    ()})."""
    if not game.dice:
        return hops(pos)
    facts = _facts(game, pos)
    states = {_first_state(game, pos): ()}
    used = 0
    if a == b:
        while used < 4:
            further = _layer(game, states, a, facts)
            if not further:
                break
            states = further
            used += 1
    else:
        high, low = max(a, b), min(a, b)
        with_high = _layer(game, states, high, facts)
        with_low = _layer(game, states, low, facts)
        both = _layer(game, with_high, low, facts)
        for key, steps in _layer(game, with_low, high, facts).items():
            both.setdefault(key, steps)
        # Both dice must be played if possible, otherwise the higher one if possible.
        if both:
            states, used = both, 2
        elif with_high or with_low:
            states, used = with_high or with_low, 1
    if game.end_rule is not None and used:
        good = {k: s for k, s in states.items() if game.end_rule(game, k[0], pos[1])}
        states = good or states
    return used, {_after(game, pos, row, hits): steps for (row, hits, _), steps in states.items()}


@functools.lru_cache(maxsize=4000)
def walk(game, pos, steps, dice):
    """Returns the position after the steps in this order, each with a die of its own; None if a step is not
    possible."""
    if not game.dice:
        found = [key for key, s in hops(pos)[1].items() if s and s == tuple(steps)]
        return found[0] if found else None
    facts = _facts(game, pos)

    def go(state, steps, dice):
        if not steps:
            return state
        p, q = steps[0]
        for d in set(dice):
            rest = list(dice)
            rest.remove(d)
            for key, way in _layer(game, {state: ()}, d, facts, p).items():
                if way[0] == (p, q):
                    end = go(key, steps[1:], rest)
                    if end is not None:
                        return end
        return None

    end = go(_first_state(game, pos), tuple(steps), tuple(dice))
    return None if end is None else _after(game, pos, end[0], end[1])


def legal_in_any_order(game, pos, steps, dice, results):
    return any(walk(game, pos, s, tuple(dice)) in results for s in set(itertools.permutations(steps)))


def dice_list(a, b):
    return (a,) * 4 if a == b else (a, b)


def stuck(game, pos):
    """Returns whether the mover could play none of the 21 rolls."""
    facts = _facts(game, pos)
    start = {_first_state(game, pos): ()}
    return not any(_layer(game, start, d, facts) for d in range(1, 7))


# ---- Grasshopper --------------------------------------------------------------------------------------------

def hops(pos):
    """plays() for Grasshopper, where a play is a single action.  A wall is two checkers on a point."""
    me, other = pos[0], pos[1]
    out = {}

    def add(p, q, n=1):
        row = bytearray(me)
        row[p] -= n
        row[q] += n
        out[(bytes(row), other, 0, 0)] = ((p, q),)

    if me[RESERVE]:
        for q in range(19, 25):
            if not me[q] and not other[q]:
                add(RESERVE, q)
    walls = [p for p in range(1, 25) if me[p] == 2 or other[p] == 2]
    for p in range(1, 25):
        if not me[p]:
            continue
        if p <= 6:
            if me[p] == 2:
                add(p, OFF, 2)
            continue
        quarter = (24 - p) // 6 + 1  # the next quarter: its points are 24 - 6 * quarter and below
        for q in range(24 - 6 * quarter, 18 - 6 * quarter, -1):
            if me[p] == 1 and any(q < w < p for w in walls):
                continue
            if (not me[q] and not other[q]) or (me[q] == 1 and q == p - 6):
                add(p, q)
    return (1, out) if out else (0, {pos: ()})


# ---- ends -----------------------------------------------------------------------------------------------------

@functools.lru_cache(maxsize=4000)
def outcome(game, pos):
    """Returns the result after a complete play, as seen by its player: None if the game continues, ("draw",),
    or (0 if the mover wins, 1 if the opponent wins; size).  In Grasshopper it returns only draws."""
    if not game.dice:
        return ("draw",) if not hops(pos)[0] and not hops(flip(pos))[0] else None
    me, other, my_pins, his_pins = pos
    if me[OFF] == sum(me) and not my_pins:
        if game.reversed_end:
            return 1, score_three(game, other, 0)
        return 0, game.score(game, other, his_pins)
    if game.mother:
        mine, his = my_pins >> 24 & 1, his_pins >> 24 & 1
        if mine and his:
            return ("draw",)
        if his and not me[24]:
            return 0, 2
        if mine and not other[24]:
            return 1, 2
    if game.contact != "hit" and stuck(game, flip(pos)) and stuck(game, pos):
        return ("draw",)
    return None


# ---- comparing with the records -----------------------------------------------------------------------------

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def _read(r):
    def row(counts):
        return bytearray(counts) + bytearray(27 - len(counts))

    me, other = row(r["position"]), row(r["opponent"])
    my_pins = his_pins = 0
    for i, c in enumerate(r.get("pins") or ""):
        p = i + 1
        if c == "m":
            my_pins |= 1 << p
            me[p] -= 1
        elif c == "o":
            his_pins |= 1 << (25 - p)
            other[25 - p] -= 1
    return bytes(me), bytes(other), my_pins, his_pins


def _write(game, pos, width, pins):
    me, other, my_pins, his_pins = bytearray(pos[0]), bytearray(pos[1]), pos[2], pos[3]
    text = ""
    for p in range(1, 25):
        mine, his = my_pins >> p & 1, his_pins >> (25 - p) & 1
        me[p] += mine
        other[25 - p] += his
        text += "m" if mine else "o" if his else "-"
    return "".join(_DIGITS[n] for n in me[:width] + other[:width]) + (text if pins else "")


def _check_records(path):
    bad = total = 0
    for line in open(path, encoding="ascii"):
        r = json.loads(line)
        game = GAMES[r["variant"]]
        total += 1
        used, results = plays(game, _read(r), *r["dice"])
        mine = sorted(_write(game, p, len(r["position"]), "pins" in r and r["pins"]) for p in results)
        if mine != r["legal_final_positions"] or used != r["dice_used"]:
            print("differs:", r["id"], r["variant"], len(mine), r["count"])
            bad += 1
    return total, bad


COUNTS = {name: tuple(int(n) for n in f["counts"].split()[:2]) for name, f in FACTS.items() if "counts" in f}


def _count(game, depth):
    one = two = 0
    rolls = [(a, b) for a in range(1, 7) for b in range(a, 7)]
    for a, b in rolls:
        for pos in plays(game, game.start_position, a, b)[1]:
            one += 1
            if depth > 1:
                for c, d in rolls:
                    two += len(plays(game, flip(pos), c, d)[1])
    return one, two


def _main():
    here = os.path.dirname(os.path.abspath(__file__))
    total = bad = 0
    for name in ("variant-plays.jsonl", "legal-plays.jsonl"):
        n, wrong = _check_records(os.path.join(here, "..", "data", name))
        total += n
        bad += wrong
    print("records of legal plays: %d, different: %d" % (total, bad))
    for name, want in COUNTS.items():
        got = _count(GAMES[name], 2)
        print("plays from the start of %s, one and two plies: %d, %d" % ((name,) + got))
        total += 1
        bad += got != want
    print("%d passed, %d failed" % (total - bad, bad + (total == 0)))
    return 1 if bad or not total else 0


if __name__ == "__main__":
    sys.exit(_main())
