#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: timeout=200 valgrind
"""TLS as operators set it up: the options, certificates that change while users are connected, the memory of
idle connections, and the front ends in Debian: openssl s_client, stunnel, haproxy.

A missing program is a failure."""

import asyncio
import os
import signal
import socket
import ssl
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import fibs
from fibs import Bad, Report, Server, register_all, run, scaled
from test_client import Wire
from test_client_screen import Player
from test_token import Raw

PASSWORD = "geheim_7"


class Here:
    """A directory with certificates made the way operators make them for a test."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="gammond-tls-")
        self.conf = "[server]\naddress = 127.0.0.1\ntls_port = 0\ntls_certificate = %s\ntls_key = %s\n" % (
            self.file("cert.pem"), self.file("key.pem"))
        self.make()

    def file(self, name):
        return os.path.join(self.folder.name, name)

    def make(self):
        subprocess.run(["scripts/make-cert", self.folder.name], check=True, stdout=subprocess.DEVNULL, timeout=fibs.PATIENCE)

    def trusting(self, version=None):
        """Returns the context of a client that trusts and checks the present certificate."""
        c = ssl.create_default_context(cafile=self.file("cert.pem"))
        c.hostname_checks_common_name = False
        if version:
            c.minimum_version = c.maximum_version = version
        return c

    async def open(self, port, address="127.0.0.1", version=None):
        c = await Raw.open(port, address, self.trusting(version))
        await c.until("login: ")
        return c


async def log_line(server, text):
    for _ in range(int(fibs.PATIENCE * 20)):
        if any(text in line for line in server.log):
            return True
        await asyncio.sleep(0.05)
    return False


async def people(report, here, server):
    """Interactive users and client programs log in as on the other port, with both TLS versions."""
    await register_all(server.port, ["anna"], PASSWORD)
    for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
        for line, done in (("login test 1008 anna " + PASSWORD, r"^1 anna "), ("connect anna " + PASSWORD, "houserules")):
            c = await here.open(server.tls_port, version=version)
            c.send(line)
            await c.until(done)
            c.send("time\r\ntime")
            await c.until(r"UTC \)(?s:.)*UTC \)", len(c.seen))
            report.add("logged in with %s" % c.writer.get_extra_info("ssl_object").version())
            c.send("bye")
            await c.until("Goodbye")
            c.close()


async def certificates(report, here, server):
    """A new certificate applies to new connections; existing ones stay, even after a bad certificate."""
    first = await here.open(server.tls_port)
    here.make()
    server.signal(signal.SIGHUP)
    report.check("reload", await log_line(server, "event=reloaded what=certificate"), list(server.log)[-3:])
    second = await here.open(server.tls_port)
    with open(here.file("cert.pem"), "w", encoding="ascii") as f:
        f.write("nothing\n")
    server.signal(signal.SIGHUP)
    report.check("reload", await log_line(server, "level=error event=reload_failed what=certificate"),
                 list(server.log)[-3:])
    status = subprocess.run([server.binary, "-n", "-c", server.conf], capture_output=True, timeout=fibs.PATIENCE)
    report.check("a bad certificate is refused by -n", status.returncode == 2 and b"cert.pem" in status.stderr, status)
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    third = await Raw.open(server.tls_port, tls=context)
    for c in (first, second, third):
        c.send("guest")
        await c.until("Welcome to")
    ders = [c.writer.get_extra_info("ssl_object").getpeercert(True) for c in (first, second, third)]
    report.check("reload", ders[0] != ders[1] and ders[1] == ders[2], "certificates")
    for c in (first, second, third):
        c.close()
    here.make()
    subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", here.file("key.pem")], check=True, timeout=fibs.PATIENCE)
    words = "key.pem: a key of type ED25519; that of %s is of type EC" % here.file("cert.pem")
    server.signal(signal.SIGHUP)
    report.check("a key of another type", await log_line(server, words), list(server.log)[-3:])
    for how in ("-n", "-p0"):
        status = subprocess.run([server.binary, how, "-c", server.conf, "-d", here.file("data")], capture_output=True,
                                timeout=fibs.PATIENCE)
        report.check("a key of another type", status.returncode != 0 and words.encode() in status.stderr, status)
    here.make()
    os.chmod(here.file("key.pem"), 0o644)
    server.signal(signal.SIGHUP)
    report.check("a key that all can read", await log_line(server, "level=warn event=tls_key "), list(server.log)[-3:])
    os.chmod(here.file("key.pem"), 0o600)
    server.signal(signal.SIGHUP)


async def memory_of(server, tls=None):
    """Returns the KiB that an idle guest's connection takes."""
    def resident():
        with open("/proc/%d/smaps_rollup" % server.pid, encoding="ascii") as f:
            return sum(int(line.split()[1]) for line in f if line.startswith(("Rss:", "Swap:")))

    async def come(n):
        for _ in range(n):
            c = await Raw.open(server.tls_port if tls else server.port, tls=tls)
            await c.until("login: ")
            c.send("guest")
            await c.until("^> ")
            people.append(c)

    people = []
    many = scaled(400, 60)
    await come(20)
    before = resident()
    await come(many)
    cost = (resident() - before) / many
    for c in people:
        c.close()
    return cost


