// SPDX-License-Identifier: MIT
// The lobby of /play: log-in and registration, users, invitations, saved matches, tournaments.
import { bdi, focus, h, menu, put, refill, single } from './dom.js';
import { GAMES } from './game.js';
import { date, language, number, points, t } from './words.js';

const CLOCKS = ['fast', 'normal', 'standard', 'online', 'slow'], LENGTHS = [1, 3, 5, 7, 9, 11, 'unlimited'];
export const WRONG = 'Wrong name, password or token.'; // the server's text, which is English before the log-in

const option = (value, text) => h('option', { value }, text);
const field = (label, input, ...rest) => h('label', {}, h('span', {}, label), input, ...rest);

// ---- log-in ----

// Shows the recovery code.  Resolves when the user has confirmed that it is written down.
function showCode(lines) {
	const code = /\b\w{5}(-\w{5}){3}\b/.exec(lines.join(' '))?.[0], seen = h('input', { type: 'checkbox', id: 'seen', onchange: () => go.disabled = !seen.checked });
	const go = h('button', { class: 'main', disabled: true, onclick: () => dialog.close() }, t('goOn'));
	const dialog = h('dialog', { 'aria-labelledby': 'code-title' }, h('h2', { id: 'code-title' }, t('codeTitle')),
		code ? [h('p', { class: 'code' }, code), h('p', {}, t('codeText'))] : h('pre', {}, lines.join('\n')),
		code && navigator.clipboard && h('button', { onclick: () => navigator.clipboard.writeText(code) }, t('copy')),
		h('p', {}, h('label', { class: 'check' }, seen, ` ${t('codeSeen')}`)), go);
	document.body.append(dialog);
	dialog.showModal();
	return new Promise(done => dialog.addEventListener('close', () => {
		if (!seen.checked)
			return dialog.showModal(); // closed with Escape
		dialog.remove();
		done();
	}));
}

// A form with name and password.  c: login, register or recover.
function entrance(net, c) {
	const fresh = c !== 'login', problem = h('p', { class: 'verdict bad', role: 'alert' }), go = h('button', { class: c === 'recover' ? '' : 'main' }, t(c));
	const text = { required: true, spellcheck: 'false', autocapitalize: 'none' };
	const name = h('input', { name: 'username', autocomplete: 'username', maxlength: 20, pattern: '[A-Za-z_]+', title: t('nameRule'),
		onchange: () => name.value = name.value.trim(), ...text }); // keyboards of phones add a space
	const code = c === 'recover' && h('input', { name: 'code', autocomplete: 'off', maxlength: 40, ...text });
	const password = h('input', { name: 'password', type: 'password', autocomplete: fresh ? 'new-password' : 'current-password', minlength: fresh ? 4 : null, maxlength: 60, ...text });
	const show = h('input', { type: 'checkbox', onchange: () => password.type = show.checked ? 'text' : 'password' });
	const keep = h('input', { type: 'checkbox', checked: net.keep });
	async function enter() {
		const before = language() === 'en' ? {} : await net.before(`language ${language()}`); // sets the language of refusals, and of a new account
		if (before.err === 'lost')
			return before;
		if (code)
			return net.recover(name.value, code.value.trim(), password.value, keep.checked);
		const answer = await net.enter(c, name.value, password.value, keep.checked);
		return answer.err || c === 'login' ? answer : net.send({ c: 'line', text: `recovery ${password.value}` });
	}
	return h('form', { class: 'entrance', 'data-entrance': c, onsubmit: async () => {
		go.disabled = true;
		problem.textContent = '';
		const answer = await enter();
		go.disabled = false;
		if (answer.err && !net.user)
			return problem.textContent = answer.err === 'lost' ? net.why || t('retry') : answer.say === WRONG ? t('wrong') : answer.say;
		password.value = '';
		if (fresh && answer.text)
			await showCode(answer.text);
		document.querySelector('#main').focus();
		scrollTo(0, 0);
	} }, field(t('name'), name), c === 'register' && h('small', {}, t('nameRule')), code && field(t('recoveryCode'), code), field(t(code ? 'newPassword' : 'password'), password),
	h('label', { class: 'check' }, show, ` ${t('showPassword')}`), h('label', { class: 'check' }, keep, ` ${t('keep')}`), go, problem);
}

