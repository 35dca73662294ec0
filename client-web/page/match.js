// SPDX-License-Identifier: MIT
// The page of a match, live or finished: board, players, moves, talk, dice.
import { Board } from './board.js';
import { bdi, h, put, single, svg } from './dom.js';
import { BAR, GAMES, OFF, RESERVE, Replay, initial, pips } from './game.js';
import { Live } from './live.js';
import { later } from './offline.js';
import { date, number, points, t } from './words.js';

const place = p => p === BAR ? t('entersFrom').bar : p === OFF ? t('entersFrom').off : p === RESERVE ? t('entersFrom').reserve : p;
export const placeName = place => typeof place === 'number' ? t('atPoint', place) : t('at')[place];
const written = p => p === BAR ? 'bar' : p === OFF ? 'off' : p === RESERVE ? 'res' : p;

const SPOKEN = 20; // sentences

// Speaks to screen readers.  Each sentence is an element of its own, so that none is lost when several follow at once, and a sentence can be spoken twice.
export class Announcer {
	constructor() {
		this.root = h('div', { class: 'unseen', role: 'log', 'aria-live': 'polite' });
	}
	say(text) {
		this.root.append(...text ? [h('p', {}, text)] : []);
		while (this.root.childElementCount > SPOKEN)
			this.root.firstChild.remove();
	}
}

// Returns the sentence about the end of a match.  winner: null if it was drawn.
export const outcome = (names, winner, score) => winner === null ? t('drawn') : t('winsMatch', names[winner], ...(winner ? score.toReversed() : score));

// Returns the sentences that describe one step of a match.
export function describe({ action: a, state: s }, names) {
	const name = names[a.seat], said = [];
	const simple = { take: 'takes', drop: 'drops', resign_reject: 'rejects', resign_accept: 'accepts', draw: 'offersDraw', draw_reject: 'rejectsDraw',
		takeback: 'takesBack', cut: 'left', back: 'returned', timeout: 'timeout', abandon: 'gives', forfeit: 'gives' }[a.kind];
	if (simple && name)
		said.push(t(simple, name));
	else if (a.kind === 'start')
		said.push(t('begins', s.no), s.opening ? t('wonOpening', names[s.turn], ...s.dice) : !GAMES[s.game].dice ? '' : t('winnerBegins'));
	else if (a.kind === 'position')
		said.push(t('begins', s.no));
	else if (a.kind === 'roll')
		said.push(t('rolls', name, ...s.dice), s.blocked ? t('cannot', name) : '');
	else if (a.kind === 'name')
		said.push(t('names', name, s.dice[0]));
	else if (a.kind === 'move' && s.played.steps.length > 0)
		said.push(t('plays', name, grouped(s.played.steps).map(({ from, to, effect, n }) =>
			[to === OFF ? t('bears', place(from)) : t('steps', place(from), place(to)), n > 1 && t('times', n), effect && t(effect)].filter(Boolean).join(' ')).join(', ')));
	else if (a.kind === 'double' || a.kind === 'redouble')
		said.push(t(a.kind === 'double' ? 'doubles' : 'redoubles', name, s.offer));
	else if (a.kind === 'resign')
		said.push(t('resigns', name, s.resign));
	if (s.note)
		said.push(s.note.winner === 2 ? t('drawn') : s.note.points ? t('wins', names[s.note.winner], s.note.points) : '');
	return said.filter(Boolean).join(' ');
}

// Merges equal steps into one step with a count.
const grouped = steps => Object.values(Object.groupBy(steps, ({ from, to }) => `${from}/${to}`))
	.map(same => ({ ...same[0], effect: same.find(s => s.effect)?.effect, n: same.length }));

// "8/5* 6/5(2)", as in books.
const play = steps => grouped(steps).map(({ from, to, effect, n }) => `${written(from)}/${written(to)}${effect ? '*' : ''}${n > 1 ? `(${n})` : ''}`).join(' ');

const COUNTED = ['double', 'redouble', 'take', 'drop'];

