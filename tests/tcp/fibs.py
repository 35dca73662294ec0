# SPDX-License-Identifier: MIT
"""Shared by the TCP tests: a server in a directory of its own, and a telnet and a CLIP client written from
the protocol, sharing no code with the server.

A line that is not in the table below is a server error: `classify` returns None for it."""

import asyncio
import collections
import ctypes
import functools
import os
import random
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import traceback

TENTH = os.environ.get("GAMMON_COUNTS") == "tenth"
# Sanitizers and valgrind slow the server down.  Tests wait only for lines, so a long timeout costs nothing
# when the lines arrive.
PATIENCE = float(os.environ.get("GAMMON_PATIENCE", "150"))
# The deadlines of whole programs, which detect hangs, are set for a fast machine and multiplied by SLOWER;
# scripts/test uses the same factor.
SLOWER = int(os.environ.get("SLOWER", "4"))
UNLIMITED = 9999  # length of an unlimited match in a board line
IAC, DONT, DO, WONT, WILL, SB, SE, ECHO = 255, 254, 253, 252, 251, 250, 240, 1
NO_LIMITS = "[limits]\nexempt = 127.0.0.0/8, ::1\n"
# valgrind opens files and starts threads inside the server process, which the sandbox forbids
UNDER_VALGRIND = "[server]\nsandbox = no\n" if os.environ.get("GAMMON_CHECKER") == "valgrind" else ""
QUICK_CONF = "[auth]\nargon2_mem_kib = 64\nargon2_ops = 1\n"
NO_CUTS = "[ratings]\npair_day = 0\n"  # the tests' ledgers do not model the limit on repeated opponents
NO_ANALYSIS = "[analysis]\nrated_matches = no\n"  # analysis takes memory and processor time
GRADES = ("beginner", "novice", "casual", "club", "advanced", "expert", "strong")


def bots(**names):
    """Returns a [bots] section. names: {grade: names of its bots}; a grade that is missing has no bots."""
    return "[bots]\n" + "".join("%s = %s\n" % (grade, names.get(grade, "")) for grade in GRADES)


# With GAMMON_FRONT=1 the clients of every server connect to a front (tests/tools/muxfront.c), which must make no
# difference.
FRONT = os.environ.get("GAMMON_FRONT") == "1"
NO_BOTS = bots()  # tests have no bots unless they ask for them


class Bad(Exception):
    """The server did something that the protocol does not allow."""


def scaled(full, tenth):
    return tenth if TENTH else full


def memory(plain, checked):
    """Returns `plain`, or the higher bound `checked` under sanitizers and valgrind, which keep much more memory than
    the server asks for."""
    return checked if TENTH or os.environ.get("GAMMON_CHECKER") else plain


# ---- counting and reporting ---------------------------------------------------------------------------

class Report:
    """Counts checks in groups.  Prints one line for each group, the details of the first failures, and a
    closing line."""

    def __init__(self):
        self.groups = collections.OrderedDict()
        self.shown = 0

    def add(self, group, good=1, bad=0):
        g = self.groups.setdefault(group, [0, 0])
        g[0] += good
        g[1] += bad

    def fail(self, group, text):
        self.add(group, 0, 1)
        self.shown += 1
        if self.shown <= 12:
            print("-- %s: %s" % (group, text), flush=True)

    def check(self, group, condition, text):
        if condition:
            self.add(group)
        else:
            self.fail(group, text)
        return bool(condition)

    def skip(self, group, why):
        """Reports checks that cannot run here.  Under CI this is a failure, because all checks must run there."""
        if os.environ.get("CI"):
            self.fail(group, "not checked: " + why)
            return
        self.add(group, 0, 0)
        print("skipped: %s: %s" % (group, why), flush=True)

    def end(self):
        passed = failed = 0
        for name, (good, bad) in self.groups.items():
            print("%-4s %-60s %d of %d" % ("FAIL" if bad else "ok", name, good, good + bad))
            passed += good
            failed += bad
        if not self.groups:
            failed = 1
        print("%d passed, %d failed" % (passed, failed), flush=True)
        return 1 if failed else 0


def options(usage, **defaults):
    """Returns the defaults with the values that the command line sets (`--name value`); prints the usage and
    exits on an error."""
    words = sys.argv[1:]
    while words:
        name = words.pop(0).lstrip("-")
        if name not in defaults or not words:
            print(usage, file=sys.stderr)
            sys.exit(2)
        defaults[name] = words.pop(0)
    return defaults


def run(main, deadline):
    """Runs main(report) as the program; prints the closing line even after a crash or a timeout."""
    report = Report()

    def late(_signum, _frame):
        raise TimeoutError("the deadline of %d s passed" % deadline)

    signal.signal(signal.SIGALRM, late)
    deadline *= SLOWER
    signal.alarm(deadline)
    try:
        asyncio.run(main(report))
    except (Exception, KeyboardInterrupt):
        report.fail("the program completes", traceback.format_exc())
    finally:
        signal.alarm(0)
        Server.kill_all()
        if Server.complaints:
            report.fail("sanitizers and valgrind report nothing", "\n".join(Server.complaints))
    sys.exit(report.end())


# ---- the server ---------------------------------------------------------------------------------------

def tool(name):
    """Returns the path of a program in tests/tools."""
    for folder in (os.environ.get("GAMMON_TOOLS"), "build/plain/tools", "build/test/tools"):
        if folder and os.path.exists(os.path.join(folder, name)):
            return os.path.join(folder, name)
    return os.path.join("build/plain/tools", name)


def free_port():
    """Returns a port of 127.0.0.1 for a program that listens with SO_REUSEADDR. The port stays bound until this
    program ends, so that no other program or outgoing connection gets it."""
    s = socket.socket()
    s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    s.bind(("127.0.0.1", 0))
    _bound.append(s)
    return s.getsockname()[1]


_bound = []


def _die_with_parent():
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
    if os.getppid() == 1:
        os._exit(1)


def copy_data(template, datadir):
    """Copies the data directory of a server that has ended, without the upgrade socket that it may have
    left."""
    shutil.copytree(template, datadir, ignore=shutil.ignore_patterns("upgrade"))


