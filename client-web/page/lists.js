// SPDX-License-Identifier: MIT
// The pages with lists: /, /ratings, /player, /tournament, /games.
import { Board } from './board.js';
import { bdi, h, put, refill, single, svg } from './dom.js';
import { BAR, GAMES, OFF, RESERVE, gameOf, initial, opposite } from './game.js';
import { Live } from './live.js';
import { Announcer, MatchView, placeName } from './match.js';
import { date, language, number, points, t } from './words.js';

const player = name => h('a', { href: `/player/${name}` }, bdi(name));
const title = text => {
	document.title = text;
	return h('h1', {}, text);
};
const card = (heading, ...rest) => h('section', { class: 'card' }, h('h2', {}, heading), ...rest);
const table = (label, heads, rows) => h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label },
	h('table', {}, h('thead', {}, h('tr', {}, heads.map(x => h('th', { scope: 'col' }, x)))), h('tbody', {}, rows)));
const row = cells => h('tr', {}, cells.map(c => h('td', { class: typeof c === 'number' ? 'n' : null }, typeof c === 'number' ? number(c) : c)));
const gameTitle = name => GAMES[name]?.title ?? name;

// ---- / ----

// Returns the pairs of users who play each other, the most watched first.
function pairs(users) {
	const all = [...users.values()], watchers = (...names) => all.filter(w => names.includes(w.watches)).length;
	return all.filter(u => u.plays && (u.name < u.plays || !users.has(u.plays))).map(u => ({ m: u.m, names: [u.name, u.plays], watchers: watchers(u.name, u.plays) }))
		.sort((a, b) => b.watchers - a.watchers);
}

export async function homePage(net, main) {
	const users = new Map(), now = h('ul', { class: 'list' }), online = h('p', { class: 'names' }), events = h('ul', { class: 'list' });
	const playing = h('section', { class: 'card' }, h('h2', {}, t('playing')), now), count = h('h2', {}), hall = h('div', {}), coming = card(t('tournaments'), events);
	let view = null, live = null, due = 0;

	// Shows the match that has the most watchers.
	async function choose() {
		const best = pairs(users)[0];
		net.unwatch();
		live = null;
		if (!best || !(await net.watch(best.m ? { m: best.m } : { player: best.names[0] })).ok)
			put(hall, h('h2', {}, t('watched')), h('p', { class: 'quiet' }, t('nobody')));
	}
	function list() {
		due = 0;
		refill(now, pairs(users).map(p => h('li', { 'data-key': p.names[0] }, h('a', { href: p.m ? `/match/${p.m}` : `/player/${p.names[0]}` }, bdi(p.names[0]), ' – ', bdi(p.names[1])),
			p.watchers > 0 && h('small', {}, t('watchers', p.watchers)))));
		playing.hidden = now.childElementCount === 0;
		count.textContent = t('users', users.size);
		refill(online, [...users.values()].sort((a, b) => b.rating - a.rating).flatMap(u => [
			h('span', { class: 'person', 'data-key': u.name }, player(u.name), u.bot && h('small', {}, t('bot')), h('small', {}, number(u.rating))), ' ']));
	}
	function begin(o) {
		view ??= new MatchView();
		view.live = live = new Live(o);
		put(hall, h('h2', { class: 'heading' }, t('watched'), h('a', { href: `/match/${o.m}` }, t('match', o.m))), view.root);
		view.show(live.replay);
	}
	net.addEventListener('event', ({ detail: o }) => {
		if (o.e === 'who')
			users.set(o.name, { ...users.get(o.name), ...o });
		if (o.e === 'left')
			users.delete(o.name);
		if ((o.e === 'who' || o.e === 'left') && !due)
			due = setTimeout(list, 500);
		if (o.e === 'begins' && !live)
			net.watch({ m: o.m });
		else if (o.e === 'match' && o.m !== live?.m)
			begin(o);
		else if (o.m === live?.m && live?.event(o))
			view.added();
		if (o.m === live?.m && (o.e === 'end' || o.e === 'saved' || o.e === 'hidden'))
			setTimeout(choose, 5000);
	});
	async function read() {
		users.clear();
		(await net.all('who')).forEach(u => users.set(u.name, u));
		list();
		const next = await net.get('tournaments');
		put(events, (next?.rows ?? []).map(e => h('li', {}, h('a', { href: `/tournament/${e.id}` }, bdi(e.name)),
			h('small', {}, t('phase')[e.phase] ?? '', e.starts && ` · ${date(e.starts)}`))));
		coming.hidden = events.childElementCount === 0;
	}
	net.addEventListener('back', read);
	net.addEventListener('gone', choose);
	await read();
	await choose();
	put(main, h('h1', { class: 'unseen' }, t('home')), h('div', { class: 'match' }, hall,
		h('div', { class: 'side' }, h('p', {}, h('a', { class: 'button main', href: '/play/bot' }, t('pc').title)), playing, coming, h('section', { class: 'card' }, count, online))));
}