// Returns the rows of the list of moves: { game } for a heading, { note } at the end of a game, or a cell of a seat.  Plays, doubles
// and answers are numbered as by the server's `replay`.
export function listing(steps, names) {
	const rows = [];
	let cell = null, number = 0;
	const open = (seat, step, roll, text = '', counts = true) => rows.push(cell = { seat, step, roll, text, number: counts ? ++number : 0 });
	for (const { action: a, state: s, n } of steps) {
		const roll = s.dice[0] && GAMES[s.game].dice ? s.dice.join('') : '', short = t('short')[a.kind === 'redouble' ? 'double' : a.kind];
		if (a.kind === 'start') {
			rows.push({ game: s.no, name: s.game, score: s.score });
			cell = null;
			if (s.opening && GAMES[s.game].cube)
				open(s.turn, n, s.turn ? [...s.dice].reverse().join('') : roll);
		} else if (a.kind === 'snapshot') {
			rows.push({ note: t('from') });
			cell = null;
		} else if (a.kind === 'roll' || a.kind === 'name') {
			open(a.seat, n, roll);
		} else if (a.kind === 'move') {
			if (cell?.seat !== a.seat || cell.text)
				open(a.seat, n, !GAMES[s.game].dice ? '' : steps[n - 2].state.dice.join(''));
			cell.text = play(s.played.steps) || '–';
			cell.step = n;
		} else if (short !== undefined && a.seat < 2) {
			open(a.seat, n, '', typeof short === 'function' ? short(s.offer) : short, COUNTED.includes(a.kind));
		}
		if (s.note)
			rows.push({ note: describe({ action: { kind: '', seat: 2 }, state: s }, names) });
	}
	return rows;
}

const time = ms => {
	const s = Math.max(0, Math.ceil(ms / 1000)), two = n => String(n).padStart(2, '0');
	return `${s >= 3600 ? Math.floor(s / 3600) + ':' : ''}${s >= 3600 ? two(Math.floor(s / 60) % 60) : Math.floor(s / 60)}:${two(s % 60)}`;
};