export const entrances = net => h('div', { class: 'columns' },
	h('section', { class: 'card' }, h('h2', {}, t('newHere')), h('p', {}, t('newText')), entrance(net, 'register'), h('p', {}, h('a', { class: 'button', href: '/play/bot' }, t('pc').title))),
	h('section', { class: 'card' }, h('h2', {}, t('login')), entrance(net, 'login'), h('details', {}, h('summary', {}, t('forgotten')), entrance(net, 'recover'))));

// ---- lobby ----

// on.command(text) runs a typed command; on.address(mode, name) prepares talk.
export class Lobby {
	constructor(net, on) {
		Object.assign(this, { net, on });
		this.users = new Map();
		this.offers = new Map(); // by name: an event with its row
		this.adjourned = []; // [line, opponent, length, own points, opponent's points]
		this.status = h('p', { class: 'status', role: 'status' });
		this.opponent = h('input', { list: 'ready', autocomplete: 'off', spellcheck: 'false', autocapitalize: 'none', placeholder: t('anybody') });
		this.names = h('datalist', { id: 'ready' });
		this.length = h('select', {}, LENGTHS.map(n => option(n, points(n))));
		this.length.value = 3;
		this.game = h('select', {}, Object.keys(GAMES).map(g => option(g, GAMES[g].title)));
		this.clock = h('select', {}, option('', t('noClock')), CLOCKS.map(c => option(c, t('clocks')[c])));
		this.go = h('button', { class: 'main', onclick: e => e.detail > 1 && e.preventDefault() }); // a double click invites once
		this.ready = h('input', { type: 'checkbox', onchange: async () => this.told(await net.send({ c: 'set', key: 'ready', value: this.ready.checked })) });
		this.form = h('form', { class: 'form', oninput: () => this.choice(), onsubmit: single(() => this.seek()) },
			field(t('opponent'), this.opponent, this.names), field(t('length'), this.length), field(t('game'), this.game), field(t('clock'), this.clock), this.go);
		this.invitations = h('section', { class: 'card offers', hidden: true }, h('h2', {}, t('invitations')));
		this.saved = h('ul', { class: 'list' });
		this.events = h('ul', { class: 'list' });
		this.people = h('ul', { class: 'list people' });
		this.count = h('h2', {});
		this.savedCard = h('section', { class: 'card', hidden: true }, h('h2', {}, t('savedMatches')), this.saved);
		this.eventsCard = h('section', { class: 'card', hidden: true }, h('h2', {}, t('tournaments')), this.events);
		this.play = h('section', { class: 'card' }, h('h2', {}, t('playNow')), this.form, h('p', {}, h('label', { class: 'check' }, this.ready, ` ${t('readyText')}`)), this.status);
		this.picker = h('input', { type: 'file', multiple: true, 'aria-label': t('bring'), onchange: () => this.bring([...this.picker.files]) });
		this.brought = h('p', { class: 'brought', role: 'status' });
		this.fileCard = h('section', { class: 'card', ondragover: e => e.preventDefault(), ondrop: e => {
			e.preventDefault();
			this.bring([...e.dataTransfer.files]);
		} }, h('h2', {}, t('bring')), h('p', {}, t('bringText')), this.picker, this.brought);
		this.usersCard = h('section', { class: 'card' }, this.count, this.people);
		this.choice();
	}
	told(answer) {
		this.status.textContent = answer.err ? answer.say ?? t('notSent') : answer.text?.map(l => l.replace(/^\*\* /, '')).join(' ') ?? '';
		return answer;
	}
	// Sends files to `import`, which reads up to a line with a single dot.  The server drops a dot at the start of any other line, and
	// joins a line that ends with a backslash to the next line.
	async bring(files) {
		if (this.picker.disabled)
			return;
		const said = text => this.brought.append(h('span', {}, text), h('br'));
		this.picker.disabled = true;
		put(this.brought);
		for (const file of files) {
			const text = file.size > 2 ** 20 ? '' : (await file.text().catch(() => '')).replace(/[^\P{C}\n\r\t]|[\u{10000}-\u{10ffff}]/gu, '').replace(/\r\n?/g, '\n');
			const parts = [], size = text => new Blob([JSON.stringify(text)]).size; // lines of JSON have at most 2,048 bytes
			for (let at = 0, n; at < text.length; at += n) {
				for (n = 1900; size(text.slice(at, at + n)) > 1950; n -= 100);
				parts.push(`.${text.slice(at, at + n)}\\`);
			}
			const answer = file.size > 2 ** 20 ? { text: [t('tooLong')] } : await this.net.feed(['import', ...parts, '.']);
			[file.name, ...answer.text ?? [answer.say ?? t('notSent')]].forEach(said);
		}
		this.picker.disabled = false;
	}
	// With a name, the button invites; without one, the server finds an opponent and no clock can be chosen.  Clears an earlier answer.
	choice() {
		put(this.status);
		this.go.textContent = t(this.opponent.value ? 'invite' : 'findOpponent');
		this.clock.disabled = !this.opponent.value;
	}
	async seek() {
		const player = this.opponent.value.trim(), length = this.length.value === 'unlimited' ? 'unlimited' : Number(this.length.value), game = this.game.value;
		const command = player ? { c: 'invite', player, length, game, clock: this.clock.value || undefined } : { c: 'play', length, game };
		const send = async () => this.told(await this.net.send(command)), same = name => name.toLowerCase() === player.toLowerCase();
		if (!this.adjourned.some(([, name]) => same(name) && !this.users.get(name)?.bot))
			return send();
		put(this.status, `${t('replaces')} `, h('button', { type: 'button', onclick: single(async () => {
			await send();
			focus(this.go);
		}) }, t('goOn')));
	}
	// Offers to resume the saved match with a user, or accepts that user's offer.
	async resume(player) {
		return this.told(await this.net.send({ c: this.wants(player) ? 'join' : 'invite', player }));
	}
	// Returns whether a user has offered to resume a saved match.
	wants(player) {
		return this.offers.get(player)?.length === null;
	}