async def front_end(report, name, net, connect):
    """The connection limit applies to the address behind the front end, not to the front end."""
    people, told = [], []
    for host in (1, 1, 2, 1):
        try:
            c = await connect("127.0.%d.%d" % (net, host))
            people.append(c)
            told.append((await c.until("login: |Too many connections from your address")).group())
        except ConnectionError:  # before the handshake there is no way to send a reason
            told.append("Too many")
    report.check(name, [t.startswith("Too many") for t in told] == [False, False, False, True], told)
    for c in people:
        c.close()


async def stunnel(report, here, server):
    """With version 1 of the PROXY header.  stunnel is started for each connection, as by inetd, so it needs
    no port."""
    conf = here.file("stunnel.conf")
    with open(conf, "w", encoding="ascii") as f:
        f.write("foreground = yes\nsyslog = no\npid =\ncert = %s\nkey = %s\nprotocol = proxy\n"
                "connect = 127.0.0.1:%d\n" % (here.file("cert.pem"), here.file("key.pem"), server.port))
    running = []
    listener = socket.create_server(("127.0.0.1", 0))

    async def connect(address):
        raw = socket.socket()
        raw.bind((address, 0))
        raw.connect(listener.getsockname())
        conn, _ = listener.accept()
        running.append(subprocess.Popen(["stunnel4", conf], stdin=conn, stdout=conn, stderr=subprocess.DEVNULL,
                                        preexec_fn=fibs._die_with_parent))
        conn.close()
        raw.setblocking(False)
        return Raw(*await asyncio.open_connection(sock=raw, ssl=here.trusting(), server_hostname="localhost"))

    try:
        await front_end(report, "stunnel", 20, connect)
    finally:
        listener.close()
        for p in running:
            p.kill()
            p.wait()


async def haproxy(report, here, server):
    """With version 2, in front of both ports.  haproxy handles TLS itself, or passes it on undecrypted; it
    tells the server which clients of the clear port use TLS."""
    with open(here.file("both.pem"), "w", encoding="ascii") as both:
        for part in ("cert.pem", "key.pem"):
            with open(here.file(part), encoding="ascii") as f:
                both.write(f.read())
    ends = [socket.create_server(("127.0.0.1", 0)) for _ in range(3)]
    with open(here.file("haproxy.conf"), "w", encoding="ascii") as f:
        f.write("global\n maxconn 100\ndefaults\n mode tcp\n timeout connect 9m\n timeout client 9m\n timeout server 9m\n"
                "listen speaks\n bind fd@%d ssl crt %s\n server s 127.0.0.1:%d send-proxy-v2-ssl-cn check\n"
                "listen passes\n bind fd@%d\n server s 127.0.0.1:%d send-proxy-v2 proxy-v2-options crc32c,unique-id\n"
                "listen clear\n bind fd@%d\n server s 127.0.0.1:%d send-proxy-v2-ssl\n"
                % (ends[0].fileno(), here.file("both.pem"), server.port, ends[1].fileno(), server.tls_port, ends[2].fileno(),
                   server.port))
    process = subprocess.Popen(["haproxy", "-db", "-f", here.file("haproxy.conf")], stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, pass_fds=[e.fileno() for e in ends],
                               preexec_fn=fibs._die_with_parent)
    try:
        for net, name, end in zip((21, 22), ("haproxy speaks TLS", "haproxy passes TLS on"), ends):
            port = end.getsockname()[1]
            await front_end(report, name, net,
                            lambda address, port=port: Raw.open(port, address, here.trusting()))
        for end, tls in ((ends[0], here.trusting()), (ends[2], None)):
            c = await Raw.open(end.getsockname()[1], "127.0.23.1", tls)
            await c.until("login: ")
            c.send("anna")
            said = (await c.until("password: |No password is taken")).group()
            report.check("haproxy says who uses TLS", (said == "password: ") == (tls is not None), said)
            c.close()
    finally:
        process.kill()
        process.wait()
        for e in ends:
            e.close()


