// SPDX-License-Identifier: MIT
// Turns the events of a match (common/proto/PROTOCOL.md 14.3) into the actions and positions that game.js replays.
import { BAR, GAMES, OFF, RESERVE, Replay, boardNumber, gameOf, rules } from './game.js';

// Returns the position of a snapshot or an act, in the sides' own numbers.  path: where each seat starts, -24 (down), 1 (up) or -12 (down).
function position(o, path) {
	const own = (seat, p) => path[seat] === -24 ? p : path[seat] === 1 ? 25 - p : (p + 11) % 24 + 1, pins = [0, 1].map(seat => o.pinned[seat].map(p => own(seat, p)));
	return { pins, at: [0, 1].map(seat => {
		const at = Array(27).fill(0);
		o.points.forEach((n, i) => {
			if (seat === 0 ? n > 0 : n < 0)
				at[own(seat, i + 1)] = Math.abs(n);
		});
		for (const p of pins[seat])
			at[p] = 1;
		return Object.assign(at, { [BAR]: o.bar[seat], [OFF]: o.off[seat], [RESERVE]: o.reserve[seat] });
	}) };
}

// Returns the match of a snapshot.  The match lacks what is not in a snapshot, such as the plays that can be taken back.
function match(o) {
	const resigns = o.for === 'resign', phase = o.turn === null ? 'between' : o.offer !== null ? 'doubled' : o.pieces > 0 ? 'move' : o.for === 'name' ? 'name' : 'roll';
	const away = o.length > 1 && o.score.some(n => n + 1 === o.length), made = rules.match(o.game, o.length), by = o.seat === null ? 2 : 1 - o.seat;
	made.set({
		score0: o.score[0], score1: o.score[1], phase, crawford: o.crawford ? 1 : away && o.turn !== null ? 2 : 0, gameNo: o.game_no, o: o.path[0] === -24 ? 0 : 1,
		turn: o.turn ?? 2, die0: o.dice?.[0] ?? 0, die1: o.dice?.[1] ?? 0, cube: o.cube, owner: o.owner ?? 2,
		offer: o.offer ?? 0, offerBy: o.offer === null ? 2 : resigns ? o.turn : by, resign: resigns ? 1 : 0, resignBy: resigns ? by : 2,
		jacoby: o.jacoby, redoublesMax: o.redoubles, noCube: o.no_cube, practice: o.practice,
	}, position(o, o.path));
	return made;
}

// The stored kinds of acts without a text.
const KINDS = { double: 'double', redouble: 'redouble', take: 'take', draw: 'draw', cut: 'cut', back: 'back', practice: 'practice', forfeit: 'forfeit',
	'time-out': 'timeout', 'resign-rejected': 'resign_reject', 'draw-rejected': 'draw_reject' };

