#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: timeout=300
"""gammonweb with a stand-in for gammond: a table of attacks on HTTP and WebSocket, pages, limits, metrics, the sandbox."""
import asyncio
import gzip

import re

import fibs
import web
from fibs import free_port, memory, run, scaled
from web import Browser, Gammond, Web, frame, request, upgrade

HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\n"

# The bytes to send, and the statuses of the answers, after which the connection is closed.
REQUESTS = (
    ("nothing", b"", []),
    ("half a request", HEAD, []),
    ("bare line ends", b"GET / HTTP/1.1\nHost: localhost\n\n", [400]),
    ("a NUL", b"GET /\0 HTTP/1.1\r\nHost: localhost\r\n\r\n", [400]),
    ("no host", b"GET / HTTP/1.1\r\n\r\n", [400]),
    ("two hosts", HEAD + b"Host: localhost\r\n\r\n", [400]),
    ("a foreign host", request("/", host="evil.example"), [421]),
    ("a host with a user", request("/", host="localhost:80@evil"), [421]),
    ("another method", request("/", method="POST"), [405]),
    ("a proxy's request", b"GET http://localhost/ HTTP/1.1\r\nHost: localhost\r\n\r\n", [400]),
    ("a tunnel", b"CONNECT localhost:22 HTTP/1.1\r\nHost: localhost\r\n\r\n", [405]),
    ("HTTP/2", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", [505]),
    ("a continued line", HEAD + b"X: a\r\n b\r\n\r\n", [400]),
    ("a blank before the colon", HEAD + b"Content-Length : 5\r\n\r\nhello", [400]),
    ("a body", HEAD + b"Content-Length: 5\r\n\r\nhello", [400]),
    ("smuggling by length and coding", HEAD + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" +
     request("/ratings"), [400]),
    ("smuggling by a second length", HEAD + b"Content-Length: 0\r\nContent-Length: 40\r\n\r\n" + request("/x"), [400]),
    ("smuggling by an odd coding", HEAD + b"Transfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n", [400]),
    ("an expectation", HEAD + b"Expect: 100-continue\r\n\r\n", [417]),
    ("a long line", b"GET /" + 9000 * b"a", [414]),
    ("a long path", request("/" + 300 * "a"), [414]),
    ("a large field", HEAD + b"X: " + 9000 * b"a", [431]),
    ("many fields", HEAD + 100 * b"X: a\r\n" + b"\r\n", [431]),
    ("out of the folder", request("/a/../../etc/passwd"), [404]),
    ("out of the folder, encoded", request("/a/%2e%2e/%2e%2e/etc/passwd"), [404]),
    ("out of the folder, twice encoded", request("/a/%252e%252e/passwd"), [404]),
    ("a file of another release", request("/a/0000000000000000/main.js"), [404]),
    ("a broken escape", request("/%4"), [400]),
    ("a header in the path", request("/%0d%0aSet-Cookie:a=b"), [400]),
    ("script in a name", request("/player/%3Cscript%3Ealert(1)%3C/script%3E", "Connection: close"), [404]),
    ("a match with a sign", request("/match/-1", "Connection: close"), [404]),
    ("an enormous match", request("/match/99999999999999999999", "Connection: close"), [404]),
    ("an unknown game", request("/games/chess", "Connection: close"), [404]),
    ("three at once", request("/robots.txt") + request("/robots.txt", method="HEAD") +
     request("/robots.txt", "Connection: close"), [200, 200, 200]),
    ("one after a refused one", request("/", method="PUT") + request("/"), [405]),
    ("a WebSocket elsewhere", upgrade("Connection: close", path="/"), [200]),
    ("a WebSocket without upgrade", request("/ws"), [426]),
    ("an old WebSocket", upgrade(version="8"), [426]),
    ("no key", upgrade(key=None), [400]),
    ("a short key", upgrade(key="aGVsbG8="), [400]),
    ("no subprotocol", upgrade(protocol=None), [400]),
    ("another subprotocol", upgrade(protocol="chat, gammon.10"), [400]),
    ("no origin", upgrade(origin=None), [403]),
    ("a foreign origin", upgrade(origin="https://evil.example"), [403]),
    ("an origin that begins well", upgrade(origin="http://localhost.evil.example"), [403]),
    ("the origin of a sandbox", upgrade(origin="null"), [403]),
    ("two origins", upgrade("Origin: http://localhost"), [400]),
)

# Frames of a browser, and the code with which gammonweb closes.
FRAMES = (
    ("not masked", frame(1, b"{}", mask=False), 1002),
    ("compressed", frame(1, b"{}", bits=0x40), 1002),
    ("a reserved bit", frame(1, b"{}", bits=0x10), 1002),
    ("an unknown opcode", frame(3, b"{}"), 1002),
    ("an unknown control frame", frame(11, b""), 1002),
    ("a fragmented ping", frame(9, b"a", fin=False), 1002),
    ("a long ping", frame(9, 126 * b"a"), 1002),
    ("a continuation of nothing", frame(0, b"a"), 1002),
    ("a message in a message", frame(1, b"a", fin=False) + frame(1, b"b"), 1002),
    ("2^40 bytes", frame(1, b"", length=1 << 40), 1009),
    ("a length with the top bit", frame(1, b"", length=1 << 63), 1002),
    ("4,097 bytes", frame(1, 4097 * b"a"), 1009),
    ("4,097 bytes in two frames", frame(1, 4000 * b"a", fin=False) + frame(0, 97 * b"a"), 1009),
    ("binary", frame(2, b"{}"), 1003),
    ("bad UTF-8", frame(1, b"\xff"), 1007),
    ("bad UTF-8 over two frames", frame(1, b"\xe2\x82", fin=False) + frame(0, b"a"), 1007),
    ("a close without code", frame(8, b""), 1005),
    ("a close", frame(8, b"\x03\xe8"), 1000),
    ("a close with a forbidden code", frame(8, b"\x03\xed"), 1002),
    ("half a code", frame(8, b"\x03"), 1002),
    ("a close with bad UTF-8", frame(8, b"\x03\xe8\xff"), 1007),
)

SECURITY = ("content-security-policy", "x-content-type-options", "referrer-policy", "permissions-policy",
            "cross-origin-opener-policy", "date")


async def attacks(report, server):
    for name, sent, statuses in REQUESTS:
        answer = await server.send(sent)
        found = [int(x) for x in re.findall(rb"^HTTP/1\.1 (\d+) ", answer, re.M)]
        report.check("requests", found == statuses, "%s: %s, %r" % (name, found, answer[:200]))
    for name, sent, code in FRAMES:
        b = await Browser.open(server.port)
        b.writer.write(sent)
        found = await b.closed()
        report.check("frames", found == code, "%s: %s" % (name, found))
        b.close()


async def floods(report, server):
    """The rate of questions to gammond is limited for each address; pongs to a browser that does not read are not kept."""
    b = await Browser.open(server.port, "127.0.0.5")
    b.writer.write(100 * frame(1, b'{"id":1,"c":"ping"}'))
    report.check("floods", await b.closed() == 1008, "messages")
    b.close()
    status, fields, _ = await server.get("/match/17", source="127.0.0.5")
    report.check("floods", status == 429 and "retry-after" in fields, "a page: %d" % status)
    report.check("floods", (await server.get("/ratings", source="127.0.0.5"))[0] == 200, "a page that requests nothing")
    report.check("floods", (await server.get("/match/17", source="127.0.0.6"))[0] == 200, "another address")
    # pings of a browser that reads no pongs
    b = await Browser.open(server.port, "127.0.0.6")
    b.writer.transport.pause_reading()
    before = server.memory()
    for _ in range(100):
        b.writer.write(2000 * frame(9, b""))
        await b.writer.drain()
    used = server.memory() - before
    report.check("floods", used < memory(2 << 20, 32 << 20), "%d bytes for pongs" % used)
    b.writer.transport.abort()


async def legal_frames(report, server):
    b = await Browser.open(server.port)
    b.writer.write(frame(9, b"are you there"))
    report.check("legal frames", await b.frame() == (10, b"are you there"), "no pong")
    sent = frame(1, b'{"id":7,', fin=False) + frame(9, b"") + frame(0, b'"c":"ping"}')
    for i in range(len(sent)):
        b.writer.write(sent[i:i + 1])
        await b.writer.drain()
    report.check("legal frames", await b.frame() == (10, b""), "no pong within a message")
    report.check("legal frames", await b.line() == {"re": 7, "ok": True}, "a message in pieces")
    for sent, wanted in ((b"[]", "syntax"), (b"{", "syntax"), (b'{"id":1}', "syntax"), (b'{"id":1,"c":"roll"}', "denied"),
                         (b'{"id":1,"id":2,"c":"ping"}', "syntax"), (4000 * b"[", "syntax"),
                         (b'{"id":1,"c":"watch","m":1}', "busy")):
        b.writer.write(frame(1, sent))
        line = await b.line()
        report.check("legal frames", line.get("err") == wanted, "%r: %r" % (sent[:40], line))
    b.close()


async def slow(report, server):
    """A connection that does not complete a request in time is closed, with status 408 if it had begun a request."""
    waiting = [asyncio.ensure_future(server.send(sent, whole=False)) for sent in (b"", b"GET / HT", HEAD)]
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(request("/robots.txt"))
    rest = asyncio.ensure_future(web.read_all(reader))
    answers = await asyncio.gather(*waiting)
    report.check("slow requests", answers[0] == b"" and all(a.startswith(b"HTTP/1.1 408 ") for a in answers[1:]),
                 repr(answers))
    answer = await rest
    report.check("slow requests", answer.count(b"HTTP/1.1") == 1 and answer.startswith(b"HTTP/1.1 200 "), repr(answer))
    writer.close()


async def pages(report, server):
    status, fields, body = await server.get("/")
    report.check("pages", status == 200 and fields["cache-control"] == "no-cache", "%s %s" % (status, fields))
    report.check("pages", all(x in fields for x in SECURITY) and "set-cookie" not in fields, repr(fields))
    report.check("pages", "frame-ancestors 'none'" in fields["content-security-policy"], repr(fields))
    status, again, nothing = await server.get("/", "If-None-Match: %s" % fields["etag"])
    report.check("pages", status == 304 and nothing == b"" and again["etag"] == fields["etag"], "%s %r" % (status, nothing))
    files = set(re.findall(rb'"(/a/[0-9a-f]{16}/[^"]+)"', body))
    report.check("pages", b'"/a/' not in body or files, "no file has a hash: %r" % body)
    for path in sorted(files):
        plain = await server.get(path.decode())
        packed = await server.get(path.decode(), "Accept-Encoding: br, gzip")
        report.check("files", plain[0] == packed[0] == 200 and "immutable" in plain[1]["cache-control"], "%r: %r" % (path, plain[1]))
        text = gzip.decompress(packed[2]) if packed[1].get("content-encoding") == "gzip" else packed[2]
        report.check("files", text == plain[2] and len(packed[2]) <= len(plain[2]), "%r: the copies differ" % path)
        report.check("files", (await server.get(path.decode(), "If-None-Match: %s" % plain[1]["etag"]))[0] == 304, repr(path))
    embedded = await server.get("/embed/match/17")
    report.check("pages", "frame-ancestors *" in embedded[1]["content-security-policy"], repr(embedded[1]))
    for path in ("/play", "/ratings", "/player/anna", "/tournament/3", "/games/plakoto", "/play/bot", "/play/bot/plakoto", "/match/17"):
        status, fields, body = await server.get(path)
        report.check("pages", status == 200 and b"<title>" in body and b'property="og:title"' in body, "%s: %r" % (path, body))
    head = await server.send(request("/ratings", "Connection: close", method="HEAD"))
    report.check("pages", head.endswith(b"\r\n\r\n") and b"Content-Length: %d" % len((await server.get("/ratings"))[2]) in head, repr(head))
    head = await server.send(request("/a/nothing", "Connection: close", method="HEAD"))
    report.check("pages", b" 404 " in head and head.endswith(b"\r\n\r\n"), repr(head))
    report.check("pages", (await server.get("/play/bot/chess"))[0] == 404, "a game that does not exist")
    status, fields, body = await server.get("/sw.js")
    report.check("files", status == 200 and fields["cache-control"] == "no-cache" and "javascript" in fields["content-type"] and b"onfetch" in body, repr(fields))
    report.check("pages", b"Disallow: /player" in (await server.get("/robots.txt"))[2], "robots.txt")


async def crowd(report, server):
    """Connections from one address are limited; other addresses are not affected."""
    n = scaled(2000, 300)
    held = []
    refused = 0
    for _ in range(n):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port, local_addr=("127.0.0.3", 0))
        held.append((reader, writer))
    for reader, writer in held[8:]:
        refused += (await web.read_all(reader)).startswith(b"HTTP/1.1 503 ")
    report.check("a crowd", refused == n - 8, "%d of %d refused" % (refused, n))
    report.check("a crowd", (await server.get("/ratings", source="127.0.0.4"))[0] == 200, "another address is refused")
    for _, writer in held:
        writer.close()


