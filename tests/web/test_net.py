#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# TEST: plain timeout=60
"""The page's connection (client-web/page/net.js, session.js) with a stand-in for the browser's WebSocket.  After a
lost connection, the match is watched again, one question is asked at a time, and lists are read again whenever the server
greets again.  The reason why the server refuses a connection is kept until a connection is open, and requested if no connection was opened.
Tokens bring back the user of the tab, even after an earlier one has logged out, and leave another user's token in the
browser.  Missed events arrive once, when the user is logged in again.  Just after a log-out, commands wait for the new
connection.  While a file is being sent, only lists can be read: other commands, even a log-out, are refused.  A lost
connection ends the transfer, and a match that begins cuts it short.  Of two presses, one takes effect.
Where storage is forbidden or full, values last until the page is closed.  Needs Debian's nodejs."""
import json
import os
import shutil

from chromium import call
from website import HERE
from fibs import run

BROWSER = """
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
globalThis.fetch = async () => ({ status: 200 });
"""

NET = BROWSER + """
const { Net } = await import(process.argv[1]), net = new Net();
net.addEventListener('back', () => net.get('who'));
sockets[0].open();
sockets[0].hello();
net.watch({ m: 7 });
sockets[0].answer();
sockets[0].onclose({});
sockets[1].open();
sockets[1].hello();
const first = asked.length;
sockets[1].answer();
sockets[1].answer();
sockets[1].hello();
const whys = [];
net.addEventListener('state', ({ detail }) => whys.push(detail.up || detail.why));
sockets[1].onclose({ reason: 'Full.' });
sockets[2].onclose({ reason: '' });
sockets[3].open();
sockets[3].onclose({ reason: '' });
const answered = new Promise(done => globalThis.fetch = async () => (setImmediate(done), { status: 503 }));
sockets[4].onclose({ reason: '' });
await answered;
console.log(JSON.stringify({ first, asked: asked.map(a => a.c).slice(0, 4), whys }));
"""

SESSION = BROWSER + """
const storage = o => ({ o, getItem: k => o[k] ?? null, setItem: (k, v) => o[k] = v, removeItem: k => delete o[k] }), kept = o => JSON.parse(o.getItem('token'));
globalThis.sessionStorage = storage({ token: '{"name":"bert","token":"b1"}' });
globalThis.localStorage = storage({ token: '{"name":"anna","token":"a1"}' });
const { Session } = await import(process.argv[1]), session = new Session(), say = o => sockets.at(-1).onmessage({ data: JSON.stringify(o) }), returned = [];
function enters(name, token, re) {
	say({ e: 'welcome', s: 2, name });
	say({ e: 'token', s: 3, token });
	say({ re, ok: true });
}
function again() {
	sockets.at(-1).onclose({});
	sockets.at(-1).open();
	sockets.at(-1).hello();
}
sockets[0].open();
sockets[0].hello();
returned.push(asked.at(-1));
enters('bert', 'b2', 0);
const stays = kept(localStorage);
say({ e: 'bye', s: 4, why: 'logout' });
again();
const out = [kept(sessionStorage), kept(localStorage), asked.length];
session.enter('login', 'cara', 'secret', false);
enters('cara', 'c1', asked.at(-1).id);
say({ e: 'chat', s: 4, text: 'heard' });
again();
returned.push(asked.at(-1));
const heard = [];
session.addEventListener('event', ({ detail }) => detail.e === 'chat' && heard.push([detail.text, session.user?.name]));
say({ e: 'chat', s: 5, text: 'missed' });
again();
returned.push(asked.at(-1));
say({ e: 'chat', s: 5, text: 'missed' });
say({ e: 'welcome', s: 6, name: 'cara' });
again();
returned.push(asked.at(-1));
say({ re: 0, err: 'denied' });
say({ e: 'chat', s: 9, text: 'public' });
console.log(JSON.stringify({ stays, out, returned: returned.map(a => [a.c, a.name, a.token, a.since]), heard, kept: kept(localStorage) }));
"""

