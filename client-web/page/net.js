// SPDX-License-Identifier: MIT
// The WebSocket to gammonweb: JSON lines (common/proto/PROTOCOL.md 14).  Sends one command at a time.  Reopens a lost
// connection after 1 s, then after twice as long each time, up to 15 s.  The event "back" makes pages read their lists again.
// It is sent when the server greets again: after a lost connection, a restart of gammond, or missed changes.
import { t } from './words.js';

export class Net extends EventTarget {
	constructor() {
		super();
		this.queue = [];
		this.next = 1;
		this.watched = null;
		this.wait = 1000;
		this.greeted = false;
		this.open();
	}
	open() {
		let open = false;
		this.socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`, 'gammon.1');
		this.socket.onopen = () => {
			open = true;
			this.opened();
		};
		this.socket.onmessage = e => this.line(JSON.parse(e.data));
		this.socket.onclose = e => {
			this.closed(e.reason);
			if (!open)
				this.refused();
		};
	}
	// Finds out why no WebSocket was opened: browsers do not report that.
	async refused() {
		const answer = await fetch('/robots.txt', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
		if (answer?.status === 503 && !this.up)
			this.say('state', { up: false, why: this.why = t('full') });
	}
	opened() {
		this.up = true;
		this.wait = 1000;
		this.why = '';
		this.say('state', { up: true });
		if (this.queue[0])
			this.queue[0].sent = false;
		if (this.watched)
			this.queue.unshift({ command: this.watched, done: a => a.ok || this.say('gone'), id: 0 }); // "gone": the match has ended meanwhile
		this.ask();
	}
	// why: a sentence from the server, or ''.
	closed(why) {
		this.up = false;
		this.why = why || this.why;
		this.say('state', { up: false, why: this.why });
		setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
		this.wait = Math.min(this.wait * 2, 15000);
	}
	say(type, detail) {
		this.dispatchEvent(new CustomEvent(type, { detail }));
	}
	line(o) {
		if (o.e === 'hello' && this.greeted)
			this.say('back');
		this.greeted ||= o.e === 'hello';
		if (o.e)
			return this.say('event', o);
		const first = this.queue[0];
		if (first?.sent && first.id === o.re) {
			this.queue.shift();
			first.done(o);
			this.ask();
		}
	}
	ask() {
		const first = this.queue[0];
		if (!first || first.sent || !this.up || this.socket.readyState !== WebSocket.OPEN)
			return;
		first.sent = true;
		first.id = this.next++;
		this.socket.send(JSON.stringify({ id: first.id, ...first.command }));
	}
	// Resolves with the answer, whether the command succeeded or not.
	send(command) {
		return new Promise(done => {
			this.queue.push({ command, done });
			this.ask();
		});
	}
	// Watches a match, and watches it again after each reconnection.
	watch(command) {
		this.watched = { c: 'watch', ...command };
		return this.send(this.watched);
	}
	unwatch() {
		if (this.watched)
			this.send({ c: 'unwatch' });
		this.watched = null;
	}
	// Returns all rows of a list.
	async all(what, members, from = 0) {
		const { rows = [], next = null } = await this.get(what, { ...members, from }) ?? {};
		return next === null ? rows : [...rows, ...await this.all(what, members, next)];
	}
	// Returns one page of a list, or null.
	async get(what, members) {
		const answer = await this.send({ c: 'get', what, ...members });
		return answer.ok ? answer : null;
	}
}
