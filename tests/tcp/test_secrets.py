#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: plain
"""Passwords are in the server's memory only while they are checked: the whole memory is searched for each password
that was typed, in one packet or in pieces, alone or with other lines after it.  No password is in a core dump when
the server crashes."""
import os
import re
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import fibs
from fibs import Report, Server, run
from test_token import Raw

OPEN = "[server]\ncore_dumps = yes\n"  # without core dumps only root may read the memory
LONG = "aVeryLongOne_%s" % ("Kz7pQwXv" * 13)


def memory(server):
    """Yields all writable memory of the process."""
    with open("/proc/%d/maps" % server.pid, encoding="ascii") as maps, \
            open("/proc/%d/mem" % server.pid, "rb", 0) as mem:
        for line in maps:
            found = re.match(r"([0-9a-f]+)-([0-9a-f]+) rw\S+ \S+ \S+ \S+ *(.*)", line)
            if not found or found.group(3) in ("[vvar]", "[vsyscall]") or found.group(3).endswith(".db-shm"):
                continue
            begin, end = int(found.group(1), 16), int(found.group(2), 16)
            if end - begin > 1 << 30:
                continue  # a sanitizer's shadow memory
            mem.seek(begin)
            while begin < end:
                part = mem.read(end - begin)
                if not part:
                    break
                yield found.group(3) or "anonymous", part
                begin += len(part)


def found(server, secrets):
    """Returns where parts of the secrets are, or the error if a mapping was removed before it was read."""
    left = {}
    try:
        for where, part in memory(server):
            for s in secrets:
                for at in range(0, len(s) - 7, 4):
                    if s[at:at + 8].encode() in part:
                        left.setdefault(s, set()).add(where)
    except OSError as e:
        return e
    return left


def search(report, group, server, *secrets):
    """Checks that no 8-byte part of the secrets is in memory.  Searches repeatedly, because an answer may be
    read before the server's turn has ended."""
    left = found(server, secrets)
    for _ in range(20):
        if left == {}:
            break
        time.sleep(0.1)
        left = found(server, secrets)
    report.check(group, left == {}, "still in memory: %s" % left)


async def here(report, server):
    """Checks the search itself: it finds a line that is there."""
    c = await Raw.open(server.port)
    await c.until("login: ")
    c.send("guest")
    await c.until("> ")
    c.writer.write(b"name half_a_line_that_waits")
    await c.until("login: ")
    while not any(b"half_a_line_that_waits" in part for _, part in memory(server)):
        pass
    report.add("memory is read")
    c.close()


async def register(server, name, password, pieces):
    c = await Raw.open(server.port)
    await c.until("login: ")
    c.send("guest")
    await c.until("> ")
    c.send("name " + name)
    await c.until("give your password: ")
    if pieces:  # a piece in each packet
        for at in range(0, len(password), 7):
            c.writer.write(password[at:at + 7].encode())
            await c.writer.drain()
        c.send("")
    else:
        c.send(password)
    await c.until("retype your password: ")
    c.send(password + ("\r\nversion\r\nversion" if pieces else ""))  # lines that follow in the same packet
    await c.until(r"You are registered\.(?s:.)*> ")
    if not pieces:
        c.send("version")  # the first command shows the recovery code
    await c.until("written it down: ")
    c.send("")
    await c.until("> ")
    return c


async def log_in(server, line, done):
    c = await Raw.open(server.port)
    await c.until("login: ")
    c.send(line)
    await c.until(done)
    return c


async def main(report: Report):
    server = await Server(OPEN, life=200).start()
    await here(report, server)

    first, second, third = "geheim_von_anna", LONG, "neues_von_anna"
    anna = await register(server, "anna", first, False)
    bert = await register(server, "bert", second, True)
    search(report, "registered", server, first, second)

    anna.send("password %s:%s:%s" % (first, third, third))
    await anna.until("Password changed(?s:.)*> ")
    search(report, "changed", server, first, third)
    anna.send("password wrong_of_hers:new_of_hers:new_of_hers")
    await anna.until("not correct(?s:.)*> ")
    search(report, "not changed", server, "wrong_of_hers", "new_of_hers")

    people = [await log_in(server, "connect anna " + third, "authenticated"),
              await log_in(server, "login test 1008 bert " + second, r"\r\n1 bert ")]
    c = await log_in(server, "anna", "password: ")
    c.send(third)
    await c.until("> ")
    people.append(c)
    c.send("password")
    await c.until("Old password: ")
    c.send("asked_of_anna_wrong")
    await c.until("not correct(?s:.)*Old password: ")
    c.send("")
    await c.until("Nothing was changed(?s:.)*> ")
    for old, new in ((third, "asked_of_anna_2"), ("asked_of_anna_2", third)):
        for asked, typed in (("Old password: ", "password"), ("New password: ", old), ("New password again: ", new)):
            c.send(typed)
            await c.until(asked)
        c.send(new)
        await c.until("changed(?s:.)*> ")
    search(report, "asked", server, "asked_of_anna_wrong", "asked_of_anna_2")
    search(report, "logged in", server, second, third)
    for line in ("connect anna not_hers_at_all", "login test 1008 bert not_his_at_all"):
        people.append(await log_in(server, line, r"login: (?s:.)*login: "))
    c = await log_in(server, "anna", "password: ")
    c.send("nobodys_secret_7")
    await c.until(r"login: (?s:.)*login: ")
    search(report, "wrong", server, "not_hers_at_all", "not_his_at_all", "nobodys_secret_7")

    c = await log_in(server, "anna", "password: ")  # then disconnects with half a password typed
    c.writer.write(b"half_of_a_password")
    c.close()
    c = await log_in(server, "anna", "password: ")
    c.send("all_of_a_password\r\nand_what_is_behind_it")
    c.close()
    for c in people + [anna, bert]:
        c.close()
    other = await log_in(server, "bert", "password: ")  # by then the server has read everything sent before
    other.send(second)
    await other.until("> ")
    search(report, "gone", server, "half_of_a_password", "all_of_a_password", "and_what_is_behind_it", second, third)
    report.check("stopped", await server.stop() == 0, "status")
    server.remove()

    for conf, limit, ptrace in (("", "0", False), (OPEN, None, True)):
        server = await Server(conf, life=200).start()
        with open("/proc/%d/limits" % server.pid, encoding="ascii") as f:
            core = re.search(r"Max core file size +(\w+)", f.read()).group(1)
        owned = os.stat("/proc/%d/environ" % server.pid).st_uid == os.geteuid()
        report.check("core dumps", limit is None or core == limit, "limit %s with %r" % (core, conf))
        report.check("core dumps", os.geteuid() == 0 or owned == ptrace, "memory can be read: %s" % owned)
        await server.stop()
        server.remove()


if __name__ == "__main__":
    run(main, fibs.scaled(120, 120))