// A board with players, clocks and buttons; the list of moves is separate, for the page to place.
export class MatchView {
	constructor() {
		this.announcer = new Announcer();
		this.names = ['', ''];
		this.board = new Board({ place: (...args) => this.label(...args) }, { ask: place => this.announcer.say(this.content(place)), key: k => this.key(k) });
		this.following = true;
		this.players = [0, 1].map(seat => ({ name: h('span', { class: 'name' }), pips: h('span', { class: 'pips' }), clock: h('span', { class: 'clock' }),
			score: h('span', { class: 'points' }), row: h('div', { class: `player side${seat}` }) }));
		for (const p of this.players)
			p.row.append(h('span', { class: 'token', 'aria-hidden': 'true' }), p.name, p.pips, p.clock, p.score);
		this.status = h('p', { class: 'status' });
		this.buttons = {};
		const button = (key, d, act) => this.buttons[key] = h('button', { type: 'button', class: 'icon', 'aria-label': t(key), title: t(key), onclick: act },
			svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d })));
		this.controls = h('div', { class: 'controls', role: 'group', 'aria-label': t('moves') },
			button('first', 'M5 5h3v14H5zM20 5v14l-11-7z', () => this.go(0)), button('back', 'M17 5v14L6 12z', () => this.go(this.at - 1)),
			button('forward', 'M7 5v14l11-7z', () => this.go(this.at + 1)), button('last', 'M16 5h3v14h-3zM4 5v14l11-7z', () => this.go(Infinity)),
			this.counter = h('span', { class: 'counter' }),
			button('turn', 'M7 3l5 6H9v12H5V9H2zM17 21l-5-6h3V3h4v12h3z', () => this.turn()), button('mirror', 'M3 7l6-5v3h12v4H9v3zM21 17l-6 5v-3H3v-4h12v-3z', () => this.board.turn({ mirrored: !this.board.view.mirrored })));
		this.id = h('code', { class: 'id' });
		this.root = h('section', { class: 'table', 'aria-label': t('board') }, this.players[1].row, this.board.root, this.players[0].row, this.status, this.controls, this.id, this.announcer.root);
		this.list = h('div', { class: 'moves', role: 'group', 'aria-label': t('moves'), onkeydown: e => this.listKey(e) });
		setInterval(() => this.tick(), 1000);
	}
	show(replay) {
		this.replay = replay;
		this.names = replay.match.players;
		this.board.root.setAttribute('aria-label', `${t('board')}: ${this.names.join(' – ')}`);
		this.names.forEach((name, seat) => this.players[seat].name.replaceChildren(bdi(name)));
		this.build();
		this.go(this.following ? Infinity : this.at);
	}
	// Called when a step has been added at the end.
	added() {
		this.build();
		this.announcer.say(describe(this.replay.steps.at(-1), this.names));
		if (this.following)
			this.go(Infinity, true);
		else
			this.count();
	}
	get steps() {
		return this.replay.steps;
	}
	state(at = this.at) {
		return at > 0 ? this.steps[at - 1].state : initial(this.replay.match.game, this.replay.match.length);
	}
	// Shows the position after `at` actions.
	go(at, quiet) {
		this.at = Math.max(0, Math.min(at, this.steps.length));
		this.following = this.at === this.steps.length;
		const s = this.state(), text = this.at > 0 ? describe(this.steps[this.at - 1], this.names) : '';
		this.paint(s);
		this.status.textContent = text || ' ';
		this.id.textContent = this.replay.match.ended && s.xgid ? `XGID=${s.xgid}` : ''; // not during a match
		if (!quiet && text)
			this.announcer.say(text);
		this.count();
		this.mark();
		this.tick();
		this.input?.refresh(); // play.js
	}
	paint(s) {
		this.board.draw(s);
		[0, 1].forEach(seat => {
			const p = this.players[seat];
			p.pips.textContent = !GAMES[s.game].dice ? '' : t('pip', pips(s, seat));
			p.score.textContent = s.score[seat];
			p.score.setAttribute('aria-label', `${t('score')} ${s.score[seat]}`);
			p.row.classList.toggle('turn', s.on && s.turn === seat);
		});
	}
	count() {
		this.counter.textContent = `${this.at} / ${this.steps.length}`;
		for (const [key, off] of [['first', this.at === 0], ['back', this.at === 0], ['forward', this.following], ['last', this.following]])
			this.buttons[key].setAttribute('aria-disabled', off);
	}
	turn() {
		const top = this.board.view.bottom;
		this.board.turn({ bottom: 1 - top });
		this.root.prepend(this.players[top].row);
		this.board.root.after(this.players[1 - top].row);
	}
	tick() {
		this.players.forEach((p, seat) => {
			const left = this.live?.left(seat) ?? null;
			p.clock.textContent = left === null ? '' : time(left);
			p.clock.classList.toggle('runs', this.live?.runs(seat) === true);
		});
	}

	// ---- announcements ----

	label(place, n, pinned) {
		const wall = !GAMES[this.state().game].dice && typeof place === 'number';
		const sides = [0, 1].filter(seat => n[seat] > 0).map(seat => seat === pinned ? t('pinned', this.names[seat])
			: t('has', this.names[seat], n[seat]) + (typeof place !== 'number' ? '' : wall && n[seat] === 2 ? `, ${t('wall')}` : n[seat] === 1 && !wall && pinned === 2 ? `, ${t('blot')}` : ''));
		return `${placeName(place)}: ${sides.join(', ') || t('empty')}`;
	}
	content(place) {
		const { n, pinned } = this.board.counts(this.board.state, place);
		return this.label(place, n, pinned);
	}
	// Returns the places where a seat has checkers, and how many.
	held(seat) {
		const all = [...this.board.places.keys()].map(place => [place, this.board.counts(this.board.state, place).n[seat]]);
		return `${this.names[seat]}: ${all.filter(([, n]) => n).map(([place, n]) => `${placeName(place)} ${n}`).join(', ')}`;
	}
	// Describes the last play and what has happened since, such as a roll.
	latest() {
		const from = this.steps.findLastIndex(({ action }, i) => i < this.at && action.kind === 'move');
		return this.steps.slice(Math.max(from, 0), this.at).map(step => describe(step, this.names)).join(' ');
	}
	// Returns the legal plays of the position shown, in the numbers of the side that moves.
	plays() {
		const plays = this.following && this.state().phase === 'move' ? this.replay.now.plays() : [];
		return plays.length ? `${t('legal', plays.length)}: ${plays.map(p => p.text).join(', ')}` : t('legal', 0);
	}
	// Handles a key pressed on the board.  Returns false if the key has no meaning.
	key(k) {
		const s = this.state(), each = of => [0, 1].map(seat => `${this.names[seat]} ${of(seat)}`).join(', '), low = this.board.view.bottom;
		const answers = {
			l: () => this.latest(), n: () => this.content(this.board.focus), o: () => this.held(low), t: () => this.held(1 - low),
			d: () => this.following && this.input?.draft ? this.input.prompt()
				: [this.names[s.turn], s.phase === 'move' && s.dice[0] ? s.dice.join(' ') : t('noDice')].filter(Boolean).join(': '),
			p: () => `${t('pips')}: ${each(seat => pips(this.board.state, seat))}`, s: () => `${t('score')}: ${each(seat => s.score[seat])}`,
			c: () => this.live?.clock ? `${t('clock')}: ${each(seat => time(this.live.left(seat)))}` : t('noClock'),
			k: () => s.nocube || !GAMES[s.game].cube ? t('noCube') : s.offer ? t('doubles', this.names[s.offerBy], s.offer) : t('cubeIs', s.cube, this.names[s.owner]),
			m: () => this.plays(),
		};
		if (k === ',' || k === '.')
			this.go(this.at + (k === '.' ? 1 : -1));
		else if (answers[k])
			this.announcer.say(answers[k]() || t('empty'));
		return k === ',' || k === '.' || k in answers;
	}

	// ---- the list of moves: one tab stop ----

	build() {
		const nodes = [], errors = new Map((this.replay.match.errors ?? []).map(e => [e.move, e]));
		let grid = null;
		const section = node => nodes.push(node, grid = h('div', { class: 'grid' }));
		this.cells = [];
		for (const c of listing(this.steps, this.names)) {
			if (c.game !== undefined) {
				section(h('h3', {}, t('gameNo', c.game), h('small', {}, c.name !== this.replay.match.game && `${GAMES[c.name].title} · `, c.score.join('–'))));
			} else if (c.note !== undefined) {
				section(h('p', { class: 'note' }, c.note));
			} else {
				const error = c.number > 0 && errors.get(c.number);
				const cell = h('button', { type: 'button', tabindex: -1, class: `cell side${c.seat}`, onclick: () => this.go(c.step) },
					c.roll && h('b', {}, c.roll), ` ${c.text || '–'}`, error && h('mark', { title: t('best', error.best) }, error.mark));
				grid.append(cell);
				this.cells.push({ cell, step: c.step });
			}
		}
		this.list.replaceChildren(...nodes);
		this.mark();
	}
	mark() {
		const current = this.cells.findLast(c => c.step <= this.at) ?? this.cells[0];
		for (const c of this.cells) {
			c.cell.tabIndex = c === current ? 0 : -1;
			c.cell.ariaCurrent = c === current && c.step <= this.at ? 'step' : null;
		}
		const box = this.list, at = current?.cell;
		if (at && box.scrollHeight > box.clientHeight)
			box.scrollTop = at.offsetTop - box.offsetTop - box.clientHeight / 2;
		this.current = current;
	}
	listKey(e) {
		const i = this.cells.indexOf(this.current), to = { ArrowDown: i + 1, ArrowRight: i + 1, ArrowUp: i - 1, ArrowLeft: i - 1, Home: 0, End: this.cells.length - 1 }[e.key];
		if (to === undefined || !this.cells[to])
			return;
		e.preventDefault();
		this.go(this.cells[to].step);
		this.current.cell.focus({ preventScroll: true });
	}
}

