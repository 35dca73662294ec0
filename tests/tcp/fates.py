# SPDX-License-Identifier: MIT
"""Users other than the players on a server that is killed repeatedly: one changes passwords, one returns by
token, one leaves messages, one makes tournaments.  Each records what the server confirmed.  After a kill,
everything confirmed must be stored; a command that was not answered may or may not have been executed."""

import asyncio
import random

import fibs
from fibs import Bad
from test_token import Raw

PASSWORD = "geheim"


class Fate:
    """The base class of the users in this file."""

    what = ""  # name of this user's checks in the report

    def __init__(self, world, *names):
        self.world = world
        self.names = names
        self.rng = random.Random(world.rng.random())
        self.number = 0
        self.connection = None

    async def life(self):
        """Acts until the server is killed."""
        try:
            while True:
                await self.one()
                self.world.counts[self.what] += 1
                await asyncio.sleep(0.002)
        except (Bad, OSError, asyncio.TimeoutError) as e:
            if not self.world.killed:
                self.world.report.fail("play continues after each start", "%s: %r" % (self.what, e))
        finally:
            if self.connection is not None:
                self.connection.close()
                self.connection = None

    async def come(self, name, word):
        """Logs in.  Returns the connection, or None if it was refused."""
        c = await Raw.open(self.world.server.port)
        self.connection = c
        c.send("login fate 1008 %s %s" % (name, word))
        found = await c.until(r"^6\r$|^login: (?s:.)*^login: ")
        return c if found.group().startswith("6") else None

    async def ask(self, line, pattern):
        start = len(self.connection.seen)
        self.connection.send(line)
        return await self.connection.until(pattern, start)

    def loss(self, text):
        self.world.loss("%s: %s" % (self.what, text))


class Changer(Fate):
    what = "passwords changed"

    def __init__(self, world, name):
        super().__init__(world, name)
        self.word = PASSWORD
        self.maybe = None

    async def one(self):
        if self.connection is None and await self.come(self.names[0], self.word) is None:
            raise Bad("the password is refused")
        self.number += 1
        self.maybe = "word_%d" % self.number
        await self.ask("password %s:%s:%s" % (self.word, self.maybe, self.maybe), r"^Password changed\.\r$")
        self.word, self.maybe = self.maybe, None

    async def check(self, db):
        """Exactly one of the two passwords must be accepted: the confirmed password if every change was answered."""
        good = []
        for word in [self.word] + ([self.maybe] if self.maybe else []):
            if await self.come(self.names[0], word) is not None:
                good.append(word)
            self.connection.close()
        self.connection = None
        if len(good) != 1:
            self.loss("good are %s of %s and %s" % (good, self.word, self.maybe))
        else:
            self.word = good[0]
        self.maybe = None


class Returner(Fate):
    what = "returns by token"

    def __init__(self, world, name):
        super().__init__(world, name)
        self.token = None

    async def one(self):
        if self.token is None:
            if await self.come(self.names[0], PASSWORD) is None:
                raise Bad("the password is refused")
            self.token = (await self.ask("token new", r"^token:([0-9a-f]{32}):\d+\r$")).group(1)
        else:
            await self.back()
        self.connection.close()

    async def back(self):
        c = await Raw.open(self.world.server.port)
        self.connection = c
        c.send("login fate 1008 %s token:%s" % (self.names[0], self.token))
        found = await c.until(r"^token:([0-9a-f]{32}):\d+\r$|^login: (?s:.)*^login: ")
        if found.group(1) is None:
            raise Bad("the last token received is refused")
        self.token = found.group(1)

    async def check(self, db):
        if self.token is None:
            return
        try:
            await self.back()
        except Bad as e:
            self.loss(str(e))
            self.token = None
        self.connection.close()
        self.connection = None


