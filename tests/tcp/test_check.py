#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The server checks a small database before listening and a large database while it serves.  It exits if the database
is damaged.  `gammond check` makes the same checks from the command line, even while the server runs, and `gammond
backup` copies the database."""

import asyncio
import os
import re
import shutil
import sqlite3
import subprocess
import tempfile

import fibs
from fibs import Bad, Report, Server, Telnet, register_all, run
from test_operators import must

PASSWORD = "geheim_7"
LARGE = 64 << 20
SUMS = r"finished matches that equal their checksum: %s, that do not: %s, that have none yet: %s\n" \
    r"finished matches whose rating changes equal their checksum: %s, do not: %s\n"
NO_SUMS = SUMS % (0, 0, 0, 0, 0)
REPLAYED = r"unfinished matches that replay: 0, that do not: 0\ntournaments that replay: 0, that do not: 0\n" + NO_SUMS
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
SCHEMA = os.path.join(ROOT, "schema")
BACKUP = os.path.join(ROOT, "scripts", "backup")
UNIT = os.path.join(ROOT, "conf", "systemd", "gammond.service")
ADVICE = r"gammond: a match that does not replay cannot be resumed: end it with 'gammond settle MATCH' [^\n]*\n"
SOUND = r"the database in \S+ is sound\n" + REPLAYED


def database(server):
    db = sqlite3.connect(os.path.join(server.datadir, "gammond.db"))
    db.execute("PRAGMA synchronous = OFF")
    return db


def grow(server):
    """Adds messages until the database is too large to be checked before listening."""
    db = database(server)
    text = "x" * 900000
    while db.execute("PRAGMA page_count").fetchone()[0] * 4096 < LARGE:
        db.execute("INSERT INTO message (user, sender, at_s, text, delivered) "
                   "SELECT max(id), min(id), 0, ?, 1 FROM user", (text,))
    db.commit()
    db.close()


def spoil(server):
    """Deletes a user whom messages refer to: opening the database does not detect it."""
    db = database(server)
    db.execute("DELETE FROM user_setting WHERE user = (SELECT id FROM user WHERE name = 'bert')")
    db.execute("DELETE FROM user WHERE name = 'bert'")
    db.commit()
    db.close()


async def says(server, pattern):
    """Waits for the log to match the pattern."""
    while not any(re.search(pattern, line) for line in server.log):
        if server.proc.returncode is not None:
            raise Bad("it ended without logging %s: %s" % (pattern, list(server.log)[-5:]))
        await asyncio.sleep(0.02)


async def plays(report, group, server):
    t = await Telnet.open(server.port)
    await t.until("login: ")
    t.send("connect anna %s" % PASSWORD)
    await t.until("** User anna authenticated.\r\n")
    t.close()
    report.add(group)


async def backup(report, server):
    """A copy made while users write can be served, and existing copies are not overwritten."""
    group = "backup"
    to = os.path.join(server.base, "copy")
    where = ["-d", server.datadir, "backup"]
    copied = r"the database in \S+ was copied to \S+, and the copy is sound\n" + REPLAYED
    writers = [asyncio.ensure_future(register_all(server.port, ["%s_%s" % (c, d) for d in "abcdefgh"], PASSWORD))
               for c in "xyz"]
    await must(report, group, where + [to], 0, out=copied)
    for w in writers:
        await w
    await must(report, group, where + [to], 1, err=r"gammond: \S+ already exists\n")
    await must(report, group, where, 2, err=r"usage:\n.* backup FOLDER\n.*")
    await must(report, group, where + [to, to], 2, err=r"usage:\n.*")
    await must(report, group, ["-d", server.base + "/nowhere", "backup", to + "2"], 1, err=r"gammond: there is no .*\n")
    await must(report, group, where + [server.base + "/no/where"], 1, err=r"gammond: cannot make the folder .*\n")
    report.check(group, sorted(os.listdir(to)) == ["gammond.db"] and not os.path.exists(to + "2"), str(os.listdir(to)))
    await must(report, group, ["-d", to, "check"], 0, out=SOUND)
    copy = await Server(life=200, datadir=to).start()
    await plays(report, group, copy)
    report.check(group, await copy.stop() == 0, "status")
    copy.remove()


def stale(server):
    """Adds a row while its index is removed from the schema."""
    db = database(server)
    db.execute("PRAGMA writable_schema = ON")
    row = db.execute("SELECT type, name, tbl_name, rootpage, sql FROM sqlite_schema WHERE name = 'message_sender'").fetchone()
    db.execute("DELETE FROM sqlite_schema WHERE name = 'message_sender'")
    db.commit()
    db.close()
    db = database(server)
    db.execute("INSERT INTO message (user, sender, at_s, text, delivered) VALUES (1, 1, 0, 'x', 1)")
    db.execute("PRAGMA writable_schema = ON")
    db.execute("INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) VALUES (?, ?, ?, ?, ?)", row)
    db.commit()
    db.close()


def unplayable(server):
    """Adds two unfinished matches.  The second belongs to a tournament and has an action of an unknown
    kind."""
    db = database(server)
    for id, pair, kind in ((1, (1, 2), "start"), (2, (2, 1), "nonsense")):
        db.execute("INSERT INTO match (id, user0, user1, length, variant, seed, created_ms, last_ms, actions, event) "
                   "VALUES (?, ?, ?, 3, 'backgammon', zeroblob(32), 1, 1, 1, ?)", (id,) + pair + (id - 1,))
        db.execute("INSERT INTO match_run VALUES (?1, 0, ?1, 1)", (id,))
        db.execute("INSERT INTO action (id, match, seq, at_ms, elapsed_ms, credit_ms, seat, automatic, kind, text) "
                   "VALUES (?1, ?1, 0, 1, 0, 0, 2, 1, ?2, 'o=0 crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=31')", (id, kind))
    db.commit()
    db.close()


async def deeper(report):
    """Tests damage that quick_check does not find: an index that disagrees with its table, matches that do not
    replay, actions that belong to no match."""
    server = await Server(life=200).start()
    await register_all(server.port, ["anna", "bert"], PASSWORD)
    await server.stop()
    where, to = ["-d", server.datadir], os.path.join(server.base, "deep")
    stale(server)
    words = r"gammond: the database \S+ has an index that does not match its table: [^\n]*message_sender"
    await must(report, "stale", where + ["check"], 1, err=words + r"; 'check --repair' rebuilds it[^\n]*\n")
    await must(report, "stale", where + ["backup", to], 1, err=words + r"; 'check --repair' rebuilds it[^\n]*\n")
    report.check("stale", os.listdir(to) == [], str(os.listdir(to)))
    running = await Server(life=200, datadir=server.datadir).start()
    await must(report, "stale", where + ["check", "--repair"], 1, err=r"gammond: the data directory \S+ is in use by .*\n")
    await running.stop()
    running.remove()
    await must(report, "stale", where + ["check", "--repair"], 0, out=SOUND)
    await must(report, "stale", where + ["check"], 0, out=SOUND)

    unplayable(server)
    wrong = REPLAYED.replace(": 0", ": 1", 2)
    words = r"gammond: match 2 of bert and anna does not replay: action 1 of 1\n"
    await must(report, "matches", where + ["check"], 4, out=SOUND.replace(REPLAYED, wrong), err=words + ADVICE)
    await must(report, "matches", where + ["backup", to], 4, out=r"the database .* copy is sound\n" + wrong,
               err=words + ADVICE)
    report.check("matches", os.listdir(to) == ["gammond.db"], str(os.listdir(to)))
    await settled(report, server)

    db = database(server)
    db.execute("INSERT INTO action VALUES (100, 1, 1, 1, 0, 0, 0, 0, 'move', '8/5')")
    db.commit()
    db.close()
    await must(report, "runs", where + ["check"], 1,
               err=r"gammond: the database \S+ is damaged: an action is in no run of its match\n")
    server.remove()


async def settled(report, server):
    """A match that does not replay is backed up with the rest.  `settle` ends that match, and no other match."""
    group, where, copies = "settle", ["-d", server.datadir], os.path.join(server.base, "copies")
    conf = os.path.join(server.base, "backup.conf")
    with open(conf, "w", encoding="ascii") as out:
        out.write("[server]\ndata_dir = %s\n" % server.datadir)
    for suffix in (r"\.faulty", ""):
        made = subprocess.run([BACKUP, os.path.abspath(os.environ.get("GAMMOND", "build/gammond")), conf, copies, "3"], capture_output=True, text=True, timeout=fibs.PATIENCE)
        report.check(group, made.returncode == 0, made.stderr)
        noted = [os.path.exists(os.path.join(server.datadir, name)) for name in ("gammond.backup", "gammond.backup_failed")]
        report.check(group, noted == [True, suffix != ""], "for the metrics: %s" % noted)
        report.check(group, re.fullmatch(r"\d{8}T\d{6}Z" + suffix, max(os.listdir(copies), key=len)), str(os.listdir(copies)))
        if suffix:
            await must(report, group, where + ["settle"], 2, err=r"usage: [^\n]* settle MATCH\nusage: .*")
            await must(report, group, where + ["settle", "9"], 1, err=r"gammond: there is no match 9\n")
            await must(report, group, where + ["settle", "1"], 1, err=r"gammond: match 1 replays: [^\n]*\n")
            await must(report, group, where + ["settle", "2"], 0, out=r"match 2 of bert and anna has ended as corrupt\n")
            await must(report, group, where + ["settle", "2"], 1, err=r"gammond: match 2 is over already\n")
            await must(report, group, where + ["log", "1"], 0, out=r"\S+ \(console\): settle match 2\n")
            for name in os.listdir(copies):
                shutil.rmtree(os.path.join(copies, name))
    await must(report, group, where + ["check"], 0,
               out=r"(?s)the database in \S+ is sound\nunfinished matches that replay: 1, that do not: 0\n.*")


def unfinished(report):
    """The next backup removes the copy left by a backup that was killed, even if root started the first and the
    timer's user starts the next."""
    group, other = "killed backup", 65534 if os.geteuid() == 0 else os.geteuid()
    with tempfile.TemporaryDirectory() as base:
        copies, script = os.path.join(base, "copies"), shutil.copy(BACKUP, base)
        os.mkdir(copies, 0o700)
        os.chmod(base, 0o755)
        os.chown(copies, other, -1)
        # stand-ins for `gammond -c CONFIG backup FOLDER`
        programs = {}
        for name, then in (("killed", "kill -9 $PPID"), ("works", "exit 0")):
            programs[name] = os.path.join(base, name)
            with open(programs[name], "w", encoding="ascii") as f:
                f.write("#!/bin/sh\nmkdir -p \"$4\"\necho >\"$4/gammond.db\"\n%s\n" % then)
            os.chmod(programs[name], 0o755)
        made = subprocess.run([script, programs["killed"], "conf", copies, "3"], check=False, timeout=fibs.PATIENCE)
        left = os.listdir(copies)
        report.check(group, made.returncode == -9 and len(left) == 1 and left[0].startswith("."), "%s: %s" % (made.returncode, left))
        os.rename(os.path.join(copies, left[0]), os.path.join(copies, ".20260101T000000Z"))  # so that the next backup gets another name
        as_other = {"user": other, "group": other, "extra_groups": []} if os.geteuid() == 0 else {}
        made = subprocess.run([script, programs["works"], "conf", copies, "3"], check=False, capture_output=True, text=True,
                              timeout=fibs.PATIENCE, **as_other)
        report.check(group, made.returncode == 0 and re.fullmatch(r"\d{8}T\d{6}Z", " ".join(os.listdir(copies))),
                     "%s: %s" % (made.stderr, os.listdir(copies)))