// Fetches the record of a match and its actions from number `from` on, or returns null.
export async function stored(net, m, from = 0) {
	const actions = [];
	let head = null;
	for (let next = from; next !== null; next = head.next) {
		head = await net.get('match', { m, from: next });
		if (!head)
			return null;
		actions.push(...head.rows.map(a => ({ ...a, seat: a.seat ?? 2 })));
	}
	return { ...head, actions };
}

// Fetches the file of a match that is over (PROTOCOL.md 12) as text and as an object, or the record if there is no file.
async function exported(net, m) {
	const answer = await fetch(`/match/${m}.json`).catch(() => null), text = answer?.ok ? await answer.text().catch(() => null) : null;
	return { text, match: text ? JSON.parse(text) : await stored(net, m) };
}

export function analysis(found, names) {
	const row = (label, of) => h('tr', {}, h('th', { scope: 'row' }, label), found.seats.map(s => h('td', { class: 'n' }, of(s))));
	return h('section', { class: 'card' }, h('h2', {}, t('analysis')), h('table', {},
		h('thead', {}, h('tr', {}, h('td', {}), names.map(name => h('th', { scope: 'col' }, bdi(name))))),
		h('tbody', {}, row(t('errorRate'), s => number(s.rate, 1)), row(t('errors'), s => number(s.error, 3)), row(t('luck'), s => number(s.luck, 3)),
			row(t('decisions'), s => number(s.decisions)))));
}

function verifier(file) {
	const result = h('p', { role: 'status', class: 'verdict' });
	const button = h('button', { type: 'button', onclick: single(async () => {
		result.className = 'verdict';
		result.textContent = t('verifying');
		const { verify } = await later('./dice.js', text => result.textContent = text), r = await verify(await file());
		result.classList.add(r.ok ? 'good' : 'bad');
		result.textContent = r.ok ? t('verifyOk', r.rolls, r.commitment) : t(r.why, r.rolls);
	}) }, t('verify'));
	return h('section', { class: 'card' }, h('h2', {}, t('verify')), h('p', {}, t('verifyText')), button, result);
}