class Server:
    """One process of the server.  It is killed when the test ends, or after `life` seconds (times SLOWER)."""

    alive = set()
    folders = set()
    complaints = []  # reports of sanitizers and valgrind

    def __init__(self, conf="", binary=None, datadir=None, life=900, env=None, parent=None, quick=True,
                 args=(), one_processor=False, front=FRONT):
        self.binary = binary or os.environ.get("GAMMOND", "build/gammond")
        self.base = tempfile.mkdtemp(prefix="gammond-test-", dir=parent)
        Server.folders.add(self.base)
        self.datadir = datadir or os.path.join(self.base, "data")
        self.conf = os.path.join(self.base, "test.conf")
        self.front_socket = os.path.join(self.base, "front")
        self.front = None
        with open(self.conf, "w", encoding="ascii") as f:
            f.write(("" if "exempt" in conf else NO_LIMITS) + (QUICK_CONF if quick else "") +
                    ("" if "[bots]" in conf else NO_BOTS) + ("" if "[analysis]" in conf else NO_ANALYSIS) +
                    ("" if "[ratings]" in conf else NO_CUTS) +
                    UNDER_VALGRIND + conf + ("\n[server]\nfront_socket = %s\n" % self.front_socket if front else ""))
        self.life = life * SLOWER
        self.env = env
        self.args = list(args)
        self.one_processor = one_processor
        self.proc = None
        self.pidfd = None
        self.port = self.tls_port = 0
        self.log = collections.deque(maxlen=400)
        self.started = None
        self.reader = None
        self.timer = None

    def _in_child(self):
        _die_with_parent()
        if self.one_processor:
            os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

    async def start(self):
        loop = asyncio.get_running_loop()
        command = [self.binary, "-c", self.conf, "-d", self.datadir, "-p", "0"] + self.args
        self.proc = await asyncio.create_subprocess_exec(
            *command, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE, preexec_fn=self._in_child, limit=1 << 20,
            env=dict(os.environ, **self.env) if self.env else None)
        try:
            self.pidfd = os.pidfd_open(self.proc.pid)
        except ProcessLookupError:
            self.pidfd = None  # a server that exits in its first turn may have ended already
        Server.alive.add(self)
        self.timer = loop.call_later(self.life, self.kill)
        self.started = loop.create_future()
        self.reader = asyncio.ensure_future(self._read_log())
        try:
            await asyncio.wait_for(asyncio.shield(self.started), PATIENCE)
        except asyncio.TimeoutError:
            self.kill()
            raise Bad("the server did not report that it listens; its log: %s" % list(self.log)) from None
        if FRONT:
            await self.start_front()
        return self

    async def start_front(self):
        """Starts a front unless it runs, and waits until it is connected; self.port becomes the front's."""
        if self.front is None:
            self.front = subprocess.Popen([tool("muxfront"), self.front_socket], stdin=subprocess.DEVNULL,
                                          stdout=subprocess.PIPE, preexec_fn=_die_with_parent)
        line = await asyncio.wait_for(asyncio.to_thread(self.front.stdout.readline), PATIENCE)
        self.port = int(line.decode().rpartition("=")[2])

    async def _read_log(self):
        while True:
            raw = await self.proc.stderr.readline()
            if not raw:
                break
            line = raw.decode("utf-8", "replace").rstrip()
            self.log.append(line)
            if re.search(r"runtime error|Sanitizer|^==\d+== ", line) and len(Server.complaints) < 40:
                Server.complaints.append(line)
            found = re.search(r"\bport=(\d+)", line)
            if found and "event=listening " in line and "::1" not in line:
                self.port = int(found.group(1))
            elif found and "event=listening_tls " in line and "::1" not in line:
                self.tls_port = int(found.group(1))
            elif "event=started " in line and not self.started.done():
                self.started.set_result(None)
        if not self.started.done():
            self.started.set_exception(
                Bad("the server ended before it listened; its log: %s" % list(self.log)))
            self.started.exception()

    @property
    def pid(self):
        return self.proc.pid

    def signal(self, number):
        """Signals the process through its pidfd, so that no other process is signalled if the PID has been reused."""
        if self.pidfd is not None:
            try:
                signal.pidfd_send_signal(self.pidfd, number)
            except ProcessLookupError:
                pass

    def kill(self):
        self.signal(signal.SIGKILL)

    async def wait(self, timeout=None):
        """Returns the exit status."""
        status = await asyncio.wait_for(self.proc.wait(), timeout or PATIENCE)
        await self.reader
        self._gone()
        return status

    def _gone(self):
        if self.pidfd is not None:
            os.close(self.pidfd)
            self.pidfd = None
        Server.alive.discard(self)
        if self.timer:
            self.timer.cancel()

    async def kill9(self):
        self.kill()
        return await self.wait()

    async def stop(self):
        """Sends SIGTERM.  Returns the exit status."""
        self.signal(signal.SIGTERM)
        try:
            return await self.wait()
        except asyncio.TimeoutError:
            self.kill()
            await self.wait()
            return "killed: it did not end after SIGTERM"

    def remove(self):
        if self.front is not None:
            self.front.kill()
            self.front.communicate()
            self.front = None
        shutil.rmtree(self.base, ignore_errors=True)
        Server.folders.discard(self.base)

    def database(self):
        return os.path.join(self.datadir, "gammond.db")

    def rss(self):
        """Returns the resident memory in bytes."""
        with open("/proc/%d/status" % self.pid, encoding="ascii") as f:
            for line in f:
                if line.startswith("VmRSS:"):
                    return int(line.split()[1]) * 1024
        return 0

    @classmethod
    def kill_all(cls):
        for s in list(cls.alive):
            s.kill()
        for folder in cls.folders:
            shutil.rmtree(folder, ignore_errors=True)


def clocked_server():
    """Returns the server program whose clocks can be set ahead."""
    return os.environ.get("GAMMOND_CLOCKED") or tool("gammond_clock")


class Ahead:
    """Controls how far the clocks of a server with tests/tools/gammond_clock are ahead."""

    def __init__(self, folder):
        self.path = os.path.join(folder, "ahead")
        self.ms = self.stopped_ms = self.sync_ms = 0
        self._write()

    def _write(self):
        with open(self.path, "r+b" if os.path.exists(self.path) else "wb") as f:
            f.write(struct.pack("=qqq", self.ms, self.stopped_ms, self.sync_ms))

    def pass_by(self, ms):
        self.ms += ms
        self._write()

    def stand(self, ms):
        """Makes the stopped server's clocks report that it was stopped for `ms` milliseconds."""
        self.stopped_ms += ms
        self._write()

    def slow_sync(self, ms):
        """Makes the next sync of a file take `ms` milliseconds."""
        self.sync_ms += ms
        self._write()

    def now_s(self):
        return time.time() + self.ms / 1000


# ---- the lines ----------------------------------------------------------------------------------------

_N = r"((?!You\b)[A-Za-z_]{1,20})"
_P = r"(1 point|(?!1 )\d+ points)"
_D = r"([1-6])"
NAME = re.compile(r"[A-Za-z_]{3,20}")