def s_client(server, *args, typed=b""):
    p = subprocess.run(["openssl", "s_client", "-connect", "127.0.0.1:%d" % server.tls_port] + list(args), input=typed,
                       capture_output=True, timeout=fibs.PATIENCE)
    return p.stdout + p.stderr


async def openssl(report, server):
    """Checks what openssl s_client reports about the server."""
    loop = asyncio.get_running_loop()

    async def ask(*args, typed=b""):
        return await loop.run_in_executor(None, lambda: s_client(server, *args, typed=typed))

    for version, new in (("-tls1_2", b"New, TLSv1.2"), ("-tls1_3", b"New, TLSv1.3")):
        out = await ask(version, "-ign_eof", typed=b"guest\nbye\n")
        report.check("s_client", new in out and b"Goodbye" in out and b"Compression: NONE" in out and
                     b"session ticket" not in out.lower(), out)
    for args in (("-tls1_1", "-cipher", "ALL:@SECLEVEL=0"), ("-tls1_2", "-cipher", "AES128-SHA"),
                 ("-tls1_2", "-cipher", "ECDHE-ECDSA-AES128-SHA"), ("-groups", "P-521"), ("-groups", "ffdhe8192")):
        out = await ask(*args)
        report.check("weak or costly ciphers and groups are refused", b"Cipher is (NONE)" in out, (args, out))


async def gammon(report, here, server):
    """The client trusts an authority and a name, or the key seen first; it sends other servers nothing."""
    state = here.file("state")
    pins = os.path.join(state, "gammon", "certificates")
    trust = {"SSL_CERT_FILE": here.file("cert.pem")}

    async def client(*args, env=None, port=None, config=""):
        os.makedirs(here.file("config/gammon"), exist_ok=True)
        with open(here.file("config/gammon/config"), "w", encoding="ascii") as f:
            f.write(config)
        p = await asyncio.create_subprocess_exec(
            os.environ.get("GAMMON", "build/gammon"), *args, stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE, preexec_fn=fibs._die_with_parent,
            env=dict({k: v for k, v in os.environ.items() if not k.startswith("SSL_CERT")}, XDG_STATE_HOME=state,
                     XDG_CONFIG_HOME=here.file("config"), SSL_CERT_DIR=state, **(env or {})))
        out, err = await asyncio.wait_for(p.communicate(b"guest\nhelp all\nbye\n"), fibs.PATIENCE)
        return p.returncode, b"Goodbye." in out, err.decode()

    def kept():
        with open(pins, encoding="ascii") as f:
            return [line.split()[:2] for line in f]

    port, place = str(server.tls_port), "localhost:%d" % server.tls_port
    first = await client("-s", "localhost", port)
    report.check("the first time", first[:2] == (0, True) and "No authority vouches for " + place in first[2] and
                 "is remembered" in first[2] and os.stat(pins).st_mode & 0o777 == 0o600, first)
    report.check("the first time", len(kept()) == 1 and kept()[0][1].replace(" ", "") in
                 first[2].replace(" ", ""), (kept(), first))
    again = await client("localhost", port, "--tls")
    report.check("the second time", again == (0, True, ""), again)
    named = await client("club", config="[server club]\nhost = localhost\nport = %s\ntls = yes\n" % port)
    report.check("tls = yes", named == (0, True, ""), named)

    here.make()
    server.signal(signal.SIGHUP)
    while sum("event=reloaded" in line for line in server.log) < 1:
        await asyncio.sleep(0.02)
    before = list(kept())
    other = await client("-s", "localhost", port)
    report.check("another key", other[0] == 1 and not other[1] and "HAS CHANGED" in other[2] and pins in other[2] and
                 kept() == before, other)
    vouched = await client("-s", "localhost", port, env=trust)
    report.check("an authority", vouched == (0, True, "") and kept()[-1] == [place, "authority"], (vouched, kept()))
    vouched = await client("-s", "127.0.0.1", port, env=trust)
    report.check("an address", vouched == (0, True, ""), vouched)
    stranger = await client("-s", "localhost", port)
    report.check("no longer vouched for", stranger[0] == 1 and "HAS CHANGED" in stranger[2], stranger)
    wrong = await client("-s", "127.0.0.2", port, env=trust)
    report.check("another name", wrong[0] == 1 and "mismatch" in wrong[2], wrong)
    clear = await client("-s", "localhost", str(server.port))
    report.check("no TLS", clear[0] == 1 and "does not speak TLS" in clear[2], clear)

    os.rename(pins, pins + ".old")
    os.mkdir(pins)
    unread = await client("-s", "localhost", port)
    report.check("an unreadable file is not treated as missing", unread[0] == 1 and "cannot be read" in unread[2], unread)
    os.rmdir(pins)
    os.rename(pins + ".old", pins)