export async function matchPage(m, net, main) {
	const view = new MatchView(), talk = h('div', { class: 'talk', role: 'log', 'aria-label': t('talk') }, h('p', { class: 'quiet' }, t('quiet')));
	const title = h('h1', { class: 'unseen' }, t('match', m)), facts = h('p', { class: 'facts' }), badge = h('span', { class: 'badge' });
	const file = name => h('a', { href: `/match/${m}.${name}`, download: true }, `.${name}`);
	const gallery = h('section', { class: 'card', hidden: true }, h('h2', {}, t('talk')), talk);
	const side = h('div', { class: 'side' }, h('section', { class: 'card' }, h('h2', {}, t('moves')), view.list), gallery);
	let live = null, events = Promise.resolve();

	async function finished({ text, match }) {
		view.live = live = null;
		state('finished');
		view.show(new Replay(match));
		about(match);
		if (match.winner >= 0 && match.winner !== null)
			facts.append(` · ${outcome(match.players, match.winner, match.score)}`);
		if (!text)
			return;
		side.append(match.end === 'imported' ? h('section', { class: 'card' }, h('h2', {}, t('verify')), h('p', {}, t('verifyImported'))) : verifier(async () => (await exported(net, m)).text ?? text),
			h('section', { class: 'card' }, h('h2', {}, t('files')), h('p', { class: 'files' }, ['mat', 'sgf', 'json', 'txt'].filter(f => f !== 'mat' || match.game === 'backgammon').map(file))));
		const found = await net.get('analysis', { m });
		if (found)
			gallery.before(analysis(found, match.players));
	}
	function state(key) {
		badge.textContent = t(key);
		badge.classList.toggle('now', key === 'live');
		document.body.dataset.state = key;
		gallery.hidden = key !== 'live' && talk.querySelector('.quiet') !== null;
	}
	function about(match) {
		const heading = match.players.flatMap((name, i) => [i ? ' – ' : '', match.end === 'imported' ? bdi(name) : h('a', { href: `/player/${name}` }, bdi(name))]);
		document.title = `${match.players.join(' – ')} · ${t('match', m)}`;
		put(facts, badge, ' ', heading, ` · ${GAMES[match.game]?.title ?? match.game} · ${points(match.length)}`,
			match.begun ? ` · ${date(Date.parse(match.begun) || match.begun)}` : '', ` · ${t(match.rated ? 'rated' : match.end === 'imported' ? 'imported' : 'unrated')}`);
	}
	// Handles a snapshot: the first event of a match, and later a replacement for missed events.
	async function snapshot(o) {
		const before = o.n > (live?.n ?? 0) ? await stored(net, m, live?.n) : null;
		if (live) {
			live.snapshot(o, before?.actions);
		} else {
			view.live = live = new Live(o, before?.actions, before?.game);
			about(before ?? o);
		}
		state('live');
		view.show(live.replay);
	}
	function hide() {
		document.body.dataset.state = 'gone';
		put(main, h('h1', {}, t('match', m)), h('p', {}, t('gone')));
	}
	async function event(o) {
		if (o.e === 'chat' && (o.m ?? m) === m && (o.kind === 'kibitz' || o.kind === 'whisper')) {
			talk.querySelector('.quiet')?.remove();
			talk.append(h('p', { lang: '' }, h('b', {}, bdi(o.from)), ' ', bdi(o.text)));
			if (talk.childElementCount > 400)
				talk.firstElementChild.remove();
			talk.scrollTop = talk.scrollHeight;
		}
		if (o.m !== m)
			return;
		if (o.e === 'match')
			await snapshot(o);
		else if (live?.event(o))
			view.added();
		document.body.dataset.n = live?.n ?? ''; // the number of the last act shown
		if (o.e === 'saved')
			state('saved');
		else if (o.e === 'hidden')
			hide();
		else if (o.e === 'end')
			await open(false);
	}
	// Shows the result of a match that is over, watches a match that is being played, and shows the last position of a saved match.
	// `watch` is false if the match has just stopped while it was watched: if it is not over, only its state is then shown.
	async function open(watch) {
		const head = await net.get('match', { m });
		if (head?.ended)
			return finished(await exported(net, m));
		if (!watch)
			return head ? state('saved') : hide();
		if ((await net.watch({ m })).ok)
			return;
		const rest = await stored(net, m);
		if (rest?.ended)
			return finished(await exported(net, m));
		if (!rest?.actions.length)
			return hide();
		state('saved');
		about(rest);
		view.show(new Replay(rest));
	}
	put(main, title, facts, h('div', { class: 'match' }, view.root, side), h('p', { class: 'hint keys' }, t('keys')));
	net.addEventListener('event', ({ detail }) => events = events.then(() => event(detail)).catch(reportError));
	net.addEventListener('gone', () => events = events.then(async () => live && await net.get('match', { m }) && open(false)).catch(reportError));
	await open(true);
}
