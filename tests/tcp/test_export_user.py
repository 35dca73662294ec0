#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`gammond export-user` shows all that is stored about a user, and no secret of the user or of a match."""
import json
import os
import sqlite3
import struct
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from fibs import PATIENCE, Report, Server, run
from test_secrets import register


def export(server, *words):
    return subprocess.run([server.binary, "-d", server.datadir, "export-user", *words], capture_output=True, timeout=PATIENCE)


def secrets(server):
    """Returns every secret in the database in each form in which it could be written."""
    with sqlite3.connect("file:%s/gammond.db?mode=ro" % server.datadir, uri=True) as db:
        blobs = [row[0] for row in db.execute("SELECT seed FROM match UNION ALL SELECT hash FROM recovery UNION ALL "
                                              "SELECT hash FROM token")]
        texts = [row[0] for row in db.execute("SELECT hash FROM user")]
    return [b.hex() for b in blobs] + texts


def count(server, match):
    """Adds the rows that exist once matches have ended and been analysed."""
    with sqlite3.connect("%s/gammond.db" % server.datadir) as db:
        user = db.execute("SELECT id FROM user WHERE name = 'anna'").fetchone()[0]
        for table in ("tally", "roll_tally", "error_tally", "review", "review_mark"):
            db.execute("DELETE FROM " + table)
        db.execute("INSERT INTO tally VALUES (?, 'backgammon', 3, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)", (user,))
        db.execute("INSERT INTO roll_tally VALUES (?, ?, 37, 38, 0.5)", (user, struct.pack("<36Q", *range(36))))
        db.execute("INSERT INTO error_tally VALUES (?, 'backgammon', 1, 20, 0.5, 21, 0.25, 22, 1.5, 0.75)", (user,))
        for seat in (0, 1):
            db.execute("INSERT INTO review VALUES (?, ?, 1, ?, 2, 0.1, 0.2, 3, 4, 5, 6, 7, 8, 9, 10, 0.3, 0.25, 1)",
                       (match, seat, 10 + seat))
            db.execute("INSERT INTO review_mark VALUES (?, ?, 0, ?, 0.125, ?)",
                       (match, seat + 5, seat, "24/23 %d" % seat))


def of_operators(server, match):
    """Adds operators' actions on the user, and the other rows that can refer to a user."""
    with sqlite3.connect("%s/gammond.db" % server.datadir) as db:
        anna = db.execute("SELECT id FROM user WHERE name = 'anna'").fetchone()[0]
        db.execute("INSERT INTO mute (user, scope, until_s, at_s, actor, why) VALUES (?, 'all', 71, 70, 'oscar', '')", (anna,))
        db.execute("INSERT INTO reset (user, at_s, until_s, actor) VALUES (?, 72, 73, 'oscar')", (anna,))
        for kind, what, why in (("name", "Anna", "of anna"), ("name", "bert", "of bert"),
                                ("address", "127.0.0.0/24", "near"), ("address", "127.0.1.0/24", "far")):
            db.execute("INSERT INTO ban (kind, what, until_s, at_s, actor, why) VALUES (?, ?, 75, 74, 'oscar', ?)", (kind, what, why))
        db.execute("INSERT INTO operator_log (at_s, actor, act, whom, detail, why) VALUES (76, 'oscar', 'mute', 'anna', '', 'loud')")
        db.execute("INSERT INTO variant_rating (user, variant, rating, experience) VALUES (?, 'plakoto', 1600.5, 9)", (anna,))
        db.execute("INSERT INTO rating_change (match, user, rating_before, rating_after, experience_before, experience_after, "
                   "at_ms) VALUES (?, ?, 1500, 1490, 8, 9, 77)", (match, anna))
        db.execute("INSERT INTO asked VALUES (?, ?, 2, 80, 81, 82)", (anna, match))
        db.execute("INSERT INTO tourney_place (user, tourney, place_from, place_to) SELECT ?, id, 3, 4 FROM tourney", (anna,))