async def until_waiting(pid):
    """Waits until the process has handled its signals and blocks; aborted connections are closed by then."""
    await asyncio.sleep(0)
    while True:
        with open("/proc/%d/status" % pid, encoding="ascii") as f:
            has = dict(line.split(":\t", 1) for line in f)
        pending = int(has["ShdPnd"], 16) & ~int(has["SigBlk"], 16)
        if has["State"][0] in "SZ" and not pending:
            return
        await asyncio.sleep(0.01)


async def another_key(report, here):
    """The connection is lost while the user compares the key, and the next server has another key."""
    there = Here()
    for view, state, kept in (("--plain", here.file("swap"), b"is remembered."), ("--screen", here.file("swap2"), b"is remembered."),
                              ("--plain", "/proc/none", b"It cannot be remembered.")):
        got, writers = [], []

        async def talk(reader, writer):
            writers.append(writer)
            writer.write(b"login: ")
            try:
                got.append(await reader.read())
            except ConnectionError:
                got.append(b"")

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(here.file("cert.pem"), here.file("key.pem"))
        mask = await asyncio.start_server(talk, "127.0.0.1", 0, ssl=context)
        p = Player("localhost:%d" % mask.sockets[0].getsockname()[1], "-s", view, "-u", "anna", w=200, XDG_STATE_HOME=state,
                   SSL_CERT_DIR=here.folder.name)
        try:
            await p.sees("[y/N]")
            context.load_cert_chain(there.file("cert.pem"), there.file("key.pem"))
            for w in writers:
                w.transport.abort()
            await until_waiting(p.process.pid)
            p.type("y\r")
            report.check("another key at the second connection", await p.end() == 1, "exit status %s" % p.process.returncode)
            await p.sees("The second connection:")
            report.check("both are notified", kept in p.raw and b"HAS CHANGED" in p.raw, p.raw)
            for _ in range(int(fibs.PATIENCE * 50)):
                if len(got) == 2:
                    break
                await asyncio.sleep(0.02)
            report.check("nothing is sent", got == [b"", b""], got)
        finally:
            p.close()
            mask.close()


