// SPDX-License-Identifier: MIT
// /play/bot: a match against the computer, entirely in this page.  The match is the list of its actions, kept in this browser.
// The visitor has seat 0.
import { h, pause, put, svg } from './dom.js';
import { GAMES, Replay } from './game.js';
import { MatchView, analysis, outcome } from './match.js';
import { keep, outdated, script } from './offline.js';
import { Play } from './play.js';
import { load, save } from './storage.js';
import { LANGUAGES, number, t } from './words.js';

const GRADES = ['beginner', 'novice', 'casual', 'club', 'advanced', 'expert', 'strong'], LENGTHS = [1, 3, 5, 7];
const ME = 0, COMPUTER = 1;
const SEEN = 250, STUCK = 1200; // ms for which a roll is shown: before the computer plays it, and if it cannot be played

// A fair die: bytes from 252 on would favour small numbers.
function die() {
	const [byte] = crypto.getRandomValues(new Uint8Array(1));
	return byte < 252 ? byte % 6 + 1 : die();
}
const roll = () => `roll=0 dice=${die()}${die()}`;

const ICONS = { hint: 'M12 2a7 7 0 0 0-4 12.7V17h8v-2.3A7 7 0 0 0 12 2zM8 19h8v1.5H8zM10 22h4', takeback: 'M10 4L3 10l7 6v-4h3a4 4 0 0 1 0 8H8v3h5a7 7 0 0 0 0-14h-3z',
	resign: 'M5 2h2v20H5zM8 3h12l-4 5 4 5H8z' };
const icon = key => svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: ICONS[key] }));

class Thinker {
	constructor() {
		this.waiting = new Map();
		this.next = 1;
		this.start();
	}
	start() {
		const worker = this.worker = new Worker(script(new URL('mind-worker.js', import.meta.url).href), { type: 'module' });
		worker.onmessage = ({ data: { id, result, error } }) => {
			this.waiting.get(id)(error === undefined ? result : Promise.reject(new Error(error)));
			this.waiting.delete(id);
		};
		worker.addEventListener('error', () => {
			worker.terminate();
			this.worker = null; // the next question starts another worker
			this.waiting.forEach(done => done(Promise.reject(new Error('the worker cannot be fetched'))));
			this.waiting.clear();
		}, { once: true }); // a later error of this worker must not reject questions to the next worker
	}
	ask(what, ...given) {
		if (!this.worker)
			this.start();
		return new Promise(done => {
			this.waiting.set(this.next, done);
			this.worker.postMessage({ id: this.next++, what, given });
		});
	}
}

class Table {
	constructor(game) {
		const settings = load('bot') ?? {};
		this.settings = { grade: 'casual', length: 3, tutor: true, send: true, ...settings, game: game ?? settings.game ?? 'backgammon' };
		this.thinker = new Thinker();
		this.view = new MatchView();
		this.tools = h('div', { class: 'tools', role: 'group', 'aria-label': t('pc').more });
		this.advice = h('div', { class: 'advice', hidden: true });
		this.result = h('section', { class: 'card', hidden: true });
		this.root = h('div', { class: 'pc' }, this.result, this.view.root);
		this.form = this.choices();
		save('bot', this.settings);
		const before = load(this.key);
		if (!before?.actions?.length || !this.show(before))
			this.fresh();
		this.input = new Play(this.view, ME, { begun: steps => this.keep(steps), move: text => this.moved(text), roll: () => this.do('roll', roll()), double: () => this.do('double'), choose: n => this.do('name', String(n)),
			accept: () => this.do(this.now.resignBy === COMPUTER ? 'resign_accept' : 'take'), reject: () => this.do(this.now.resignBy === COMPUTER ? 'resign_reject' : 'drop') }, this.settings);
		this.view.status.before(this.input.root, this.advice);
		this.input.buttons.after(this.tools);
		this.next();
		if (this.input.draft && this.match.begun)
			this.input.repeat(this.match.begun);
	}
	get key() {
		return `bot/${this.settings.game}`;
	}
	get now() {
		return this.view.replay.now.numbers();
	}
	get names() {
		return [t('pc').you, t('pc').computer];
	}

	// ---- the match ----

