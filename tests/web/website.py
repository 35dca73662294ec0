# SPDX-License-Identifier: MIT
"""Shared by the tests of the page: gammond and gammonweb, players over telnet and over JSON lines, and browser.mjs in
Chromium.  The expected positions are recorded from the events of JSON lines, which contain the position after each act."""

import asyncio
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tests/tcp"))

import fibs  # noqa: E402
from chromium import call, ready  # noqa: E402
from fibs import Server, Telnet  # noqa: E402
from test_client_scripts import move_from  # noqa: E402
from test_upgrade import upgrade  # noqa: E402
from web import Web  # noqa: E402

PASSWORD = "k7-wagtail"


class Site:
    """A server and its pages.  The browser connects to a forwarder, which can cut it off, and which loses what is sent to
    the browser while `deaf` is set."""

    def __init__(self, conf="", per_address=5000):
        self.place = Web(None, "per_address = %d" % per_address)
        self.server = Server("[server]\nfront_socket = %s\n%s" % (self.place.socket, conf))
        self.conf = conf
        self.open, self.deaf = True, False
        self.writers = set()

    async def start(self):
        await self.server.start()
        await self.place.start()
        self.forwarder = await asyncio.start_server(self._forward, "127.0.0.1", 0)
        self.port = self.forwarder.sockets[0].getsockname()[1]
        return self

    async def _forward(self, reader, writer):
        if not self.open:
            writer.transport.abort()
            return
        there, out = await asyncio.open_connection("127.0.0.1", self.place.port)
        self.writers |= {writer, out}

        async def copy(source, target):
            try:
                while data := await source.read(65536):
                    if target is not writer or not self.deaf:
                        target.write(data)
            except ConnectionError:
                pass
            target.close()
        await asyncio.gather(copy(reader, out), copy(there, writer))
        self.writers -= {writer, out}

    def cut(self):
        """Ends all connections of the browser, and refuses new ones until `open` is set."""
        self.open = False
        for writer in self.writers:
            writer.transport.abort()

    async def restart(self):
        """Kills the server, and starts it again with the same data."""
        await self.server.kill9()
        self.server = Server("[server]\nfront_socket = %s\n%s" % (self.place.socket, self.conf), datadir=self.server.datadir)
        await self.server.start()

    async def upgrade(self):
        """A new process of the server takes over."""
        await upgrade(self.server)

    async def stop(self, report):
        status, complaints = await self.place.stop()
        report.check("gammonweb ends", status == 0 and not complaints, "%s %s" % (status, complaints))
        self.forwarder.close()
        await self.server.stop()
        self.server.remove()


class Json:
    """A connection of JSON lines.  `record` holds the events of each match by the match's number."""

    async def connect(self, port):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 22)
        self.id, self.waiting, self.record = 0, {}, {}
        self.events = asyncio.Queue()
        self.writer.write(b"json 1\r\n")
        self.task = asyncio.ensure_future(self._read())
        return self

    async def _read(self):
        while line := await self.reader.readline():
            o = json.loads(line) if line.startswith(b"{") else {}
            if "e" in o:
                if "m" in o:
                    self.record.setdefault(o["m"], []).append(o)
                self.events.put_nowait(o)
            elif o.get("re") in self.waiting:
                self.waiting.pop(o["re"]).set_result(o)
        self.events.put_nowait({"e": "closed"})

    async def ask(self, c, **members):
        self.id += 1
        answer = self.waiting[self.id] = asyncio.get_running_loop().create_future()
        self.writer.write((json.dumps(dict(members, id=self.id, c=c)) + "\r\n").encode())
        return await asyncio.wait_for(answer, fibs.PATIENCE)

    def forget(self):
        """Drops the events received so far."""
        while not self.events.empty():
            self.events.get_nowait()

    async def until(self, e, test=lambda o: True):
        """Returns the next event of that kind for which `test` is true."""
        while True:
            o = await asyncio.wait_for(self.events.get(), fibs.PATIENCE)
            if o["e"] == "closed":
                raise fibs.Bad("closed while waiting for %s" % e)
            if o["e"] == e and test(o):
                return o