# (kind, pattern).  The kinds of refusals begin with "err".
_TABLE = [
    # numbered lines
    ("c1", r"1 " + _N + r" (\d+) (\S+)"),
    ("c2", r"2 " + _N + r" ([01]) ([01]) ([01]) ([01]) ([01]) ([01]) ([01]) ([01]) (\d+) ([01]) ([01]) ([01])"
           r" ([01]) (-?\d+\.\d\d) ([01]) ([01]) (\d+|unlimited) ([01]) ([01]) (\S+)"),
    ("c3", r"3"), ("c4", r"4"),
    ("c5", r"5 " + _N + r" ([A-Za-z_]+|-) ([A-Za-z_]+|-) ([01]) ([01]) (-?\d+\.\d\d) (\d+) (\d+) (\d+)"
           r" (\S+) (\S+) (\S+)"),
    ("c6", r"6"),
    ("c7", r"7 " + _N + r" (\S+) (logs in\.|logs in again\.|just registered and logs in\.)"),
    ("c8", r"8 " + _N + r" (\S.*)"),
    ("c9", r"9 " + _N + r" (\d+) (.+)"), ("c10", r"10 " + _N), ("c11", r"11 " + _N),
    ("c12", r"12 " + _N + r" (.+)"), ("c13", r"13 " + _N + r" (.+)"), ("c14", r"14 " + _N + r" (.+)"),
    ("c15", r"15 " + _N + r" (.+)"), ("c16", r"16 " + _N + r" (.+)"), ("c17", r"17 (.+)"), ("c18", r"18 (.+)"),
    ("c19", r"19 (.+)"), ("c20", r"20 " + _N + r" (.+)"),
    # boards
    ("board", r"board:.*"), ("plus", r"board\+:.*"),
    # inviting and joining
    ("invited", r"\*\* You invited " + _N + r" to (a (\d+) point match|an unlimited match|resume a saved match)\."),
    ("invitation", _N + r" wants to (play a (\d+) point match|play an unlimited match|resume a saved match)"
                   r" with you\.\x07?"),
    ("type_join", r"Type 'join " + _N + r"' to accept\.\x07?"),
    ("warning_saved", r"WARNING: Don't accept if you want to continue the saved"
                      r" ((\d+) point|unlimited) match!"),
    ("now_playing", r"\*\* You are now playing (a (\d+) point match|an unlimited match) with " + _N),
    ("has_joined", r"\*\* Player " + _N + r" has joined you for a (\d+) point match\."),
    ("has_joined", r"Player " + _N + r" has joined you for an unlimited match\."),
    ("starting", r"Starting a new game with " + _N + r"\."),
    ("start", _N + " and " + _N + r" start (a (\d+) point match|an unlimited match)\."),
    ("resumed", r"You are now playing with " + _N + r"\. Your running match was loaded\."),
    ("resumed", _N + r" has joined you\. Your running match was loaded\."),
    ("turn", r"turn: " + _N + r"\."),
    ("length", r"match length: (\d+)"), ("length", r"unlimited matchlength"),
    ("points_for", r"points for " + _N + r": (\d+)"),
    ("resuming", _N + " and " + _N + r" are resuming their (unlimited|(\d+)-point) match\."),
    ("wait_join", r"\*\* Please wait for " + _N + r" to join too\."),
    # a game
    ("opening_you", r"You rolled " + _D + ", " + _N + " rolled " + _D),
    ("opening", _N + " rolled " + _D + ", " + _N + " rolled " + _D),
    ("cube_now", r"The number on the doubling cube is now (\d+)"),
    ("your_turn_move", r"It's your turn to move\."),
    ("first_move", _N + r" makes the first move\."),
    ("roll_or_double", r"It's your turn\. Please roll or double"),
    ("you_roll", r"You roll " + _D + " and " + _D + r"\."),
    ("rolls", _N + " rolls " + _D + " and " + _D + r"\."),
    ("please_move", r"Please move (1 piece|[234] pieces)\."),
    ("you_cant", r"You can't move\."),
    ("cant", _N + r" can't move\."),
    ("only_move", r"The only possible move is ((?:bar|res|\d+)-(?:off|\d+)(?: (?:bar|res|\d+)-(?:off|\d+))*) \."),
    ("bearing", r"Bearing off: (\d+ o(?: \d+ o)*)"),
    ("bear_off", r"Bear off: (\d+ o(?: \d+ o)*)"),
    ("moves", _N + r" moves ((?:bar|res|\d+)-(?:off|\d+)(?: (?:bar|res|\d+)-(?:off|\d+))*) \."),
    ("done", r"Done\."),
    # other games
    ("game_is", r"The game is ([A-Z][A-Za-z -]+)\."),
    ("name_double_you", r"Name a double: type 'choose' and a number from 1 to 6\."),
    ("names_double", _N + r" names a double\."),
    ("you_play", r"You play " + _D + " and " + _D + r"\."),
    ("plays", _N + " plays " + _D + " and " + _D + r"\."),
    ("you_roll_again", r"You roll again\."),
    ("rolls_again", _N + r" rolls again\."),
    ("you_offer_draw", r"You offer a draw\. " + _N + r" may accept or reject it\."),
    ("offers_draw", _N + r" offers a draw\. Type 'draw accept' or 'draw reject'\."),
    ("offers_draw_w", _N + r" offers a draw\."),
    ("you_reject_draw", r"You reject the draw\. The game continues\."),
    ("rejects_draw", _N + r" rejects the draw\. The game continues\."),
    ("drawn", r"The game is a draw by (agreement|the rules)\. Nobody gets points\."),
    # cube
    ("you_double", r"You double\. Please wait for " + _N + r" to (accept or reject|accept, reject or redouble)\."),
    ("doubles", _N + r" doubles\. Type ('accept' or 'reject'|'accept', 'reject' or 'redouble')\."),
    ("doubles_w", _N + r" doubles\."),
    ("you_take", r"You accept the double\. The cube shows (\d+)\."),
    ("takes", _N + r" accepts the double\. The cube shows (\d+)\."),
    ("takes_w", _N + r" accepts the double\."),
    ("you_drop", r"You give up\. " + _N + r" wins " + _P + r"\."),
    ("drops", _N + r" gives up\. You win " + _P + r"\."),
    ("drops_w", _N + r" gives up\. " + _N + r" wins " + _P + r"\."),
    ("you_redouble", r"You accept the double to (\d+) and redouble\."
                     r"(?: Please wait for " + _N + r" to (accept or reject|accept, reject or redouble)\.)?"),
    ("redouble_wait", r"Please wait for " + _N + r" to (accept or reject|accept, reject or redouble)\."),
    ("redoubles", _N + r" redoubles to (\d+)\. Type ('accept' or 'reject'|'accept', 'reject' or 'redouble')\."),
    ("redoubles_w", _N + r" redoubles\."),
    ("you_retake", r"You accept the redouble\. The cube shows (\d+)\."),
    ("retakes", _N + r" accepts the redouble\. The cube shows (\d+)\."),
    ("retakes_w", _N + r" accepts the redouble\."),
    # resigning
    ("you_resign", r"You want to resign\. " + _N + " will win " + _P + r"\."),
    ("resigns", _N + r" wants to resign\. You will win " + _P + r"\. Type 'accept' or 'reject'\."),
    ("resigns_w", _N + r" wants to resign\. " + _N + " will win " + _P + r"\."),
    ("accepts_win", _N + r" accepts and wins " + _P + r"\."),
    ("you_accept_win", r"You accept and win " + _P + r"\."),
    ("rejects", _N + r" rejects\. The game continues\."),
    ("you_reject", r"You reject\. The game continues\."),
    # end of a game and of a match
    ("you_win", r"You win the game and get " + _P + r"\. Congratulations!"),
    ("wins_sorry", _N + r" wins the game and gets " + _P + r"\. Sorry\."),
    ("wins_w", _N + r" wins the game and gets " + _P + r"\."),
    ("score", r"score in (unlimited|(\d+) point) match: " + _N + r"-(\d+) " + _N + r"-(\d+)"),
    ("next_game", r"Type 'join' if you want to play the next game, type 'leave' if you don't\."),
    ("you_win_match", r"You win the (\d+) point match (\d+)-(\d+) \."),
    ("wins_match", _N + r" wins the (\d+) point match (\d+)-(\d+) \."),
    ("report_match", _N + r" wins a (\d+) point match against " + _N + r"  (\d+)-(\d+) \."),
    ("rating_head", r"rating calculation:"),
    ("rating_d", r"rating difference D=(\d+\.\d{6})"),
    ("rating_n", r"match length      N=(\d+)"),
    ("rating_e", r"Experience: " + _N + r" (\d+) - " + _N + r" (\d+)"),
    ("rating_pu", r"Probability that underdog wins: Pu=1/\(10\^\(D\*sqrt\(N\)/2000\)\+1\)=(\d\.\d{6})"),
    ("rating_p", r"P=(\d\.\d{6}) is 1-Pu if underdog wins and Pu if favorite wins"),
    ("rating_k", r"K=max\(1 , -Experience/100\+5\) for " + _N + r": (\d+\.\d{6})"),
    ("rating_change", r"change for " + _N + r": (-?)4\*K\*sqrt\(N\)\*P=(-?\d+\.\d{6})"),
    # list of `toggle moves`
    ("list_score", r"Score is (\d+)-(\d+) in (a (\d+) point match|an unlimited match)\."),
    ("list_names", _N + " is X - " + _N + " is O"),
    ("list_move", r"([XO]): (\([1-6] [1-6]\) (?:can't move|(?:bar|res|\d+)-(?:off|\d+)(?: (?:bar|res|\d+)-(?:off|\d+))*)"
                  r"|doubles|accepts|rejects|redoubles|wants to resign|wins)"),
    # leaving
    ("you_leave", r"\*\* You terminated the game\. The game was saved\."),
    ("he_leaves", r"\*\* Player " + _N + r" has left the game\. The game was saved\."),
    ("left_report", _N + " has left the game with " + _N + r"\."),
    ("your_saved", r"Your game with " + _N + r" was saved\."),
    ("opponent_gone", _N + r" (logs out|drops connection)\. The game was saved\."),
    ("opponent_gone", r"(?:Connection|Network error) with " + _N + r"( timed out)?\. The game was saved\."),
    ("opponent_gone", r"Closed old connection with user " + _N + r"\. The game was saved\."),
    ("closed_old", r"Closed old connection with user " + _N + r"\."),
    ("goodbye", r" {29}Goodbye\."),
    ("timed_out", r"Connection timed out\."),
    ("shutdown", r"\*\* System administrator causes shutdown\. FIBS is terminating\."),
    ("shutdown", r"\*\* It will be back when the computer is rebooted\."),
    ("shutdown", r"\*\* All running games will be saved\."),
    ("shutdown", r"\*\*\* ATTENTION ! FIBS will (?:restart|shut down) in \d+ seconds?"),
    # watching
    ("watching", r"You're now watching " + _N + r"\."),
    ("idle_watched", _N + r" is not doing anything interesting\."),
    ("watches_you", _N + r" is watching you\."),
    ("watches", _N + r" starts watching " + _N + r"\."),
    ("unwatches_you", _N + r" stops watching you\."),
    ("unwatches", _N + r" stops watching " + _N + r"\."),
    ("stop_watching", r"\*\* You stop watching " + _N + r"\."),
    ("unwatched", r"You stop watching " + _N + r"\."),
    ("watched_gone", r".*\. You're not watching anymore\."),
    # talking and lists
    ("games_head", r"List of games:"),
    ("games_row", _N + " +- +" + _N + r" \((?:(\d+) point|unlimited) match (\d+)-(\d+)\)(?: ([A-Z].*))?"),
    ("saved_head", r"  opponent          matchlength   score \(your points first\)"),
    ("saved_row", r"(?:  | \*|\*\*)" + _N + r" +(\d+|unlimited) +(\d+) - +(\d+)(?:  ([A-Z].*))?"),
    ("saved_none", r"no saved games\."),
    ("heard", r"\*\* (1 user|(?!1 )\d+ users) heard you\."),
    ("nobody_heard", r"\*\* But nobody heard you\."),
    ("pips", r"Pipcounts: ([A-Za-z_]+) (\d+)   " + _N + r" (\d+)"),
    ("toggle", r"\*\* (You (?:don't )?allow the use (?:of )?the server's 'pip' command\.)"),
    ("toggle", r"\*\* (The board (?:will|won't) be refreshed after every move\.)"),
    ("toggle", r"\*\* (You (?:don't )?agree that doublets during opening double the cube\.)"),
    ("toggle", r"\*\* (Forced moves (?:will|won't) be done automatically\.)"),
    ("toggle", r"\*\* (Your terminal (?:will|won't) ring the bell if someone talks to you or invites you)"),
    ("toggle", r"\*\* (You insist on playing with the Crawford rule\.)"),
    ("toggle", r"\*\* (You would like to play without using the Crawford rule\.)"),
    ("toggle", r"\*\* (You (?:will|won't) be asked if you want to double\.)"),
    ("toggle", r"\*\* ((?:Will|Won't) use automatic greedy bearoffs\.)"),
    ("toggle", r"\*\* ((?:Will|Won't) send rawboards after rolling\.)"),
    ("toggle", r"\*\* (You (?:want|won't see) a list of moves after this game\.)"),
    ("toggle", r"\*\* (You(?:'ll| won't) be notified when new users log in\.)"),
    ("toggle", r"\*\* (You(?:'ll| won't) see how the rating changes are calculated\.)"),
    ("toggle", r"\*\* (You're now (?:ready to invite or join|refusing to play with) someone\.)"),
    ("toggle", r"\*\* (You (?:will|won't) be informed about starting and ending matches\.)"),
    ("toggle", r"\*\* (You (?:will|won't) hear what other players shout\.)"),
    ("toggle", r"\*\* (You use telnet and don't need extra 'newlines'\.)"),
    ("toggle", r"\*\* (You use a client program and will receive extra 'newlines'\.)"),
    ("toggle", r"\*\* (The server will wrap long lines\.)"),
    ("toggle", r"\*\* (Your terminal knows how to wrap long lines\.)"),
    ("toggle", r"\*\* (You (?:can be invited to other games than backgammon|want to be invited to backgammon only)\.)"),
    ("toggle_head", r"The current settings are:"),
    ("toggle_row", r"([a-z]+) +(YES|NO)"),
    ("set", r"Value of '([a-z]+)' set to (\S+?)\.?"),
    ("set_is", r"Value of '([a-z]+)' is (\S+)"),
    ("set_head", r"Settings of variables:"),
    ("set_row", r"(boardstyle|linelength|pagelength|redoubles|sortwho|timezone): +(\S+)"),
    ("warned", r"\*\* Warning: You are already logged in\."),
    ("clock", r"[A-Z][a-z]+day, [A-Z][a-z]+ \d\d \d\d:\d\d:\d\d \S+   \( [A-Z][a-z][a-z] [A-Z][a-z][a-z] [ \d]\d"
              r" \d\d:\d\d:\d\d \d{4} UTC \)"),
    ("version", r"\*\* Version .+"),
    # refusals
    ("err_unknown", r"\*\* Unknown command: '(.+)'"),
    ("err_turn_move", r"\*\* It's not your turn to move\."),
    ("err_roll_first", r"\*\* You have to roll the dice before moving\."),
    ("err_not_playing", r"\*\* You're not playing\."),
    ("err_words", r"\*\* (first|second|third|fourth) move: legal words are 'bar', 'home', 'off', 'b', 'h' and 'o'\."),
    ("err_must_give", r"\*\* You must give ([1-4]) moves\."),
    ("err_too_many", r"\*\* Please don't give more than ([1-4]) moves\."),
    ("err_from", r"\*\* You can't move from (\S+) in your (first|second|third|fourth) move\."),
    ("err_points", r"\*\* You can't move (-?\d+) points in your (first|second|third|fourth) move\."),
    ("err_to", r"\*\* You can't move to (\S+) in your (first|second|third|fourth) move\."),
    ("err_bar", r"\*\* You have to remove pieces from the bar in your (first|second|third|fourth) move\."),
    ("err_remove", r"\*\* You can't remove this piece in your (first|second|third|fourth) move\."),
    ("err_home", r"\*\* You can't move home in your (first|second|third|fourth) move\."),
    ("err_home", r"\*\* You can't move (\S+)-home in your (first|second|third|fourth) move\."),
    ("err_over", r"\*\* The game is already over\."),
    ("err_rolled", r"\*\* You did already roll the dice\."),
    ("err_turn_roll", r"\*\* It's not your turn to roll the dice\."),
    ("err_bear_all", r"\*\* You can't bear off with every number you have rolled\."),
    ("err_turn", r"\*\* It's not your turn\."),
    ("err_double_early", r"\*\* You can only double before you roll the dice\."),
    ("err_wait_moved", r"\*\* Please wait until " + _N + r" has moved\."),
    ("err_turn_double", r"\*\* It's not your turn to double"),
    ("err_crawford", r"\*\* The Crawford rule doesn't .+"),
    ("err_double_resign", r"\*\* You can't double now\. You want to resign\."),
    ("err_no_offer", r"\*\* " + _N + r" didn't double or resign\."),
    ("err_not_playing_give", r"\*\* You're not playing, so you can't give up\."),
    ("err_double_wait", r"\*\* " + _N + r" hasn't responded to your double yet\."),
    ("err_redouble_match", r"\*\* Instant redoubles are only available for unlimited matches\."),
    ("err_redouble", r"\*\* You are not allowed to redouble\."),
    ("err_animal", r"\*\* This redouble is not (a beaver|a raccoon|an otter)\. Please type"
                   r" ('(?:beaver|raccoon|otter)' or 'redouble'\.|'redouble')"),
    ("err_resign_word", r"\*\* Type 'n' \(normal\), 'g' \(gammon\) or 'b' \(backgammon\) after resign\."),
    ("err_did_that", r"\*\* You already did that\."),
    ("err_resign_wait", r"\*\* " + _N + r" hasn't accepted or rejected your resign yet\."),
    ("err_wanted_resign", r"\*\* " + _N + r" wanted to resign\. Type 'accept' or 'reject'\."),
    ("err_invite", r"\*\* invite who\?"),
    ("err_none_called", r"\*\* There is no one called '?" + _N + r"'?\.?"),
    ("err_none_called", r"\*\* There's no one called " + _N + r"\."),
    ("err_refusing", r"\*\* " + _N + r" is refusing games\."),
    ("err_busy", r"\*\* (?:Error: )?" + _N + r" is already playing with someone else\."),
    ("err_already", r"\*\* You are already playing\."),
    ("err_length", r"\*\* You can't play a (\S+) point match\."),
    ("err_experience", r"\*\* You're not experienced enough to play a match of that length\."),
    ("err_no_saved", r"\*\* There's no saved match with " + _N + r"\. Please give a match length\."),
    ("err_too_saved", r"\*\* You are not allowed to create new games\."),
    ("err_join_who", r"\*\* Error: Join who\?"),
    ("err_no_invitation", r"\*\* " + _N + r" didn't invite you\."),
    ("err_gone", r"\*\* Error: can't find player " + _N),
    ("err_two_games", r"\*\* You can't play two games at once"),
    ("err_ready", r"\*\* Use 'toggle ready' first"),
    ("err_leave", r"\*\* Error: No one to leave\."),
    ("err_not_playing_he", r"\*\* " + _N + r" is not playing\."),
    ("err_not_watching", r"\*\* You're not (?:watching|playing or watching|watching or playing)\."),
    ("err_pip", r"\*\* " + _N + r" doesn't allow this\. Ask " + _N + r" to 'toggle allowpip'"),
    ("err_pip", r"\*\* Type 'toggle allowpip' first\."),
    ("err_pip", r"\*\* The players don't allow pipcounts\."),
    ("err_backgammon", r"\*\* " + _N + r" plays backgammon only\."),
    ("err_variants", r"\*\* Type 'toggle variants' first\."),
    ("err_variant", r"\*\* There is no game called '(.+)'\. Type 'help variants'\."),
    ("err_double_first", r"\*\* Please answer the double first: type 'accept' or 'reject'\."),
    ("err_name", r"\*\* Name a double first: type 'choose' and a number from 1 to 6\."),
    ("err_choose", r"\*\* usage: choose <number from 1 to 6>"),
    ("err_no_name", r"\*\* There is no double to be named now\."),
    ("err_draw", r"\*\* usage: draw \[accept\|reject\]"),
    ("err_no_draw", r"\*\* " + _N + r" didn't offer a draw\."),
    ("err_await_draw", r"\*\* " + _N + r" hasn't answered your offer of a draw yet\."),
    ("err_resign_high", r"\*\* This game can't be lost that high\."),
    ("err_no_dice", r"\*\* This game has no dice: just move\."),
    ("err_pinned", r"\*\* A pinned piece stands against your (first|second|third|fourth) move\."),
    ("err_forbidden", r"\*\* The rules of this game don't allow your (first|second|third|fourth) move\."),
    # matches with clocks, and tournaments
    ("t_clock", r"The match has a clock: \d+ seconds of each turn are free, then " + _N + r" has \S+ and " + _N
                + r" has \S+\."),
    ("t_play", r"\*\* (.+?), ([^:]+): you play " + _N + r", a (\d+) point match, at (\S+)\.\x07?"),
    ("t_begins", r"\*\* (.+?), ([^:]+): your match with " + _N + r" begins\."),
    ("t_goes_on", r"\*\* (.+?): your match with " + _N + r" goes on as soon as you are both here\."),
    ("t_result", r"\*\* (.+?), ([^:]+): " + _N + r" beats " + _N + r" (\d+)-(\d+)"),
    ("t_end", r"\*\* (.+) is over\. First: (.+)\. Type 'tournament results (\d+)' for all places\."),
    ("t_entered", r"\*\* You are entered for (.+)\."),
    ("t_following", r"\*\* You follow (.+): you get its results and see its matches\."),
    ("t_ready", r"\*\* You are ready to start at once\. " + _N + r" has been notified\."),
    ("t_ready", r"\*\* You have said that already\."),
    ("t_news", r"\*\* (.+): " + _N + r" is ready to play now\. Type 'tournament play' if you are too\."),
    ("t_news", r"\*\* (.+): your match with " + _N + r" begins at \S+\."),
    ("t_news", r"\*\* (.+): entries are open\. Type 'tournament register \d+' to take part\."),
    ("t_news", r"\*\* (.+) begins with \d+ players\."),
    ("t_news", r"\*\* (.+): the draw was made from the seed [0-9a-f]{64}"),
    ("t_news", r"\*\* (.+): round \d+ is paired\."),
    ("t_news", r"\*\* (.+): pairs of this round that had to meet again: \d+\."),
    ("t_news", r"\*\* (.+?), ([^:]+): you have a bye\."),
    ("t_news", r"\*\* A director will start it\."),
    ("t_news", r"\*\* That tournament has no check-in\."),
    ("err_t", r"\*\* You have no opponent there just now\."),
    ("err_t", r"\*\* That match has begun already\."),
    ("err_t", r"\*\* That tournament is over\."),
    ("err_t", r"\*\* Which tournament\? Give its number: 'tournament list' shows them\."),
]
_KNOWN = [(kind, re.compile(pattern + r"\Z")) for kind, pattern in _TABLE]