class Writer(Fate):
    """Leaves messages for a user who logs in and reads them after each kill."""

    what = "messages left"
    MOST = 20  # the server keeps at most this many unread messages from one sender

    def __init__(self, world, sender, reader):
        super().__init__(world, sender, reader)
        self.told = []
        self.maybe = None

    async def one(self):
        if self.connection is None and await self.come(self.names[0], PASSWORD) is None:
            raise Bad("the password is refused")
        if len(self.told) >= self.MOST:
            await self.ask("time", r"UTC \)\r$")
            self.world.counts[self.what] -= 1
            await asyncio.sleep(0.01)
            return
        self.number += 1
        self.maybe = "letter %d of %s" % (self.number, self.names[0])
        found = await self.ask("message %s %s" % (self.names[1], self.maybe), r"^11 \w+\r$|^\*\* There are too many.*\r$")
        if found.group().startswith("11"):
            self.told.append(self.maybe)
        self.maybe = None

    async def check(self, db):
        c = await self.come(self.names[1], PASSWORD)
        if c is None:
            self.loss("%s cannot log in" % self.names[1])
            return
        lines = c.seen.replace("\r", "").split("\n")
        for text in self.told:
            if sum(line.startswith("9 ") and line.endswith(" " + text) for line in lines) != 1:
                self.loss("%r is not there once" % text)
        others = [line for line in lines if line.startswith("9 ")]
        if len(others) > len(self.told) + (self.maybe is not None):
            self.loss("messages that were not left: %s" % others)
        # Messages are kept until they have been shown: the second log-in must show none.
        c.close()
        for _ in range(2):
            await self.come(self.names[1], PASSWORD)
            self.connection.send("bye")
            await self.connection.until("Goodbye")
            self.connection.close()
        self.connection = None
        self.told, self.maybe = [], None


class Founder(Fate):
    """Makes, opens, enters and cancels a tournament, then continues with the next one."""

    what = "steps of tournaments"

    def __init__(self, world, name):
        super().__init__(world, name)
        self.cup = None
        self.told = []  # kinds of acts that were confirmed, in order
        self.maybe = None

    STEPS = (("create", "create %s", "is made"), ("open", "open %d", "are open"), ("enter", "register %d", "are entered"),
             ("withdraw", "withdraw %d", "withdrawn|no longer|not in it"), ("cancel", "cancel %d enough of it", "cancelled"))

    async def one(self):
        if self.connection is None and await self.come(self.names[0], PASSWORD) is None:
            raise Bad("the password is refused")
        at = len(self.told)
        kind, line, words = self.STEPS[at]
        if at == 0:
            self.number += 1
            self.cup = ["Cup %s %d" % (self.names[0], self.number), None]
        self.maybe = kind
        found = await self.ask("tournament " + line % self.cup[at > 0], r"^\*\* (?:Tournament (\d+) )?.*(?:%s).*\r$" % words)
        if at == 0:
            self.cup[1] = int(found.group(1))
        self.told.append(kind)
        self.maybe = None
        if kind == "cancel":
            self.told = []
            self.world.counts["tournaments"] += 1

    async def check(self, db):
        if self.cup is None:
            return
        row = db.db.execute("SELECT id FROM tourney WHERE name = ?", (self.cup[0],)).fetchone()
        acts = [] if row is None else [kind for kind, in db.db.execute(
            "SELECT kind FROM tourney_act WHERE tourney = ? ORDER BY seq", (row[0],))]
        done = [kind for kind in acts if kind in [s[0] for s in self.STEPS]]
        allowed = [self.told] + ([self.told + [self.maybe]] if self.maybe else [])
        if not self.told and self.maybe is None:
            allowed = [[s[0] for s in self.STEPS]]  # the end of the previous tournament was confirmed
        if done not in allowed:
            self.loss("%s: stored %s, confirmed %s, pending %s" % (self.cup[0], done, self.told, self.maybe))
        self.told, self.maybe = done if "cancel" not in done else [], None
        self.cup = [self.cup[0], row[0]] if row is not None else None


def fates(world):
    """Returns one user of each class above.  Their names must be registered first."""
    return [Changer(world, "changer"), Returner(world, "returner"), Writer(world, "writer", "reader"),
            Founder(world, "founder")]
