// SPDX-License-Identifier: MIT
// A connection on which a user logs in (common/proto/PROTOCOL.md 14.1).  Nothing but a token is stored: in this tab, or in
// the browser if the user asks for it.  After a lost connection the token brings the user back, and the events missed are sent again (PROTOCOL.md 14.6).
import { Net } from './net.js';
import { browser, load, save, tab } from './storage.js';
import { t } from './words.js';

const KEY = 'token', READS = ['get', 'watch', 'unwatch'];

function read(storage) {
	const account = load(KEY, storage);
	return account?.token ? account : null;
}

// Another tab of the same user may have stored a newer token in the browser.
function stored() {
	const [here, kept] = [read(tab), read(browser)];
	return here && here.name !== kept?.name ? here : kept;
}

// Events besides those of Net: `user`, when a user has logged in or out, and `paused`, when the server has ended the session
// and only the user can decide to connect again.
export class Session extends Net {
	constructor() {
		super();
		this.account = stored();
		this.keep = this.account !== null && read(browser)?.name === this.account.name;
		this.user = null;
	}
	// Stores the token in this tab and, if it is to be kept, in the browser.  Never removes another user's token from the browser.
	store(account) {
		const name = (account ?? this.account)?.name;
		this.account = account;
		save(KEY, account, tab);
		if (this.keep && account || read(browser)?.name === name)
			save(KEY, this.keep ? account : null, browser);
	}
	// With a token, all commands wait until the user is logged in again.
	opened() {
		if (!this.account)
			super.opened();
	}
	line(o) {
		if (o.e === 'hello' && this.account && !this.up) {
			this.missed = [];
			this.socket.send(JSON.stringify({ id: 0, c: 'token', client: 'web', since: this.last, ...this.account }));
			this.greeted = false; // lists are read when the user is logged in, not now
		} else if (o.re === 0)
			this.returned(o);
		else if (o.e === 'welcome')
			this.user = o;
		else if (o.e === 'token')
			this.store({ name: this.user.name, token: o.token });
		else if (o.e === 'bye') {
			this.ended = o.why;
			this.why = t('ended')[o.why];
		}
		else if (o.e && this.missed && !this.user)
			return this.missed.push(o); // missed events arrive before `welcome`; if the connection is lost before `welcome`, they are sent again
		if (this.user && o.e)
			this.last = o.s;
		if (o.e === 'match' && o.players.includes(this.user?.name))
			this.feeding?.splice(0, this.feeding.length - 1); // the server has dropped the text and waits only for its end
		super.line(o);
		if (o.e === 'welcome')
			this.missed?.forEach(m => super.line(m));
	}
	returned(o) {
		this.missed = null;
		if (!o.ok && o.err !== 'denied') { // busy: tried again later
			this.why = o.say;
			return this.socket.close();
		}
		if (!o.ok)
			this.store(null);
		this.say('user', { refused: o.say });
		super.opened();
	}
	// Commands that the server may have carried out are not repeated.
	closed(reason) {
		const reads = q => READS.includes(q.command.c), dropped = this.queue.filter(q => !reads(q));
		this.queue = this.queue.filter(reads);
		const why = this.ended, paused = why === 'replaced' || why === 'timeout';
		if (why === 'logout')
			this.store(null);
		const was = this.user;
		this.user = this.ended = null;
		dropped.forEach(q => q.done({ err: 'lost' }));
		if (was && !this.account)
			this.say('user', {});
		if (!paused && why !== 'logout')
			return super.closed(reason);
		this.up = false;
		if (why === 'logout')
			return this.open(); // reconnects at once, without a notice
		this.say('paused', why);
	}
	// Connects again after `paused`.
	resume() {
		this.last = undefined; // another tab may have read later events
		this.account = stored() ?? this.account;
		this.open();
	}
	send(command) {
		if (this.feeding && command.c !== 'get')
			return Promise.resolve({ err: 'busy', say: t('importing') });
		return this.up || READS.includes(command.c) ? super.send(command) : Promise.resolve({ err: 'lost' });
	}
	// Sends lines that the server reads as one text.  Until the last line is answered, only lists can be read.
	async feed(lines) {
		let answer = { ok: true };
		const rest = this.feeding = [...lines];
		while (rest.length && answer.ok && !/^\*\* /.test(answer.text?.[0]))
			answer = this.up ? await super.send({ c: 'line', text: rest.shift() }) : { err: 'lost' };
		this.feeding = null;
		return answer;
	}
	// Logs in or registers.  Just after a log-out, this waits for the new connection.
	async enter(c, name, password, keep) {
		this.keep = keep;
		const answer = await super.send({ c, name, password, client: 'web', keep: true });
		if (answer.ok)
			this.say('user', {});
		return answer;
	}
	// Types lines before the log-in.  Just after a log-out, this waits for the new connection, too.
	async before(...lines) {
		await super.send({ c: 'guest' });
		return this.feed(lines);
	}
	// Sets a new password with the recovery code.  Returns the server's last answer.
	async recover(name, code, password, keep) {
		this.keep = keep;
		const answer = await this.before(`recover ${name} ${code}`, password, password);
		if (!this.user)
			return { err: answer.err ?? 'denied', say: answer.say ?? answer.text?.[0].slice(3) };
		await this.send({ c: 'line', text: 'token new' });
		this.say('user', {});
		return answer;
	}
	async leave() {
		if (!this.up) { // the token is forgotten, and expires by itself
			this.store(null);
			return this.say('user', {});
		}
		const answer = await this.send({ c: 'line', text: 'token revoke' });
		return answer.err === 'busy' ? answer : this.send({ c: 'bye' });
	}
}