def _first_words():
    """Returns the patterns indexed by the first characters of a line. Most of the tests' time is spent here."""
    by_start = collections.defaultdict(list)
    others = []
    starts = re.compile(r"(\\\*\\\* |\d+|[A-Z][a-z']+|Type '|[a-z]+:)?")
    for kind, pattern in _KNOWN:
        text = pattern.pattern
        key = starts.match(text).group(1)
        if text.startswith(r"\*\*"):
            by_start["*"].append((kind, pattern))
        elif key and key.isdigit():
            by_start[key].append((kind, pattern))
        elif text.startswith("board:"):
            by_start["board"].append((kind, pattern))
        else:
            others.append((kind, pattern))
    return by_start, others


_STARRED, _OTHERS = _first_words()
_VERB = {}
for _entry in _OTHERS:
    _m = re.match(re.escape(_N) + r" ([a-z']+)", _entry[1].pattern)
    if _m:
        _VERB.setdefault(_m.group(1), []).append(_entry)


def classify(line):
    """Returns (kind, groups) of a line without its line end, or None."""
    if line.startswith("board:"):
        return "board", ()
    if line.startswith("board+:"):
        return "plus", ()
    return _classify(line)


@functools.lru_cache(maxsize=20000)
def _classify(line):
    if line.startswith("*") and not line[2:3].isalpha():
        candidates = _STARRED["*"]
    elif line[:1].isdigit():
        candidates = _STARRED.get(line.split(" ", 1)[0], ())
    else:
        words = line.split(" ", 2)
        candidates = _VERB.get(words[1].rstrip(".,"), ()) if len(words) > 1 else ()
        for kind, pattern in candidates:
            found = pattern.match(line)
            if found:
                return kind, found.groups()
        candidates = _OTHERS
    for kind, pattern in candidates:
        found = pattern.match(line)
        if found:
            return kind, found.groups()
    return None