async def front_ends(report):
    """The address that a trusted front end names is the address that counts and that gammond learns."""
    server = Web(None, "proxy_from = 127.0.0.1, 10.0.0.0/8", "per_address = 2", "hosts = play.example")
    gammond = await Gammond(server.socket).start()
    await server.start()
    await gammond.connected.wait()

    async def open_socket(source, *fields):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port, local_addr=(source, 0))
        writer.write(upgrade(*fields, origin="https://play.example").replace(b"Host: localhost", b"Host: play.example"))
        head = await reader.readuntil(b"\r\n\r\n")
        return int(head.split()[1]), reader, writer

    names = ("X-Forwarded-For: 6.6.6.6, 203.0.113.7", "X-Forwarded-Proto: https")
    held = [await open_socket("127.0.0.1", *names) for _ in range(3)]
    report.check("front ends", [h[0] for h in held] == [101, 101, 503], str([h[0] for h in held]))
    report.check("front ends", (await open_socket("127.0.0.1", "X-Forwarded-For: 203.0.113.8"))[0] == 101, "another one")
    report.check("front ends", (await open_socket("127.0.0.1", "X-Forwarded-For: nobody"))[0] == 503, "no address")
    behind = await open_socket("127.0.0.1", "X-Forwarded-For: 203.0.113.7, 198.51.100.7 , 10.2.3.4")
    behind[2].write(frame(1, b'{"id":1,"c":"guest"}'))
    session, _ = await gammond.command("guest")
    report.check("front ends", gammond.opened[session] == (0, "198.51.100.7"), repr(gammond.opened[session]))
    forged = await open_socket("127.0.0.9", "X-Forwarded-For: 203.0.113.9")
    held[0][2].write(frame(1, b'{"id":1,"c":"guest"}'))
    forged[2].write(frame(1, b'{"id":1,"c":"guest"}'))
    sessions = [await gammond.command("guest") for _ in range(2)]
    found = {gammond.opened[s[0]] for s in sessions}
    report.check("front ends", found == {(1, "203.0.113.7"), (1, "127.0.0.9")}, repr(found))
    for h in held + [forged, behind]:
        h[2].close()
    status, complaints = await server.stop()
    report.check("front ends", status == 0 and not complaints, "%s %s" % (status, complaints))
    await gammond.stop()


