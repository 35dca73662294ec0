# SPDX-License-Identifier: MIT
"""A PostgreSQL cluster for a test (tests/support/postgres.sh), a connection to it that can be cut, and
servers that keep their database in it."""

import asyncio
import collections
import json
import os
import shutil
import sqlite3
import subprocess
import tempfile
import time

import fibs
from fibs import PATIENCE, Bad, Server

SCRIPT = "tests/support/postgres.sh"


class Cluster:
    """One PostgreSQL cluster with named databases."""

    def __init__(self, *options):
        self.folder = subprocess.run([SCRIPT, "start", str(os.getpid()), *options], stdout=subprocess.PIPE, check=True,
                                     text=True).stdout.strip()

    def stop(self):
        subprocess.run([SCRIPT, "stop", self.folder], check=True)

    def crash(self):
        """Stops the cluster immediately and starts it again, as after a crash."""
        subprocess.run([SCRIPT, "crash", self.folder], check=True)

    def make(self, name):
        subprocess.run(["createdb", "-h", self.folder, "-U", "gammond", "-T", "template0", "-E", "SQL_ASCII",
                        "-l", "C", name], check=True)

    def ask(self, database, sql):
        """Returns the first column of the rows, as strings."""
        out = subprocess.run(["psql", "-h", self.folder, "-U", "gammond", "-d", database, "-XAtq", "-c", sql],
                             stdout=subprocess.PIPE, check=True, text=True)
        return out.stdout.splitlines()

    def servers(self, database):
        return int(self.ask(database, "SELECT count(*) FROM pg_stat_activity WHERE datname = '%s' AND "
                                      "application_name = 'gammond'" % database)[0])

    def backends(self, database):
        """Returns the backend processes that serve gammond processes."""
        return [int(x) for x in self.ask(database, "SELECT pid FROM pg_stat_activity WHERE datname = '%s' AND "
                                                   "application_name = 'gammond'" % database)]

    def conf(self, database, line=None):
        return "[store]\nengine = postgresql\nconninfo = host=%s user=gammond dbname=%s\n" % (
            line.folder if line else self.folder, database)


class DatabaseLine:
    """A relay to a cluster.  It can be cut, or can stop passing data on.  Servers connect to a socket in its
    folder."""

    NAME = ".s.PGSQL.5432"

    def __init__(self, cluster):
        self.cluster = cluster
        self.folder = tempfile.mkdtemp(prefix="gammond-wire-")
        os.chmod(self.folder, 0o711)
        self.hears = asyncio.Event()
        self.hears.set()
        self.takes = asyncio.Event()
        self.takes.set()
        self.asked = self.taken = 0  # connections requested, and passed on
        self.tasks = set()
        self.ends = set()
        self.server = None

    async def start(self):
        path = os.path.join(self.folder, self.NAME)
        self.server = await asyncio.start_unix_server(self._serve, path)
        os.chmod(path, 0o777)
        return self

    async def _serve(self, reader, writer):
        self.ends.add(writer)
        self.asked += 1
        await self.takes.wait()
        self.taken += 1
        try:
            there = await asyncio.open_unix_connection(os.path.join(self.cluster.folder, self.NAME))
        except OSError:
            writer.transport.abort()
            return
        self.ends.add(there[1])
        for source, target in ((reader, there[1]), (there[0], writer)):
            task = asyncio.ensure_future(self._carry(source, target))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def _carry(self, source, target):
        try:
            while data := await source.read(65536):
                await self.hears.wait()
                target.write(data)
        except OSError:
            pass
        target.transport.abort()

    def deaf(self):
        """Accepts connections and reads what is sent, but passes nothing on."""
        self.hears.clear()

    def hold_new(self):
        """Keeps new connections waiting; existing connections still pass data on."""
        self.takes.clear()

    def cut(self):
        """Ends all connections and passes data on again."""
        for writer in self.ends:
            writer.transport.abort()
        self.ends.clear()
        self.hears.set()

    def stop(self):
        self.cut()
        self.server.close()
        for task in self.tasks:
            task.cancel()
        shutil.rmtree(self.folder, ignore_errors=True)


class Pooler:
    """Debian's pgbouncer in front of a cluster.  Servers connect to a socket in its folder."""

    def __init__(self, cluster, mode):
        self.folder = tempfile.mkdtemp(prefix="gammond-pool-")
        os.chmod(self.folder, 0o777)  # pgbouncer drops the rights of root
        conf = os.path.join(self.folder, "pgbouncer.ini")
        with open(conf, "w", encoding="ascii") as f:
            f.write("[databases]\n* = host=%s user=gammond\n[pgbouncer]\nlisten_port = 5432\nunix_socket_dir = %s\n"
                    "auth_type = any\npool_mode = %s\n" % (cluster.folder, self.folder, mode))
            if os.getuid() == 0:
                f.write("user = nobody\n")
        self.process = subprocess.Popen(["/usr/sbin/pgbouncer", "-q", conf], preexec_fn=fibs._die_with_parent)

    async def start(self):
        while not os.path.exists(os.path.join(self.folder, DatabaseLine.NAME)):
            if self.process.poll() is not None:
                raise Bad("pgbouncer does not start")
            await asyncio.sleep(0.01)
        return self

    def stop(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class ElsewhereServer(Server):
    """A server whose database is in a cluster."""

    def __init__(self, cluster, database, conf="", line=None, **more):
        super().__init__(conf=cluster.conf(database, line) + conf.replace("[store]\n", ""), **more)
        self.cluster = cluster
        self.name = database

    def database(self):
        """Waits until the last statement of the killed server has ended, then copies the database into an
        SQLite file.  Returns its path."""
        until = time.monotonic() + PATIENCE
        while self.cluster.servers(self.name) > 0:
            if time.monotonic() > until:
                raise Bad("PostgreSQL keeps the connection of a server that is gone")
            time.sleep(0.01)
        return self.copy()

    def copy(self):
        path = os.path.join(self.base, "copy.db")
        if os.path.exists(path):
            os.remove(path)
        db = sqlite3.connect(path)
        tables = collections.defaultdict(list)
        for row in self.cluster.ask(self.name, "SELECT json_build_array(c.relname, a.attname) FROM pg_class c JOIN pg_attribute a "
                                               "ON a.attrelid = c.oid WHERE c.relnamespace = 'public'::regnamespace AND "
                                               "c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum"):
            tables[json.loads(row)[0]].append(json.loads(row)[1])
        for table, columns in tables.items():
            db.execute('CREATE TABLE "%s" (%s)' % (table, ", ".join('"%s"' % c for c in columns)))
        for row in self.cluster.ask(self.name, " UNION ALL ".join(
                'SELECT json_build_array(\'%s\', row_to_json(t)) FROM "%s" t' % (table, table) for table in tables)):
            table, values = json.loads(row)
            db.execute('INSERT INTO "%s" VALUES (%s)' % (table, ", ".join("?" * len(values))),
                       [as_bytes(values[c]) for c in tables[table]])
        db.commit()
        db.close()
        return path


def as_bytes(value):
    return bytes.fromhex(value[2:]) if isinstance(value, str) and value.startswith("\\x") else value
