// SPDX-License-Identifier: MIT
// What drawing and replaying need to know about each game (common/rules/variant.c), and the replay of a match from its
// actions (common/rules/action.h).  Plays are not checked: the server has accepted them.
//
// Each side numbers the points from its own view: 0 off, 1 to 24, 25 bar, 26 reserve (RULES.md 1.1).
export const OFF = 0, BAR = 25, RESERVE = 26;

const BACKGAMMON = { 24: 2, 13: 5, 8: 3, 6: 5 }, ALL_ON_24 = { 24: 15 };
const other = seat => 1 - seat;

function three(s, winner, game) {
	const loser = s.at[other(winner)];
	if (loser[OFF] > 0)
		return 1;
	if (loser[BAR] > 0 || loser[RESERVE] > 0)
		return 3;
	for (let p = 1; p <= 6; p++)
		if (loser[opposite(game, p)] > 0)
			return 3;
	return 2;
}
const two = (s, winner) => s.at[other(winner)][OFF] > 0 ? 1 : 2;
const one = () => 1;
const left = (s, winner, game) => sum(game.start) - s.at[other(winner)][OFF];
const reversed = (s, winner, game) => three(s, other(winner), game);
const sum = start => Object.values(start).reduce((a, b) => a + b, 0);

const cube = { contact: 'hit', cube: true, score: three, sizes: 3 };
const plain = { contact: 'hit', score: two, sizes: 2 };
const pinning = { contact: 'pin', start: ALL_ON_24, score: two, sizes: 2, mother: true };
const parallel = { contact: 'none', start: ALL_ON_24, shift: 12, score: two, sizes: 2 };
const acey = { contact: 'hit', start: { 26: 15 }, score: left, sizes: 1 };

// shift: both sides move the same way, from opposite corners (12) or from one (0); absent: in opposite directions.
// next(dice): the double that is played after a double without a roll.
export const GAMES = {
	backgammon: { title: 'Backgammon', start: BACKGAMMON, ...cube },
	nackgammon: { title: 'Nackgammon', start: { 24: 2, 23: 2, 13: 4, 8: 3, 6: 4 }, ...cube },
	longgammon: { title: 'Longgammon', start: ALL_ON_24, ...cube },
	hyper: { title: 'Hyper Backgammon', start: { 24: 1, 23: 1, 22: 1 }, ...cube },
	anti: { title: 'Anti Backgammon', start: BACKGAMMON, ...cube, score: reversed, loses: true },
	race: { title: 'Race', start: { 26: 15 }, ...cube },
	crowded: { title: 'Crowded Backgammon', start: { ...BACKGAMMON, 26: 5 }, ...cube },
	cloning: { title: 'Cloning Backgammon', start: BACKGAMMON, ...cube, score: one, sizes: 1, clones: true },
	'acey-deucey': { title: 'American Acey-Deucey', ...acey },
	european: { title: 'European Acey-Deucey', ...acey, next: d => 7 - d, once: true },
	portes: { title: 'Portes', start: BACKGAMMON, ...plain },
	plakoto: { title: 'Plakoto', ...pinning },
	tapa: { title: 'Tapa', ...pinning },
	fevga: { title: 'Fevga', ...parallel },
	moultezim: { title: 'Moultezim', ...parallel },
	narde: { title: 'Narde', ...parallel },
	gulbara: { title: 'Gul Bara', ...parallel, next: d => d < 6 ? d + 1 : 0 },
	grasshopper: { title: 'Grasshopper', contact: 'none', start: { 26: 14 }, shift: 0, score: one, sizes: 1, walls: true },
	tavli: { title: 'Tavli', cycle: ['portes', 'plakoto', 'fevga'] },
};

// Returns the name of game number `no` (1, 2, ...) of a match.
export function gameOf(name, no) {
	const cycle = GAMES[name]?.cycle;
	return cycle ? cycle[Math.max(no - 1, 0) % cycle.length] : GAMES[name] ? name : 'backgammon';
}

// Returns the opponent's number of a point; its own inverse.
export function opposite(game, p) {
	return game.shift === undefined ? 25 - p : (p + game.shift + 23) % 24 + 1;
}

