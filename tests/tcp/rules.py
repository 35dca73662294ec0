# SPDX-License-Identifier: MIT
# TEST: plain
"""Backgammon for the TCP tests, written from the rules alone; shares no code with the server.

A position is two rows of 26 counts, one for each player in their own numbering: 0 off, 1..24 points (they
move down), 25 bar.  The opponent's count on the mover's point p is at 25 - p of the opponent's row.

The legal plays come from games.py, which compares itself with the records.  Run as a program, this module
compares its rating changes with known ones."""

import functools
import math
import sys

import games

START = bytes([0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5] + [0] * 10 + [2, 0])
CUBE_LIMIT = 4096


@functools.lru_cache(maxsize=600)
def plays(me, opp, a, b):
    """Returns (number of dice to play, {(own row, their row): steps}) for a roll.  No play: (0, {unchanged:
    ()})."""
    used, results = games.plays(games.GAMES["backgammon"], (me + b"\0", opp + b"\0", 0, 0), a, b)
    return used, {(after[0][:26], after[1][:26]): steps for after, steps in results.items()}


def apply_steps(me, opp, steps):
    """Returns the position after the steps; None if a step is not possible.  Does not look at dice."""
    me, opp = bytearray(me), bytearray(opp)
    for p, q in steps:
        if not 1 <= p <= 25 or not 0 <= q < p or not me[p] or (me[25] and p != 25):
            return None
        if q == 0:
            if me[25] or any(me[7:25]):
                return None
        else:
            if opp[25 - q] >= 2:
                return None
            if opp[25 - q] == 1:
                opp[25 - q] = 0
                opp[25] += 1
        me[p] -= 1
        me[q] += 1
    return bytes(me), bytes(opp)


def pips(row):
    return sum(p * row[p] for p in range(1, 26))


def win_size(loser):
    """Returns the size of the win, 1, 2 or 3, when the opponent of `loser` has borne off everything."""
    if loser[0]:
        return 1
    if loser[25] or any(loser[19:25]):
        return 3
    return 2


def can_bear_off_all(me, opp, a, b):
    """Returns whether each number rolled can bear a checker off (until none is left), the condition of
    `toggle greedy`.

    If the first of two different numbers bears the last checker off, the second number must be able to bear it off as
    well.  With a 4 and a 1 and the last checker on the two point the answer is False, even where the 1 is blocked and
    the 4 is the only play."""
    used, results = plays(me, opp, a, b)
    dice = 4 if a == b else 2
    if not used:
        return False
    if used == 1 and a != b:
        return sum(me) - me[0] == 1 and any(me[1:min(a, b) + 1])
    for row, _ in results:
        if row[0] - me[0] == used and (used == dice or row[0] == sum(me)):
            return True
    return False


def only_result(me, opp, a, b):
    used, results = plays(me, opp, a, b)
    return used > 0 and len(results) == 1


def crawford_starts(length, scores, used):
    """Returns whether the game that starts now is the Crawford game. used: the match has already had its Crawford
    game."""
    return length >= 2 and not used and (length - 1) in scores


def counted(length, movers):
    """Returns the points for which a finished match is rated: 0 unless both players have moved in it."""
    return length if len(movers) == 2 else 0


def rating_changes(winner, loser, length):
    """winner, loser: (rating, experience).  Returns the two changes, the second negative.  length: as
    counted()."""
    if length == 0:
        return 0.0, 0.0
    (rw, ew), (rl, el) = winner, loser
    pu = 1 / (10 ** (abs(rw - rl) * math.sqrt(length) / 2000) + 1)
    if rw == rl:
        p = 0.5
    elif rw < rl:
        p = 1 - pu
    else:
        p = pu
    base = 4 * math.sqrt(length) * p
    return max(1, 5 - ew / 100) * base, -max(1, 5 - el / 100) * base


# ---- the text of moves ------------------------------------------------------------------------------

def step_names(steps, direction):
    """Returns steps as board points: [("8", "5"), ("bar", "22"), ("6", "off")]."""
    def name(p, special):
        if p in (0, 25):
            return special
        return str(p if direction < 0 else 25 - p)
    return [(name(p, "bar"), name(q, "off")) for p, q in steps]


def parse_steps(text, direction):
    """Returns the steps of "8-5 bar-22 6-off" in the mover's numbering; None if the text has another form."""
    steps = []
    for token in text.split(" "):
        a, sep, b = token.partition("-")
        if not sep:
            return None
        pair = []
        for word, special, value in ((a, "bar", 25), (b, "off", 0)):
            if word == special:
                pair.append(value)
            elif word.isdigit() and 1 <= int(word) <= 24:
                pair.append(int(word) if direction < 0 else 25 - int(word))
            else:
                return None
        steps.append(tuple(pair))
    return tuple(steps)


# ---- comparing with known rating changes --------------------------------------------------------------

def _rating_cases():
    cases = [((1500, 0), (1500, 0), 1, 10.0, -10.0),
             ((1500, 0), (1500, 0), 5, 22.360680, -22.360680),
             ((1600, 450), (1500, 20), 5, 3.899648, -18.718310),
             ((1500, 20), (1600, 450), 5, 24.214195, -5.044624),
             ((1655.634835, 2761), (1500, 187), 3, 2.930831, -9.173502)]
    return sum(abs(x - up) > 1e-6 or abs(y - down) > 1e-6
               for w, l, n, up, down in cases for x, y in [rating_changes(w, l, n)])


def _main():
    ratings = _rating_cases()
    print("rating changes that differ: %d" % ratings)
    print("%d passed, %d failed" % (ratings == 0, ratings != 0))
    return 1 if ratings else 0


if __name__ == "__main__":
    sys.exit(_main())