class Player(Json):
    """Joins every match it is invited to, and plays it at random.  While `go` is clear, it waits before each act; while `calm`
    is set, it neither doubles nor resigns, so that a game is long."""

    def __init__(self, name, rng):
        self.name, self.rng, self.calm = name, rng, False
        self.go = asyncio.Event()
        self.go.set()
        self.ended = asyncio.Queue()

    async def enter(self, port):
        await self.connect(port)
        await self.ask("register", name=self.name, password=PASSWORD)
        for key in ("ready", "double"):
            await self.ask("set", key=key, value=True)
        self.life = asyncio.ensure_future(self._live())
        return self

    async def _live(self):
        seat = None
        while (o := await self.events.get())["e"] != "closed":
            if o["e"] == "invitation":
                await self.ask("join", player=o["from"])
            elif o["e"] == "match":
                seat = o["players"].index(self.name)
            if o["e"] in ("match", "waits") and o["seat"] in (seat, None):
                await self.go.wait()
                await self._act(o)
            elif o["e"] == "end":
                self.ended.put_nowait(o)
            elif o["e"] == "text" and any(": you play " in line for line in o["text"]):
                await self.ask("line", text="tournament play")

    async def _act(self, o):
        at, chance = {"m": o["m"], "n": o["n"]}, 0.5 if self.calm else self.rng.random()
        if o["for"] == "move":
            plays = await self.ask("get", what="plays")
            if plays.get("rows"):
                await self.ask("move", play=self.rng.choice(plays["rows"]), **at)
        elif o["for"] == "roll":
            if chance < 0.1 and (await self.ask("double", **at)).get("ok"):
                return
            if chance > 0.98 and (await self.ask("resign", level="gammon", **at)).get("ok"):
                return
            await self.ask("roll", **at)
        elif o["for"] == "name":
            for n in self.rng.sample(range(1, 7), 6):
                if (await self.ask("choose", number=n, **at)).get("ok"):
                    break
        elif o["for"] in ("double", "resign"):
            await self.ask("accept" if chance < 0.7 else "reject", **at)
        elif o["for"] == "join":
            await self.ask("join", **at)


async def watcher(port):
    """Returns a spectator's connection, which sees what visitors see."""
    w = await Json().connect(port)
    answer = await w.ask("public")
    if not answer.get("ok"):
        raise fibs.Bad(repr(answer))
    return w


class Typist:
    """A player at a telnet prompt, who plays the first legal play."""

    def __init__(self, port, name):
        self.port, self.name = port, name

    async def enter(self):
        await fibs.register(self.port, self.name, PASSWORD)
        self.t = await Telnet.log_in(self.port, self.name, PASSWORD)
        for line in ("set boardstyle 3", "toggle ready"):
            self.t.send(line)
        await self.t.until("ready to invite or join someone.")
        return self

    async def play(self):
        while found := await self.t.until_match(r"(board:You:\S+)\r\n|wins? the \d+ point match"):
            if not found.group(1):
                return
            f = found.group(1).split(":")
            if f[32] == f[41] and f[33] != "0":
                self.t.send(move_from(found.group(1)))


def truth(events, name=None):
    """Returns the position, the score, dice and cube after each act of a recorded match, by the number of the act."""
    at = {"score": [0, 0], "cube": 1, "dice": None}
    seen = {}
    for o in events:
        if o["e"] == "match" or "points" in o and isinstance(o["points"], list):
            at = dict(at, **{k: o[k] for k in ("points", "bar", "off", "reserve", "pinned")})
        if o["e"] == "match":
            at = dict(at, score=o["score"], cube=o["cube"], path=o["path"])
        elif o["e"] == "game":
            at = dict(at, score=o["score"])
        elif o["e"] == "act" and o["kind"] == "start":
            at = dict(at, cube=1, path=o["path"], dice=None, game=o["game"])
        elif o["e"] == "act" and o["kind"] == "take":
            at = dict(at, cube=o["value"])
        elif o["e"] == "act" and o["kind"] == "roll":
            at = dict(at, dice=o["dice"])
        if o["e"] == "act" or o["e"] == "match" and o["n"] > 0:
            number = o["n"]
        elif o["e"] != "game":
            continue
        seen[number] = dict(at, kind=o.get("kind", o["e"]))
    return seen


async def followed(report, game, events):
    """Checks that the page follows a finished match of the game by its events alone."""
    status, said = await call("node", os.path.join(HERE, "live.mjs"), text=json.dumps(events))
    score = next(o["score"] for o in events if o["e"] == "end")
    report.check("matches are followed by their events", status == 0 and json.loads(said) == score, "%s: %s" % (game, said))


class Chromium:
    """browser.mjs or another script as a process, which reads a step from each line and answers it with lines."""

    async def start(self, report, *words, script="browser.mjs"):
        if not await ready(report):
            return None
        self.report = report
        self.process = await asyncio.create_subprocess_exec(
            "node", os.path.join(HERE, script), *words, stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE, limit=1 << 22, preexec_fn=fibs._die_with_parent)
        return self

    async def do(self, step, **arguments):
        """Sends a step, and returns its result when the browser has finished it."""
        self.process.stdin.write((json.dumps(dict(arguments, step=step)) + "\n").encode())
        while line := (await asyncio.wait_for(self.process.stdout.readline(), 10 * fibs.PATIENCE)).decode():
            if line.startswith("{"):
                return json.loads(line)
            group, _, rest = line.strip().partition(": ")
            if group == "ok":
                self.report.add(rest)
            else:
                what, _, why = (rest + " ").partition(": ")
                self.report.fail(what, why)
        raise fibs.Bad("the browser ended during " + step)

    async def stop(self):
        self.process.stdin.close()
        self.report.check("the browser ends", await self.process.wait() == 0, "its status is not 0")