def points(text):
    """Returns the number in "1 point" or "3 points"."""
    return int(text.split(" ")[0])


_CONTROL = re.compile(rb"[\x00-\x06\x08-\x1f]")


def check_form(raw):
    """Checks the form of every line in CLIP mode.  raw: bytes without CR LF."""
    if raw.endswith((b" ", b"\t")):
        raise Bad("blank at the end of a line: %r" % raw)
    if _CONTROL.search(raw):
        raise Bad("control character in a line: %r" % raw)


# ---- a CLIP client ------------------------------------------------------------------------------------

TOGGLES_IN_2 = ("allowpip autoboard autodouble automove away bell crawford double experience greedy moreboards"
                " moves notify rating ratings ready redoubles report silent timezone").split()

TOGGLE_WORDS = {
    "allowpip": ("You allow the use the server's 'pip' command.",
                 "You don't allow the use of the server's 'pip' command."),
    "autoboard": ("The board will be refreshed after every move.",
                  "The board won't be refreshed after every move."),
    "autodouble": ("You agree that doublets during opening double the cube.",
                   "You don't agree that doublets during opening double the cube."),
    "automove": ("Forced moves will be done automatically.", "Forced moves won't be done automatically."),
    "bell": ("Your terminal will ring the bell if someone talks to you or invites you",
             "Your terminal won't ring the bell if someone talks to you or invites you"),
    "crawford": ("You insist on playing with the Crawford rule.",
                 "You would like to play without using the Crawford rule."),
    "double": ("You will be asked if you want to double.", "You won't be asked if you want to double."),
    "greedy": ("Will use automatic greedy bearoffs.", "Won't use automatic greedy bearoffs."),
    "moreboards": ("Will send rawboards after rolling.", "Won't send rawboards after rolling."),
    "moves": ("You want a list of moves after this game.",
              "You won't see a list of moves after this game."),
    "notify": ("You'll be notified when new users log in.", "You won't be notified when new users log in."),
    "ratings": ("You'll see how the rating changes are calculated.",
                "You won't see how the rating changes are calculated."),
    "ready": ("You're now ready to invite or join someone.", "You're now refusing to play with someone."),
    "report": ("You will be informed about starting and ending matches.",
               "You won't be informed about starting and ending matches."),
    "silent": ("You won't hear what other players shout.", "You will hear what other players shout."),
    "telnet": ("You use telnet and don't need extra 'newlines'.",
               "You use a client program and will receive extra 'newlines'."),
    "variants": ("You can be invited to other games than backgammon.",
                 "You want to be invited to backgammon only."),
    "wrap": ("The server will wrap long lines.", "Your terminal knows how to wrap long lines."),
}
TOGGLE_OF = {text: (name, value) for name, (yes, no) in TOGGLE_WORDS.items()
             for text, value in ((yes, True), (no, False))}


