#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""jsonbot.py HOST PORT NAME PASSWORD MATCHES [OPPONENT]: plays 1-point matches over JSON lines, as PROTOCOL.md 14 says;
takes the first legal play, and without an OPPONENT waits for invitations."""
import json
import socket
import sys


class Link:
    def __init__(self, host, port):
        self.lines = socket.create_connection((host, port)).makefile("rwb")
        self.id, self.events = 0, []
        self.send(b"json 1")

    def send(self, line):
        self.lines.write(line + b"\r\n")
        self.lines.flush()

    def read(self):
        if not (line := self.lines.readline()):
            raise EOFError("the server has closed the connection")
        return json.loads(line) if line.startswith(b"{") else {}

    def ask(self, command, **members):
        self.id += 1
        self.send(json.dumps(dict(members, id=self.id, c=command)).encode())
        while (answer := self.read()).get("re") != self.id or "e" in answer:
            self.events.append(answer)
        return answer


def act(link, wait):
    if wait["for"] != "move":
        return link.ask({"double": "accept", "resign": "accept"}.get(wait["for"], wait["for"]), m=wait["m"], n=wait["n"])
    plays = link.ask("get", what="plays")
    return "err" in plays or link.ask("move", play=plays["rows"][0], m=wait["m"], n=wait["n"])


def main(host, port, name, password, matches, opponent=None):
    link, left, seat, won = Link(host, int(port)), int(matches), None, 0
    "ok" in link.ask("login", name=name, password=password) or link.ask("register", name=name, password=password)
    link.ask("set", key="ready", value=True)
    while left > 0:
        kind = (event := link.events.pop(0) if link.events else link.read()).get("e")
        if kind == "invitation":
            link.ask("join", player=event["from"])
        elif kind == "match":
            seat = event["players"].index(name)
        elif kind == "waits" and event["seat"] in (seat, None):
            act(link, event)
        elif kind == "end":
            left, won, seat = left - 1, won + (event["winner"] == seat), None
        if opponent and left > 0 and seat is None and kind in ("end", "who"):
            link.ask("invite", player=opponent, length=1)
    print("%s won %d of %s matches" % (name, won, matches))


if __name__ == "__main__":
    main(*sys.argv[1:])