	// ---- what the server says ----

	event(o) {
		const me = this.net.user?.name;
		if (o.e === 'who') {
			this.users.set(o.name, { ...this.users.get(o.name), ...o });
			if (o.name === me)
				this.ready.checked = o.ready;
		} else if (o.e === 'left') {
			this.users.delete(o.name);
			this.drop(o.name);
		} else if (o.e === 'invitation') {
			this.offer(o);
		} else if (o.e === 'match' && o.players.includes(me)) {
			o.players.forEach(name => this.drop(name));
		}
		if ((o.e === 'who' || o.e === 'left') && !this.due)
			this.due = setTimeout(() => this.draw(), 300);
		if (o.e === 'tournament' && !this.later)
			this.later = setTimeout(() => this.readTournaments(), 1000);
	}
	async read() {
		this.users = new Map((await this.net.all('who')).map(u => [u.name, u]));
		this.ready.checked = this.users.get(this.net.user?.name)?.ready ?? false;
		this.draw();
		await this.readSaved();
		await this.readTournaments();
	}
	async readSaved() {
		const answer = this.net.user && await this.net.send({ c: 'line', text: 'show saved' });
		if (answer?.err)
			return; // read again after the next log-in
		// "**bert   5   0 -  2"; the stars mark an opponent who is online
		this.adjourned = (answer?.text ?? []).map(l => /^ *\** *(\w+) +(\S+) +(\d+) *- *(\d+)$/.exec(l)).filter(Boolean);
		this.drawSaved();
	}
	async readTournaments() {
		this.later = 0;
		const me = this.net.user?.name, rows = (await this.net.get('tournaments'))?.rows.slice(0, 10) ?? [], entered = new Set();
		for (const e of me ? rows.slice(0, 5) : [])
			if ((await this.net.get('standings', { tournament: e.id }))?.rows.some(r => r.name === me))
				entered.add(e.id);
		const button = (word, e) => h('button', { type: 'button', onclick: async () => {
			this.told(await this.on.command(`tournament ${word} ${e.id}`));
			this.readTournaments();
		} }, t('tWord')[word]);
		refill(this.events, rows.map(e => h('li', { 'data-key': e.id }, h('span', {}, h('a', { href: `/tournament/${e.id}`, target: me ? '_blank' : null }, bdi(e.name)), ' ',
			h('small', {}, [t('phase')[e.phase] ?? e.phase, e.starts && date(e.starts), t('entries', e.players)].filter(Boolean).join(' · '))),
		me && h('span', { class: 'buttons' }, entered.has(e.id) ? [e.phase === 'running' ? button('play', e) : button('checkin', e), button('withdraw', e)]
			: e.phase === 'open' && button('register', e)))));
		this.eventsCard.hidden = rows.length === 0;
	}

	// ---- lists ----

