#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares gammond's analysis with gnubg's on matches between bots of different grades.

usage: tests/tools/compare_gnubg.py FOLDER [MATCHES [LENGTH [PLIES [GNUBG_PLIES [A B]]]]]

Makes the matches with build/plain/tools/gammonmatches and has gnubg analyse them in separate processes, one
per processor at a time. gnubg's results are kept in FOLDER/gnubg.jsonl, so that an interrupted run can
continue. A and B are grades, or "any". Prints the performance rating that each program gives each grade, the
rank correlation of the players' errors per decision, how often gnubg's worst play is among gammond's three
worst, and the average difference in luck per game. Exits with 1 if a figure misses its target. gnubg at 2
plies takes a minute of CPU time for a match to 3 points."""
import concurrent.futures
import json
import os
import shutil
import subprocess
import sys

SCRIPT = """
import gnubg, json
for what in ("chequerplay", "cubedecision"):
    gnubg.command("set analysis %s evaluation plies PLIES" % what)
gnubg.command("set threads 1")
gnubg.command("import mat MATCH")
gnubg.command("analyse match")
m = gnubg.match(analysis=1, boards=0, statistics=1, verbose=0)
players = []
for x in "XO":
    s = m["stats"][x]
    players.append({"plays": s["moves"]["unforced-moves"], "cubes": s["cube"]["close-cube"],
                    "play_error": s["moves"]["error-skill"],
                    "cube_error": sum(v for k, v in s["cube"].items()
                                      if k.startswith("err-") and k.endswith("-skill")),
                    "luck": s["dice"]["luck"]})
worst, rolls = [], []
for g, game in enumerate(m["games"]):
    for i, a in enumerate(game["game"]):
        if "luck-value" in a.get("analysis", {}):
            rolls.append((g + 1, i, "XO".index(a["player"]), round(a["analysis"]["luck-value"], 5)))
        moves = a.get("analysis", {}).get("moves")
        if a["action"] == "move" and moves and "imove" in a["analysis"]:
            error = moves[0]["score"] - moves[a["analysis"]["imove"]]["score"]
            worst.append((error, g + 1, i))
worst.sort(reverse=True)
with open("OUT", "w") as f:
    json.dump({"players": players, "worst": worst[:5], "rolls": rolls}, f)
"""


def gnubg(folder, no, plies):
    """Returns gnubg's analysis of a match; None if gnubg fails."""
    program = shutil.which("gnubg") or "/usr/games/gnubg"
    out = os.path.join(folder, "%04d.json" % no)
    script = os.path.join(folder, "%04d.py" % no)
    with open(script, "w", encoding="ascii") as f:
        f.write(SCRIPT.replace("PLIES", str(plies)).replace("MATCH", os.path.join(folder, "%04d.mat" % no))
                .replace("OUT", out))
    if os.path.exists(out):
        os.remove(out)
    subprocess.run(["nice", program, "-t", "-q", "--no-rc", "-p", script], stdin=subprocess.DEVNULL,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False, timeout=1800,
                   env=dict(os.environ, HOME=folder, LC_ALL="C"))
    if not os.path.exists(out):
        return None
    with open(out, encoding="ascii") as f:
        said = json.load(f)
    os.remove(out)
    os.remove(script)
    said["match"] = no
    return said


def ranks(values):
    order = sorted(range(len(values)), key=lambda i: values[i])
    out = [0.0] * len(values)
    i = 0
    while i < len(order):
        k = i
        while k + 1 < len(order) and values[order[k + 1]] == values[order[i]]:
            k += 1
        for j in range(i, k + 1):
            out[order[j]] = (i + k) / 2
        i = k + 1
    return out


def correlation(a, b):
    mean_a, mean_b = sum(a) / len(a), sum(b) / len(b)
    up = sum((x - mean_a) * (y - mean_b) for x, y in zip(a, b))
    return up / (sum((x - mean_a) ** 2 for x in a) * sum((y - mean_b) ** 2 for y in b)) ** 0.5


def rate(p):
    return (p["play_error"] + p["cube_error"]) / max(1, p["plays"] + p["cubes"])


