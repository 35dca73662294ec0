#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The metrics pages: values reflect what happens, no user is named, and invalid requests do not disturb the
players."""
import asyncio
import os
import re
import shutil
import ssl
import subprocess
import time

import fibs
from fibs import Report, Server, bots, free_port, register_all, run
from test_tls import Here, log_line
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
    report.check("refusals", figure(body, 'refused_total{reason="per_address"}') == 1 and
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
    report.check("a crowd", (await page(port, "/livez")) == (200, "ok\n"), "no other connection is answered")
    now = len(os.listdir("/proc/%d/fd" % server.pid))
    report.check("a crowd", now <= before + 16, "%d descriptors, before %d" % (now, before))
    ends = await asyncio.wait_for(asyncio.gather(*(r.read() for r, _ in idle), return_exceptions=True),
                                  fibs.PATIENCE)
    report.check("a crowd", all(e == b"" or isinstance(e, ConnectionError) for e in ends), repr(ends))
    for _, w in idle:
        w.close()
    await server.stop()
    server.remove()


def named(path):
    """Returns the names of the metrics in a file under conf/."""
    return set(re.findall(r"gammond_\w+", open(os.path.join(ROOT, "conf", path), encoding="ascii").read()))


def backup(server, to):
    return subprocess.run([server.binary, "-c", server.conf, "-d", server.datadir, "backup", os.path.join(server.base, to)],
                          capture_output=True, timeout=fibs.PATIENCE).returncode


async def backups(report, server, port):
    async def shown():
        _, body = await page(port, "/metrics")
        return figure(body, "backup_timestamp_seconds"), figure(body, "backup_failed")

    report.check("backup", await shown() == (0, 0), "before the first: %s" % (await shown(),))
    before = int(time.time())
    made = backup(server, "first")
    at, failed = await shown()
    report.check("backup", made == 0 and before <= at <= time.time() + 1 and failed == 0, (made, at, failed))
    made = backup(server, "first")
    report.check("backup", made == 1 and await shown() == (at, 1), "into a folder that has one: %s" % (await shown(),))
    made = backup(server, "second")
    now, failed = await shown()
    report.check("backup", made == 0 and now >= at and failed == 0, (made, now, failed))


async def guessed(report, server, port):
    """The log names an account, but not a name that may be a password; the address is last."""
    c = await Raw.open(server.port)
    for name, logged in (("ANNA", 'name="anna"'), ("geheim_7", "name=-")):
        c.send("login test 1008 %s wrong_7" % name)
        report.check("log-ins", await log_line(server, "level=info event=login_failed %s address=127.0.0.1" % logged),
                     list(server.log)[-3:])
    c.close()
    _, body = await page(port, "/metrics")
    report.check("log-ins", figure(body, "login_failures_total") == 2, body)
    report.check("log-ins", not any("geheim" in line for line in server.log), list(server.log)[-5:])


async def machine(report):
    """The metrics contain what the alerts need: sizes, the certificate, bots, log-ins and backups."""
    here, port = Here(), free_port()
    server = await Server(here.conf + bots(beginner="EasyBot", club="ClubBot") + "most = 2\n[metrics]\nport = %d\n" %
                          port).start()
    await register_all(server.port, ("anna",), "geheim_7")
    await asyncio.to_thread(subprocess.run, [server.binary, "-c", server.conf, "-d", server.datadir, "doctor"],
                            stdout=subprocess.DEVNULL, timeout=fibs.PATIENCE)
    _, body = await page(port, "/metrics")
    for name in sorted(named("grafana/gammond.json") | named("prometheus/gammond.yml")):
        report.check("dashboard and alerts", name in body, name)
    if shutil.which("promtool"):
        found = subprocess.run(["promtool", "check", "metrics"], input=body, capture_output=True, text=True)
        report.check("form", found.returncode == 0, found.stderr)
    memory, all_of_it = figure(body, "resident_memory_bytes"), figure(body, "machine_memory_bytes")
    report.check("memory", memory and 1e6 < memory < all_of_it, (memory, all_of_it))
    pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGESIZE")
    report.check("memory", all_of_it == pages, "%s, not %d" % (all_of_it, pages))
    size, room = os.stat(server.datadir + "/gammond.db").st_size, os.statvfs(server.datadir)
    report.check("disk", 1e5 < figure(body, "database_bytes") < 1e7, "%s, the file has %d" % (body, size))
    room = room.f_bavail * room.f_frsize
    report.check("disk", abs(figure(body, "disk_free_bytes") - room) < room / 2, "%d are free: %s" % (room, body))
    report.check("database", figure(body, "database_connected") == 1, body)
    report.check("analysis", figure(body, "analysis_queue") == 0, body)
    date = subprocess.run(["openssl", "x509", "-noout", "-enddate", "-in", here.file("cert.pem")], check=True,
                          capture_output=True, text=True).stdout.strip().partition("=")[2]
    report.check("certificate", figure(body, "certificate_expiry_timestamp_seconds") == ssl.cert_time_to_seconds(date),
                 "%s: %s" % (date, body))
    anna = await Raw.open(server.port)
    anna.send("login test 1008 anna geheim_7")
    await anna.until("^6\r$")
    report.check("bots", (figure(body, 'bots{state="free"}'), figure(body, 'bots{state="busy"}')) == (2, 0), body)
    anna.send("invite EasyBot 1")
    await anna.until("has joined you|accepted your")
    _, body = await page(port, "/metrics")
    report.check("bots", (figure(body, 'bots{state="free"}'), figure(body, 'bots{state="busy"}')) == (1, 1), body)
    await guessed(report, server, port)
    await backups(report, server, port)
    report.check("stop", await server.stop() == 0, list(server.log)[-3:])
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
        report.check("metrics", "anna" not in body and "127.0.0.1" not in body, "a user is named")
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
        report.check("live", await page(port, "/livez") == (200, "ok\n"), "livez")
        report.check("live", await page(port, "/readyz") == (200, "ok\n"), "readyz")
        report.check("refused", (await page(port, "/"))[0] == 404, "another path")
        for what in ("login", "account"):
            report.check("queues", figure(body, 'waiting{for="%s"}' % what) == 0, body)
        report.check("queues", figure(body, "output_bytes") == 0, body)
        report.check("refusals", figure(body, 'refused_total{reason="per_address"}') == 0, body)
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
    await machine(report)


if __name__ == "__main__":
    run(main, 60)