// ---- /ratings ----

export async function ratingsPage(net, main) {
	const asked = new URLSearchParams(location.search), select = h('select', {}, Object.keys(GAMES).map(g => h('option', { value: g }, gameTitle(g))));
	const bots = h('input', { type: 'checkbox' }), more = h('button', { type: 'button' }, t('more'));
	const list = table(t('ratings'), [t('place'), t('name'), t('rating'), t('experience')], []), rows = list.querySelector('tbody');
	let from = 0, last = Promise.resolve();
	// Loads one page after the other; otherwise rows of two games could be mixed.
	const then = fresh => last = last.then(() => add(fresh)).catch(reportError);
	async function add(fresh) {
		if (fresh) {
			from = 0;
			rows.replaceChildren();
			history.replaceState(null, '', `?game=${select.value}${bots.checked ? '&bots=1' : ''}`);
		}
		if (from === null)
			return;
		const answer = await net.get('ratings', { game: select.value, from, bots: bots.checked });
		if (from === 0 && !answer?.rows.length)
			rows.append(h('tr', {}, h('td', { colspan: 4, class: 'quiet' }, t('noRated'))));
		rows.append(...(answer?.rows ?? []).map(r => row([r.place, player(r.name), h('span', { class: 'n' }, number(r.rating, 2)), r.experience])));
		from = answer?.next ?? null;
		more.hidden = from === null;
	}
	select.value = asked.get('game') in GAMES ? asked.get('game') : 'backgammon';
	bots.checked = asked.has('bots');
	select.onchange = bots.onchange = () => then(true);
	more.onclick = () => then(false);
	put(main, title(t('ratings')), h('p', { class: 'form' }, h('label', {}, h('span', {}, t('game')), select), h('label', { class: 'check' }, bots, ` ${t('bots')}`)), list, more);
	await then(true);
}

// ---- /player/NAME ----

function graph({ rows, first, last }, game) {
	const low = Math.floor(Math.min(...rows) / 10) * 10, high = Math.max(Math.ceil(Math.max(...rows) / 10) * 10, low + 10);
	const x = i => 44 + i * 548 / Math.max(rows.length - 1, 1), y = n => 104 - (n - low) * 92 / (high - low), text = (x, y, anchor, s) => svg('text', { x, y, 'text-anchor': anchor }, s);
	return card(`${t('rating')} · ${gameTitle(game)}`, svg('svg', { class: 'graph', viewBox: '0 0 600 124', role: 'img', 'aria-label': `${t('rating')}: ${[rows[0], rows.at(-1)].map(n => number(n, 2)).join(' → ')}` },
		[low, high].map(n => svg('line', { x1: 44, x2: 592, y1: y(n), y2: y(n), class: 'zero' })), [low, high].map(n => text(38, y(n) + 4, 'end', number(n))),
		text(44, 120, 'start', date(first)), text(592, 120, 'end', date(last)),
		svg('polyline', { points: rows.map((n, i) => `${x(i)},${y(n)}`).join(' ') }), svg('circle', { cx: x(rows.length - 1), cy: y(rows.at(-1)), r: 4 })));
}

