#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Serves client-web/page without gammond, for the tests of the page: the files, exported matches, and a WebSocket that
answers with prepared rows and plays back the events of a match.

    page_server.py FOLDER

FOLDER has what tests/tools/webmatches writes, and rows.json: answers to "get" by what.  Prints the port it listens on.
POST /control/next sends the next event of the match being watched to all who watch it, /control/cut closes their
connections."""

import asyncio
import base64
import hashlib
import json
import os
import sys
import urllib.parse

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = os.path.join(ROOT, "client-web/page")
HASH = "0123456789abcdef"
POLICY = ("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; "
          "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
          "require-trusted-types-for 'script'; trusted-types 'none'")
TYPES = {".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
         ".svg": "image/svg+xml", ".json": "application/json", ".txt": "text/plain; charset=utf-8"}
PATHS = {"fevga": (-24, -12), "narde": (-24, -12), "moultezim": (-24, -12), "gulbara": (-24, -12), "grasshopper": (-24, -24)}
KINDS = {"resign_reject": "resign-rejected", "draw_reject": "draw-rejected", "name": "plays-double"}


def own(path, p):
    """A side's own number of a point of the board, and back."""
    return p if path == -24 else 25 - p if path == 1 else (p + 11) % 24 + 1


def position(state):
    path = PATHS.get(state["game"], (-24, 1))
    points = []
    for p in range(1, 25):
        n = [0 if own(path[s], p) in state["pins"][s] else state["at"][s][own(path[s], p)] for s in (0, 1)]
        points.append(n[0] - n[1])
    pair = {key: [state["at"][s][at] for s in (0, 1)] for key, at in (("bar", 25), ("off", 0), ("reserve", 26))}
    return {"points": points, **pair, "pinned": [[own(path[s], p) for p in state["pins"][s]] for s in (0, 1)]}


class Recording:
    """The events that gammond sends about a match (common/proto/PROTOCOL.md, JSON lines), made from its actions and positions."""

    def __init__(self, match, states, at):
        self.match, self.states, self.at = match, states, at

    def snapshot(self):
        m, s = self.match, self.states[self.at - 1]
        turn = next((a["seat"] for a in m["actions"][self.at:] if a["seat"] < 2), 0)
        return {"e": "match", "m": m["match"], "n": self.at, "game": s["game"], "length": m["length"], "tournament": 0, "rated": True,
                "practice": False, "players": m["players"], "score": s["score"], "game_no": 1, "crawford": False,
                "path": PATHS.get(s["game"], (-24, 1)), **position(s), "turn": turn, "dice": s["dice"] if s["dice"][0] else None,
                "pieces": 0, "cube": s["cube"], "owner": s["owner"] if s["owner"] < 2 else None, "paused": False,
                "clock": [431000, 287000], "offer": 2 * s["cube"] if m["actions"][self.at - 1]["kind"] == "double" else None, "seat": turn, "for": "move" if s["dice"][0] else "roll"}

    def next(self):
        """The events of the next action; [] at the end."""
        if self.at == len(self.match["actions"]):
            return []
        a, s = self.match["actions"][self.at], self.states[self.at]
        before = self.states[self.at - 1]
        self.at += 1
        act = {"e": "act", "m": self.match["match"], "n": self.at, "seat": a["seat"], "kind": KINDS.get(a["kind"], a["kind"])}
        path = PATHS.get(s["game"], (-24, 1))
        events = [act]
        if a["kind"] == "start":
            act["seat"] = None
            act.update(game_no=0, game=s["game"], path=path, **position(s))
            dice = a["text"].split("dice=")[1]
            pairs = [] if dice == "-" else [[int(d) for d in pair] for pair in dice.split(",")]
            events += [{**act, "kind": "opening", "dice": pair} for pair in pairs]
            first = self.match["actions"][self.at]["seat"]
            events.append({**act, "kind": "first", "seat": first if first < 2 else 0})
        elif a["kind"] == "roll":
            act["dice"] = [int(d) for d in a["text"].split("dice=")[1]]
        elif a["kind"] == "name":
            act["dice"] = [int(a["text"])] * 2
        elif a["kind"] == "move":
            steps = [[x if not x.isdigit() else str(own(path[a["seat"]], int(x))) for x in step.split("/")] for step in a["text"].split()]
            act.update(play=" ".join("/".join(step) for step in steps), auto=False, **position(s))
        elif a["kind"] in ("double", "take"):
            act["value"] = s["cube"] * (2 if a["kind"] == "double" else 1)
        elif a["kind"] == "resign":
            act["points"] = s["cube"] * int(a["text"])
        if s["over"] and not before["over"]:
            won = [s["score"][i] - before["score"][i] for i in (0, 1)]
            end = {"kind": "won", "seat": 0 if won[0] else 1, "points": max(won)} if any(won) else {"kind": "drawn"}
            events = [e for e in events if e["kind"] not in ("drop", "resign_accept", "draw_accept")]
            events += [{"e": "act", "m": act["m"], "n": self.at, **end},
                       {"e": "game", "m": act["m"], "score": s["score"]}]
        return [{**e, "clock": [431000, 287000]} if e["e"] == "act" else e for e in events]


