# SPDX-License-Identifier: MIT
"""A PostgreSQL of a test's own (tests/support/postgres.sh), and servers that keep their database there."""

import json
import os
import sqlite3
import subprocess
import time

from fibs import PATIENCE, Bad, Server

SCRIPT = "tests/support/postgres.sh"


class Cluster:
    """One PostgreSQL; databases are made in it by name."""

    def __init__(self, *options):
        self.folder = subprocess.run([SCRIPT, "start", *options], stdout=subprocess.PIPE, check=True,
                                     text=True).stdout.strip()

    def stop(self):
        subprocess.run([SCRIPT, "stop", self.folder], check=True)

    def make(self, name):
        subprocess.run(["createdb", "-h", self.folder, "-U", "gammond", "-T", "template0", "-E", "SQL_ASCII",
                        "-l", "C", name], check=True)

    def ask(self, database, sql):
        """The rows' first columns, as texts."""
        out = subprocess.run(["psql", "-h", self.folder, "-U", "gammond", "-d", database, "-XAtq", "-c", sql],
                             stdout=subprocess.PIPE, check=True, text=True)
        return out.stdout.splitlines()

    def servers(self, database):
        return int(self.ask(database, "SELECT count(*) FROM pg_stat_activity WHERE datname = '%s' AND "
                                      "application_name = 'gammond'" % database)[0])

    def conf(self, database):
        return "[store]\nengine = postgresql\nconninfo = host=%s user=gammond dbname=%s\n" % (self.folder, database)


class ElsewhereServer(Server):
    """A server whose database is in a cluster."""

    def __init__(self, cluster, database, conf="", **more):
        super().__init__(conf=cluster.conf(database) + conf.replace("[store]\n", ""), **more)
        self.cluster = cluster
        self.name = database

    def database(self):
        """A copy of it for SQLite, as it is when the killed server's last statement has ended."""
        path = os.path.join(self.base, "copy.db")
        until = time.monotonic() + PATIENCE
        while self.cluster.servers(self.name) > 0:
            if time.monotonic() > until:
                raise Bad("PostgreSQL keeps the connection of a server that is gone")
            time.sleep(0.01)
        if os.path.exists(path):
            os.remove(path)
        db = sqlite3.connect(path)
        for table in self.cluster.ask(self.name, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"):
            columns = self.cluster.ask(self.name, "SELECT attname FROM pg_attribute WHERE attnum > 0 AND attrelid = "
                                                  "'public.\"%s\"'::regclass ORDER BY attnum" % table)
            rows = [json.loads(x) for x in self.cluster.ask(self.name, 'SELECT row_to_json(t) FROM "%s" t' % table)]
            db.execute('CREATE TABLE "%s" (%s)' % (table, ", ".join('"%s"' % c for c in columns)))
            db.executemany('INSERT INTO "%s" VALUES (%s)' % (table, ", ".join("?" * len(columns))),
                           [[as_bytes(row[c]) for c in columns] for row in rows])
        db.commit()
        db.close()
        return path


def as_bytes(value):
    return bytes.fromhex(value[2:]) if isinstance(value, str) and value.startswith("\\x") else value