async def converted(report):
    """A database of an earlier version is converted only if there is space.  Otherwise the server exits with a status
    after which its unit does not restart it, and leaves the database unchanged."""
    group = "conversion"
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "gammond.db")
        db = sqlite3.connect(path)
        for name in sorted(os.listdir(SCHEMA)):
            if name < "023":
                with open(os.path.join(SCHEMA, name), encoding="ascii") as script:
                    db.executescript(script.read())
        db.close()
        with open(path, "rb") as f:
            before = f.read()
        env = dict(os.environ, GAMMOND_FREE=str(len(before)))
        for words in (["-p", "0"], ["log"]):
            ended = subprocess.run([fibs.tool("gammond_fault"), "-d", folder] + words, env=env, capture_output=True,
                                   text=True, timeout=fibs.PATIENCE)
            report.check(group, ended.returncode == 5 and re.search(
                r"gammond: the database \S+ must be converted for this version, which needs \d+ MB of free disk space, but "
                r"only 0 MB are free: nothing was changed; make room and start again\n", ended.stderr),
                "%s: %s" % (ended.returncode, ended.stderr))
            with open(path, "rb") as f:
                report.check(group, f.read() == before, "the database was changed")
        with open(UNIT, encoding="ascii") as f:
            report.check(group, re.search(r"^RestartPreventExitStatus=.*\b5\b", f.read(), re.M), "the unit restarts it")
        server = await Server(life=200, datadir=folder).start()
        report.check(group, await server.stop() == 0, "status")
        server.remove()