async def main(report: Report):
    server = await Server(life=200).start()
    anna = await register(server, "anna", "geheim_von_anna", False)
    bert = await register(server, "bert", "geheim_von_bert", False)
    for c, line, answer in ((anna, "address anna@example.org", "email address is"), (anna, "toggle ready", "now ready"),
                            (bert, "toggle ready", "now ready"), (bert, "message anna hello", "delivered"),
                            (anna, "token new", "token:"), (anna, "report bert He is slow.", "operators"),
                            (bert, "report anna She is late.", "operators"),
                            
                            (anna, "gag bert save", "You gag"), (anna, "tournament create Cup", "is made"),
                            (anna, "invite bert 3", "invited"), (bert, "join anna", "Starting a new game"),
                            (anna, "forget me geheim_von_anna", "deleted")):
        c.send(line)
        await c.until(answer)
    done = export(server, "ANNA")
    report.check("written", done.returncode == 0, done.stderr)
    told = json.loads(done.stdout)
    report.check("the account", told["name"] == "anna" and told["email"] == "anna@example.org" and
                 told["last_login_host"] == "127.0.0.1" and told["to_be_deleted_s"] > 0 and
                 told["recovery_code_made_s"] > 0 and told["token_until_s"] > 0, told)
    report.check("messages from other users", [m["text"] for m in told["messages"]] == ["hello"], told["messages"])
    report.check("the match", len(told["matches"]) == 1 and told["matches"][0]["opponent"] == "bert" and
                 told["matches"][0]["actions"], told["matches"])
    report.check("reports, without the reporters", len(told["reports"]) == 2 and
                 b"He is slow." in done.stdout and b"She is late." not in done.stdout, told["reports"])
    found = secrets(server)
    report.check("there are secrets", len(found) >= 5, found)
    report.check("no secret", not [s for s in found if s.encode() in done.stdout], "a secret is shown")
    path = os.path.join(server.base, "anna.json")
    report.check("to a file", export(server, "anna", path).returncode == 0 and
                 open(path, "rb").read() == done.stdout, "other text")
    report.check("not over a file", export(server, "anna", path).returncode == 1, "written over")
    report.check("an unknown user", export(server, "nobody").returncode == 1, "exported")
    report.check("usage", export(server).returncode == 2, "no usage")
    await server.stop()
    report.check("tournaments", [(t["name"], t["ended_ms"], t["made_ms"] > 0, t["made_from"]) for t in told["in_tournaments"]] ==
                 [("Cup", 0, True, "")], told["in_tournaments"])
    report.check("gagged", told["gagged"] == ["bert"], told["gagged"])
    count(server, told["matches"][0]["number"])
    of_operators(server, told["matches"][0]["number"])
    told = json.loads(export(server, "anna").stdout)
    report.check("statistics", [(t["game"], t["length"], t["won"], t["ms"]) for t in told["statistics"]] ==
                 [("backgammon", 3, 1, 12)], told["statistics"])
    report.check("rolls", told["rolls"] == list(range(36)) and told["rolls_that_entered"] == 38, told["rolls"])
    report.check("errors", [(t["matches"], t["error"], t["squares"]) for t in told["errors"]] == [(1, 0.5, 0.75)],
                 told["errors"])
    report.check("actions of operators", (told["muted"], told["muted_until_s"], told["password_made_by"], told["password_made_s"]) ==
                 ("all", 71, "oscar", 72), told)
    report.check("actions of operators", (told["banned_s"], told["banned_until_s"], told["banned_because"]) ==
                 (74, 75, "of anna"), told)
    report.check("actions of operators", told["network_bans"] ==
                 [{"network": "127.0.0.0/24", "at_s": 74, "until_s": 75, "because": "near"}], told["network_bans"])
    report.check("actions of operators", [a for a in told["operator_log"] if a["why"] == "loud"] ==
                 [{"at_s": 76, "operator": "oscar", "act": "mute", "whom": "anna", "detail": "", "why": "loud"}], told["operator_log"])
    report.check("ratings", told["ratings"] == [{"game": "plakoto", "rating": 1600.5, "experience": 9}] and
                 (told["matches"][0]["rating_before"], told["matches"][0]["rating_after"]) == (1500, 1490), told["ratings"])
    report.check("places", [(t["name"], t["place"], t["to_place"]) for t in told["tournaments"]] == [("Cup", 3, 4)],
                 told["tournaments"])
    report.check("days on which a resume was requested", told["asked_to_resume"] == [{"match": told["matches"][0]["number"], "days": 2,
                 "last_day": 80, "missed_ms": 81, "warned_ms": 82}], told["asked_to_resume"])
    seat = told["matches"][0]["seat"]
    found = told["matches"][0]["analysis"]
    report.check("the analysis", (found["plies"], found["by_gnubg"], found["plays"], found["luck_worth"]) == (1, True, 10 + seat, 0.25), found)
    report.check("only this user's errors", [(m["move"], m["of_cube"], m["best"]) for m in found["worst"]] ==
                 [(seat + 5, False, "24/23 %d" % seat)], found["worst"])
    server.remove()


if __name__ == "__main__":
    run(main, 60)