	// Lists the matches whose opponents are online first.
	drawSaved() {
		const here = ([, name]) => this.users.has(name), rows = this.adjourned.toSorted((x, y) => here(y) - here(x));
		refill(this.saved, rows.map(row => h('li', { 'data-key': row[1] }, h('span', {}, bdi(row[1]), ` · ${points(Number(row[2]))} · ${row[3]}–${row[4]}`),
			h('button', { type: 'button', class: here(row) ? 'main' : null, disabled: !here(row), onclick: single(() => this.resume(row[1])) }, t(here(row) ? 'resume' : 'notHere')))));
		this.savedCard.hidden = rows.length === 0;
	}
	// Adds an offer, or replaces an earlier one of the same user.  Other rows are not redrawn: a screen reader would read them again.
	offer(o) {
		const row = h('p', { class: 'offer' }, h('span', {}, h('b', {}, bdi(o.from)), ' ', o.saved !== null && o.length === null ? t('wantsResume')
			: t('wants', points(o.length), GAMES[o.game]?.title ?? o.game, o.clock ? t('clocks')[o.clock] ?? o.clock : t('noClock')), o.saved !== null && o.length !== null && ` ${t('replaces')}`),
		h('span', { class: 'buttons' }, h('button', { type: 'button', class: 'main', onclick: single(async () => {
			const answer = this.told(await this.net.send({ c: 'join', player: o.from }));
			if (answer.err && answer.err !== 'lost' && answer.err !== 'busy')
				this.drop(o.from);
		}) }, t('join')), h('button', { type: 'button', onclick: () => this.drop(o.from) }, t('later'))));
		const old = this.offers.get(o.from)?.row, focused = old?.contains(document.activeElement);
		if (row.textContent === old?.textContent)
			return;
		this.offers.set(o.from, { ...o, row });
		(old ?? this.invitations.appendChild(h('p'))).replaceWith(row);
		if (focused)
			focus(row.querySelector('button:last-child'));
		this.invitations.hidden = false;
	}
	drop(name) {
		const row = this.offers.get(name)?.row, focused = row?.contains(document.activeElement);
		row?.remove();
		this.offers.delete(name);
		if (focused)
			focus(this.invitations.querySelector('button:last-child')); // the last button declines, because the user may be about to press a key
		this.invitations.hidden = this.offers.size === 0;
	}
	draw() {
		this.due = this.people.querySelector('[open]') ? setTimeout(() => this.draw(), 1000) : 0; // not while a menu is open
		if (this.due)
			return;
		this.drawSaved();
		const me = this.net.user?.name, rank = u => u.plays ? 2 : u.bot ? 1 : u.ready ? -1 : 0;
		const users = [...this.users.values()].filter(u => u.name !== me).sort((a, b) => rank(a) - rank(b) || b.rating - a.rating), free = users.filter(u => u.ready && !u.plays);
		put(this.names, free.map(u => option(u.name)));
		this.count.textContent = t('users', this.users.size);
		refill(this.people, !users.length && h('li', { class: 'quiet' }, h('span', {}, `${t('alone')} `, h('a', { href: '/play/bot' }, t('pc').title))), users.map(u => h('li', { 'data-key': u.name }, h('span', { class: 'person' }, h('a', { href: `/player/${u.name}`, target: me ? '_blank' : null }, bdi(u.name)),
			h('small', {}, [u.bot && t('bot'), number(u.rating), u.away && t('awayNow')].filter(Boolean).join(' · '))),
		h('span', { class: 'buttons' }, u.plays && u.m ? h('a', { class: 'button', href: `/match/${u.m}`, target: me ? '_blank' : null, 'aria-label': t('watchUser', u.name) }, t('watchNow'))
			: me && u.ready && !u.plays && h('button', { type: 'button', 'aria-label': t('inviteUser', u.name), onclick: () => this.choose(u.name) }, t('invite')),
		me && !u.bot && this.menu(u.name)))));
	}
	choose(name) {
		this.opponent.value = name;
		this.choice();
		this.go.focus();
	}
	// What one user can do to another.
	menu(name) {
		const item = (key, act) => h('button', { type: 'button', onclick: act }, t(key));
		return menu({ 'aria-label': t('aboutUser', name) }, '⋯',
			item('tell', () => this.on.address('tell', name)), item('gag', async () => this.told(await this.on.command(`gag ${name} save`))), item('report', () => this.on.address('report', name)));
	}
}
