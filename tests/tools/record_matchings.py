#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Records the results of another implementation of maximum-weight matching (networkx.max_weight_matching) for
test_matching and test_swiss. Needs python3-networkx; the tests themselves need only the recorded files.

    tests/tools/record_matchings.py matchings >tests/data/matchings.txt
    tests/tools/record_matchings.py swiss >tests/data/swiss-examples.txt
"""
import random
import sys

import networkx


class Splitmix:
    """The random generator of common/base/rng.h, so that a recorded graph needs only its seed."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        return (z ^ (z >> 31)) % n


def matching(nodes, edges, complete):
    """Returns the pairs of the best matching; edges: {(a, b): weight}."""
    graph = networkx.Graph()
    graph.add_nodes_from(range(nodes))
    for (a, b), weight in edges.items():
        graph.add_edge(a, b, weight=weight)
    found = networkx.max_weight_matching(graph, maxcardinality=complete)
    return sorted(tuple(sorted(pair)) for pair in found)


# ---- graphs ----


def seeded_graph(seed, nodes, percent, least, span):
    r = Splitmix(seed)
    edges = {}
    for a in range(nodes):
        for b in range(a + 1, nodes):
            if r.below(100) < percent:
                edges[a, b] = least + r.below(span)
    return edges


def record_matchings():
    print("# networkx %s, max_weight_matching: seed nodes percent least span complete, pairs weight"
          % networkx.__version__)
    r = random.Random(1)
    for seed in range(600):
        nodes = r.choice([r.randint(2, 12), r.randint(10, 40), r.randint(40, 70)])
        percent = r.choice([6, 12, 25, 50, 100])
        least, span = r.choice([(1, 1), (0, 2), (1, 3), (1, 10), (-5, 11), (-20, 15), (0, 1000),
                                (-1000, 2001), (1, 1 << 30)])
        complete = seed % 2
        edges = seeded_graph(seed, nodes, percent, least, span)
        pairs = matching(nodes, edges, complete)
        print(seed, nodes, percent, least, span, complete, len(pairs), sum(edges[p] for p in pairs))


# ---- rounds ----

COSTS = 6


def costs(players, met, field):
    """Returns the six costs of each pair of a field, in order of importance; swiss.c describes them."""
    points = sorted({players[e]["points"] for e in field}, reverse=True)
    groups = [[e for e in field if players[e]["points"] == p] for p in points]
    group_of = {e: g for g, members in enumerate(groups) for e in members}
    found = {}
    for i, up in enumerate(field):
        for k in range(i + 1, len(field)):
            low = field[k]
            down = group_of[low] - group_of[up]
            repeat = int(frozenset((up, low)) in met)
            again = end = half = order = 0
            if down > 0:
                again = (players[up]["floated"] == 1) + (players[low]["floated"] == -1)
                end = (k - i) ** 2
            else:
                members = groups[group_of[up]]
                middle = (len(members) - 1) / 2
                x, y = members.index(up), members.index(low)
                half = int(abs(x - middle) + abs(y - middle) - (y - x))
                order = (y - x - len(members) // 2) ** 2
            found[i, k] = (repeat, down * down, again, end, half, order)
    return found


def as_weight(cost):
    weight = 0
    for c in cost:
        weight = weight * 10**9 + c
    return -weight


def total(cost, pairs):
    return tuple(sum(cost[p][i] for p in pairs) for i in range(COSTS))


def best(players, met, field):
    """Returns (sums of costs, pairs as indices into the field, whether every other pairing costs more)."""
    cost = costs(players, met, field)
    edges = {p: as_weight(c) for p, c in cost.items()}
    pairs = matching(len(field), edges, True)
    least = total(cost, pairs)
    only = True
    for p in pairs:
        others = {q: w for q, w in edges.items() if q != p}
        second = matching(len(field), others, True)
        if len(second) == len(pairs) and total(cost, second) == least:
            only = False
            break
    return least, pairs, only


def fewest_repeats(met, field):
    edges = {(i, k): 1 for i in range(len(field)) for k in range(i + 1, len(field))
             if frozenset((field[i], field[k])) not in met}
    return len(field) // 2 - len(matching(len(field), edges, True))


def placed(players, entries):
    return sorted(entries, key=lambda e: (-players[e]["points"], players[e]["order"]))


def pair(players, met, entries):
    field = placed(players, entries)
    bye = -1
    if len(field) % 2:
        candidates = sorted(reversed(field), key=lambda e: players[e]["byes"])
        bye = min(candidates, key=lambda e: fewest_repeats(met, [f for f in field if f != e]))
        field.remove(bye)
    least, pairs, only = best(players, met, field)
    return bye, least, only, [(field[i], field[k]) for i, k in pairs]


def record_rounds():
    print("# networkx %s, max_weight_matching over all pairs, weights as swiss.c explains: players with points,\n"
          "# order, byes, float; meetings; bye, six sums, 1 if there is no other as good; pairs"
          % networkx.__version__)
    r = random.Random(2)
    left = 120
    while left > 0:
        n = r.randint(4, 22)
        players = [{"points": 0, "order": i, "byes": 0, "floated": 0} for i in range(n)]
        met = set()
        luck = r.choice([0, 25, 50])
        for k in range(min(n - 1, r.choice([4, 6, 9]))):
            bye, least, only, pairs = pair(players, met, range(n))
            if k > 0 and left > 0:
                left -= 1
                print(n, " ".join("%(points)d %(order)d %(byes)d %(floated)d" % p for p in players))
                print(len(met), " ".join("%d %d" % tuple(sorted(m)) for m in sorted(met, key=sorted)))
                print(bye, *least, int(only))
                print(" ".join("%d %d" % p for p in pairs))
            for p in players:
                p["floated"] = 0
            if bye >= 0:
                players[bye]["byes"] += 1
                players[bye]["points"] += 1
            for a, b in pairs:
                ahead = players[a]["points"] - players[b]["points"]
                players[a]["floated"] = (ahead > 0) - (ahead < 0)
                players[b]["floated"] = -players[a]["floated"]
                met.add(frozenset((a, b)))
            for a, b in pairs:
                winner = min(a, b) if r.randrange(100) >= luck else max(a, b)
                players[winner]["points"] += 1


if sys.argv[1:] == ["matchings"]:
    record_matchings()
elif sys.argv[1:] == ["swiss"]:
    record_rounds()
else:
    sys.exit(__doc__)