class Clip(asyncio.Protocol):
    """One CLIP connection.  Every line after the log-in is passed to `game(kind, groups, line)`; an unknown line, or
    a line for which `game` raises Bad, is stored in `error` and closes the connection."""

    def __init__(self, name, password):
        self.name = name
        self.password = password
        self.transport = None
        self.buffer = b""
        self.state = "banner"
        self.before = []
        self.motd = []
        self.toggling = None
        self.settings = {}
        self.welcome = None
        self.who = {}
        self.waiters = []
        self.error = None
        self.closed = None
        self.history = collections.deque(maxlen=100)
        self.count = 0

    # Subclasses may override these.
    def game(self, kind, groups, line):
        pass

    def logged_in(self):
        pass

    def lost(self):
        pass

    @classmethod
    async def connect(cls, port, *args, early=None, **kwargs):
        """Logs in.  early: sends the log-in line before the prompt has been read."""
        loop = asyncio.get_running_loop()
        client = cls(*args, **kwargs)
        await client.open(loop, port, early)
        return client

    async def open(self, loop, port, early=None):
        self.buffer = b""
        self.state = "banner"
        self.before = []
        self.motd = []
        self.error = None
        self.closed = loop.create_future()
        self.waiters = []
        try:
            await loop.create_connection(lambda: self, "127.0.0.1", port)
        except OSError:
            self.closed.set_result(None)
            raise
        if early or (early is None and random.random() < 0.3):
            self._send_login()
        await self.until("logged in")

    def _send_login(self):
        if self.state == "banner":
            self.state = "login"
            self.send("login testclient 1008 %s %s" % (self.name, self.password))

    def send(self, text):
        self.history.append("> " + text)
        if self.transport is not None and not self.transport.is_closing():
            self.transport.write(text.encode() + b"\r\n")

    def close(self):
        if self.transport is not None:
            self.transport.close()

    def abort(self):
        """Drops the connection without a goodbye; unread data is lost."""
        if self.transport is not None:
            self.transport.abort()

    # asyncio
    def connection_made(self, transport):
        self.transport = transport

    def connection_lost(self, _exc):
        self.transport = None
        if self.closed is not None and not self.closed.done():
            self.closed.set_result(None)
        for kinds, future in self.waiters:
            if not future.done():
                future.set_exception(Bad("%s: connection closed while waiting for %s; last lines:\n%s"
                                         % (self.name, kinds, self.tail())))
                future.exception()
        self.waiters = []
        self.lost()

    def data_received(self, data):
        self.buffer += data
        if self.state == "banner" and self.buffer.endswith(b"login: "):
            self._send_login()
        try:
            while True:
                line, sep, rest = self.buffer.partition(b"\n")
                if not sep:
                    break
                self.buffer = rest
                self._line(line)
            if self.state == "login" and self.buffer == b"login: " and "login: " in self.before:
                raise Bad("log-in refused")
        except Exception as e:
            if self.error is None:
                text = str(e) if isinstance(e, Bad) else traceback.format_exc()
                self.error = "%s: %s; last lines:\n%s" % (self.name, text, self.tail())
            if self.transport is not None:
                self.transport.abort()

    def tail(self, n=25):
        return "\n".join("   | " + line for line in list(self.history)[-n:])

    def _line(self, raw):
        self.count += 1
        if not raw.endswith(b"\r"):
            raise Bad("a line does not end CR LF: %r" % raw)
        raw = raw[:-1]
        line = raw.decode("ascii", "replace")
        # Lines about other users would soon fill the history.
        if self.name in line or not (line.startswith(("5 ", "6", "7 ", "8 ")) or " start a" in line
                                     or " wins a " in line):
            self.history.append(line)
        if self.state in ("banner", "login"):
            self._before_login(line)
        elif self.state in ("two", "three"):
            self._own_info(line)
        elif self.state == "motd":
            self._motd(line)
        else:
            check_form(raw)
            if line:
                self._known(line)

    def _known(self, line):
        known = classify(line)
        if known is None:
            raise Bad("unknown line: %r" % line)
        kind, groups = known
        if kind == "c5":
            self.who[groups[0]] = groups
        elif kind == "c8":
            self.who.pop(groups[0], None)
        elif kind == "toggle":
            name, value = TOGGLE_OF[groups[0]]
            self.settings[name] = value
        if self.state == "list":
            if kind == "c6":
                self.state = "in"
                self.logged_in()
                self._wake("logged in", (), line)
            elif kind not in ("c5", "c9"):
                raise Bad("in the list after log-in: %r" % line)
            return
        self.game(kind, groups, line)
        self._wake(kind, groups, line)

    def _before_login(self, line):
        self.before.append(line)
        if self.state == "login" and line.startswith("1 "):
            known = classify(line)
            if known is None or known[1][0] != self.name:
                raise Bad("the first line after log-in: %r" % line)
            prompts = [text for text in self.before if text.startswith("login: ")]
            if prompts != ["login: "]:
                raise Bad("no CR LF between the prompt and the first line: %r" % self.before[-4:])
            self.welcome = known[1]
            self.state = "two"

    def _own_info(self, line):
        """Lines 2 and 3 follow line 1 directly."""
        if self.state == "three":
            if line != "3":
                raise Bad("the third line after log-in: %r" % line)
            self.state = "motd"
            return
        known = classify(line)
        if known is None or known[0] != "c2" or known[1][0] != self.name:
            raise Bad("the second line after log-in: %r" % line)
        values = dict(zip(TOGGLES_IN_2, known[1][1:]))
        self.settings = {k: v == "1" for k, v in values.items() if v in ("0", "1")}
        self.settings["rating"] = float(values["rating"])
        self.settings["experience"] = int(values["experience"])
        self.settings["redoubles"] = 9999 if values["redoubles"] == "unlimited" else int(values["redoubles"])
        self.settings["timezone"] = values["timezone"]
        self.state = "three"

    def _motd(self, line):
        if line == "4":
            self.state = "list"
        elif line.startswith("4") or line.startswith("3"):
            raise Bad("a line of the message of the day begins with 3 or 4: %r" % line)
        self.motd.append(line)

    def _wake(self, kind, groups, line):
        if not self.waiters:
            return
        keep = []
        for entry in self.waiters:
            kinds, future = entry
            if future.done():
                continue
            if kind in kinds:
                future.set_result((kind, groups, line))
            else:
                keep.append(entry)
        self.waiters = keep

    def expect(self, *kinds):
        """Returns a future for the next line of one of the kinds."""
        future = asyncio.get_running_loop().create_future()
        if self.error is not None:
            future.set_exception(Bad(self.error))
            future.exception()
        elif self.transport is None and self.state != "banner":
            future.set_exception(Bad("%s: not connected; last lines:\n%s" % (self.name, self.tail())))
            future.exception()
        else:
            self.waiters.append((kinds, future))
        return future

    async def until(self, *kinds, timeout=None):
        future = self.expect(*kinds)
        try:
            return await asyncio.wait_for(future, timeout or PATIENCE)
        except asyncio.TimeoutError:
            raise Bad("%s: none of the lines %s arrived; last lines:\n%s" % (self.name, kinds, self.tail())) from None
        except Bad:
            if self.error is not None:
                raise Bad(self.error) from None
            raise

    async def command(self, text, *kinds):
        """Sends a command and waits for the answer."""
        future = self.expect(*kinds)
        self.send(text)
        try:
            return await asyncio.wait_for(future, PATIENCE)
        except asyncio.TimeoutError:
            raise Bad("%s: no answer of %s to %r; last lines:\n%s"
                      % (self.name, kinds, text, self.tail())) from None
        except Bad:
            if self.error is not None:
                raise Bad(self.error) from None
            raise

    async def set_toggle(self, name, value):
        if bool(self.settings.get(name)) != value:
            self.toggling = name  # until the answer arrives the state is unknown
            await self.command("toggle " + name, "toggle")
            self.toggling = None
            if bool(self.settings.get(name)) != value:
                raise Bad("%s: toggle %s did not become %s" % (self.name, name, value))