	fresh() {
		const { game, length, grade } = this.settings;
		this.show({ game, length, grade, actions: [] });
	}
	begin() {
		this.fresh();
		this.next();
		this.reveal();
	}
	// Scrolls so that the board and its buttons are in sight.
	reveal() {
		this.view.root.scrollIntoView({ block: this.view.board.upright ? 'start' : 'nearest' });
	}
	// Shows a match.  Returns false if its actions do not fit the rules.
	show(match) {
		this.match = match;
		const replay = new Replay({ game: match.game, length: match.length, players: this.names, actions: [] });
		if (!match.actions.every(a => replay.add(a)))
			return false;
		this.result.hidden = true;
		this.say();
		this.view.show(replay);
		return true;
	}
	act(seat, kind, text = '') {
		const action = { seat, kind, text };
		if (!this.view.replay.add(action))
			throw new Error(`${kind} ${text} is refused`);
		this.say();
		this.match.actions.push(action);
		this.keep();
		this.view.added();
	}
	// begun: the steps of a play that has not been sent.
	keep(begun) {
		save(this.key, Object.assign(this.match, { begun }));
	}
	start() {
		const pairs = [];
		if (this.now.needsOpening)
			do
				pairs.push(`${die()}${die()}`);
			while (pairs.at(-1)[0] === pairs.at(-1)[1] && pairs.length < 32);
		this.act(2, 'start', `o=0 crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=${pairs.join() || '-'}`);
	}
	// Continues the match until the visitor must act.
	async next() {
		const turn = this.turn = {}, waits = async ms => {
			await pause(ms);
			return this.turn === turn;
		};
		this.update(true);
		try {
			for (;;) {
				const n = this.now;
				if (n.blocked && !await waits(STUCK))
					return;
				if (n.phase === 'between' && n.gameNo === 0)
					this.start();
				else if (n.phase === 'between' || n.phase === 'over' || n.toAct === ME && !(n.phase === 'roll' && !n.mayDouble && n.resignBy === 2))
					break;
				else if (n.toAct === ME)
					this.act(ME, 'roll', roll());
				else if (!await this.answer(n, waits))
					return;
			}
		} catch (error) {
			if (await outdated())
				return location.reload(); // the match is stored
			return this.say(/\.net|fetch/i.test(error.message) ? t('pc').missing : error.message, this.button('retry', () => this.next(), true, t('goOn')));
		}
		this.update();
	}
	// Lets the computer act.  Returns false if the match has been changed meanwhile.
	async answer(n, waits) {
		const [action] = await Promise.all([this.thinker.ask('think', this.match, COMPUTER, this.match.grade), n.phase === 'move' && pause(SEEN)]);
		if (!await waits(0))
			return false;
		const [kind, ...text] = action.split(' ');
		this.act(COMPUTER, kind, kind === 'roll' ? roll() : text.join(' '));
		return true;
	}
	// Takes the visitor's play.  With the tutor on, shows an error before the match continues.
	async moved(text) {
		const before = { ...this.match, actions: this.match.actions.slice() }, turn = this.turn = {};
		this.act(ME, 'move', text);
		if (this.settings.tutor) {
			this.update(true);
			const { cost, bound, plays } = await this.thinker.ask('advise', before, ME, text).catch(() => ({ cost: 0 }));
			if (this.turn !== turn)
				return;
			if (cost >= bound) {
				this.say(t('pc').loses(number(cost, 2), plays[0].play), h('p', { class: 'buttons' }, this.button('takeback', () => this.back(), true), this.button('keep', () => this.next())));
				return;
			}
		}
		this.next();
	}
	// Takes back the visitor's last play and all that followed.
	back() {
		const at = this.match.actions.findLastIndex(a => a.seat === ME && a.kind === 'move');
		if (at < 0)
			return;
		this.turn = {};
		this.show({ ...this.match, actions: this.match.actions.slice(0, at) });
		this.keep();
		this.next();
	}
	do(kind, text) {
		this.act(ME, kind, text);
		this.next();
	}

	// ---- what can be done ----