export const hasReserve = game => RESERVE in game.start || game.clones === true;

export function pips(s, seat) {
	return s.at[seat].reduce((n, count, p) => n + count * Math.min(p, BAR), 0);
}

function side(start) {
	return Array.from({ length: 27 }, (_, p) => start[p] ?? 0);
}

// A position before the first game of a match.
export function initial(name) {
	const game = GAMES[gameOf(name, 1)];
	return {
		game: gameOf(name, 1), no: 0, at: [side(game.start), side(game.start)], pins: [[], []], score: [0, 0], cube: 1, owner: 2,
		offer: 0, turn: 2, dice: [0, 0], opening: false, named: false, on: false, jacoby: false, streak: [0, 0], stage: 0,
		resign: 0, resigner: 2, played: null, rolled: 2,
	};
}

function copy(s) {
	return { ...s, at: s.at.map(a => a.slice()), pins: s.pins.map(a => a.slice()), score: s.score.slice(), streak: s.streak.slice(),
		note: null, played: null, blocked: false, fresh: false };
}

// Parses "8/5 bar/21 6/off".
export function parsePlay(text) {
	const place = w => w === 'bar' ? BAR : w === 'res' ? RESERVE : w === 'off' ? OFF : Number(w);
	return text === '' ? [] : text.split(' ').map(step => step.split('/').map(place));
}

function step(s, game, seat, from, to) {
	const mine = s.at[seat], theirs = s.at[other(seat)], q = to >= 1 && to <= 24 ? opposite(game, to) : 0;
	const n = game.walls && to === OFF ? 2 : 1;
	let effect = '';
	mine[from] -= n;
	mine[to] += n;
	if (from >= 1 && from <= 24 && mine[from] === 0)
		s.pins[other(seat)] = s.pins[other(seat)].filter(p => p !== opposite(game, from));
	if (q && theirs[q] === 1 && game.contact === 'hit') {
		theirs[q] = 0;
		theirs[BAR]++;
		effect = 'hit';
		if (game.clones && mine.reduce((a, b) => a + b) < 255)
			mine[RESERVE]++;
	} else if (q && theirs[q] === 1 && game.contact === 'pin' && !s.pins[other(seat)].includes(q)) {
		s.pins[other(seat)].push(q);
		effect = 'pin';
	}
	return { from, to, effect };
}

// Returns who has won with a play of `seat`: 0 or 1, 2 for a draw, -1 if the game is not over.
function outcome(s, game, seat, steps) {
	if (game.walls) {
		if (steps[0]?.to !== OFF)
			return -1;
		s.streak[other(seat)] = 0;
		return ++s.streak[seat] === 2 ? seat : -1;
	}
	if (s.at[seat].every((n, p) => p === OFF || n === 0))
		return game.loses ? other(seat) : seat;
	if (!game.mother)
		return -1;
	const pinned = [0, 1].map(x => s.pins[x].includes(24));
	if (pinned[0] && pinned[1])
		return 2;
	for (const x of [other(seat), seat])
		if (pinned[x] && s.at[other(x)][24] === 0)
			return other(x);
	return -1;
}

function end(s, winner, points) {
	if (winner < 2)
		s.score[winner] += points;
	s.note = { winner, points };
	Object.assign(s, { on: false, turn: 2, offer: 0, resign: 0, resigner: 2 });
}