async def metrics(report):
    """Programs on this machine can read metrics."""
    port = free_port()
    server = await Web(None, "metrics_port = %d" % port, "per_address = 3").start()

    async def figures():
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request("/metrics", "Connection: close"))
        answer = (await web.read_all(reader)).decode()
        writer.close()
        return dict(re.findall(r"^gammonweb_(\S+) (\d+)$", answer, re.M))

    found = await figures()
    report.check("metrics", found.get("stream_connected") == "0" and found.get("watchers") == "0", repr(found))
    gammond = await Gammond(server.socket).start()
    held = [await Browser.open(server.port) for _ in range(3)]
    report.check("metrics", (await server.send(b"", whole=False)).startswith(b"HTTP/1.1 503"), "one more")
    await held[0].event("hello")
    asked = asyncio.ensure_future(held[0].ask("watch", m=7))
    session, command = await gammond.command("watch")
    gammond.send(session, {"e": "match", "m": 7, "n": 0}, {"re": command["id"], "ok": True})
    await asked
    found = await figures()
    report.check("metrics", found["stream_connected"] == "1" and found["watchers"] == "1" and found["matches"] == "1" and
                 int(found["connections"]) >= 4 and found['refused_total{reason="per_address"}'] == "1" and
                 int(found["resident_memory_bytes"]) > 1 << 20 and int(found["sent_bytes_total"]) > 100, repr(found))
    # A browser that reads its last answer slowly does not delay the closing of others.
    gammond.send(session, *[{"e": "act", "m": 7, "n": n, "bulk": "x" * 4000} for n in range(1, 180)])
    held[0].writer.transport.pause_reading()
    held[0].writer.write(frame(3, b""))
    held[1].writer.write(frame(3, b""))
    while (await figures())["connections"] != "3":
        pass
    held[0].writer.transport.resume_reading()
    report.check("metrics", await held[0].closed() == 1002, "the slow one is closed too")
    status, _, _ = await server.get("/metrics")
    report.check("metrics", status == 404, "the public port: %d" % status)
    for b in held:
        b.close()
    await gammond.stop()
    status, complaints = await server.stop()
    report.check("metrics", status == 0 and not complaints, "%s %s" % (status, complaints))


async def sandbox(report, server):
    """The process is in its sandbox, except with sanitizers or valgrind."""
    status = open("/proc/%d/status" % server.process.pid, encoding="ascii").read()
    off = fibs.UNDER_VALGRIND or any("event=sandbox state=off" in line for line in server.log)
    nice = int(open("/proc/%d/stat" % server.process.pid, encoding="ascii").read().rpartition(")")[2].split()[16])
    report.check("its priority is low", nice >= 5, str(nice))
    report.check("sandbox", off or re.search(r"^NoNewPrivs:\s1$", status, re.M) and re.search(r"^Seccomp:\s2$", status, re.M), status)


async def main(report):
    server = await Web(None, "per_address = 8").start()
    await sandbox(report, server)
    await attacks(report, server)
    await floods(report, server)
    await legal_frames(report, server)
    await pages(report, server)
    await slow(report, server)
    await crowd(report, server)
    status, complaints = await server.stop()
    report.check("it ends", status == 0 and not complaints, "%s %s" % (status, complaints))
    await front_ends(report)
    await metrics(report)


if __name__ == "__main__":
    run(main, 120)
