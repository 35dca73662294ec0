#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: timeout=300
"""Lists longer than the output limit of one connection: the list at log-in, the answers to `who` and the
pages of `help` arrive whole and in order, even if the client reads slowly.  No connection is closed because of
them, and commands typed meanwhile are answered after them.  Runs with the smallest limits that the
configuration allows."""

import asyncio
from pathlib import Path

from fibs import PATIENCE, Server, letters, register_all, run, scaled

PASSWORD = "geheim"
USERS = scaled(120, 90)
CONF = "[limits]\noutput_soft = 1024\noutput_hard = 4096\n"


async def connect(port):
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
    await reader.readuntil(b"login: ")
    return reader, writer


async def line(reader):
    return (await asyncio.wait_for(reader.readuntil(b"\r\n"), PATIENCE)).decode().rstrip("\r\n")


async def read_list(reader, first=()):
    """Reads a list up to the line that ends it.  Returns the names of its rows, and the other lines."""
    names, others = [], []
    for text in first:
        others.append(text)
    while True:
        text = await line(reader)
        if text == "6":
            return names, others
        if text.startswith("5 "):
            names.append(text.split()[1])
        else:
            others.append(text)


async def log_in(port, name):
    reader, writer = await connect(port)
    writer.write(("login test 1008 %s %s\r\n" % (name, PASSWORD)).encode())
    names, _ = await read_list(reader)
    return reader, writer, names


async def settle(reader, writer):
    """Reads everything that the server has sent to this client so far."""
    writer.write(b"version\r\n")
    while "Version" not in await line(reader):
        pass


async def lists(report, port, names):
    clients = []
    for i, name in enumerate(names):
        reader, writer, seen = await log_in(port, name)
        report.check("at log-in all online users are listed, in order", seen == names[:i + 1],
                     "%s saw %s" % (name, seen))
        clients.append((reader, writer))
    reader, writer = clients[-1]
    await settle(reader, writer)
    writer.write(b"who\r\nversion\r\nwho ready\r\nwho\r\n")
    seen, _ = await read_list(reader)
    report.check("`who` lists all users", seen == names, "saw %s" % seen)
    text = await line(reader)
    report.check("the next command is answered after it", "Version" in text, text)
    seen, _ = await read_list(reader)
    report.check("the command after that as well", seen == [], "saw %s" % seen)
    seen, _ = await read_list(reader)
    report.check("and the last one", seen == names, "saw %s" % seen)
    return clients


async def slow(report, port, names, clients):
    """Asks for ten lists at once and reads them later, a little at a time."""
    reader, writer = clients[0]
    await settle(reader, writer)
    writer.write(b"who\r\n" * 10)
    for _ in range(20):  # the server fills its buffers while nothing is read
        await settle(*clients[1])
    clients[1][1].write(b"tell %s psst\r\n" % names[0].encode())
    found = []
    for _ in range(10):
        await asyncio.sleep(0.05)
        seen, others = await read_list(reader)
        found += [text for text in others if text.endswith(" psst")]
        report.check("each of ten lists is whole", seen == names, "saw %d" % len(seen))
    writer.write(b"version\r\n")
    for _ in range(3):
        text = await line(reader)
        if "Version" in text:
            break
        found.append(text)
    report.check("a private line arrives", len(found) == 1 and found[0].endswith(" psst"), str(found))
    report.check("they are still online", "Version" in text, text)


async def until(reader, word):
    """Returns the lines up to and including the first line that has the word."""
    lines = []
    while not lines or word not in lines[-1]:
        lines.append(await line(reader))
    return lines


async def pages(report, clients):
    """Asks at once for pages of help, and for their list, longer together than the output limit."""
    reader, writer = clients[2]
    await settle(reader, writer)
    source = Path(__file__).resolve().parents[2] / "conf" / "help" / "tournament.txt"
    page = source.read_text(encoding="utf-8").splitlines()
    writer.write(b"help tournament\r\n" * 5 + b"help\r\nversion\r\n")
    await asyncio.sleep(1)
    for _ in range(5):
        seen = [await line(reader) for _ in page]
        report.check("each of five pages of help is whole", seen == page, "%d lines differ"
                     % sum(a != b for a, b in zip(seen, page)))
    topics = " ".join(await until(reader, "Version")).split()
    report.check("the list of topics is whole", all(topic in topics for topic in ("about", "tournament", "whois")),
                 str(topics))


async def main(report):
    names = ["w" + letters(i, 3) for i in range(USERS)]
    server = await Server(life=280, conf=CONF).start()
    await register_all(server.port, names, PASSWORD)
    clients = await lists(report, server.port, names)
    await slow(report, server.port, names, clients)
    await pages(report, clients)
    for _, writer in clients:
        writer.close()
    status = await server.stop()
    report.check("the server ends with status 0 at SIGTERM", status == 0, "status %s" % status)
    server.remove()


if __name__ == "__main__":
    run(main, 280)
