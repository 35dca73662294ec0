#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The load generator against a real server: 50 users who register, play, watch, talk, lose their connections
and come back.  Its table and its JSON agree, and its counts agree with each other and with the database. No
time is measured.  The generator ends with a clear message if it cannot do what is asked. The comparison of two
runs of the benchmarks is tested as well.
Usage: test_load.py"""

import asyncio
import json
import os
import re
import resource
import signal
import sqlite3

import fibs
from fibs import Bad, Report, Server, run

EVENINGS = (2, 4, 8, 16, 32, 64)  # lengths of runs in seconds
USERS, PAIRS, WATCHERS, CHATTERS, CLIP = 50, 8, 6, 10, 60
ROWS = {"log-in": "login", "log-in to the end of the who list": "list", "back after a lost connection": "back",
        "roll to both boards": "roll", "move to both boards": "move", "move to a watcher": "watched",
        "chat to its reader": "chat", "unknown command to its answer": "chat", "shout to each reader": "shout",
        "all dropped and back at once": "storm"}
STEPS = ("min_ms", "p50_ms", "p90_ms", "p99_ms", "p999_ms", "max_ms")


def program():
    beside = os.path.join(os.path.dirname(os.environ.get("GAMMOND", "build/gammond")), "gammonload")
    return beside if os.path.exists(beside) else "build/gammonload"


async def output(*command):
    proc = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE,
                                                stderr=asyncio.subprocess.PIPE)
    out, err = await asyncio.wait_for(proc.communicate(), fibs.PATIENCE)
    return proc.returncode, out.decode(), err.decode()


async def load(*args, files=None, once_on_line=None):
    """Returns status, output, errors.  once_on_line: called with the process when it reports that all users
    are logged in."""
    def limit():
        if files:
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

    proc = await asyncio.create_subprocess_exec(program(), *[str(a) for a in args], preexec_fn=limit,
                                                stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)
    try:
        said = b""
        while once_on_line is not None and not re.search(rb"(\d+) of \1 on line", said):
            piece = await asyncio.wait_for(proc.stderr.read(4096), fibs.PATIENCE)
            if not piece:
                break
            said += piece
        if once_on_line is not None:
            await once_on_line(proc)
        out, err = await asyncio.wait_for(proc.communicate(), 4 * fibs.PATIENCE)
        err = said + err
    except asyncio.TimeoutError:
        proc.kill()
        raise Bad("gammonload %s does not end" % " ".join(map(str, args))) from None
    return proc.returncode, out.decode(), err.decode()


def table_counts(out):
    """Returns the rows of the table: name and count."""
    counts = {}
    for line in out.splitlines():
        found = re.fullmatch(r"(\S.*?) +(\d+)(?: +\d+\.\d+){6}", line)
        if found:
            counts[found.group(1)] = int(found.group(2))
    return counts


def adds_up(report, group, out, data, users, clip, storms):
    latency = data["latency"]
    counts = table_counts(out)
    report.check(group, counts, "there is no table: %r" % out)
    for name, n in counts.items():
        report.check(group, name in ROWS and latency[ROWS[name]]["count"] == n,
                     "%s: %d in the table, %r" % (name, n, latency.get(ROWS.get(name))))
    shown = {ROWS[n] for n in counts if n in ROWS}
    report.check(group, shown == {k for k, v in latency.items() if v["count"] > 0}, "rows: %s" % sorted(shown))
    for key, figures in latency.items():
        steps = [figures[s] for s in STEPS]
        report.check(group, steps == sorted(steps), "%s: %s" % (key, steps))
        if key in data["answered"]:
            report.check(group, figures["count"] <= data["answered"][key], "%s: measured more than answered" % key)
    for key in ("back", "roll", "move", "chat"):
        sent, answered, lost = (data[k][key] for k in ("sent", "answered", "lost"))
        report.check(group, sent == answered + lost, "%s: sent %d, answered %d, lost %d" % (key, sent, answered, lost))
    report.check(group, data["on_line"] == users == latency["login"]["count"], "on line: %s" % data["on_line"])
    report.check(group, latency["list"]["count"] == users * clip // 100, "lists: %s" % latency["list"])
    report.check(group, latency["storm"]["count"] == storms * users and len(data["storm_s"]) == storms, "the storm")
    report.check(group, data["logins"] == users + data["drops"] + storms * users, "log-ins: %d" % data["logins"])
    report.check(group, data["drops"] == data["sent"]["back"], "losses: %d" % data["drops"])


async def full_evening(report, base, server, seconds, last):
    """Returns False if the run was too short for everything to happen and is not the last try."""
    group = "an evening adds up"
    path = os.path.join(base, "load.json")
    status, out, err = await load(
        "--register", "--names", "load_", "--password", "geheim", "--users", USERS, "--pairs", PAIRS, "--watchers",
        WATCHERS, "--chatters", CHATTERS, "--rate", 100, "--clip", CLIP, "--drops", 2, "--shouts", 2, "--storms", 1,
        "--length", 3, "--seconds", seconds, "--json", path, "127.0.0.1", server.port)
    if not report.check(group, status == 0, "status %s: %s" % (status, err)):
        return True
    report.check(group, "on line" in err, "no progress: %r" % err)
    with open(path, encoding="ascii") as f:
        data = json.load(f)
    adds_up(report, group, out, data, USERS, CLIP, 1)
    answered = data["answered"]
    wanted = ("roll", "move", "watched", "chat", "shout", "back")
    if not last and not (data["matches"] and all(answered[key] for key in wanted)):
        return False
    for key in wanted:
        report.check(group, answered[key] > 0, "nothing of %s" % key)
    report.check(group, answered["shout"] <= data["sent"]["shout"] * (USERS - 1), "shouts heard: %s" % answered)
    report.check(group, data["not_recognised"] <= answered["watched"] // 4, "watchers: %d" % data["not_recognised"])
    # A user whose connection was lost may have missed the end of a match.
    db = sqlite3.connect("file:%s?mode=ro" % os.path.join(server.datadir, "gammond.db"), uri=True)
    won = db.execute("SELECT count(*) FROM match WHERE end_reason = 'won'").fetchone()[0]
    moves = db.execute("SELECT count(*) FROM action WHERE kind = 'move'").fetchone()[0]
    rolls = db.execute("SELECT count(*) FROM action WHERE kind = 'roll'").fetchone()[0]
    users = db.execute("SELECT count(*) FROM user WHERE name LIKE 'load_%'").fetchone()[0]
    db.close()
    report.check(group, data["matches"] > 0, "no match was played to its end")
    report.check(group, data["matches"] <= won <= data["matches"] + data["drops"] + PAIRS,
                 "matches: %d, in the database %d" % (data["matches"], won))
    report.check(group, answered["move"] <= moves and answered["roll"] <= rolls, "moves and rolls: %s, in the database "
                 "%d and %d" % (answered, moves, rolls))
    report.check(group, users == USERS, "accounts: %d" % users)
    return True


async def closed_loop(report, base, server):
    group = "a closed loop adds up"
    path = os.path.join(base, "closed.json")
    status, out, err = await load("--names", "load_", "--password", "geheim", "--chatters", 10, "--closed", "--chat", "noop",
                                  "--clip", 0, "--seconds", 1, "--warm", 0, "--quiet", "--json", path, "localhost",
                                  server.port)
    if not report.check(group, status == 0 and err == "", "status %s: %s" % (status, err)):
        return
    with open(path, encoding="ascii") as f:
        data = json.load(f)
    adds_up(report, group, out, data, 10, 0, 0)
    report.check(group, data["answered"]["chat"] > 10 and data["lost"]["chat"] == 0, "answers: %s" % data["answered"])


async def refusals(report, base, server):
    group = "what cannot be done"
    good = ("--names", "load_", "--password", "geheim", "--seconds", 1)
    to = ("127.0.0.1", server.port)
    for words, status, says in (
            (("--help",), 0, ""),
            ((), 2, "HOST and PORT"),
            (("-n", "5", "127.0.0.1"), 2, "HOST and PORT"),
            (("-n", "0") + to, 2, "cannot be"),
            (("-n", "many") + to, 2, "cannot be"),
            (to, 2, "nobody is to log in"),
            (("-n", "3", "-m", "2") + to, 2, "--users is less"),
            (("-w", "2") + to, 2, "--watchers need --pairs"),
            (("-n", "2", "--rate", "5") + to, 2, "--rate needs --chatters"),
            (("-c", "1") + to, 2, "nobody to talk to"),
            (("--nonsense",) + to, 2, "unknown option"),
            (good + ("-n", "2", "127.0.0.1", "1"), 1, "cannot log in"),
            (good + ("-n", "2", "127.0.0.1", "no_port"), 1, "no_port"),
            (("--names", "load_", "--password", "wrong", "-n", "2") + to, 1, "refuses load_aaaa"),
            (good + ("-n", "3", "--tokens") + to, None, ""),
            (good + ("-n", "2", "--json", os.path.join(base, "no", "such")) + to, 1, "cannot write")):
        got = await load(*words)
        if status is None:  # works if the server gives tokens; otherwise the error says that it does not
            report.check(group, got[0] == 0 or "gives no tokens" in got[2], "%s: %r" % (words, got))
            continue
        report.check(group, got[0] == status and says in got[2] and (status == 0 or "gammonload: " in got[2]),
                     "%s: %r" % (words, got))
    got = await load("-n", 200, *to, files=100)
    report.check(group, got[0] == 1 and "ulimit" in got[2], "too few descriptors: %r" % (got,))

    async def interrupt(proc):
        proc.send_signal(signal.SIGTERM)

    got = await load(*good, "-n", 5, "--seconds", 600, *to, once_on_line=interrupt)
    report.check(group, got[0] == 1 and "interrupted" in got[2], "SIGTERM: %r" % (got,))


def results(folder, rate, ms, runs=(1.0, 1.0, 1.0), what="moves"):
    """Writes a folder of benchmark results: a rate, which is compared by its ratio to the reference, and a
    time."""
    os.makedirs(folder, exist_ok=True)
    gaps = {"over_1ms": 0, "longest_ms": 1, "lost_percent": 0, "seconds_of_each_core": 1, "noisy": False}
    rows = [{"what": what, "unit": "1/s", "n": 100, "own": {"median": rate, "runs": [rate * r for r in runs]},
             "reference": "echo", "ref": {"median": 1000, "runs": [1000] * 3}, "ratio": rate / 1000,
             "simulated": "", "idle_gaps": gaps},
            {"what": "longest", "unit": "ms", "n": 100, "own": {"median": ms, "runs": [ms * r for r in runs]},
             "simulated": "", "idle_gaps": gaps}]
    with open(os.path.join(folder, "x.json"), "w", encoding="ascii") as f:
        json.dump({"bench": "x", "rows": rows}, f)


async def compare(report, base):
    group = "bench-compare lists what got slower"
    names = [os.path.join(base, n) for n in "abcdef"]
    results(names[0], 500, 10)
    results(names[1], 480, 10.5)
    results(names[2], 300, 10)
    results(names[3], 500, 20)
    results(names[4], 800, 5)
    results(names[5], 400, 12, runs=(0.6, 1.0, 1.4))
    for number, status, says in ((0, 0, "0 worse, 0 better, 2 unchanged"), (1, 0, "0 worse, 0 better, 2 unchanged"),
                                 (2, 1, "1 worse, 0 better, 1 unchanged"), (3, 1, "1 worse, 0 better, 1 unchanged"),
                                 (4, 0, "0 worse, 2 better, 0 unchanged"), (5, 0, "0 worse, 0 better, 2 unchanged")):
        got = await output("scripts/bench-compare", names[0], names[number])
        report.check(group, got[0] == status and got[1].endswith("2 figures compared: %s\n" % says),
                     "%d: %r" % (number, got))
    got = await output("scripts/bench-compare", names[0], names[1], "3")
    report.check(group, got[0] == 1 and "2 worse" in got[1], "3 percent: %r" % (got,))
    for words in ((), (names[0],), (names[0], names[1], "x"), (names[0], os.path.join(base, "none")),
                  (names[0], __file__)):
        got = await output("scripts/bench-compare", *words)
        report.check(group, got[0] == 2 and got[2], "%s: %r" % (words, got))


async def as_documented(report):
    """Checks that a server with the setting given in CONTRIBUTING.md lets in more users than one address may have."""
    with open("CONTRIBUTING.md", encoding="utf-8") as f:
        setting = re.search(r"`(exempt = \S+)`", f.read()).group(1)
    server = await Server("[limits]\n%s\n" % setting, life=100).start()
    try:
        got = await load("--register", "--names", "load_", "--password", "geheim", "-n", 24, "--seconds", 1, "127.0.0.1", server.port)
        report.check("as documented", got[0] == 0, "%s: %r" % (setting, got))
    finally:
        await server.kill9()


async def server_gone(report, server):
    group = "a server that goes away"

    async def kill(_proc):
        await server.kill9()

    got = await load("--names", "load_", "--password", "geheim", "-n", 10, "--pairs", 3, "--seconds", 600,
                     "127.0.0.1", server.port, once_on_line=kill)
    report.check(group, got[0] == 1 and "the server ends the connection" in got[2], "%r" % (got,))


async def main(report):
    server = await Server(life=600).start()
    try:
        # On a slow machine too little may happen in a run.  Then the test makes a longer run with a new server.
        for seconds in EVENINGS:
            if await full_evening(report, server.base, server, seconds, seconds == EVENINGS[-1]):
                break
            await server.kill9()
            server = await Server(life=600).start()
        await closed_loop(report, server.base, server)
        await refusals(report, server.base, server)
        await compare(report, server.base)
        await as_documented(report)
        await server_gone(report, server)
    finally:
        await server.kill9()


if __name__ == "__main__":
    run(main, 500)