export async function playerPage(name, net, main) {
	put(main, title(name), h('p', { class: 'quiet' }, t('loading')));
	const who = (await net.all('who')).find(u => u.name === name), stats = await net.get('stats', { player: name });
	const results = await net.get('history', { player: name }), played = (stats?.rows ?? []).map(r => r.game);
	const curve = played.length > 0 && await net.get('graph', { player: name, game: played.includes('backgammon') ? 'backgammon' : played[0] });
	if (!stats && !results)
		return void put(main, title(name), h('p', {}, t('gone')));
	const cells = r => {
		const me = r.players.indexOf(name), won = r.winner === me;
		return row([h('a', { href: `/match/${r.m}` }, date(r.ended ?? r.begun)), player(r.players[1 - me]),
			h('span', { class: won ? 'won' : 'lost-match' }, `${won ? t('won') : t('lost')} ${r.score[me]}–${r.score[1 - me]}`), gameTitle(r.game), points(r.length)]);
	};
	const rows = results?.rows ?? [], list = table(t('history'), [t('date'), t('opponent'), t('result'), t('game'), t('length')], rows.map(cells));
	const more = h('button', { type: 'button', hidden: (results?.next ?? null) === null, onclick: single(async () => {
		const next = await net.get('history', { player: name, from: results.next });
		list.querySelector('tbody').append(...(next?.rows ?? []).map(cells));
		results.next = next?.next ?? null;
		more.hidden = results.next === null;
	}) }, t('more'));
	put(main, title(name), h('p', { class: 'facts' }, who && h('span', { class: 'badge now' }, t('online')), who && ` ${t('rating')} ${number(who.rating, 2)} · ${t('experience')} ${number(who.experience)}`,
		who?.plays && [` · ${t('against')} `, player(who.plays)]),
		curve?.rows.length > 1 && graph(curve, curve.game),
		card(t('history'), rows.length ? list : h('p', { class: 'quiet' }, t('noMatches')), more),
		stats?.rows.length > 0 && card(t('stats'), table(t('stats'), [t('game'), t('length'), t('won'), t('lost'), t('gammons')],
			stats.rows.map(r => row([gameTitle(r.game), points(r.length), r.won, r.lost, r.gammons])))));
}

// ---- /tournament/N ----

export async function tournamentPage(id, net, main) {
	let chosen = '', due = 0;
	async function show() {
		due = 0;
		const [info] = await net.all('tournament', { tournament: id });
		if (!info)
			return put(main, title(t('tournament', id)), h('p', {}, t('gone')));
		const entries = await net.all('standings', { tournament: id }), fights = await net.all('bracket', { tournament: id });
		const name = side => typeof side === 'number' ? entries[side]?.name : side === null ? '…' : t('nobodySide');
		const fight = f => h('li', {}, h('div', { class: 'pairing', 'data-sides': f.sides.map(name).join(' ') },
			[0, 1].map(i => h('span', { class: f.winner === i ? 'side winner' : 'side' }, typeof f.sides[i] === 'number' ? player(name(f.sides[i])) : name(f.sides[i]), h('b', {}, f.score && f.end !== 'open' ? f.score[i] : ''))),
			f.match > 0 && h('a', { class: 'open', href: `/match/${f.match}`, 'aria-label': t('match', f.match) }, '▸')));
		const heads = Object.values(Object.groupBy(fights, f => `${f.section}${f.group ?? ''}`)).map(list => {
			const rounds = Object.entries(Object.groupBy(list, f => f.round)), tree = rounds.every(([, r], i) => i === 0 || 2 * r.length === rounds[i - 1][1].length);
			return card(t('section')[list[0].section] ?? list[0].section, h('div', { class: tree ? 'bracket tree scroll' : 'bracket scroll', tabindex: 0, role: 'region', 'aria-label': t('bracket') },
				rounds.map(([n, round]) => h('div', { class: 'round' }, h('h3', {}, t('round', n)), h('ol', {}, round.map(fight))))));
		});
		const select = h('select', { onchange: e => highlight(e.target.value) }, h('option', { value: '' }, '–'), entries.map(e => h('option', { value: e.name }, e.name)));
		function highlight(who) {
			chosen = select.value = who;
			for (const p of main.querySelectorAll('.pairing'))
				p.classList.toggle('chosen', who !== '' && p.dataset.sides.split(' ').includes(who));
		}
		const places = entries.filter(e => e.standing || e.place).sort((a, b) => (a.place ?? [a.standing.from])[0] - (b.place ?? [b.standing.from])[0]);
		const scrolled = main.querySelector('.bracket')?.scrollLeft ?? 0, focused = document.activeElement?.tagName === 'SELECT';
		put(main, title(info.name), h('p', { class: 'facts' }, h('span', { class: info.phase === 'running' ? 'badge now' : 'badge' }, t('phase')[info.phase] ?? info.phase),
			` ${t('entries', entries.length)}`, info.started_ms ? ` · ${date(info.started_ms)}` : ''),
		h('p', { class: 'form' }, h('label', {}, h('span', {}, t('highlight')), select), h('button', { type: 'button', onclick: () => print() }, t('print'))), heads,
		places.length > 0 && card(t('standings'), table(t('standings'), [t('place'), t('name'), t('rating'), t('tPoints'), t('played')], places.map(e =>
			row([(e.place ?? [e.standing.from])[0], player(e.name), e.rating ?? '', e.standing?.points ?? '', e.standing?.played ?? ''])))));
		highlight(chosen);
		if (scrolled)
			main.querySelector('.bracket').scrollLeft = scrolled;
		if (focused)
			select.focus();
	}
	net.addEventListener('event', ({ detail: o }) => {
		if (o.tournament === id && (o.e === 'tournament' || o.e === 'begins') && !due)
			due = setTimeout(show, 1000 + Math.random() * 1000); // acts come in bursts, and without the random part many pages would ask at once
	});
	const read = async () => {
		await net.get('who'); // also subscribes to events of tournaments
		await show();
	};
	net.addEventListener('back', read);
	await read();
}

