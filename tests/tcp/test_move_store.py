#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`gammond move-store` moves a database from SQLite to PostgreSQL and back without changes.  The command is refused
while another process uses either database.  If it is interrupted, the target stays empty."""

import asyncio
import os
import shutil
import sqlite3
import subprocess
import tempfile

import fibs
from fibs import Report, Server, register_all, run, scaled
from postgresql import Cluster, ElsewhereServer
from test_operators import must
from test_postgresql import PASSWORD, Line

MOVED = r"(\w+ +\d+\n){25,}all \d+ rows were copied and are the same on both sides\nunfinished matches that replay: 1, " \
        r"that do not: 0\ntournaments that replay: 4, that do not: 0\nfinished matches that equal their checksum: \d+, " \
        r"that do not: 0, that have none yet: \d+\nfinished matches whose rating changes equal their checksum: \d+, do not: 0\n"
TEXT = "tab\t, end\n, return\r, back\\slash \\N, quote ' \", caf\u00e9 \b\f\v"


def dump(path):
    """Returns every row of every table, with the types of its values, and the next row numbers."""
    db = sqlite3.connect(path)
    tables = [x[0] for x in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'sqlite_stat1'")]
    rows = {t: sorted(repr(row) for row in db.execute('SELECT * FROM "%s"' % t)) for t in tables}
    db.close()
    return rows


async def play(server):
    """Makes a finished match, an unfinished one, a message, settings."""
    await register_all(server.port, ["anna", "bert"], PASSWORD)
    anna, bert = await Line().log_in(server.port, "anna"), await Line().log_in(server.port, "bert")
    for p in (anna, bert):
        p.send("toggle ready")
        await p.until("ready")
    for length in (1, 5):
        anna.send("invite bert %d" % length)
        await bert.until("wants to play")
        anna.heard = ""
        bert.send("join anna")
        await bert.until("rolled")
        await anna.until("rolled")
        if length == 1:
            await end(anna, bert)
    bert.writer.close()
    await anna.until("drops connection")
    anna.send("message bert see you")
    await anna.until("11 bert")
    anna.writer.close()


async def end(anna, bert):
    """The player on roll resigns the match of one point."""
    for p, other in ((anna, bert), (bert, anna)):
        p.send("resign n")
        await p.until("resign")
        if "You want to resign" in p.heard:
            other.send("accept")
            await other.until("point match")
            await p.until("point match")
            return


def add_what_is_odd(path):
    """Adds values that a text form may lose, a gap in the row numbers, a review."""
    db = sqlite3.connect(path)
    user = db.execute("SELECT id FROM user WHERE name = 'anna'").fetchone()[0]
    match = db.execute("SELECT min(id) FROM match").fetchone()[0]
    db.execute("INSERT INTO message (user, sender, at_s, text) VALUES (?, ?, ?, ?)", (user, user, -2 ** 63, TEXT))
    db.execute("UPDATE user SET rating = 0.1 + 0.2, experience = 60 WHERE id = ?", (user,))
    db.execute("INSERT INTO review VALUES (?, 0, 2, 1, 1, 1e-300, -1.5e300, 0, 0, 0, 0, 0, 0, 0, 1, 0.1, 12345678.9, 1)",
               (match,))
    db.execute("INSERT OR REPLACE INTO roll_tally VALUES (?, ?, 1, 2, 1.0 / 3)", (user, bytes(range(256)) + bytes(32)))
    for n in (1, 2):
        db.execute("INSERT INTO report (reporter, target, at_s, text, lines) VALUES (?, ?, 1, 'x', '')", (user, n))
    db.execute("DELETE FROM report WHERE target = 2")
    db.commit()
    db.close()


async def there_and_back(report, cluster, folder, conninfo):
    before = dump(os.path.join(folder, "gammond.db"))
    report.check("made", len(before["match"]) == 2 and len(before["message"]) == 2,
                 str({t: len(r) for t, r in before.items()}))
    cluster.ask("moved", "ALTER DATABASE moved SET idle_in_transaction_session_timeout = '1ms'")  # an operator may have set this
    await must(report, "there", ["move-store", folder, conninfo], 0, out=MOVED)
    back = folder + "=back"  # a word with "=" is a path, not a connection string, if it begins with "/"
    await must(report, "back", ["move-store", conninfo, os.path.join(back, "gammond.db")], 0, out=MOVED)
    after = dump(os.path.join(back, "gammond.db"))
    for table in sorted(before):
        report.check("the same", before[table] == after.get(table),
                     "%s: %s" % (table, sorted(set(before[table]) ^ set(after.get(table, [])))[:4]))
    await must(report, "not empty", ["move-store", folder, conninfo], 1,
               err=r"gammond: the database to move to is not empty: look at its table user\n")
    await must(report, "not empty", ["move-store", conninfo, back], 1,
               err=r"gammond: the database to move to is not empty: look at its table user\n")
    shutil.rmtree(back)


async def in_use(report, cluster, folder, conninfo):
    """move-store is refused while another server uses either side, and with arguments that make no sense."""
    server = await Server(life=200, datadir=folder).start()
    await must(report, "in use", ["move-store", folder, conninfo], 1, err=r"gammond: the data directory \S+ is in use by .*\n")
    await server.stop()
    server = await ElsewhereServer(cluster, "moved").start()
    await must(report, "in use", ["move-store", conninfo, folder + "-new"], 1,
               err=r"gammond: another server uses the database\n")
    for name in ("carl", "dora"):  # new rows continue the row numbers
        await register_all(server.port, [name], PASSWORD)
    await server.stop()
    server.remove()
    for words in ([], [folder], [folder, conninfo, "x"], ["", folder]):
        await must(report, "words", ["move-store", *words], 2, err=r"usage:\n.*move-store FROM TO\n")
    await must(report, "words", ["move-store", folder, folder + "2"], 1, err=r"gammond: both are SQLite's: .*\n")
    await must(report, "words", ["move-store", conninfo, conninfo], 1, err=r"gammond: both are PostgreSQL's, .*\n")
    await must(report, "words", ["move-store", folder + "2", conninfo], 1, err=r"gammond: there is no database in \S+\n")
    report.check("words", not os.path.exists(folder + "2"), "a folder was made")


async def not_new(report, cluster, folder, conninfo):
    """Content of a target, accounts or not, is neither deleted nor upgraded: here the database of a server
    without users, one row, a changed number, an older schema."""
    server = await Server(life=200).start()
    await server.stop()
    before = dump(server.database())
    await must(report, "not new", ["move-store", conninfo, server.datadir], 1,
               err=r"gammond: the database to move to is not empty: look at its table \w+\n")
    report.check("not new", dump(server.database()) == before, "it has changed")
    server.remove()
    older = folder + "-older"
    os.mkdir(older)
    with open("schema/001_base.sql", encoding="ascii") as f:
        db = sqlite3.connect(os.path.join(older, "gammond.db"))
        db.executescript("BEGIN;" + f.read() + "COMMIT;")
    await must(report, "not new", ["move-store", conninfo, older], 1,
               err=r"gammond: the database to move to is not empty: .* schema version 1, .*\. If it was left by an "
                   r"interrupted move-store, remove the folder\n")
    report.check("not new", db.execute("PRAGMA user_version").fetchall() == [(1,)], "it was migrated")
    db.close()
    cluster.make("begun")
    with_begun = conninfo.replace("moved", "begun")
    await must(report, "there", ["move-store", folder, with_begun], 0, out=MOVED)
    cluster.ask("begun", "UPDATE gammond SET version = 3")
    await must(report, "not new", ["move-store", folder, with_begun], 1,
               err=r"gammond: the database to move to is not empty: .* schema version 3, .*\. If it was left by an "
                   r"interrupted move-store, drop and recreate it: dropdb\(1\), createdb\(1\)\n")
    for table, there, gone in (("server_setting", "INSERT INTO server_setting VALUES ('motd', 'x')",
                                "DELETE FROM server_setting"),
                               ("counter", "UPDATE counter SET value = 7 WHERE name = 'probe'",
                                "UPDATE counter SET value = 0 WHERE name = 'probe'")):
        cluster.ask("cut", there)
        held = cluster.ask("cut", "SELECT %s::text FROM %s ORDER BY 1" % (table, table))
        await must(report, "not new", ["move-store", folder, conninfo.replace("moved", "cut")], 1,
                   err=r"gammond: the database to move to is not empty: look at its table %s\n" % table)
        report.check("not new", cluster.ask("cut", "SELECT %s::text FROM %s ORDER BY 1" % (table, table)) == held, table)
        cluster.ask("cut", gone)


async def only_begun(report, cluster, folder, conninfo):
    """A target counts as empty if its move was interrupted before the first table."""
    begun = folder + "-begun"
    os.mkdir(begun)
    with open(os.path.join(begun, "gammond.db"), "wb"):
        pass
    await must(report, "only begun", ["move-store", begun, conninfo], 1,
               err=r"gammond: the database \S+ is empty\n")
    await must(report, "only begun", ["move-store", conninfo, begun], 0, out=MOVED)
    report.check("only begun", len(dump(os.path.join(begun, "gammond.db"))["match"]) == 2, "no matches")
    cluster.make("only_begun")
    cluster.ask("only_begun", "CREATE TABLE gammond (version bigint NOT NULL, generation bigint NOT NULL, "
                              "turn bigint NOT NULL); INSERT INTO gammond VALUES (0, 0, 0); CREATE EXTENSION citext; "
                              "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS "
                              "$$BEGIN RAISE EXCEPTION '%', TG_ARGV[0]; END$$")
    await must(report, "only begun", ["move-store", begun, conninfo.replace("moved", "only_begun")], 0, out=MOVED)


async def not_to_be_told(report, folder, conninfo):
    """A text that PostgreSQL cannot store is refused, not cut."""
    odd = folder + "-odd"
    os.mkdir(odd)
    source, db = (sqlite3.connect(os.path.join(x, "gammond.db")) for x in (folder, odd))
    source.backup(db)
    source.close()
    db.execute("UPDATE message SET text = CAST(x'610062' AS TEXT)")
    db.commit()
    db.close()
    await must(report, "a byte 0", ["move-store", odd, conninfo], 1, out=r"(\w+ +\d+\n)+",
               err=r"gammond: a row of table message has a byte 0 in a text\n")


async def cut_short(report, cluster, folder):
    """move-store is killed while it blocks on writing its first progress line.  While it runs, no server can use
    the target.  Afterwards the target is unchanged, and the next move-store accepts it if nothing was added."""
    cluster.make("cut")
    conninfo = "host=%s user=gammond dbname=cut" % cluster.folder
    reads, writes = os.pipe()
    os.set_blocking(writes, False)
    try:
        while True:
            os.write(writes, bytes(4096))
    except BlockingIOError:
        os.set_blocking(writes, True)
    proc = await asyncio.create_subprocess_exec(os.environ.get("GAMMOND", "build/gammond"), "move-store", folder,
                                                conninfo, stdout=writes)
    try:
        while cluster.ask("cut", "SELECT count(*) FROM pg_stat_activity WHERE datname = 'cut' AND "
                                 "state = 'idle in transaction' AND query LIKE 'COPY%'") != ["1"]:
            await asyncio.sleep(0.02)
        report.check("held", cluster.ask("cut", "SELECT turn FROM gammond FOR UPDATE SKIP LOCKED") == [],
                     "a standby could begin")
    finally:
        proc.kill()
        await proc.wait()
        os.close(reads)
        os.close(writes)
    report.check("cut short", cluster.ask("cut", 'SELECT count(*) FROM "user"') == ["0"], "it has accounts")
    await not_new(report, cluster, folder, conninfo.replace("=cut", "=moved"))
    await not_to_be_told(report, folder, conninfo)
    await must(report, "cut short", ["move-store", folder, conninfo], 0, out=MOVED)


async def main(report: Report):
    cluster = Cluster()
    try:
        with tempfile.TemporaryDirectory() as base:
            folder = os.path.join(base, "data")
            subprocess.run([fibs.tool("tourney_store"), folder, "1", "4"], stdout=subprocess.DEVNULL, check=True, timeout=fibs.PATIENCE)
            server = await Server(life=200, datadir=folder).start()
            await play(server)
            await server.stop()
            add_what_is_odd(os.path.join(folder, "gammond.db"))
            cluster.make("moved")
            conninfo = "host=%s user=gammond dbname=moved" % cluster.folder
            await there_and_back(report, cluster, folder, conninfo)
            await only_begun(report, cluster, folder, conninfo)
            await in_use(report, cluster, folder, conninfo)
            await cut_short(report, cluster, folder)
    finally:
        Server.kill_all()
        cluster.stop()


if __name__ == "__main__":
    run(main, scaled(200, 200))