# ---- a telnet client ----------------------------------------------------------------------------------

class Telnet:
    """An interactive terminal: the text without the telnet commands, which are collected in `commands`."""

    def __init__(self):
        self.reader = self.writer = None
        self.text = ""
        self.pending = b""
        self.commands = []
        self.seen = ""
        self.eof = False

    @classmethod
    async def open(cls, port, first=None):
        """first: bytes to send before anything is read."""
        self = cls()
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port)
        if first:
            self.writer.write(first)
        return self

    @classmethod
    async def log_in(cls, port, name, password):
        """Logs in and returns the connection after the first prompt."""
        self = await cls.open(port)
        await self.until("login: ")
        self.send(name)
        await self.until("assword: ")
        self.send(password)
        await self.until("> ")
        return self

    def send(self, text, end="\r\n"):
        self.writer.write(text.encode("latin-1") + end.encode())

    def raw(self, data):
        self.writer.write(data)

    def _decode(self, data):
        data = self.pending + data
        self.pending = b""
        i = 0
        out = bytearray()
        while i < len(data):
            c = data[i]
            if c != IAC:
                out.append(c)
                i += 1
                continue
            if i + 1 >= len(data):
                self.pending = data[i:]
                break
            command = data[i + 1]
            if command == IAC:
                out.append(IAC)
                i += 2
            elif command in (WILL, WONT, DO, DONT):
                if i + 2 >= len(data):
                    self.pending = data[i:]
                    break
                self.commands.append((command, data[i + 2]))
                out += b"\x00"  # marks the command's position in the text, for tests of their order
                i += 3
            else:
                self.commands.append((command,))
                i += 2
        return out.decode("latin-1")

    async def more(self, timeout=None):
        data = await asyncio.wait_for(self.reader.read(65536), timeout or PATIENCE)
        if not data:
            self.eof = True
        new = self._decode(data)
        self.text += new
        self.seen += new
        return bool(data)

    async def until(self, end, timeout=None):
        """Reads until `end` has been read.  Returns everything up to and including it, and removes that from the
        buffer."""
        while True:
            plain = self.text.replace("\x00", "")
            at = plain.find(end)
            if at >= 0:
                self.text = plain[at + len(end):]
                return plain[:at + len(end)]
            try:
                if not await self.more(timeout):
                    raise Bad("closed while waiting for %r; had %r" % (end, self.text[-800:]))
            except asyncio.TimeoutError:
                raise Bad("%r did not arrive; had %r" % (end, self.text[-800:])) from None

    async def until_match(self, pattern, timeout=None):
        """Like until(), with a regular expression.  Returns the match."""
        compiled = re.compile(pattern)
        while True:
            plain = self.text.replace("\x00", "")
            found = compiled.search(plain)
            if found:
                self.text = plain[found.end():]
                return found
            try:
                if not await self.more(timeout):
                    raise Bad("closed while waiting for %r; had %r" % (pattern, self.text[-800:]))
            except asyncio.TimeoutError:
                raise Bad("%r did not arrive; had %r" % (pattern, self.text[-800:])) from None

    async def rest(self, timeout=None):
        """Returns everything until the server closes the connection."""
        try:
            while await self.more(timeout):
                pass
        except ConnectionError:
            self.eof = True
        out, self.text = self.text.replace("\x00", ""), ""
        return out

    def close(self):
        self.writer.close()

    def abort(self):
        self.writer.transport.abort()


async def register(port, name, password):
    """Registers a user as a guest, then closes the connection."""
    t = await Telnet.open(port)
    await t.until("login: ")
    t.send("guest")
    await t.until("ONE USERNAME PER PERSON ONLY!!!\r\n")
    t.send("name " + name)
    await t.until("Your name will be %s\r\n" % name)
    await t.until("Please give your password: ")
    t.send(password)
    await t.until("Please retype your password: ")
    t.send(password)
    await t.until("You are registered.\r\nType 'help beginner' to get started.\r\n> ")
    t.send("bye")
    await t.rest()
    t.close()


async def register_all(port, names, password, at_once=8):
    gate = asyncio.Semaphore(at_once)

    async def one(name):
        async with gate:
            await register(port, name, password)

    await asyncio.gather(*(one(n) for n in names))


def letters(n, width=2):
    """Returns a number written in letters, since names contain no digits."""
    out = ""
    for _ in range(width):
        out = chr(97 + n % 26) + out
        n //= 26
    return out