// ---- /games/GAME ----

// Draws the position of a line "@board O 24*2 ... | X ... | dice 3 1 | game NAME" of a help page (common/proto/boardspec.h).
function drawing(spec, name, speaker) {
	const parts = spec.split('|').map(p => p.trim().split(/\s+/)), state = initial(parts.find(p => p[0] === 'game')?.[1] ?? name), game = GAMES[state.game];
	const total = state.at[0].reduce((a, b) => a + b);
	for (const [word, ...rest] of parts) {
		const seat = { O: 0, X: 1, dice: 0, xdice: 1 }[word];
		if (word === 'cube')
			Object.assign(state, { cube: Number(rest[0]), owner: { O: 0, X: 1 }[rest[1]] ?? 2 });
		else if (seat !== undefined && word.length > 1)
			Object.assign(state, { dice: rest.map(Number), rolled: seat, on: true });
		if (word !== 'O' && word !== 'X')
			continue;
		const at = state.at[seat] = Array(27).fill(0);
		for (const item of rest) {
			const [, where, n] = /^(\d+|bar|res)(?:\*(\d+)|p)?$/.exec(item), p = { bar: BAR, res: RESERVE }[where] ?? (seat ? opposite(game, Number(where)) : Number(where));
			at[p] = Number(n ?? 1);
			if (item.endsWith('p'))
				state.pins[seat].push(p);
		}
		at[OFF] = Math.max(0, total - at.reduce((a, b) => a + b));
	}
	const board = new Board({ place: (place, n) => `${placeName(place)}: O ${n[0]}, X ${n[1]}` }, { ask: p => speaker.say(board.places.get(p).g.getAttribute('aria-label')) });
	board.root.setAttribute('aria-label', t('board'));
	board.draw(state);
	return h('figure', {}, board.root);
}

export async function gamePage(name, main) {
	const speaker = new Announcer(), answer = await fetch(new URL(`help-${language()}-${name}.txt`, import.meta.url));
	const text = answer.ok ? await answer.text() : t('gone'), nodes = [];
	// Sections begin with a line that is not indented.  Short sections are left out: name, syntax and cross-references.
	const sections = text.split(/^(?=[^\s@])/m).filter(s => s.length > 300 || !answer.ok);
	for (const section of sections) {
		const [heading, ...lines] = section.split('\n');
		if (sections.length > 1)
			nodes.push(h('h2', {}, heading[0] + heading.slice(1).toLowerCase()));
		for (const block of (answer.ok ? lines.join('\n') : text).split(/\n\s*\n/)) {
			if (block.startsWith('@board'))
				nodes.push(drawing(block.slice('@board'.length), gameOf(name, 1), speaker));
			else if (/^ {6,}/m.test(block))
				nodes.push(h('pre', {}, block.replace(/^ {4}/gm, '')));
			else if (block.trim())
				nodes.push(h('p', {}, block.trim().replace(/\s+/g, ' ')));
		}
	}
	put(main, title(gameTitle(name)), h('div', { class: 'match' }, h('article', { class: 'card rules' }, nodes, speaker.root),
		h('nav', { class: 'side card', 'aria-label': t('games') }, h('h2', {}, t('games')), h('ul', { class: 'list' }, Object.keys(GAMES).map(g =>
			h('li', {}, h('a', { href: `/games/${g}`, 'aria-current': g === name ? 'page' : null }, gameTitle(g))))))));
}
