# SPDX-License-Identifier: MIT
"""Debian's gnubg, and a reader of .mat texts written for the tests.

gnubg is driven by a file of commands, as a user would type them, or through its `external` socket.  A
Game holds what is compared between a .mat text and the game as its players saw it: the score before the
game, the actions in order, the winner and the points."""

import asyncio
import collections
import os
import re
import shutil

import fibs
from fibs import Bad

# What gnubg prints if nothing is wrong: its greeting, answers to `set`, and the board at the end of an
# import.
QUIET = re.compile(r"GNU Backgammon |Copyright \(C\)|This program comes with ABSOLUTELY NO WARRANTY"
                   r"|This is free software|Will not (?:display boards|ask for confirmation)|Match ID +: "
                   r"|[v^]? *\|.*\||\+(?:13-14|12-11)-.*\+|\Z")

# cube: the value of the cube at the start, which a .mat text does not contain.  resigned: whether a resignation ended
# the game.
Game = collections.namedtuple("Game", "score did winner points cube resigned", defaults=(1, False))


def same(got, want):
    """Compares a game as read with the game as the players saw it.  If a player gave up before the first
    play, only the text has the opening roll, which is then not compared."""
    did = got.did if want.did or not want.winner else [d for d in got.did if d[2:] != ((),)]
    return (got.score, did, got.winner, got.points) == (want.score, want.did, want.winner, want.points)