def main():
    folder = os.path.abspath(sys.argv[1])
    grades = sys.argv[6:8] or ["any", "any"]
    matches, length, plies, gnubg_plies = (int(x) for x in (sys.argv[2:6] + ["10", "3", "1", "2"][len(sys.argv[2:6]):]))
    os.makedirs(folder, exist_ok=True)
    made = subprocess.run(["nice", "build/plain/tools/gammonmatches", *grades, "matches=%d" % matches, "length=%d" % length,
                           "plies=%d" % plies, "folder=" + folder],
                          stdout=subprocess.PIPE, check=True)
    ours = [json.loads(line) for line in made.stdout.decode("ascii").splitlines()]
    path = os.path.join(folder, "gnubg.jsonl")
    theirs = {}
    if os.path.exists(path):
        with open(path, encoding="ascii") as f:
            theirs = {d["match"]: d for d in map(json.loads, f)}
    missing = [o["match"] for o in ours if o["match"] not in theirs]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for no, d in zip(missing, pool.map(lambda no: gnubg(folder, no, gnubg_plies), missing)):
            if d is None:
                print("gnubg failed at match %d" % no, flush=True)
                continue
            theirs[no] = d
            with open(path, "a", encoding="ascii") as f:
                f.write(json.dumps(d) + "\n")
    report(ours, theirs)


def report_grades(both):
    """Returns 500 times the error per decision for each grade."""
    sides = {}
    for o, t in both:
        for a, b in zip(o["players"], t["players"]):
            sums = sides.setdefault(a["grade"], [[0.0, 0], [0.0, 0]])
            for total, p in zip(sums, (a, b)):
                total[0] += p["play_error"] + p["cube_error"]
                total[1] += p["plays"] + p["cubes"]
    for grade, sums in sorted(sides.items(), key=lambda item: -item[1][1][0] / max(1, item[1][1][1])):
        print("%-9s PR ours %.1f, gnubg %.1f of %d decisions" %
              (grade, *(500 * error / max(1, n) for error, n in sums), sums[1][1]))


def report(ours, theirs):
    both = [(o, theirs[o["match"]]) for o in ours if o["match"] in theirs]
    report_grades(both)
    our_rates = [rate(p) for o, _ in both for p in o["players"]]
    their_rates = [rate(p) for _, t in both for p in t["players"]]
    rho = correlation(ranks(our_rates), ranks(their_rates))
    plays = [([e[:2] for e in o["errors"] if not e[3]][:3], t["worst"][0][1:]) for o, t in both if t["worst"]]
    same = sum(theirs_worst in three for three, theirs_worst in plays) / len(plays)
    luck = [abs(a["luck"] - b["luck"]) / o["games"] for o, t in both for a, b in zip(o["players"], t["players"])]
    mean_luck = sum(luck) / len(luck)
    rolls, alone = [], 0
    for o, t in both:
        a, b = ({tuple(r[:3]): r[3] for r in side.get("rolls", [])} for side in (o, t))
        rolls += [(a[key], b[key]) for key in a if key in b]
        alone += len(a.keys() ^ b.keys())
    counted = [sum(p[k] for pair in both for p in pair[who]["players"]) for k in ("plays", "cubes") for who in (0, 1)]
    print("%d matches; decisions: plays ours %d, gnubg %d; of the cube %d, %d" % tuple([len(both)] + counted))
    print("rank correlation of the errors per decision: %.3f (aim 0.9)" % rho)
    print("errors per decision on average: ours %.4f, gnubg %.4f" %
          (sum(our_rates) / len(our_rates), sum(their_rates) / len(their_rates)))
    print("gnubg's worst play among our three worst: %.0f %% (aim 80 %%)" % (100 * same))
    print("luck off by %.3f per game on average, at most %.3f; within 0.1 for %.0f %% of the players (aim: within 0.1)" %
          (mean_luck, max(luck), 100 * sum(x <= 0.1 for x in luck) / len(luck)))
    print("of %d rolls off by %.4f, root mean square; %d had no partner" %
          (len(rolls), (sum((a - b) ** 2 for a, b in rolls) / max(1, len(rolls))) ** 0.5, alone))
    sys.exit(0 if rho >= 0.9 and same >= 0.8 and mean_luck <= 0.1 else 1)


main()
