# SPDX-License-Identifier: MIT
"""Shared by the tests of gammonweb: the program as a process, a WebSocket client written from RFC 6455, and a
stand-in for gammond at the other end of the stream (PROTOCOL.md 13)."""
import asyncio
import json
import os
import re
import struct
import tempfile

import fibs

BINARY = os.environ.get("GAMMONWEB") or os.path.join(
    os.path.dirname(os.path.abspath(os.environ.get("GAMMOND", "build/gammond"))), "gammonweb")
KEY = "dGhlIHNhbXBsZSBub25jZQ=="
HELLO, OPEN, DATA, FULL, EMPTY, GONE, PING, PONG = 1, 2, 3, 4, 5, 6, 16, 17
WELCOME, REFUSED, PASS, SAY, TAKEN, SHUT, CLOSE = 32, 33, 34, 35, 36, 37, 38


class Web:
    """A process of gammonweb on a free port.  Options are lines of [web]."""

    def __init__(self, socket=None, *options):
        self.folder = tempfile.mkdtemp(prefix="gammonweb-test-")
        self.socket = socket or os.path.join(self.folder, "front")
        self.options = options
        self.log = []

    def configure(self):
        path = os.path.join(self.folder, "conf")
        with open(path, "w", encoding="ascii") as f:
            f.write(fibs.UNDER_VALGRIND + "[server]\nfront_socket = %s\n[web]\n%s" % (self.socket, "".join(x + "\n" for x in self.options)))
        return path

    async def start(self):
        self.process = await asyncio.create_subprocess_exec(
            BINARY, "-p", "0", "-c", self.configure(), stdin=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE, preexec_fn=fibs._die_with_parent)
        self.port = None
        while self.port is None:
            line = (await asyncio.wait_for(self.process.stderr.readline(), fibs.PATIENCE)).decode()
            if not line:
                raise fibs.Bad("gammonweb ended: %s" % self.log)
            self.log.append(line)
            found = re.search(r"event=listening port=(\d+)", line)
            if found:
                self.port = int(found.group(1))
        self.reader = asyncio.ensure_future(self._read())
        return self

    async def _read(self):
        while True:
            line = (await self.process.stderr.readline()).decode("utf-8", "replace")
            if not line:
                return
            self.log.append(line)

    async def stop(self):
        """Ends the process; returns its status, and what sanitizers have printed."""
        self.process.terminate()
        status = await asyncio.wait_for(self.process.wait(), fibs.PATIENCE)
        await self.reader
        return status, "".join(line for line in self.log if "level=" not in line)

    def memory(self):
        """Returns the resident memory in bytes."""
        with open("/proc/%d/statm" % self.process.pid, encoding="ascii") as f:
            return int(f.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    async def send(self, request, source="127.0.0.1", whole=True):
        """Sends bytes; returns what comes back until the connection is closed."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(source, 0))
        writer.write(request)
        if whole:
            writer.write_eof()
        answer = await read_all(reader)
        writer.close()
        return answer

    async def get(self, path, *fields, source="127.0.0.1"):
        """Returns the status, the fields by lower-case name, and the body."""
        answer = await self.send(request(path, "Connection: close", *fields), source)
        head, _, body = answer.partition(b"\r\n\r\n")
        lines = head.decode().split("\r\n")
        return int(lines[0].split()[1]), dict((k.lower(), v) for k, v in (x.split(": ", 1) for x in lines[1:])), body


def request(path, *fields, method="GET", host="localhost"):
    return ("%s %s HTTP/1.1\r\nHost: %s\r\n%s\r\n" % (
        method, path, host, "".join("%s\r\n" % f for f in fields))).encode()


def upgrade(*more, origin="http://localhost", protocol="gammon.1", key=KEY, version="13", path="/ws", host="localhost"):
    fields = ["Connection: Upgrade", "Upgrade: websocket", *more]
    for name, value in (("Origin", origin), ("Sec-WebSocket-Protocol", protocol), ("Sec-WebSocket-Key", key),
                        ("Sec-WebSocket-Version", version)):
        if value is not None:
            fields.append("%s: %s" % (name, value))
    return request(path, *fields, host=host)


async def read_all(reader):
    """Reads to the end of the connection, which may be a reset."""
    parts = []
    try:
        while True:
            part = await asyncio.wait_for(reader.read(65536), fibs.PATIENCE)
            if not part:
                break
            parts.append(part)
    except ConnectionError:
        pass
    return b"".join(parts)


def frame(opcode, payload, fin=True, mask=True, length=None, bits=0):
    """A client's frame, legal unless the arguments say otherwise."""
    n = len(payload) if length is None else length
    head = bytes([(0x80 if fin else 0) | bits | opcode])
    flag = 0x80 if mask else 0
    head += (bytes([flag | n]) if n < 126 else bytes([flag | 126]) + struct.pack(">H", n) if n < 65536 else
             bytes([flag | 127]) + struct.pack(">Q", n))
    if not mask:
        return head + payload
    key = b"\x37\xfa\x21\x3d"
    return head + key + bytes(b ^ key[i % 4] for i, b in enumerate(payload))


class Browser:
    """A WebSocket client."""

    @classmethod
    async def open(cls, port, source="127.0.0.1", *fields):
        return await cls.begin(*await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0), limit=1 << 22), upgrade(*fields))

    @classmethod
    async def begin(cls, reader, writer, handshake):
        b = cls()
        b.next = 0
        b.events = []
        b.reader, b.writer = reader, writer
        b.writer.write(handshake)
        head = await asyncio.wait_for(b.reader.readuntil(b"\r\n\r\n"), fibs.PATIENCE)
        if b" 101 " not in head:
            raise fibs.Bad(head.decode())
        return b

    async def frame(self):
        """Returns the opcode and the payload of the next frame."""
        async def read():
            first, second = await self.reader.readexactly(2)
            n = second
            if n == 126:
                n = struct.unpack(">H", await self.reader.readexactly(2))[0]
            elif n == 127:
                n = struct.unpack(">Q", await self.reader.readexactly(8))[0]
            if n >= 1 << 24 or not first & 0x80 or first & 0x70:
                raise fibs.Bad("an illegal frame of the server: %x %x" % (first, second))
            return first & 15, await self.reader.readexactly(n)
        return await asyncio.wait_for(read(), fibs.PATIENCE)

    async def line(self):
        """Returns the next object; answers pings."""
        while True:
            opcode, payload = await self.frame()
            if opcode == 1:
                return json.loads(payload)
            if opcode == 8:
                raise fibs.Bad("closed: %s" % struct.unpack(">H", payload[:2]) if payload else "closed")
            if opcode == 9:
                self.writer.write(frame(10, payload))

    async def event(self, e):
        """Returns the next event of that kind, and drops the lines before it."""
        while True:
            line = await self.line()
            if line.get("e") == e:
                return line

    async def ask(self, c, **members):
        """Sends a command; returns its answer.  Events before it are kept in self.events."""
        self.next += 1
        self.say(dict({"id": self.next, "c": c}, **members))
        while True:
            line = await self.line()
            if "re" in line and line.get("e") is None:
                if line["re"] != self.next:
                    raise fibs.Bad("an answer to %r instead of %d" % (line, self.next))
                return line
            self.events.append(line)

    def say(self, message):
        self.writer.write(frame(1, json.dumps(message).encode()))

    async def closed(self):
        """Returns the code of the close frame, or None if the connection ended without a close frame.  Stores the
        reason that the frame gives."""
        try:
            while True:
                opcode, payload = await self.frame()
                if opcode == 8:
                    self.why = payload[2:].decode()
                    return struct.unpack(">H", payload[:2])[0] if payload else 1005
        except (asyncio.IncompleteReadError, ConnectionError):
            return None

    def close(self):
        self.writer.close()


