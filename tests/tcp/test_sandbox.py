#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: timeout=100
"""Actions that the running server must be unable to perform, tried in each of its threads as if an attacker had
taken it over: a debugger makes system calls in the thread. The calls must fail, and the server must continue.
Also tests the user that the server switches to."""
import asyncio
import ctypes
import os
import pwd
import signal
import struct
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import fibs
from fibs import Report, Server, register_all, run
from test_tls import log_line
from test_token import Raw

# For x86-64: system call numbers, and the registers as PTRACE_GETREGS orders them.
CALL = {"read": 0, "mprotect": 10, "socket": 41, "connect": 42, "bind": 49, "fork": 57, "execve": 59, "kill": 62,
        "chmod": 90, "ptrace": 101, "setuid": 105, "prctl": 157, "mount": 165, "openat": 257, "clone3": 435,
        "io_uring_setup": 425}
RAX, RSP, RIP, ORIG_RAX = 10, 19, 16, 15
ARGS = (14, 13, 12, 7)  # rdi, rsi, rdx, r10
ATTACH, DETACH, GETREGS, SETREGS, SINGLESTEP, WALL = 16, 17, 12, 13, 9, 0x40000000
ENOSYS, EACCES, EINPROGRESS, ECONNREFUSED = -38, -13, -115, -111
CLOSED, AT_ONCE = os.O_CLOEXEC, os.O_NONBLOCK
GNUBG_PORT = 1  # no program listens there
libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p]


def ptrace(what, tid, data=None):
    if libc.ptrace(what, tid, None, data) != 0:
        raise OSError(ctypes.get_errno(), "ptrace %d" % what)


def syscall_instruction(pid):
    with open("/proc/%d/maps" % pid, encoding="ascii") as maps, open("/proc/%d/mem" % pid, "rb") as mem:
        for line in maps:
            begin, end = (int(x, 16) for x in line.split()[0].split("-"))
            if "r-xp" in line and "libc.so" in line:
                mem.seek(begin)
                return begin + mem.read(end - begin).index(b"\x0f\x05")
    raise AssertionError("no libc")


class Thread:
    """A stopped thread in which the test makes system calls."""

    def __init__(self, pid, tid):
        self.pid, self.tid, self.at = pid, tid, syscall_instruction(pid)

    def __enter__(self):
        ptrace(ATTACH, self.tid)
        os.waitpid(self.tid, WALL)
        self.before = (ctypes.c_ulonglong * 27)()
        ptrace(GETREGS, self.tid, self.before)
        return self

    def __exit__(self, *_):
        ptrace(SETREGS, self.tid, self.before)
        ptrace(DETACH, self.tid)

    def call(self, name, *args):
        regs = (ctypes.c_ulonglong * 27)(*self.before)
        space = self.before[RSP] - 4096
        for register, arg in zip(ARGS, args):
            if isinstance(arg, (str, bytes)):
                arg = arg.encode() if isinstance(arg, str) else arg
                with open("/proc/%d/mem" % self.pid, "r+b", buffering=0) as mem:
                    mem.seek(space)
                    mem.write(arg + b"\0")
                arg, space = space, space + len(arg) + 1
            regs[register] = arg & 0xffffffffffffffff
        regs[RAX], regs[RIP], regs[ORIG_RAX] = CALL[name], self.at, 0xffffffffffffffff
        ptrace(SETREGS, self.tid, regs)
        ptrace(SINGLESTEP, self.tid)
        os.waitpid(self.tid, WALL)
        ptrace(GETREGS, self.tid, regs)
        return struct.unpack("q", struct.pack("Q", regs[RAX]))[0]


INET, UNIX, NETLINK, STREAM, DGRAM, RAW, HERE = 2, 1, 16, 1, 2, 3, -100
FORBIDDEN = (("execve", "/bin/true", 0, 0), ("fork",), ("clone3", 0, 0), ("socket", INET, STREAM, 0),
             ("socket", UNIX, DGRAM, 0), ("socket", NETLINK, RAW, 0), ("connect", 0, 0, 0), ("bind", 0, 0, 0),
             ("kill", 1, 0), ("ptrace", 0, 0, 0), ("setuid", 0), ("prctl", 4, 1), ("chmod", "/etc/passwd", 0),
             ("mount", 0, 0, 0), ("io_uring_setup", 1, 0), ("mprotect", 0, 4096, 7))


def threads(server):
    return sorted(int(t) for t in os.listdir("/proc/%d/task" % server.pid))


def try_all(report, server):
    for tid in threads(server):
        with Thread(server.pid, tid) as t:
            for call in FORBIDDEN:
                report.check("refused in every thread", t.call(*call) == ENOSYS, (tid, call, t.call(*call)))
            loop = tid == server.pid
            for path, flags, expected in (("/etc/passwd", os.O_RDONLY, False), ("/proc/self/mem", os.O_RDONLY, False),
                                          ("/tmp/gammond-escaped", os.O_CREAT | os.O_WRONLY, False),
                                          (server.conf, os.O_WRONLY, False), (server.conf, os.O_RDONLY, True),
                                          ("/usr/share/zoneinfo/UTC", os.O_RDONLY, True),
                                          (server.database(), os.O_RDWR, True)):
                got = t.call("openat", HERE, path, flags | os.O_CLOEXEC, 0o600)
                if loop:
                    report.check("files", got >= 0 if expected else got == EACCES, (path, got))
                else:
                    report.check("only the loop opens files", got == ENOSYS, (tid, path, got))


async def status(server):
    with open("/proc/%d/status" % server.pid, encoding="ascii") as f:
        return dict(line.rstrip().split(":\t", 1) for line in f if ":\t" in line)


