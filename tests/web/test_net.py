#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: plain timeout=60
"""The page's connection (client-web/page/net.js) with a stand-in for the browser's WebSocket: after it was lost, the match is
watched again, one question is asked at a time, and lists are read again whenever the server greets again.  Needs Debian's nodejs."""
import json
import os
import shutil

from chromium import call
from website import HERE
from fibs import run

SCRIPT = """
globalThis.CustomEvent ??= class extends Event { constructor(type, { detail }) { super(type); this.detail = detail; } };
globalThis.location = { protocol: 'http:', host: 'localhost' };
const sockets = [], asked = [];
globalThis.WebSocket = class {
	static OPEN = 1;
	constructor() { sockets.push(this); }
	send(text) { asked.push(JSON.parse(text)); }
	open() { this.readyState = 1; this.onopen(); }
	hello() { this.onmessage({ data: '{"e":"hello","s":1}' }); }
	answer() { this.onmessage({ data: JSON.stringify({ re: asked.at(-1).id, ok: true }) }); }
};
globalThis.setTimeout = f => f();
const { Net } = await import(process.argv[1]), net = new Net();
net.addEventListener('back', () => net.get('who'));
sockets[0].open();
sockets[0].hello();
net.watch({ m: 7 });
sockets[0].answer();
sockets[0].onclose();
sockets[1].open();
sockets[1].hello();
const first = asked.length;
sockets[1].answer();
sockets[1].answer();
sockets[1].hello();
console.log(JSON.stringify({ first, asked: asked.map(a => a.c) }));
"""


async def main(report):
    if not shutil.which("node"):
        report.skip("the page's connection", "node is not installed")
        return
    net = os.path.join(HERE, "..", "..", "client-web", "page", "net.js")
    status, said = await call("node", "--input-type=module", "-e", SCRIPT, "file://" + os.path.realpath(net))
    report.check("a lost connection", status == 0 and json.loads(said) == {"first": 2, "asked": ["watch", "watch", "get", "get"]}, said)


if __name__ == "__main__":
    run(main, 30)