def replayed(good, bad):
    return r"the database in \S+ is sound\nunfinished matches that [^\n]*\n" \
        r"tournaments that replay: %d, that do not: %d\n.*" % (good, bad)


async def tournaments(report):
    """Tournaments, even finished ones, are replayed from their acts.  In tournament 2 the kind of an act is
    unknown; in tournament 3 an act is missing."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([fibs.tool("tourney_store"), folder, "1", "4"], stdout=subprocess.DEVNULL, check=True, timeout=fibs.PATIENCE)
        db = sqlite3.connect(os.path.join(folder, "gammond.db"))
        db.execute("UPDATE tourney SET ended_ms = 1 WHERE id % 2 = 1")
        db.commit()
        await must(report, "tournaments", ["-d", folder, "check"], 0, out=replayed(4, 0))
        for trigger in ("tourney_act_stays", "tourney_act_unchanged"):
            db.execute("DROP TRIGGER %s" % trigger)
        db.execute("UPDATE tourney_act SET kind = 'nonsense' WHERE tourney = 2 AND seq = 1")
        db.execute("DELETE FROM tourney_act WHERE tourney = 3 AND seq = 4")
        db.commit()
        db.close()
        await must(report, "tournaments", ["-d", folder, "check"], 4, out=replayed(2, 2),
                   err=r"gammond: tournament 2 does not replay: act 1\ngammond: tournament 3 does not replay: act 4\n"
                   r"gammond: a tournament that does not replay is not run: [^\n]*\n")


async def others(report):
    """While another program writes, commands that store something are refused and the rest works.  Removing
    the file ends the server."""
    server = await Server(life=200).start()
    await register_all(server.port, ["anna"], PASSWORD)
    t = await Telnet.open(server.port)
    await t.until("login: ")
    t.send("connect anna %s" % PASSWORD)
    await t.until("authenticated.")
    other = database(server)
    other.isolation_level = None
    other.execute("BEGIN IMMEDIATE")
    t.send("address a@b.c")
    await t.until("no room to save anything")
    await says(server, "event=database_locked .*another process has locked the database")
    t.send("who anna")
    await t.until("No  S  username")
    other.execute("ROLLBACK")
    other.close()
    await says(server, "event=disk_back")
    t.send("address a@b.c")
    await t.until("Your email address is 'a@b.c'.")
    t.close()  # so that the check is made in a turn without users
    os.rename(server.database(), server.database() + ".away")
    report.check("others", await server.wait() == 3, "status")
    report.check("others", any("event=storage_failed" in x and "moved, replaced or deleted" in x for x in server.log),
                 str(server.log))
    await lost(report, server)
    server.remove()


async def lost(report, server):
    """If the database file is missing, a restart, for example by a supervisor, must not create an empty database."""
    group, where = "lost", ["-d", server.datadir]
    words = r"(?s).*\ngammond: the database \S+ is missing, though one was made there: restore a backup, or make a new one " \
        r"with 'gammond -d %s new-database'\n" % re.escape(server.datadir)
    await must(report, group, where + ["-p", "0"], 1, err=words)
    report.check(group, not os.path.exists(server.database()), "something was created")
    os.rename(server.database() + ".away", server.database())
    await must(report, group, where + ["new-database"], 1, err=r"gammond: there is a database in \S+\n")
    again = await Server(life=200, datadir=server.datadir).start()
    await plays(report, group, again)
    report.check(group, await again.stop() == 0, "status")
    os.unlink(server.database())
    await must(report, group, where + ["new-database", "now"], 2, err=r"usage:\n.*")
    await must(report, group, where + ["new-database"], 0, out=r"created a new database\n")
    await must(report, group, where + ["check"], 0, out=SOUND)
    again = await Server(life=200, datadir=server.datadir).start()
    report.check(group, await again.stop() == 0, "status")


async def main(report: Report):
    await deeper(report)
    await tournaments(report)
    unfinished(report)
    await converted(report)
    await others(report)
    server = await Server(life=200).start()
    await register_all(server.port, ["anna", "bert"], PASSWORD)
    where = ["-d", server.datadir]
    damaged = r"gammond: the database \S+ is damaged: a row of table message refers to one that is missing\n"
    await must(report, "by hand", where + ["check"], 0, out=SOUND)
    await must(report, "by hand", where + ["check", "it"], 2, err=r"usage:\n.* check \[--repair\]\n.*")
    await must(report, "by hand", ["-d", server.base + "/nowhere", "check"], 1, err=r"gammond: there is no database in .*\n")
    await server.stop()
    report.check("small", not any("event=check" in line for line in server.log), "checked beside: %s" % list(server.log))

    grow(server)
    large = await Server(life=200, datadir=server.datadir).start()
    await plays(report, "large", large)
    await says(large, "event=checked result=sound")
    await must(report, "by hand", where + ["check"], 0, out=SOUND)
    await backup(report, large)
    report.check("large", await large.stop() == 0, "status")
    large = await Server(life=200, datadir=server.datadir).start()
    status = await large.stop()
    report.check("large", status == 0, "stopped during the check: status %s, log %s" % (status, list(large.log)[-4:]))
    large.remove()

    spoil(server)
    await must(report, "by hand", where + ["check"], 1, err=damaged)
    ended = await Server(life=200, datadir=server.datadir).start()
    report.check("damaged", await ended.wait() == 3, "status")
    report.check("damaged", any(re.search(r"level=error event=database_damaged .*table message refers.*backup", line)
                                for line in ended.log), "log %s" % list(ended.log)[-5:])
    ended.remove()
    db = database(server)
    db.execute("DELETE FROM message")
    db.commit()
    db.execute("VACUUM")
    db.close()
    small = await Server(life=200, datadir=server.datadir).start()
    await small.stop()
    small.remove()
    db = database(server)
    db.execute("INSERT INTO message (user, sender, at_s, text, delivered) VALUES (1, 99, 0, 'x', 1)")
    db.commit()
    db.close()
    try:
        small = await Server(life=200, datadir=server.datadir).start()
        report.fail("small", "a damaged one is served")
        await small.stop()
    except Bad as e:
        report.check("small", "is damaged: a row of table message" in str(e), str(e))
    server.remove()


if __name__ == "__main__":
    run(main, fibs.scaled(120, 200))