async def becomes(report):
    """The server switches to the user nobody.  Needs root."""
    nobody = pwd.getpwnam("nobody")
    server = Server("[server]\nuser = nobody\n")
    os.chmod(server.base, 0o755)
    os.mkdir(server.datadir, 0o700)
    if os.geteuid() == 0:
        os.chown(server.datadir, nobody.pw_uid, nobody.pw_gid)
    await server.start()
    s = await status(server)
    uid, gid = (nobody.pw_uid, nobody.pw_gid) if os.geteuid() == 0 else (os.geteuid(), os.getegid())
    report.check("user", s["Uid"].split() == [str(uid)] * 4 and s["Gid"].split() == [str(gid)] * 4 and
                 (os.geteuid() != 0 or s["Groups"].split() == [str(gid)]) and int(s["CapEff"], 16) == 0 and
                 s["Seccomp"] == ("0" if any("state=off" in line for line in server.log) else "2"), s)
    server.signal(signal.SIGHUP)
    report.check("user", await log_line(server, "event=reloaded"), list(server.log))
    await register_all(server.port, ["anna"], "geheim_7")
    report.check("user", await server.stop() == 0, "status")
    server.remove()
    if os.geteuid() == 0:
        server = Server("[server]\nuser = no-such-user\n")
        try:
            await server.start()
            report.fail("an unknown user", "served")
        except Exception as e:
            report.check("an unknown user", "there is no user no-such-user" in str(e), str(e))
        server.remove()


async def held(report, server):
    """Makes the calls in every thread, and checks that the server can still do what it needs."""
    report.check("log", sum("event=sandbox thread=" in line for line in server.log) in (4, 5) or
                 await log_line(server, "thread=worker"), list(server.log))
    report.check("threads", len(threads(server)) == 5, threads(server))
    anna = await Raw.open(server.port)
    await anna.until("login: ")
    for again in range(2):
        try_all(report, server)
        await register_all(server.port, ["bert" + "ab"[again]], "geheim_7")
    anna.send("guest")
    await anna.until("Welcome to")
    report.check("nothing was left", not os.path.exists("/tmp/gammond-escaped"), "a file")


async def held_threads(server):
    """Waits until every thread has logged that its sandbox is on.  Returns False if a thread has not done so in
    time."""
    for _ in range(int(fibs.PATIENCE * 20)):
        if sum("event=sandbox thread=" in line for line in server.log) == len(threads(server)):
            return True
        await asyncio.sleep(0.05)
    return False


def engine(report, server):
    """The gnubg thread can make a socket and connect it to the port of gnubg; no other thread can."""
    makers = 0
    for tid in threads(server):
        with Thread(server.pid, tid) as t:
            for family, kind in ((INET, DGRAM), (UNIX, DGRAM), (NETLINK, RAW), (10, STREAM | CLOSED | AT_ONCE)):
                report.check("no other sockets", t.call("socket", family, kind, 0) == ENOSYS, (tid, family, kind))
            report.check("no other family", t.call("socket", UNIX, STREAM | CLOSED | AT_ONCE, 0) == ENOSYS, tid)
            if t.call("connect", 0, 0, 0) == ENOSYS:
                report.check("one thread connects", t.call("socket", INET, STREAM | CLOSED | AT_ONCE, 0) == ENOSYS, tid)
                continue
            makers += 1
            for port in (GNUBG_PORT, GNUBG_PORT + 1):
                fd = t.call("socket", INET, STREAM | CLOSED | AT_ONCE, 0)
                report.check("a socket", fd >= 0, fd)
                got = t.call("connect", fd, struct.pack("=H", INET) + struct.pack("!H4s8x", port, bytes((127, 0, 0, 1))), 16)
                held = port != GNUBG_PORT and any("event=sandbox files=yes" in line and
                                                  int(line.rpartition("landlock=")[2]) >= 4 for line in server.log)
                report.check("to that port", got == EACCES if held else got in (0, EINPROGRESS, ECONNREFUSED), (port, got))
    report.check("one thread makes sockets", makers == 1, makers)


async def main(report: Report):
    if hasattr(asyncio, "PidfdChildWatcher"):  # the default watcher would reap the threads that the debugger waits for
        watcher = asyncio.PidfdChildWatcher()
        watcher.attach_loop(asyncio.get_running_loop())
        asyncio.get_event_loop_policy().set_child_watcher(watcher)
    server = await Server("[server]\ncore_dumps = yes\n[auth]\nhash_threads = 2\n").start()
    checked = True
    if any("event=sandbox state=off" in line for line in server.log):  # sanitizers and valgrind need more than the sandbox allows
        report.check("off in builds for tests", any('reason="a build for tests"' in line for line in server.log) or
                     fibs.UNDER_VALGRIND, list(server.log))
    else:
        await held(report, server)
        checked = False
    report.check("stopped", await server.stop() == 0, list(server.log)[-4:])
    server.remove()

    if not checked:
        server = await Server("[server]\ncore_dumps = yes\n[bots]\ngnubg = 127.0.0.1:%d\n" % GNUBG_PORT).start()
        report.check("all threads are sandboxed", await held_threads(server), list(server.log))
        engine(report, server)
        report.check("stopped", await server.stop() == 0, list(server.log)[-4:])
        server.remove()

    if not fibs.UNDER_VALGRIND:
        server = await Server("[server]\ncore_dumps = yes\nsandbox = no\n").start()
        report.check("off", any("event=sandbox state=off" in line for line in server.log), list(server.log))
        with Thread(server.pid, server.pid) as t:
            report.check("off", t.call("socket", UNIX, DGRAM, 0) >= 0, "a socket")
        report.check("off", await server.stop() == 0, "status")
        server.remove()
    await becomes(report)


if __name__ == "__main__":
    run(main, 60)
