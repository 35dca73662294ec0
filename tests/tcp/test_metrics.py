#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The metrics pages: values reflect what happens, no user is named, and invalid requests do not disturb the
players."""
import asyncio
import os
import re

import fibs
from fibs import Report, Server, free_port, register_all, run
from test_token import Raw

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


async def fetch(port, request):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    await writer.drain()
    answer = await asyncio.wait_for(reader.read(), fibs.PATIENCE)
    writer.close()
    return answer.decode()


async def page(port, path):
    answer = await fetch(port, b"GET %s HTTP/1.0\r\n\r\n" % path.encode())
    head, _, body = answer.partition("\r\n\r\n")
    return int(head.split()[1]), body


def figure(body, name):
    found = re.search(r"^gammond_%s ([0-9.]+)$" % re.escape(name), body, re.M)
    return float(found.group(1)) if found else None


async def refusals(report):
    """Refusals are counted by kind."""
    port = free_port()
    server = await Server("[metrics]\nport = %d\n[limits]\nexempt =\nper_address = 2\n" % port).start()
    people = [await Raw.open(server.port) for _ in range(3)]
    await people[2].until("Too many connections from your address")
    _, body = await page(port, "/metrics")
    report.check("who is let in", figure(body, 'refused_total{reason="per_address"}') == 1 and
                 figure(body, 'refused_total{reason="full"}') == 0, body)
    for c in people:
        c.close()
    await server.stop()
    server.remove()


async def crowd(report):
    """Connections to the metrics port take neither the server's descriptors nor players' slots."""
    port = free_port()
    server = await Server("[metrics]\nport = %d\n" % port).start()
    before = len(os.listdir("/proc/%d/fd" % server.pid))
    idle = []
    for i in range(300):
        idle.append(await asyncio.open_connection("127.0.0.1", port))
        idle[-1][1].write(b"GET /metrics" if i % 2 else b"")
    await register_all(server.port, ("anna",), "geheim_7")
    report.check("a crowd", (await page(port, "/livez")) == (200, "ok\n"), "nobody is answered beside it")
    now = len(os.listdir("/proc/%d/fd" % server.pid))
    report.check("a crowd", now <= before + 16, "%d descriptors, before it %d" % (now, before))
    ends = await asyncio.wait_for(asyncio.gather(*(r.read() for r, _ in idle), return_exceptions=True),
                                  fibs.PATIENCE)
    report.check("a crowd", all(e == b"" or isinstance(e, ConnectionError) for e in ends), repr(ends))
    for _, w in idle:
        w.close()
    await server.stop()
    server.remove()


async def main(report: Report):
    port = free_port()
    server = Server("[metrics]\nport = %d\n" % port)
    await server.start()
    try:
        status, body = await page(port, "/metrics")
        report.check("metrics", status == 200, body)
        report.check("metrics", figure(body, "users") == 0, body)
        await register_all(server.port, ("anna",), "geheim_7")
        anna = await Raw.open(server.port)
        anna.send("login test 1008 anna geheim_7")
        await anna.until("^6\r$")
        anna.send("time\r\ntime\r\nwhois anna")
        await anna.until("Information about anna")
        status, body = await page(port, "/metrics")
        report.check("metrics", figure(body, "users") == 1, body)
        report.check("metrics", figure(body, "sessions") == 1, body)
        report.check("metrics", figure(body, 'commands_total{command="time"}') == 2, body)
        report.check("metrics", "anna" not in body and "127.0.0.1" not in body, "somebody is named")
        for name in ("turn_seconds", "commit_seconds", "sync_seconds"):
            steps = [int(n) for n in re.findall(r'^gammond_%s_bucket\{le="[^"]+"\} (\d+)$' % name, body, re.M)]
            report.check("histograms", len(steps) == 13 and steps == sorted(steps), str(steps))
            report.check("histograms", figure(body, name + "_count") == steps[-1] > 0, body)
        kinds = dict(re.findall(r"^# TYPE (\w+) (\w+)$", body, re.M))
        for line in body.splitlines():
            if not line.startswith("#"):
                name = re.match(r"\w+", line).group()
                base = re.sub(r"_(bucket|sum|count)$", "", name)
                report.check("form", name in kinds or kinds.get(base) == "histogram", line)
        board = open(os.path.join(ROOT, "conf", "grafana", "gammond.json"), encoding="ascii").read()
        for name in set(re.findall(r"gammond_\w+", board)):
            report.check("dashboard", name in body, name)
        report.check("live", await page(port, "/livez") == (200, "ok\n"), "livez")
        report.check("live", await page(port, "/readyz") == (200, "ok\n"), "readyz")
        report.check("refused", (await page(port, "/"))[0] == 404, "another path")
        for what in ("login", "account"):
            report.check("queues", figure(body, 'waiting{for="%s"}' % what) == 0, body)
        report.check("queues", figure(body, "output_bytes") == 0, body)
        report.check("who is let in", figure(body, 'refused_total{reason="per_address"}') == 0, body)
        for line in ("event=registered address=127.0.0.1 name=anna", "event=login address=127.0.0.1 name=anna"):
            report.check("log", any(line in x for x in server.log), list(server.log))
        for bad in (b"POST /metrics HTTP/1.0\r\nContent-Length: 5\r\n\r\nhello", b"\r\n\r\n", b"\xff\xfe\r\n\r\n",
                    b"GET /metrics HTTP/1.0\r\nX: " + b"x" * 100000 + b"\r\n\r\n"):
            try:
                answer = await fetch(port, bad)
            except ConnectionError:
                answer = ""
            report.check("refused", "gammond_" not in answer, repr(answer[:80]))
        report.check("live", await page(port, "/livez") == (200, "ok\n"), "livez after that")
    finally:
        await server.stop()
        server.remove()
    await refusals(report)
    await crowd(report)


if __name__ == "__main__":
    run(main, 60)