async def screen(report, here, server):
    """Like gammon(), with the screen, which shows the question about the key among the messages."""
    p = Player("localhost:%d" % server.tls_port, "-s", "--screen", h=40, XDG_STATE_HOME=here.file("screen"),
               SSL_CERT_DIR=here.folder.name)
    try:
        await p.sees("[y/N]")
        p.type("\r")
        report.check("no is the default", await p.end() == 1 and not os.path.exists(here.file("screen/gammon/certificates")),
                     "exit status %s:\n%s" % (p.process.returncode, p.screen.text()))
    finally:
        p.close()
    for option, status in (("refuse", 1), ("take", 0)):
        p = Player("localhost:%d" % server.tls_port, "-s", "--plain", "-o", "new_keys=" + option, w=200,
                   XDG_STATE_HOME=here.file("other"), SSL_CERT_DIR=here.folder.name)
        try:
            await p.sees("It was not accepted" if status else "is remembered")
            p.type("bye\r")
            report.check("new_keys = " + option, await p.end() == status, "exit status %s" % p.process.returncode)
        finally:
            p.close()
    wire = await Wire(server.tls_port).start()
    for view in ("--plain", "--screen"):  # the window changes and the connection is lost while the user compares the key
        p = Player("localhost:%d" % wire.port, "-s", view, w=200, XDG_STATE_HOME=here.file(view), SSL_CERT_DIR=here.folder.name)
        try:
            await p.sees("[y/N]")
            await until_waiting(p.process.pid)
            p.resize(90, 30)
            wire.cut()
            await until_waiting(p.process.pid)
            p.type("y\r")
            await p.sees("login:" if view == "--plain" else "Your name, or guest")
            report.check("asked for long", os.path.exists(here.file(view + "/gammon/certificates")), "it was not kept")
        finally:
            p.close()
    tries = wire.tries
    p = Player("localhost:%d" % wire.port, "-s", "--plain", w=200, XDG_STATE_HOME=here.file("quick"), SSL_CERT_DIR=here.folder.name)
    try:
        await p.sees("[y/N]")
        p.type("y\r")
        await p.sees("login:")
        report.check("asked for a moment", wire.tries == tries + 1, "%d connections" % (wire.tries - tries))
    finally:
        p.close()
    wire.close()
    p = Player("localhost:%d" % server.tls_port, "-s", "--screen", h=40, XDG_STATE_HOME=here.file("screen"),
               SSL_CERT_DIR=here.folder.name)
    try:
        await p.sees("[y/N]")
        p.type("Yes\r")
        await p.sees("No authority vouches")
        await p.log_in("anna")
        p.type("help all\rabout\rtime\r")  # TLS records longer than one read
        await p.sees("UTC )")
        p.type("bye\r")
        report.check("the screen", await p.end() == 0, "exit status %s" % p.process.returncode)
    finally:
        p.close()

    os.makedirs(here.file("stored/gammon"))
    with open(here.file("stored/gammon/config"), "w", encoding="ascii") as f:
        f.write("[server club]\nhost = localhost\nport = %d\ntls = yes\nuser = anna\npassword_command = echo %s\n"
                % (server.tls_port, PASSWORD))
    places = {"XDG_CONFIG_HOME": here.file("stored"), "XDG_STATE_HOME": here.file("stored"), "SSL_CERT_DIR": here.folder.name}
    for time, waits_for in (("first", "Password:"), ("second", "Ready to play]")):
        p = Player("club", "--screen", h=40, **places)
        try:
            if time == "first":
                await p.sees("[y/N]")
                p.type("y\r")
            await p.sees(waits_for)
            report.add("what is stored is not sent the first time: the %s" % time)
        finally:
            p.close()


async def main(report: Report):
    here = Here()
    server = await Server(here.conf, life=300).start()
    await people(report, here, server)
    await certificates(report, here, server)
    await openssl(report, server)
    report.check("stopped", await server.stop() == 0, "status")
    server.remove()

    costs = []
    for context in (None, here.trusting()):
        server = await Server(here.conf, life=300).start()
        costs.append(await memory_of(server, context))
        await server.stop()
        server.remove()
    print("an idle guest costs %.1f KiB, with TLS %.1f KiB" % tuple(costs))
    report.check("memory", costs[1] <= fibs.memory(24, 1000), costs)

    server = await Server(here.conf + "proxy_from = 127.0.0.1\nrequire_tls = login\n[limits]\nexempt =\nper_address = 2\n", life=300).start()
    await stunnel(report, here, server)
    await haproxy(report, here, server)
    report.check("stopped", await server.stop() == 0, "status")
    server.remove()

    server = await Server(here.conf.replace("127.0.0.1", "127.0.0.1, 127.0.0.2"), life=100).start()
    await register_all(server.port, ["anna"], PASSWORD)
    await gammon(report, here, server)
    await another_key(report, here)
    await screen(report, here, server)
    await server.stop()
    server.remove()

    server = await Server(here.conf, life=100, args=["-p", "off"]).start()
    report.check("the clear port can be off", server.port == 0, server.port)
    (await here.open(server.tls_port)).close()
    await server.stop()
    server.remove()


if __name__ == "__main__":
    run(main, scaled(150, 150))