FEED = BROWSER + """
const { Session } = await import(process.argv[1]), session = new Session(), say = o => sockets.at(-1).onmessage({ data: JSON.stringify(o) });
const answer = async () => (sockets.at(-1).answer(), new Promise(setImmediate)), open = () => (sockets.at(-1).open(), sockets.at(-1).hello());
open();
say({ e: 'welcome', s: 2, name: 'anna' });
say({ e: 'bye', s: 3, why: 'logout' });
sockets[0].onclose({});
session.before('language it');
open();
await answer();
await answer();
const file = session.feed(['import', '.a', '.']), refused = session.send({ c: 'roll' });
session.get('who');
const stays = (await session.leave()).err;
for (let i = 0; i < 4; i++)
	await answer();
const done = (await file).ok;
session.send({ c: 'roll' });
await answer();
say({ e: 'welcome', s: 4, name: 'anna' });
const match = session.feed(['import', ...Array(500).fill('.part'), '.']), begins = players => say({ e: 'match', s: 5, players });
await answer();
begins(['bert', 'cara']);
await answer();
begins(['bert', 'anna']);
await answer();
await answer();
const dropped = (await match).ok;
const cut = session.feed(['import', '.b', '.']);
sockets.at(-1).onclose({});
open();
console.log(JSON.stringify({ refused: (await refused).err, stays, done, dropped, cut: (await cut).err, asked: asked.map(a => a.text ?? a.c) }));
"""

SINGLE = """
const { single } = await import(process.argv[1]), calls = [];
let end = null;
const press = single(async what => {
	calls.push(what);
	await new Promise(done => end = done);
});
press('first');
press('second');
end();
await press();
press('third');
console.log(JSON.stringify(calls));
"""

STORAGE = """
const full = { getItem: () => '"old"', setItem() { throw new Error('full'); } };
Object.defineProperty(globalThis, 'localStorage', { get() { throw new Error('forbidden'); } });
Object.defineProperty(globalThis, 'sessionStorage', { get: () => full });
const { load, save, tab } = await import(process.argv[1]), found = [load('a'), load('a', tab)];
save('a', [1]);
save('a', 'new', tab);
found.push(load('a'), load('a', tab), load('b'));
save('a', null);
console.log(JSON.stringify([...found, load('a')]));
"""


async def main(report):
    if not shutil.which("node"):
        report.skip("the page's connection", "node is not installed")
        return
    page = "file://" + os.path.realpath(os.path.join(HERE, "..", "..", "client-web", "page"))
    status, said = await call("node", "--input-type=module", "-e", NET, page + "/net.js")
    report.check("a lost connection", status == 0 and json.loads(said) == {"first": 2, "asked": ["watch", "watch", "get", "get"],
        "whys": ["Full.", "Full.", True, "", "", "full"]}, said)  # "full" is the key of the text for a server that has no room
    status, said = await call("node", "--input-type=module", "-e", SESSION, page + "/session.js")
    anna = {"name": "anna", "token": "a1"}
    report.check("tokens of two users", status == 0 and json.loads(said) == {"stays": anna, "out": [None, anna, 1], "kept": anna, "returned": [
        ["token", "bert", "b1", None], ["token", "cara", "c1", 4], ["token", "cara", "c1", 4], ["token", "cara", "c1", 6]],
        "heard": [["missed", "cara"], ["public", None]]}, said)
    status, said = await call("node", "--input-type=module", "-e", FEED, page + "/session.js")
    report.check("lines sent one after the other", status == 0 and json.loads(said) == {"refused": "busy", "stays": "busy", "done": True, "dropped": True, "cut": "lost",
        "asked": ["guest", "language it", "import", "get", ".a", ".", "roll", "import", ".part", ".part", ".", "import"]}, said)
    status, said = await call("node", "--input-type=module", "-e", SINGLE, page + "/dom.js")
    report.check("two presses", status == 0 and json.loads(said) == ["first", "third"], said)
    status, said = await call("node", "--input-type=module", "-e", STORAGE, page + "/storage.js")
    report.check("storage that is forbidden or full", status == 0 and json.loads(said) == [None, "old", [1], "new", None, None], said)


if __name__ == "__main__":
    run(main, 30)
