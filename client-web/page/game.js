// SPDX-License-Identifier: MIT
// Replays matches from their actions (common/rules/action.h) with the rules of rules.js, for drawing.
//
// Each side numbers the points from its own view: 0 off, 1 to 24, 25 bar, 26 reserve (RULES.md 1.1).
import { Rules } from './rules.js';

export const OFF = 0, BAR = 25, RESERVE = 26;

export let rules = null;
export const GAMES = {}; // rules.games

// Must be called before anything else in this file.
export async function loadRules() {
	rules = await Rules.load();
	Object.assign(GAMES, rules.games);
}

// Returns the name of game number `no` (1, 2, ...) of a match.
export function gameOf(name, no) {
	const cycle = GAMES[name]?.cycle;
	return cycle ? cycle[Math.max(no - 1, 0) % cycle.length] : GAMES[name] ? name : 'backgammon';
}

// Converts one side's number of a point to the other side's.
export const opposite = (game, p) => game.shift === undefined ? 25 - p : (p + game.shift + 23) % 24 + 1;

// Converts a seat's number of a point to the board's, or back. o: the seat whose numbering the board uses.
export const boardNumber = (game, o, seat, p) => seat === o || p < 1 || p > 24 ? p : opposite(game, p);

export const pips = (s, seat) => s.at[seat].reduce((n, count, p) => n + count * Math.min(p, BAR), 0);

// A position before the first game of a match.
export const initial = (name, length = 0) => view(rules.match(name in GAMES ? name : 'backgammon', length), { kind: '' }, { dice: [0, 0], rolled: 2 });

// Parses "8/5 bar/21 6/off".
export function parsePlay(text) {
	const place = w => w === 'bar' ? BAR : w === 'res' ? RESERVE : w === 'off' ? OFF : Number(w);
	return text === '' ? [] : text.split(' ').map(step => step.split('/').map(place));
}

function played(n, { kind, seat, text }) {
	return kind !== 'move' && kind !== 'misplay' ? null
		: { seat, steps: parsePlay(text).map(([from, to], i) => ({ from, to, effect: n.hits >> i & 1 ? 'hit' : n.pins >> i & 1 ? 'pin' : '' })) };
}

// Returns how the game ended by the action: the winner (2: a draw) and the points; null if it did not end.
function ending(n, { kind, seat }) {
	if (['timeout', 'abandon', 'forfeit'].includes(kind))
		return { winner: seat < 2 ? 1 - seat : 2, points: 0 };
	return n.over ? { winner: n.wonBy, points: n.points } : null;
}

// Returns the dice to be drawn and the seat that rolled them; played dice remain visible.
function dice(n, action, before) {
	const rolled = /dice=.*?(?:(\d)(\d)|-)$/.exec(action.text ?? ''), given = rolled?.[1] ? [Number(rolled[1]), Number(rolled[2])] : [0, 0];
	if (action.kind === 'start')
		return { dice: given, rolled: given[0] ? Number(given[1] > given[0]) : 2, opening: given[0] > 0, named: false };
	if (action.kind === 'roll')
		return { dice: given, rolled: action.seat, opening: false, named: false };
	if (n.phase === 'move' && n.die0 && !before.opening || action.kind === 'takeback')
		return { dice: [n.die0, n.die1], rolled: n.turn, opening: false, named: action.kind === 'name' || action.kind === 'move' || before.named };
	const gone = action.kind === 'double';
	return { dice: gone ? [0, 0] : before.dice, rolled: before.rolled, opening: before.opening && action.kind !== 'move', named: before.named };
}

// Returns the state to draw after an action.  before: the state drawn before it.
function view(match, action, before) {
	const n = match.numbers(), on = !['between', 'over'].includes(n.phase);
	return {
		...match.board(), ...dice(n, action, before), game: match.game, xgid: match.xgid(), no: n.gameNo, score: [n.score0, n.score1], cube: n.cube, owner: n.owner,
		nocube: n.noCube === 1 || n.length === 1, offer: n.offer, offerBy: n.offerBy, turn: n.turn, on, resign: n.resign, phase: n.phase,
		played: played(n, action), note: ending(n, action), blocked: n.blocked === 1, fresh: action.kind === 'move' && n.phase === 'move' && n.turn === action.seat,
	};
}

// Replays a match.  `steps` has each action and what is drawn after it.  `now` is the match after the last action (rules.js), or
// a later state if the actions leading to it are unknown.
export class Replay {
	constructor(match) {
		this.match = match;
		this.steps = [];
		this.now = rules.match(match.game, match.length);
		for (const a of match.actions)
			this.add(a);
	}
	get last() {
		return this.steps.at(-1)?.state ?? initial(this.match.game, this.match.length);
	}
	// Returns whether the rules allow the action.
	add(action) {
		const before = this.last, allowed = this.now.apply(action);
		this.push(action, before);
		return allowed;
	}
	push(action, before = this.last) {
		this.steps.push({ action, state: view(this.now, action, before), n: this.steps.length + 1 });
	}
}
