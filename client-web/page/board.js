// SPDX-License-Identifier: MIT
// The board as SVG.  Points have the numbers of the player at the bottom.  Coordinates are computed for landscape layout
// (u to the right, v down); in portrait layout the axes are swapped.
import { svg } from './dom.js';
import { BAR, GAMES, OFF, RESERVE, opposite } from './game.js';

const FRAME = 26, EDGE = 10, TRAY = 44, GAP = 6, PITCH = 40, BAR_WIDTH = 46, RADIUS = 18, STACK = 5;
const LEFT = EDGE + TRAY + GAP, MIDDLE = LEFT + 6 * PITCH + BAR_WIDTH / 2, WIDTH = 2 * MIDDLE;
const INNER = 430, HEIGHT = INNER + 2 * FRAME, CENTRE = HEIGHT / 2, HIGH = 182;
const PIPS = { 1: [4], 2: [2, 6], 3: [2, 4, 6], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

export class Board {
	// labels.place(place, n, pinned) describes a place for screen readers; on.ask(place) is called when a place is pressed.
	constructor(labels, on) {
		this.labels = labels;
		this.on = on;
		const pointer = e => this.pointer(e);
		this.root = svg('svg', { class: 'board', role: 'group', onkeydown: e => this.key(e), onpointerdown: pointer, onpointermove: pointer, onpointerup: pointer, onpointercancel: pointer,
			oncontextmenu: e => this.moving && (e.preventDefault(), e.pointerType !== 'touch' && this.input.smaller(this.under(e))) });
		this.input = null; // a Play (play.js), which handles presses while `moving` is set
		this.portrait = matchMedia('(orientation: portrait) and (max-width: 480px)');
		this.portrait.addEventListener('change', () => this.redraw());
		this.still = matchMedia('(prefers-reduced-motion: reduce)');
		this.view = { bottom: 0, mirrored: false };
		this.focus = 24;
		this.measure();
	}
	// mirrored: the home of the player at the bottom is on the left.
	turn(view) {
		Object.assign(this.view, view);
		this.redraw();
	}
	redraw() {
		this.drawn = '';
		if (this.state)
			this.draw(this.state);
		if (this.moving)
			this.input.draw();
	}

	at(u, v) {
		const x = (this.view.mirrored ? WIDTH - u : u) * this.stretch;
		return this.upright ? [v, x] : [x, v];
	}
	rect(u, v, w, h, attributes) {
		const [x1, y1] = this.at(u, v), [x2, y2] = this.at(u + w, v + h);
		return svg('rect', { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1), ...attributes });
	}
	text(u, v, text, attributes) {
		const [x, y] = this.at(u, v);
		return svg('text', { x, y, 'text-anchor': 'middle', 'dominant-baseline': 'central', ...attributes }, String(text));
	}
	column(p) {
		const c = p <= 12 ? 12 - p : p - 13;
		return LEFT + (c + 0.5) * PITCH + (c >= 6 ? BAR_WIDTH : 0);
	}
	// Returns the centre of a seat's checker number i (0, 1, ...) at a place in the seat's own numbering.
	spot(game, seat, place, i) {
		const low = seat === this.view.bottom, away = low ? -1 : 1;
		if (place === BAR)
			return [MIDDLE, CENTRE + away * (26 + i * 2 * RADIUS)];
		if (place === OFF || place === RESERVE)
			return [this.tray(game, low, place) + TRAY / 2, CENTRE - away * 130];
		const p = low ? place : opposite(game, place), up = p <= 12 ? -1 : 1;
		return [this.column(p), (p <= 12 ? HEIGHT - FRAME : FRAME) + up * (RADIUS + 2 + i * 2 * RADIUS)];
	}
	// Sides that start from opposite corners also bear off at opposite corners.
	tray(game, low, place) {
		return place === OFF && (low || game.shift !== 12) ? WIDTH - EDGE - TRAY : EDGE;
	}

	// ---- the fixed parts ----

	// Chooses the layout.  In portrait layout the points are as thick as the window allows.
	measure() {
		this.upright = this.portrait.matches;
		this.stretch = this.upright ? Math.min(1.5, Math.max(1, (innerHeight - 190) * HEIGHT / ((innerWidth - 16) * WIDTH))) : 1;
		const [w, hgt] = this.upright ? [HEIGHT, WIDTH * this.stretch] : [WIDTH, HEIGHT];
		this.root.setAttribute('viewBox', `0 0 ${w} ${hgt}`);
		this.root.style.aspectRatio = `${w} / ${hgt}`;
	}
	build(state) {
		const game = GAMES[state.game], focused = this.root.contains(document.activeElement);
		this.measure();
		this.root.classList.toggle('upright', this.upright);
		this.places = new Map();
		this.root.replaceChildren(
			this.rect(0, 0, WIDTH, HEIGHT, { class: 'frame', rx: 12 }),
			this.rect(LEFT - 2, FRAME, 6 * PITCH + 2, INNER, { class: 'ground' }),
			this.rect(MIDDLE + BAR_WIDTH / 2, FRAME, 6 * PITCH + 2, INNER, { class: 'ground' }),
			...[EDGE, WIDTH - EDGE - TRAY].flatMap(u => [FRAME, CENTRE + 34].map(v =>
				this.rect(u, v, TRAY, INNER / 2 - 34, { class: 'tray', rx: 6 }))),
			this.arrow(game, true), this.arrow(game, false));
		const order = [24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 'bar', 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 'off'];
		if (game.reserve)
			order.push('reserve');
		else if (this.focus === 'reserve')
			this.focus = 24;
		for (const place of order)
			this.root.append(this.place(game, place));
		for (const name of ['marks', 'dice', 'cube'])
			this[name] = svg('g', { class: name, 'aria-hidden': 'true' });
		this.root.append(...[...this.places.values()].map(p => p.counts), this.marks, this.dice, this.cube);
		if (focused)
			this.places.get(this.focus).g.focus({ preventScroll: true });
	}
	place(game, place) {
		const g = svg('g', { class: 'place', role: 'button', tabindex: place === this.focus ? 0 : -1, 'data-place': place,
			onclick: e => e.detail === 0 && this.press(place), onfocus: () => this.rove(place) });
		const pieces = svg('g', { class: 'pieces' });
		if (typeof place === 'number') {
			const u = this.column(place), down = place <= 12, edge = down ? HEIGHT - FRAME : FRAME, tip = edge + (down ? -HIGH : HIGH);
			const corner = [[u - 19, edge], [u + 19, edge], [u, tip]].map(([a, b]) => this.at(a, b).join()).join(' ');
			g.append(this.rect(u - PITCH / 2, down ? CENTRE : FRAME, PITCH, INNER / 2, { class: 'target' }),
				svg('polygon', { points: corner, class: place % 2 ? 'odd' : 'even' }), pieces);
			this.root.append(this.text(u, edge + (down ? FRAME / 2 : -FRAME / 2), place, { class: 'number', 'aria-hidden': 'true' }));
		} else if (place === 'bar') {
			g.append(this.rect(MIDDLE - BAR_WIDTH / 2, FRAME, BAR_WIDTH, INNER, { class: 'target' }), pieces);
		} else {
			// The upper and the lower tray are one place.  In some games they are at opposite ends of the board.
			const kind = place === 'off' ? OFF : RESERVE, low = this.tray(game, true, kind), high = this.tray(game, false, kind);
			g.append(this.rect(low, CENTRE + 34, TRAY, INNER / 2 - 34, { class: 'target', rx: 6 }),
				this.rect(high, FRAME, TRAY, INNER / 2 - 34, { class: 'target', rx: 6 }), pieces);
		}
		this.places.set(place, { g, pieces, counts: svg('g', { 'aria-hidden': 'true' }), key: '' });
		return g;
	}
	// Shows which way a side moves along its edge of the board.
	arrow(game, low) {
		const right = low || game.shift === undefined, v = low ? HEIGHT - FRAME / 2 : FRAME / 2, u = EDGE + TRAY / 2, d = right ? 1 : -1;
		const points = [[u - 14 * d, v - 2], [u + 3 * d, v - 2], [u + 3 * d, v - 7], [u + 14 * d, v], [u + 3 * d, v + 7], [u + 3 * d, v + 2], [u - 14 * d, v + 2]];
		const seat = low ? this.view.bottom : 1 - this.view.bottom;
		return svg('polygon', { points: points.map(([a, b]) => this.at(a, b).join()).join(' '), class: `arrow side${seat}` });
	}

	// ---- the position ----

	draw(state) {
		const key = [state.game, this.view.bottom, this.view.mirrored, this.portrait.matches].join();
		const again = key !== this.drawn, before = this.state;
		this.state = state;
		if (again)
			this.build(state);
		this.drawn = key;
		for (const place of this.places.keys())
			this.fill(place, state);
		this.drawMarks(state);
		this.drawDice(state);
		this.drawCube(state);
		if (!again && before !== state && state.played && !this.still.matches)
			this.slide(state, state.slide ?? state.played.steps);
	}
	// Returns how many checkers each seat has at a place, and the seat whose checker is pinned there (2: no checker is).
	counts(state, place) {
		const game = GAMES[state.game], low = this.view.bottom, own = { bar: BAR, off: OFF, reserve: RESERVE }[place];
		const number = seat => own ?? (seat === low ? place : opposite(game, place));
		const n = [0, 1].map(seat => state.at[seat][number(seat)]);
		const pinned = [0, 1].find(seat => own === undefined && state.pins[seat].includes(number(seat))) ?? 2;
		return { n, pinned, number };
	}
	fill(place, state) {
		const { g, pieces, key } = this.places.get(place), game = GAMES[state.game], { n, pinned, number } = this.counts(state, place);
		const now = [n, pinned].join();
		g.setAttribute('aria-label', this.labels.place(place, n, pinned));
		if (key === now)
			return;
		this.places.get(place).key = now;
		pieces.replaceChildren();
		this.places.get(place).counts.replaceChildren();
		if (place === 'off' || place === 'reserve')
			for (const seat of [0, 1])
				pieces.append(...this.flat(game, seat, number(seat), n[seat]));
		else
			for (const seat of pinned < 2 ? [pinned, 1 - pinned] : [0, 1])
				pieces.append(...this.stack(game, seat, number(seat), n[seat], seat !== pinned && pinned < 2));
	}
	// over: these checkers pin an opponent's checker, which is drawn below them.
	stack(game, seat, place, n, over) {
		const lift = over ? 0.55 : 0, room = (place === BAR ? 4 : STACK) - (over ? 1 : 0), seen = Math.min(n, room), shapes = [];
		for (let i = 0; i < seen; i++) {
			const [x, y] = this.at(...this.spot(game, seat, place, i + lift));
			const count = i === room - 1 && n > room;
			shapes.push(svg('g', { class: `checker side${seat}`, 'data-n': count ? n - room + 1 : 1 },
				svg('circle', { cx: x, cy: y, r: RADIUS - 0.75, class: 'disc' }),
				count ? svg('text', { x, y, 'text-anchor': 'middle', 'dominant-baseline': 'central' }, String(n))
					: svg('circle', { cx: x, cy: y, r: seat ? 5 : 11, class: 'sign' })));
		}
		if (!game.dice && n === 2 && place <= 24) {
			const [[u, v], [, w]] = [this.spot(game, seat, place, 0), this.spot(game, seat, place, 1)];
			shapes.push(this.rect(u - 19.5, Math.min(v, w) - 19.5, 39, 75, { class: 'wall', rx: 10 }));
		}
		return shapes;
	}
	// Draws checkers in a tray, seen edge on.
	flat(game, seat, place, n) {
		const low = seat === this.view.bottom, u = this.tray(game, low, place) + 4, most = Math.min(n, 30), thick = Math.min(10.5, 148 / Math.max(n, 1));
		const shapes = [], edge = low ? HEIGHT - FRAME - 4 : FRAME + 4, d = low ? -1 : 1;
		for (let i = 0; i < most; i++) {
			const v = edge + d * i * Math.max(thick, 5);
			shapes.push(this.rect(u, low ? v - thick : v, TRAY - 8, Math.max(thick - 1, 2.5), { class: `flat side${seat}`, rx: 2.5, 'data-n': i ? 1 : n - most + 1 }));
		}
		if (n > 0)
			this.places.get(place === OFF ? 'off' : 'reserve').counts.append(this.text(u + TRAY / 2 - 4, edge + d * (most * Math.max(thick, 5) + 11), n, { class: 'count' }));
		return shapes;
	}
	// Marks the last play: an outline where each checker left, a ring where it arrived.
	drawMarks(state) {
		this.marks.replaceChildren();
		if (!state.played)
			return;
		const game = GAMES[state.game], { seat, steps } = state.played, ends = new Map();
		for (const { from, to } of steps) {
			if (from >= 1 && from <= 24 && !ends.delete(from)) {
				const [cx, cy] = this.at(...this.spot(game, seat, from, Math.min(state.at[seat][from], STACK - 1)));
				this.marks.append(...['ghost light', 'ghost'].map(c => svg('circle', { cx, cy, r: RADIUS - 3, class: c })));
			}
			if (to >= 1)
				ends.set(to, (ends.get(to) ?? 0) + 1);
		}
		for (const [to] of ends) {
			const lift = state.pins[1 - seat].includes(opposite(game, to)) ? 0.55 : 0;
			const [cx, cy] = this.at(...this.spot(game, seat, to, Math.max(0, Math.min(state.at[seat][to], STACK - (lift ? 1 : 0)) - 1 + lift)));
			this.marks.append(svg('circle', { cx, cy, r: RADIUS - 3.5, class: `arrived side${seat}` }));
		}
	}
	die(u, v, value, seat, extra) {
		const [x, y] = this.at(u, v), g = svg('g', { class: `die side${seat}${extra}`, 'data-value': value });
		g.append(svg('rect', { x: x - 18, y: y - 18, width: 36, height: 36, rx: 7, class: 'face' }));
		for (const i of PIPS[value] ?? [])
			g.append(svg('circle', { cx: x + (i % 3 - 1) * 10, cy: y + (Math.floor(i / 3) - 1) * 10, r: 3.6, class: 'pip' }));
		return g;
	}
	half(seat) {
		return seat === this.view.bottom ? (WIDTH + MIDDLE + BAR_WIDTH / 2 - LEFT) / 2 : (MIDDLE - BAR_WIDTH / 2 + LEFT) / 2;
	}
	drawDice(state) {
		const [d, e] = state.dice, { left } = state, extra = (state.named ? ' named' : '') + (state.played && !state.fresh ? ' used' : '');
		this.dice.replaceChildren();
		if (state.rolled > 1 || !d || !GAMES[state.game].dice || !state.on && !state.played)
			return;
		if (state.opening && !state.played)
			this.dice.append(this.die(this.half(0), CENTRE, d, 0, extra), this.die(this.half(1), CENTRE, e, 1, extra));
		else // a double is played up to four times: each die stands for two of the plays
			this.dice.append(...[d, e].map((value, i) => this.die(this.half(state.rolled) + (i ? 23 : -23), CENTRE, value, state.rolled,
				!left ? extra : (d === e ? left.length > 2 * i : left.includes(value)) ? ' left' : ' used')));
	}
	drawCube(state) {
		this.cube.replaceChildren();
		if (!GAMES[state.game].cube || state.nocube)
			return;
		const low = this.view.bottom, shared = GAMES[state.game].reserve;
		const far = state.owner === 2 ? 0 : (state.owner === low ? 1 : -1) * (shared ? 44 : INNER / 2 - 24);
		const value = state.offer || state.cube, offered = state.offer > 0;
		const [u, v] = offered ? [this.half(1 - state.offerBy), CENTRE] : [EDGE + TRAY / 2, CENTRE + far];
		const [x, y] = this.at(u, v);
		this.cube.append(svg('rect', { x: x - 19, y: y - 19, width: 38, height: 38, rx: 7, class: offered ? 'face offered' : 'face' }),
			this.text(u, v, value === 1 ? 64 : value, { y: y + 1, class: value > 99 ? 'small' : '' }));
		this.cube.setAttribute('data-value', value);
	}
	// Animates the checkers of the last play from where they left.
	slide(state, steps) {
		const game = GAMES[state.game], { seat } = state.played;
		for (const { from, to } of steps) {
			const place = to === OFF ? 'off' : seat === this.view.bottom ? to : opposite(game, to);
			const piece = [...this.places.get(place).pieces.querySelectorAll(`.side${seat}`)].at(-1);
			const [a, b] = this.at(...this.spot(game, seat, from, 2)), [c, d] = this.at(...this.spot(game, seat, to, 2));
			piece?.animate([{ transform: `translate(${a - c}px, ${b - d}px)` }, { transform: 'none' }], { duration: 220, easing: 'ease-out' });
		}
	}

	// ---- moving checkers (play.js) ----

	live(moving) {
		this.moving = moving;
		this.root.classList.toggle('live', moving);
	}
	// Marks the checker of a seat that is picked up at `from` (null: none), and where it can go, in the seat's own numbers.
	aim(seat, from, targets) {
		const game = GAMES[this.state.game], n = this.state.at[seat];
		if (from === null)
			return;
		const mark = (p, i, shapes) => {
			const [cx, cy] = this.at(...this.spot(game, seat, p, Math.min(i, p === BAR ? 3 : STACK - 1)));
			this.marks.append(...shapes.map(([r, name]) => svg('circle', { cx, cy, r, class: name })));
		};
		mark(from, n[from] - 1, [[RADIUS + 1, 'goal light'], [RADIUS + 1, 'picked']]);
		for (const p of targets)
			mark(p, n[p], [[RADIUS - 2, 'goal light'], [RADIUS - 2, 'goal'], [6, 'goal dot']]);
	}
	under(e) {
		const place = document.elementFromPoint(e.clientX, e.clientY)?.closest('.place')?.dataset.place;
		return /^\d+$/.test(place) ? Number(place) : place;
	}
	// A press that moves less than 10 px is a tap on the place where it began; any other press drags a checker.
	pointer(e) {
		if (e.type === 'pointerdown' && e.isPrimary && e.button === 0)
			this.held = { x: e.clientX, y: e.clientY, id: e.pointerId, place: this.under(e), dice: e.target.closest('.dice') !== null };
		const held = this.held;
		if (!held || held.id !== e.pointerId)
			return;
		const dx = e.clientX - held.x, dy = e.clientY - held.y;
		if (e.type === 'pointermove' && !held.piece && this.moving && held.place !== undefined && Math.hypot(dx, dy) >= 10) {
			if (!this.input.lift(held.place))
				return void (this.held = null);
			held.piece = [...this.places.get(held.place).pieces.querySelectorAll(`.side${this.input.seat}`)].at(-1);
			this.root.setPointerCapture(e.pointerId);
		}
		if (e.type === 'pointermove' && held.piece) {
			const { a } = this.root.getScreenCTM();
			this.marks.append(held.piece);
			held.piece.setAttribute('transform', `translate(${dx / a} ${dy / a})`);
		}
		if (held.piece && (e.type === 'pointerup' || e.type === 'pointercancel'))
			this.drop(e.type === 'pointerup' ? this.under(e) : undefined);
		else if (e.type === 'pointerup' && held.dice && this.moving)
			this.input.swap();
		else if (e.type === 'pointerup' && held.place !== undefined && Math.hypot(dx, dy) < 10)
			this.press(held.place);
		if (e.type !== 'pointermove' && e.type !== 'pointerdown')
			this.held = null;
	}
	drop(place) {
		const { place: from } = this.held;
		this.held = null;
		this.places.get(from).key = '';
		this.input?.release(place);
	}

	// ---- keys: one tab stop; the arrow keys move along the points ----

	rove(place) {
		this.places.get(this.focus)?.g.setAttribute('tabindex', -1);
		this.focus = place;
		this.places.get(place).g.setAttribute('tabindex', 0);
	}
	press(place) {
		this.places.get(place).g.focus();
		if (this.moving)
			this.input.press(place);
		else
			this.on.ask(place);
	}
	key(e) {
		const order = [...this.places.keys()], i = order.indexOf(this.focus), n = order.length;
		const to = { ArrowLeft: i - 1, ArrowRight: i + 1, Home: 0, End: n - 1 }[e.key];
		const across = (e.key === 'ArrowUp' || e.key === 'ArrowDown') && typeof this.focus === 'number' ? 25 - this.focus : undefined;
		const place = across ?? (to === undefined ? undefined : order[(to + n) % n]);
		if (e.ctrlKey || e.metaKey || e.altKey)
			return;
		if (place !== undefined)
			this.places.get(place).g.focus();
		else if (e.key === 'Escape' && this.held?.piece)
			this.drop(undefined);
		else if ((e.key === 'Enter' || e.key === ' ') && this.moving)
			this.input.enter(this.focus);
		else if (e.key === 'Enter' || e.key === ' ')
			this.on.ask(this.focus);
		else if (!(this.moving && this.input.key(e.key)) && !this.on.key?.(e.key))
			return;
		e.preventDefault();
	}
}