	button(key, act, main, text = t('pc')[key]) {
		const label = typeof text === 'string' ? null : t('pc')[key];
		return h('button', { type: 'button', 'data-do': key, class: label ? 'icon' : main ? 'main' : null, 'aria-label': label, title: label, onclick: () => {
			this.say();
			act();
			this.stay();
		} }, text);
	}
	// Shows advice and announces it to screen readers; '' hides it.
	say(text = '', button = null, shown = text) {
		put(this.advice, shown, button);
		this.advice.hidden = text === '';
		if (text)
			this.view.announcer.say(text);
	}
	// The buttons besides those of play.js.
	can(n) {
		const sizes = GAMES[this.view.replay.now.game].resign, mine = n.toAct === ME && n.resignBy === 2;
		return [n.phase === 'over' && this.button('rematch', () => this.begin(), true),
			n.phase === 'between' && this.button('next', () => {
				this.start();
				this.next();
			}, true),
			mine && this.button('hint', () => this.hint(), false, icon('hint')),
			this.match.actions.some(a => a.seat === ME && a.kind === 'move') && this.button('takeback', () => this.back(), false, icon('takeback')),
			mine && ['roll', 'move'].includes(n.phase) && h('details', { class: 'menu' }, h('summary', { class: 'icon', 'aria-label': t('pc').resign, title: t('pc').resign }, icon('resign')), h('div', {}, t('pc').resigns.slice(0, sizes).map((text, i) =>
				this.button(`resign-${i + 1}`, () => this.do('resign', String(i + 1)), false, text))))];
	}
	// Draws the buttons again.  busy: the visitor must wait.
	update(busy = false) {
		const n = this.now, focused = this.tools.contains(document.activeElement);
		put(this.tools, !busy && this.can(n));
		if (focused)
			this.stay();
		if (n.phase === 'over' && !busy)
			this.finish(n);
		document.body.dataset.n = this.match.actions.length;
		document.body.dataset.waits = busy ? '' : n.phase;
	}
	// Moves the focus to the board if the focused element has been removed.
	stay() {
		if (document.activeElement === document.body)
			this.view.board.places.get(this.view.board.focus).g.focus({ preventScroll: true });
	}
	async hint() {
		const turn = this.turn;
		this.say(t('loading'));
		const { plays, double, take, command } = await this.thinker.ask('advise', this.match, ME).catch(() => ({}));
		if (this.turn !== turn)
			return;
		if (!plays)
			return this.say(t('pc').missing);
		const percent = x => `${number(100 * x, 1)} %`, close = this.button('close', () => {});
		if (plays.length)
			this.say(plays.map(p => `${p.play} ${number(p.equity, 3)}`).join(', '), close, h('ol', {}, plays.map(p => h('li', {}, `${p.play} `, h('small', {}, number(p.equity, 3))))));
		else if (double)
			this.say(t('pc').doubles(double.best, percent(double.no), percent(Math.min(double.take, double.drop))), close);
		else if (take)
			this.say(t('pc').takes(take.best, percent(take.take), percent(take.drop)), close);
		else
			this.say(command ? t('pc').commands[command.split(' ')[0]]?.(command.split(' ')[1]) ?? command : t('pc').missing, close);
	}
	finish(n) {
		const report = h('div', {}), end = outcome(this.names, n.winner, [n.score0, n.score1]), button = this.button('analyse', async () => {
			button.remove();
			put(report, h('p', { class: 'quiet' }, t('loading')));
			put(report, await this.thinker.ask('analyse', this.match).then(seats => analysis({ seats }, this.names), () => t('pc').missing));
			this.view.announcer.say(report.innerText);
		});
		put(this.result, h('h2', {}, end), report, h('p', { class: 'buttons' }, button));
		this.result.hidden = false;
		this.view.announcer.say(end);
	}

	// ---- the next match ----

	choices() {
		const s = this.settings, set = (key, value) => save('bot', Object.assign(s, { [key]: value }));
		const select = (key, label, options) => h('label', {}, h('span', {}, label), h('select', { 'data-set': key, onchange: e => {
			set(key, key === 'length' ? Number(e.target.value) : e.target.value);
			if (key === 'game')
				location.href = `/play/bot/${s.game}`;
		} }, options.map(([value, text]) => h('option', { value, selected: String(s[key]) === String(value) }, text))));
		return h('section', { class: 'card' }, h('h2', {}, t('pc').another), h('p', { class: 'form' },
			select('game', t('game'), Object.entries(GAMES).map(([name, g]) => [name, g.title])), select('grade', t('opponent'), GRADES.map(g => [g, t('pc').grades[g]])),
			select('length', t('length'), LENGTHS.map(n => [n, t('points', n)])), this.button('begin', () => this.begin())),
		['tutor', 'send'].map(key => h('label', { class: 'check' },
			h('input', { type: 'checkbox', 'data-set': key, checked: s[key], onchange: e => set(key, e.target.checked) }), ` ${t('pc')[key]}`)),
		h('p', {}, h('a', { class: 'button', href: `/games/${s.game}`, target: '_blank' }, t('pc').rules(GAMES[s.game].title))), h('p', { class: 'hint' }, t('pc').about), h('p', { class: 'hint keys' }, t('keys')));
	}
}

export async function botPage(main, game) {
	const table = new Table(game);
	put(main, h('h1', { class: 'unseen' }, t('pc').title), h('div', { class: 'match' }, table.root, h('div', { class: 'side' },
		h('section', { class: 'card' }, h('h2', {}, t('moves')), table.view.list), table.form)));
	if (table.view.board.upright)
		table.reveal();
	await keep(['mind-worker.js', 'mind.js', 'think.wasm', ...Object.keys(LANGUAGES).map(l => `words-${l}.js`)]);
}
