#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A visit to the server of a root, from its network (roots.py runs this there).

    visit.py register NAME PORT       registers a user
    visit.py login NAME PORT [CERT]   logs in, with TLS if CERT is given; the host must be club.example
    visit.py refused NAME PORT        the log-in is refused because the connection is not encrypted
    visit.py wrong NAME PORT          types a wrong password
    visit.py certificate PORT         prints a digest of the certificate
    visit.py match PORT CERT          two users register and play a 1-point match with TLS
    visit.py page PORT [CERT]         a browser loads the page, and gets the list of users over a WebSocket"""

import asyncio
import collections
import hashlib
import os
import ssl
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tcp"))
import fibs
import test_matches
import web
from test_token import Raw

HOST = "club.example"
PASSWORD = "geheim_7"


async def connect(port, cert=None):
    context = ssl.create_default_context(cafile=cert) if cert else None
    c = Raw(*await asyncio.open_connection("127.0.0.1", port, ssl=context, server_hostname=HOST if cert else None))
    await c.until("login: ")
    return c


async def login(name, port, cert=None):
    c = await connect(int(port), cert)
    c.send("login test 1008 %s %s" % (name, PASSWORD))
    await c.until("^1 %s " % name)
    c.close()


async def refused(name, port):
    c = await connect(int(port))
    c.send("login test 1008 %s %s" % (name, PASSWORD))
    await c.until("not encrypted.(?s:.)*login: ")
    c.close()


async def wrong(name, port):
    c = await connect(int(port))
    c.send("login test 1008 %s wrong" % name)
    await c.until("login: (?s:.)*login: ")  # the banner's prompt, and the prompt after the refusal
    c.close()


async def certificate(port):
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    _, writer = await asyncio.open_connection("127.0.0.1", int(port), ssl=context)
    print(hashlib.sha256(writer.get_extra_info("ssl_object").getpeercert(True)).hexdigest())
    writer.transport.abort()


async def match(port, cert):
    """The players of test_matches.py do not support TLS, so they connect through a relay that does."""
    context = ssl.create_default_context(cafile=cert)

    async def carry(reader, writer):
        try:
            while data := await reader.read(65536):
                writer.write(data)
        except OSError:
            pass
        writer.close()

    relays = []

    async def relay(reader, writer):
        relays.append(asyncio.current_task())
        there = await asyncio.open_connection("127.0.0.1", int(port), ssl=context, server_hostname=HOST)
        await asyncio.gather(carry(reader, there[1]), carry(there[0], writer))

    listener = await asyncio.start_server(relay, "127.0.0.1", 0)
    near = listener.sockets[0].getsockname()[1]
    names = ["left_aa", "right_aa"]
    await fibs.register_all(near, names, test_matches.PASSWORD)
    counts = collections.Counter()
    pair = test_matches.Pair(0, near, "hosting", {n: (1500.0, 0) for n in names}, counts)
    report = fibs.Report()
    await pair.series([1], report)
    for p in pair.players:
        p.frozen = True
        p.close()
    await asyncio.gather(*relays)
    if report.end() != 0 or counts["to a result"] != 1:
        raise fibs.Bad("the match has no result")
    print("%d plays over TLS" % sum(p.plays_made for p in pair.players))


async def page(port, cert=None):
    context = ssl.create_default_context(cafile=cert) if cert else None
    host = "%s:%s" % (HOST if cert else "localhost", port)

    async def open_connection():
        return await asyncio.open_connection("127.0.0.1", int(port), ssl=context, server_hostname=HOST if cert else None)

    reader, writer = await open_connection()
    writer.write(web.request("/", "Connection: close", host=host))
    answer = await web.read_all(reader)
    writer.close()
    if not answer.startswith(b"HTTP/1.1 200 ") or b"</html>" not in answer or (b"Strict-Transport-Security" in answer) != bool(cert):
        raise fibs.Bad(repr(answer))
    b = await web.Browser.begin(*await open_connection(), web.upgrade(origin="http%s://%s" % ("s" if cert else "", host), host=host))
    for _ in range(100):
        answer = await b.ask("get", what="who")
        if answer.get("ok"):
            break
        await asyncio.sleep(0.1)  # until there is a stream to the server
    b.close()
    if not answer.get("ok"):
        raise fibs.Bad(repr(answer))
    print("%d users on the page" % len(answer["rows"]))


async def register(name, port):
    await fibs.register(int(port), name, PASSWORD)


if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1] not in ("register", "login", "refused", "wrong", "certificate", "match", "page"):
        sys.exit(__doc__)
    asyncio.run(globals()[sys.argv[1]](*sys.argv[2:]))