// A match that is being played: a snapshot and the events after it, preceded by the stored actions if they are known.
// `clock` and `waits` are the latest received.
export class Live {
	constructor(snapshot, actions = [], game = snapshot.game) {
		const { m, length, players } = snapshot;
		Object.assign(this, { m, n: 0, series: game });
		this.replay = new Replay({ match: m, game, length, players, actions: [] });
		this.snapshot(snapshot, actions);
	}
	// Applies a snapshot, which replaces missed events; earlier steps are kept.  The snapshot becomes a step of its own unless
	// `actions` lead up to it.
	snapshot(o, actions = []) {
		for (const a of actions.filter(x => x.n > this.n && x.n <= o.n)) {
			this.replay.add(a);
			this.n = a.n;
		}
		this.path = o.path;
		this.paused = o.paused;
		this.waiting(o);
		this.part = this.n !== o.n || this.replay.steps.length === 0 && o.n > 0; // earlier actions are unknown
		if (this.part) {
			this.replay.now = match(o);
			this.replay.push({ kind: 'snapshot', seat: 2, text: '' }, { dice: [0, 0], rolled: 2 });
		}
		this.take(o);
	}
	waiting(o) {
		this.waits = { seat: o.seat, for: o.for };
		this.free = performance.now() + (o.free ?? 0);
	}
	// Returns whether the match waits for a seat.  Between games it waits for both.
	runs(seat) {
		return !!this.waits && !this.paused && (this.waits.seat === seat || this.waits.seat === null);
	}
	// Returns the ms that a seat's reserve has left, or null without a clock.
	left(seat) {
		const { clock } = this;
		return clock ? clock.left[seat] - (this.runs(seat) ? Math.max(0, performance.now() - Math.max(this.free, clock.at)) : 0) : null;
	}
	take(o) {
		this.n = o.n ?? this.n;
		if (o.clock)
			this.clock = { left: o.clock, at: performance.now() };
	}
	// Returns whether the event added a step.
	event(o) {
		if (o.e === 'match') {
			this.snapshot(o);
			return true;
		}
		this.take(o);
		if (o.e === 'waits')
			this.waiting(o);
		else if (o.e === 'game')
			this.replay.last.score = o.score;
		else if (o.e === 'end' || o.e === 'saved')
			this.waits = null;
		return o.e === 'act' && this.act(o);
	}
	act(o) {
		const action = this.action(o);
		if (o.kind === 'paused' || o.kind === 'unpaused')
			this.paused = o.kind === 'paused';
		if (!action)
			return false;
		if (!this.replay.add({ seat: o.seat ?? 2, auto: o.auto === true, text: '', ...action }) && Array.isArray(o.points)) {
			this.replay.now.set({ phase: 'roll', turn: o.seat }, position(o, this.path));
			this.replay.push(this.replay.steps.pop().action);
		}
		return true;
	}
	// The stored form of an event's action (common/rules/action.h); undefined or false if other events imply it.
	action(o) {
		const { kind } = o, s = this.replay.last;
		const forms = {
			start: () => void Object.assign(this, { begun: o, path: o.path, pairs: [] }),
			opening: () => void this.pairs.push(o.dice.join('')),
			first: () => this.start(this.begun, o.seat),
			position: () => ({ kind, text: o.xgid }),
			roll: () => ({ kind, text: `roll=0 dice=${o.dice.join('')}` }),
			'plays-double': () => s.phase === 'name' && { kind: 'name', text: String(o.dice[0]) },
			move: () => ({ kind, text: this.play(o) }),
			won: () => s.on && (s.offer ? { kind: 'drop', seat: 1 - o.seat } : { kind: 'resign_accept' }),
			drawn: () => s.on && { kind: 'draw_accept', seat: 1 - this.replay.now.numbers().drawBy },
			resign: () => ({ kind, text: String(GAMES[s.game].resign === 1 ? 1 : Math.min(3, Math.max(1, Math.round(o.points / s.cube)))) }),
			points: () => ({ kind, text: String(o.points) }),
			'taken-back': () => ({ kind: 'takeback', text: 'roll=0' }),
		};
		return forms[kind] ? forms[kind]() : KINDS[kind] && { kind: KINDS[kind] };
	}
	// The action that starts a game.  first: the seat that moves first.
	start(o, first) {
		const dice = this.pairs.join() || '-';
		// Of earlier games, perhaps only the score is known.  A snapshot names the game, not the series that it belongs to.
		if (this.part || o.game !== gameOf(this.series, o.game_no)) {
			const { score } = this.replay.last, now = rules.match(o.game, this.replay.match.length);
			now.set({ score0: score[0], score1: score[1], gameNo: o.game_no - 1, lastWinner: dice === '-' ? first : 2 });
			this.replay.now = now;
			this.series = o.game;
		}
		return { kind: 'start', seat: 2, text: `o=${o.path[0] === -24 ? 0 : 1} crawford=${Number(o.crawford)} autodouble=1 redoubles=${o.redoubles},${o.redoubles}${
			o.jacoby ? ' jacoby=1' : ''}${o.no_cube ? ' cube=0' : ''} roll=0 dice=${dice}` };
	}
	// Returns the play of an event in the side's own numbers.
	play(o) {
		const game = GAMES[this.replay.now.game], first = this.path[0] === -24 ? 0 : 1;
		const place = w => /^\d+$/.test(w) ? boardNumber(game, first, o.seat, Number(w)) : w;
		return o.play.split(' ').filter(Boolean).map(step => step.replace('*', '').split('/').map(place).join('/')).join(' ');
	}
}