class Gammond:
    """A stand-in for gammond at the other end of the stream.  The commands of all sessions are queued in `lines`."""

    def __init__(self, path):
        self.path = path
        self.writer = None
        self.opened = {}  # session: (sealed, address)
        self.partial = {}
        self.taken = {}
        self.lines = asyncio.Queue()  # (session, object)
        self.gone = []
        self.passes = 0
        self.auto = True
        self.holds = False  # DATA is held back, and not acknowledged by TAKEN
        self.held = []

    async def start(self):
        if os.path.exists(self.path):
            os.unlink(self.path)
        self.connected = asyncio.Event()
        self.server = await asyncio.start_unix_server(self._serve, self.path)
        return self

    async def stop(self):
        """Acts like a kill: the socket remains, but no process listens on it."""
        self.server.close()
        if self.writer:
            self.writer.transport.abort()
        await asyncio.sleep(0)

    async def _serve(self, reader, writer):
        self.writer = writer
        try:
            while True:
                n, kind, _flags, _zero, session = struct.unpack(">IBBHQ", await reader.readexactly(16))
                await self._frame(kind, session, await reader.readexactly(n))
        except (asyncio.IncompleteReadError, ConnectionError):
            pass

    async def _frame(self, kind, session, body):
        if kind == HELLO:
            self._put(WELCOME, 0, struct.pack(">HHII", 1, 0, 65536, 32768))
            self.connected.set()
        elif kind == OPEN:
            address = body[4:20] if body[1] == 6 else body[4:8]
            self.opened[session] = (body[0], address.hex() if body[1] == 6 else ".".join(map(str, address)))
            self.partial[session] = b""
            self.taken[session] = 0
            self.send(session, "\r\nWelcome.\r\n\r\nlogin: ", raw=True)
        elif kind == DATA and self.holds:
            self.held.append((session, body))
        elif kind == DATA:
            self.taken[session] += len(body)
            self._pass(self.frame_of(TAKEN, session, struct.pack(">Q", self.taken[session])))
            *lines, self.partial[session] = (self.partial[session] + body).split(b"\n")
            for line in lines:
                await self._line(session, line.decode())
        elif kind == GONE:
            self.gone.append(session)
            self._pass(self.frame_of(CLOSE, session))
        elif kind == PING:
            self._put(PONG, session, b"")

    def ahead(self):
        """Returns the number of bytes held back."""
        return sum(len(body) for _, body in self.held)

    async def release(self):
        self.holds = False
        for session, body in self.held:
            await self._frame(DATA, session, body)
        self.held = []

    async def _line(self, session, line):
        if line == "json 1":
            self.send(session, {"e": "hello", "s": 1, "version": 1, "server": "Fake"})
            return
        command = json.loads(line)
        if self.auto and command["c"] == "public":
            self.send(session, {"re": command["id"], "ok": True})
        else:
            await self.lines.put((session, command))

    @staticmethod
    def frame_of(kind, session, body=b""):
        return struct.pack(">IBBHQ", len(body), kind, 0, 0, session) + body

    def _put(self, kind, session, body):
        self.writer.write(self.frame_of(kind, session, body))

    def _pass(self, frames):
        self.passes += 1
        self._put(PASS, self.passes, frames)

    def send(self, session, *lines, raw=False):
        """Sends objects in one PASS."""
        self._pass(b"".join(self.frame_of(SAY, session, (x if raw else json.dumps(x, separators=(",", ":")) + "\r\n").encode())
                            for x in lines))

    def close_session(self, session):
        self._pass(self.frame_of(CLOSE, session))

    async def command(self, c):
        """Returns the session and the next command, which must be c."""
        session, command = await asyncio.wait_for(self.lines.get(), fibs.PATIENCE)
        if command["c"] != c:
            raise fibs.Bad("%r instead of %s" % (command, c))
        return session, command