const APPLY = {
	start(s, a, match) {
		const word = Object.fromEntries(a.text.split(' ').map(w => w.split('=')));
		const game = GAMES[s.game = match.now ?? gameOf(match.game, s.no + 1)], pairs = word.dice === '-' ? [] : word.dice.split(',');
		Object.assign(s, { no: s.no + 1, at: [side(game.start), side(game.start)], pins: [[], []], cube: 1, owner: 2, streak: [0, 0], stage: 0, on: true,
			named: false, rolled: 2, dice: [0, 0], opening: pairs.length > 0, o: Number(word.o),
			jacoby: word.jacoby === '1' && !match.length && game.cube === true, nocube: word.cube === '0' });
		if (pairs.length === 0)
			return;
		if (word.autodouble === '1' && !match.length && game.cube)
			s.cube = Math.min(2 ** (pairs.length - 1), 4096);
		s.dice = [...pairs.at(-1)].map(Number);
		s.turn = s.rolled = s.dice[0] > s.dice[1] ? 0 : 1;
	},
	roll(s, a) {
		Object.assign(s, { dice: [...a.text.split('dice=')[1]].map(Number), turn: a.seat, rolled: a.seat, opening: false, named: false, stage: 0 });
	},
	name(s, a) {
		Object.assign(s, { dice: [Number(a.text), Number(a.text)], named: true, rolled: a.seat, stage: 1 });
	},
	move(s, a) {
		const game = GAMES[s.game], [d, e] = s.dice;
		s.opening = false;
		s.turn = a.seat;
		s.played = { seat: a.seat, steps: parsePlay(a.text).map(([from, to]) => step(s, game, a.seat, from, to)) };
		const winner = outcome(s, game, a.seat, s.played.steps);
		if (winner >= 0)
			end(s, winner, winner < 2 ? points(s, winner) : 0);
		// In some games a double that was played in full is followed by another, without a roll.
		const n = s.on && d === e && s.played.steps.length === 4 && !(game.once && s.stage === 2) && game.next?.(d);
		if (n)
			Object.assign(s, { dice: [n, n], named: true, stage: 2, fresh: true });
	},
	double(s, a) {
		Object.assign(s, { offer: s.cube * 2, turn: a.seat, dice: [0, 0] });
	},
	redouble(s) {
		Object.assign(s, { cube: s.offer, owner: other(s.turn), offer: s.offer * 2 });
	},
	take(s) {
		Object.assign(s, { cube: s.offer, owner: other(s.turn), offer: 0 });
	},
	drop: (s, a) => end(s, other(a.seat), s.cube),
	resign(s, a) {
		Object.assign(s, { resign: Number(a.text), resigner: a.seat });
	},
	resign_reject(s) {
		Object.assign(s, { resign: 0, resigner: 2 });
	},
	resign_accept(s, a) {
		const game = GAMES[s.game];
		end(s, a.seat, s.cube * (game.sizes === 1 ? game.score(s, a.seat, game) : s.jacoby && s.owner === 2 ? 1 : s.resign));
	},
	draw_accept: s => end(s, 2, 0),
	won: (s, a) => end(s, a.seat, Number(a.text)),
	points(s, a) {
		s.score[a.seat] += Number(a.text);
	},
	result(s, a) {
		s.score = a.text.split(/[ ,:-]/).map(Number);
	},
};

function points(s, winner) {
	const game = GAMES[s.game];
	return s.cube * (s.jacoby && s.owner === 2 ? 1 : game.score(s, winner, game));
}

// A player who loses by time, absence or decision loses the match, not a game.
for (const kind of ['timeout', 'abandon', 'forfeit'])
	APPLY[kind] = (s, a) => {
		s.on = false;
		s.note = { winner: a.seat < 2 ? other(a.seat) : 2, points: 0, match: true };
	};

// Replays a match: `steps` has each action and the state after it.
export class Replay {
	constructor(match) {
		this.match = match;
		this.steps = [];
		this.before = [null, null];
		for (const a of match.actions)
			this.add(a);
	}
	get last() {
		return this.steps.at(-1)?.state ?? initial(this.match.game);
	}
	add(action) {
		let s = copy(this.last);
		if (action.kind === 'start' && s.on && this.steps.length > 0)
			end(this.steps.at(-1).state, 2, 0); // neither side could play: the rules made it a draw
		const prev = this.steps.at(-1);
		if (prev?.action.kind === 'roll' && prev.state.on && ['roll', 'double', 'start', 'name'].includes(action.kind))
			prev.state.blocked = true;
		if (action.kind === 'move' && !action.auto)
			this.before[action.seat] = this.last;
		if (action.kind === 'takeback' && this.before[action.seat]) {
			s = copy(this.before[action.seat]);
			this.before = [null, null];
		}
		APPLY[action.kind]?.(s, action, this.match);
		this.steps.push({ action, state: s, n: this.steps.length + 1 });
	}
}
