// SPDX-License-Identifier: MIT
// Turns the events of a match (common/proto/PROTOCOL.md 14.3) into the actions and positions that game.js replays.
import { BAR, GAMES, OFF, RESERVE, Replay } from './game.js';

// Returns a side's own number for a point of the board.  path: -24, 1 or -12, where the side starts and in which direction.
const own = (path, p) => path === -24 ? p : path === 1 ? 25 - p : (p + 11) % 24 + 1;

function position(state, o, path) {
	for (const seat of [0, 1]) {
		const at = state.at[seat] = Array(27).fill(0);
		o.points.forEach((n, i) => {
			if (seat === 0 ? n > 0 : n < 0)
				at[own(path[seat], i + 1)] = Math.abs(n);
		});
		state.pins[seat] = o.pinned[seat].map(p => own(path[seat], p));
		for (const p of state.pins[seat])
			at[p] = 1;
		at[BAR] = o.bar[seat];
		at[OFF] = o.off[seat];
		at[RESERVE] = o.reserve[seat];
	}
}

const KINDS = { 'resign-rejected': 'resign_reject', 'draw-rejected': 'draw_reject' };

// A match that is being played: a snapshot and the events after it, preceded by the stored actions if they are known.
// `clock` and `waits` are the latest received.
export class Live {
	constructor(snapshot, actions = [], game = snapshot.game) {
		const { m, length, players } = snapshot;
		this.m = m;
		this.n = 0;
		this.replay = new Replay({ match: m, game, length, players, actions: [] });
		this.snapshot(snapshot, actions);
	}
	// Applies a snapshot, which replaces missed events; earlier steps are kept.  It becomes a step of its own unless `actions` lead up
	// to it.
	snapshot(o, actions = []) {
		this.replay.match.now = undefined;
		for (const a of actions.filter(x => x.n > this.n && x.n <= o.n)) {
			this.replay.add(a);
			this.n = a.n;
		}
		this.path = o.path;
		const fits = this.n === o.n && this.replay.steps.length > 0, state = fits ? this.replay.last : structuredClone(this.replay.last);
		Object.assign(state, { game: o.game, no: o.game_no, score: o.score, cube: o.cube, owner: o.owner ?? 2, offer: o.offer ?? 0 });
		if (!fits || o.turn !== null)
			Object.assign(state, { turn: o.turn ?? 2, on: o.turn !== null });
		if (!fits || o.dice)
			Object.assign(state, { dice: o.dice ?? [0, 0], rolled: o.dice ? o.turn : 2 });
		position(state, o, o.path);
		if (!fits) {
			Object.assign(state, { opening: false, named: false, stage: 0, played: null, note: null });
			this.replay.steps.push({ action: { kind: 'snapshot', seat: 2, text: '' }, state, n: this.replay.steps.length + 1 });
		}
		this.take(o);
		this.waits = { seat: o.seat, for: o.for };
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
			this.waits = { seat: o.seat, for: o.for };
		else if (o.e === 'game')
			this.replay.last.score = o.score;
		else if (o.e === 'end')
			this.ended = o;
		return o.e === 'act' && this.act(o);
	}
	act(o) {
		const action = this.action(o), s = this.replay.last;
		if (o.kind === 'blocked')
			s.blocked = true;
		if (!action)
			return false;
		this.replay.add({ seat: o.seat ?? 2, auto: o.auto === true, ms: 0, ...action });
		if (o.points && Array.isArray(o.points) && this.replay.last !== s)
			position(this.replay.last, o, this.path);
		if (o.kind === 'take')
			this.replay.last.cube = o.value;
		return true;
	}
	// The stored form of an event's action (common/rules/action.h), or null if other events imply it.
	action(o) {
		const s = this.replay.last;
		switch (o.kind) {
		case 'start':
			this.path = o.path;
			this.replay.match.now = o.game;
			this.pairs = [];
			return null;
		case 'opening':
			this.pairs.push(o.dice.join(''));
			return null;
		case 'first':
			return { kind: 'start', seat: 2, text: `o=0 roll=0 autodouble=1 dice=${this.pairs.join() || '-'}` };
		case 'roll':
			return { kind: 'roll', text: `dice=${o.dice.join('')}` };
		case 'plays-double':
			return s.fresh && s.dice[0] === o.dice[0] ? null : { kind: 'name', text: String(o.dice[0]) };
		case 'move':
			return { kind: 'move', text: this.play(o) };
		case 'won':
			if (!s.on)
				return null;
			if (s.offer)
				return { kind: 'drop', seat: 1 - o.seat, text: '' };
			return s.resign ? { kind: 'resign_accept', text: '' } : { kind: 'won', text: String(o.points) };
		case 'drawn':
			return s.on ? { kind: 'draw_accept', text: '' } : null;
		case 'resign':
			return { kind: 'resign', text: String(GAMES[s.game].sizes === 1 ? 1 : Math.max(1, Math.round(o.points / s.cube))) };
		case 'double': case 'redouble': case 'take': case 'draw': case 'cut': case 'back':
			return { kind: o.kind, text: '' };
		case 'taken-back':
			return { kind: 'takeback', text: '' };
		case 'time-out': case 'forfeit':
			return { kind: o.kind.replace('-', ''), text: '' };
		default:
			return KINDS[o.kind] ? { kind: KINDS[o.kind], text: '' } : null;
		}
	}
	// Returns the play of an event in the side's own numbers.
	play(o) {
		const place = w => /^\d+$/.test(w) ? own(this.path[o.seat], Number(w)) : w;
		return o.play.split(' ').filter(Boolean).map(step => step.replace('*', '').split('/').map(place).join('/')).join(' ');
	}
}