class PageServer:
    def __init__(self, folder):
        self.folder, self.sockets = folder, {}
        self.matches = {}
        for name in sorted(os.listdir(folder)):
            if name.endswith(".states"):
                with open(os.path.join(folder, name[:-7] + ".json"), "rb") as f:
                    data = f.read()
                with open(os.path.join(folder, name), encoding="ascii") as f:
                    states = [json.loads(line) for line in f]
                match = json.loads(data)
                self.matches[match["match"]] = (match, states, data)
        with open(os.path.join(folder, "rows.json"), encoding="utf-8") as f:
            self.rows = json.load(f)
        self.recording = None

    # ---- HTTP ----

    async def serve(self, reader, writer):
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                lines = head.decode("latin-1").split("\r\n")
                method, target, _ = lines[0].split(" ")
                fields = dict((k.lower(), v.strip()) for k, _, v in (line.partition(":") for line in lines[1:] if line))
                path = urllib.parse.unquote(urllib.parse.urlsplit(target).path)
                if path == "/ws":
                    await self.socket(fields, reader, writer)
                    return
                status, kind, body = self.answer(method, path)
                writer.write(("HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %d\r\nContent-Security-Policy: %s\r\n"
                              "Cache-Control: no-cache\r\nX-Content-Type-Options: nosniff\r\n\r\n"
                              % (status, kind, len(body), POLICY)).encode() + body)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    def answer(self, method, path):
        if method == "POST":
            return self.control(path)
        if path.startswith("/a/"):
            return self.file(path.rsplit("/", 1)[1])
        if path.startswith("/match/") and path.endswith(".json"):
            match = self.matches.get(int(path[7:-5]))
            if match and match[0]["ended"] and not (self.recording and self.recording.match is match[0]):
                return "200 OK", TYPES[".json"], match[2]
            return "404 Not Found", TYPES[".txt"], b""
        with open(os.path.join(PAGE, "index.html"), "rb") as f:
            page = f.read().replace(b'"/a/', b'"/a/%s/' % HASH.encode()).replace(b"<!--head-->", b"<title>gammon</title>")
        return "200 OK", TYPES[".html"], page

    @staticmethod
    def file(name):
        path = os.path.join(PAGE, name)
        if name.startswith("help-"):  # help-LANGUAGE-GAME.txt: the help page of a game
            _, language, game = name[:-4].split("-", 2)
            topic = "rules" if game == "backgammon" else game
            path = os.path.join(ROOT, "conf/help", "" if language == "en" else language, topic + ".txt")
        if not os.path.isfile(path):
            return "404 Not Found", TYPES[".txt"], b""
        with open(path, "rb") as f:
            return "200 OK", TYPES[os.path.splitext(name)[1]], f.read()

    def control(self, path):
        done = b""
        if path == "/control/next":
            for event in self.recording.next():
                self.broadcast(event)
                done = b"1"
        elif path == "/control/cut":
            for writer in list(self.sockets):
                writer.close()
        elif path.startswith("/control/play/"):
            number, at = path.split("/")[3:]
            match, states, _ = self.matches[int(number)]
            self.recording = Recording(match, states, int(at))
        elif path.startswith("/control/say/"):
            self.broadcast({"e": "chat", "kind": "kibitz", "from": "carl", "text": path[13:]})
        return "200 OK", TYPES[".txt"], done

    # ---- WebSocket ----

    def broadcast(self, event):
        for writer in self.sockets:
            self.send(writer, event)

    def send(self, writer, o):
        data = json.dumps(o).encode()
        n = len(data)
        writer.write(bytes([0x81]) + (bytes([n]) if n < 126 else b"\x7e" + n.to_bytes(2, "big") if n < 65536
                                      else b"\x7f" + n.to_bytes(8, "big")) + data)

    async def socket(self, fields, reader, writer):
        accept = base64.b64encode(hashlib.sha1(fields["sec-websocket-key"].encode()
                                               + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest()).decode()
        writer.write(("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                      "Sec-WebSocket-Accept: %s\r\nSec-WebSocket-Protocol: gammon.1\r\n\r\n" % accept).encode())
        self.sockets[writer] = True
        self.send(writer, {"e": "hello", "versions": [1], "server": "test"})
        try:
            while True:
                first, length = await reader.readexactly(2)
                n = length & 127
                n = n if n < 126 else int.from_bytes(await reader.readexactly(2 if n == 126 else 8), "big")
                mask = await reader.readexactly(4)
                data = bytes(b ^ mask[i % 4] for i, b in enumerate(await reader.readexactly(n)))
                if first & 15 == 8:
                    return
                if first & 15 == 1:
                    self.command(writer, json.loads(data))
        finally:
            del self.sockets[writer]

    def command(self, writer, o):
        answer = {"re": o["id"], "ok": True}
        if o["c"] == "watch":
            if self.recording is None or o.get("m", self.recording.match["match"]) != self.recording.match["match"]:
                answer = {"re": o["id"], "err": "gone", "say": "There is no such match."}
            else:
                self.send(writer, self.recording.snapshot())
        elif o["c"] == "get":
            rows = self.rows.get(o["what"])
            answer = {"re": o["id"], "err": "gone", "say": "-"} if rows is None else {**answer, "rows": rows, "next": None}
        self.send(writer, answer)


async def main():
    page = PageServer(sys.argv[1])
    server = await asyncio.start_server(page.serve, "127.0.0.1", int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