def as_gnubg(game):
    """Returns the game as gnubg must show it. gnubg starts the cube at 1, and takes the size of a resignation to be
    its points divided by the cube, at most three."""
    did = [d[:2] + (d[2] // game.cube,) if d[1] in ("double", "beaver") else d for d in game.did]
    cube = max([d[2] for d, answer in zip(did, did[1:])
                if d[1] in ("double", "beaver") and answer[1] in ("take", "beaver")] + [1])
    points = min(3, game.points // cube) * cube if game.resigned else game.points // game.cube
    return game._replace(did=did, points=points)


def find(name):
    """Returns the path of a program; Debian's directory for games is not in every PATH."""
    return shutil.which(name) or shutil.which(name, path="/usr/games:/usr/local/games")


async def commands(folder, lines):
    """Runs a file of commands.  Returns what gnubg printed besides its greeting."""
    path = os.path.join(folder, "commands")
    with open(path, "w", encoding="ascii") as f:
        f.write("set display off\nset confirm new off\n" + "\n".join(lines) + "\n")
    p = await asyncio.create_subprocess_exec(
        find("gnubg"), "-t", "-q", "--no-rc", "-c", path, stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT, cwd=folder,
        env=dict(os.environ, HOME=folder, LC_ALL="C"))
    try:
        out, _ = await asyncio.wait_for(p.communicate(), fibs.PATIENCE)
    except asyncio.TimeoutError:
        p.kill()
        raise Bad("gnubg does not end") from None
    said = [x for x in out.decode("latin-1").splitlines() if not QUIET.match(x.strip())]
    return said


async def convert(folder, kind, texts):
    """Imports each text (kind: "mat" or "oldmoves") and exports it again as .mat.  Returns (what gnubg
    printed, its text) for each.  All texts run in one process; texts that caused messages are run again, each in a
    process of its own."""
    names = ["in_%d" % i for i in range(len(texts))]
    for name, text in zip(names, texts):
        with open(os.path.join(folder, name), "w", encoding="ascii") as f:
            f.write(text)

    async def some(chosen):
        lines = []
        for name in chosen:
            lines += ["import %s %s" % (kind, name), "export match mat %s.mat" % name]
        return await commands(folder, lines)

    said = {n: [] for n in names}
    if await some(names):
        for n in names:
            said[n] = await some([n])
    out = []
    for n in names:
        path = os.path.join(folder, n + ".mat")
        text = ""
        if os.path.exists(path):
            with open(path, encoding="ascii") as f:
                text = f.read()
        out.append((said[n], text))
    return out


# ---- .mat ---------------------------------------------------------------------------------------------

_CELL = re.compile(r"([1-6])([1-6]):(?: Cannot Move|((?: +(?:bar|\d+)/(?:off|\d+)\*?(?:\(\d\))?)*))"
                   r"|Doubles => (\d+)|Beavers => (\d+)|(Takes)|(Drops)"
                   r"|Wins (\d+) points?( and the match)?")
_SCORES = re.compile(r" (\S+) : (\d+) +(\S+) : (\d+)\s*\Z")


def play_of(text):
    """Returns the steps in the mover's own numbering, in no order: "bar/21 6/off(2)"."""
    steps = []
    for a, b, n in re.findall(r"(bar|\d+)/(off|\d+)\*?(?:\((\d)\))?", text or ""):
        step = (25 if a == "bar" else int(a), 0 if b == "off" else int(b))
        steps += [step] * int(n or 1)
    return tuple(sorted(steps, reverse=True))


def roll_of(a, b):
    return max(int(a), int(b)), min(int(a), int(b))


def read_mat(text):
    """Returns (match length, [Game]) of a .mat text.  Raises Bad for a line that it does not recognise."""
    length = None
    games = []
    names = None
    for line in text.splitlines():
        head = re.match(r" (\d+) point match\s*\Z", line)
        scores = _SCORES.match(line)
        if not line.strip() or line.startswith(";"):
            continue
        if head and length is None:
            length = int(head.group(1))
        elif re.match(r" Game \d+\s*\Z", line):
            if int(line.split()[1]) != len(games) + 1:
                raise Bad("games are not numbered in order: %r" % line)
            names = None
        elif names is None and scores:
            names = (scores.group(1), scores.group(3))
            games.append(Game({names[0]: int(scores.group(2)), names[1]: int(scores.group(4))}, [], None, 0))
        elif names is not None:
            games[-1] = _cells(games[-1], names, line)
        else:
            raise Bad("not a line of a .mat text: %r" % line)
    return length, games


def _cells(game, names, line):
    number = re.match(r" *(\d+)\) ?", line)
    at = number.end() if number else 0
    while line[at:].strip():
        found = _CELL.search(line, at)
        if not found or line[at:found.start()].strip():
            raise Bad("not a cell of a .mat text: %r" % line[at:])
        name = names[0 if found.start() < 16 else 1]
        a, b, play, double, beaver, take, drop, points, _ = found.groups()
        at = found.end()
        if points:
            game = game._replace(winner=name, points=int(points))
        else:
            game.did.append((name, "double", int(double)) if double else (name, "beaver", int(beaver)) if beaver
                            else (name, "take") if take else (name, "drop") if drop
                            else (name, roll_of(a, b), play_of(play)))
    return game


# ---- external -----------------------------------------------------------------------------------------

async def listen(folder, path):
    """Starts gnubg at 0 plies, listening on a Unix socket; `end` ends it."""
    if os.path.exists(path):  # left by a process that was killed
        os.remove(path)
    commands = os.path.join(folder, "commands")
    with open(commands, "w", encoding="ascii") as f:
        f.write("".join("set evaluation %s evaluation plies 0\n" % x for x in ("chequerplay", "cubedecision")) +
                "set beavers 0\nset threads 1\nexternal %s\n" % path)
    p = await asyncio.create_subprocess_exec(
        find("gnubg"), "-t", "-q", "--no-rc", "-c", commands, stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT, cwd=folder,
        preexec_fn=fibs._die_with_parent, env=dict(os.environ, HOME=folder, LC_ALL="C"))
    said = b""
    try:
        while b"Waiting for a connection" not in said:
            line = await asyncio.wait_for(p.stdout.readline(), fibs.PATIENCE)
            said += line
            if not line:
                raise Bad("gnubg does not listen: %r" % said)
    except BaseException:
        await end(p)
        raise
    return p


async def end(p):
    if p.returncode is None:
        p.kill()
    await p.communicate()


class External:
    """A gnubg that listens and answers boards."""

    def __init__(self):
        self.proc = self.reader = self.writer = None
        self.lock = asyncio.Lock()

    @classmethod
    async def start(cls, folder, port):
        self = cls()
        self.proc = await asyncio.create_subprocess_exec(
            find("gnubg"), "-t", "-q", "--no-rc", stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL, cwd=folder,
            env=dict(os.environ, HOME=folder, LC_ALL="C"))
        self.proc.stdin.write(b"set evaluation chequerplay evaluation plies 0\n"
                              b"set evaluation cubedecision evaluation plies 0\n"
                              b"external 127.0.0.1:%d\n" % port)
        loop = asyncio.get_running_loop()
        until = loop.time() + fibs.PATIENCE
        while True:
            try:
                self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port)
                return self
            except OSError:
                if loop.time() > until or self.proc.returncode is not None:
                    await self.stop()
                    raise Bad("gnubg does not listen") from None
                await asyncio.sleep(0.05)

    async def ask(self, board):
        async with self.lock:
            self.writer.write(board.encode() + b"\n")
            raw = await asyncio.wait_for(self.reader.readline(), fibs.PATIENCE)
        if not raw:
            raise Bad("gnubg closed its socket after %s" % board)
        return raw.decode("latin-1").strip()

    async def stop(self):
        if self.writer is not None:
            self.writer.close()
        if self.proc.returncode is None:
            self.proc.kill()
        await self.proc.wait()
