// SPDX-License-Identifier: MIT
// The rules of all games: common/rules compiled to WebAssembly (client-web/wasm/rules.c).
//
//     const rules = await Rules.load();         once, before anything else of this file is used
//     const match = rules.match('hyper', 5);    a match of 5 points; 0 is unlimited
//     match.apply({ kind: 'roll', seat: 0, text: 'roll=1 dice=52' })    an action in its stored form (common/rules/action.h); the
//                                               number of the roll does not matter.  Returns whether it was accepted
//     match.numbers()                           { phase, turn, toAct, die0, ... }: NAMES in rules.c; phase is one of PHASES
//     match.board()                             { at, pins }: for each seat the checkers on each place, and the places of pinned
//                                               checkers, in the seat's own numbers (RULES.md 1.1)
//     match.xgid()                              the XGID of the position (common/rules/position.h) with seat 0 at the bottom; '' if it has none
//     match.plays()                             [{ text: '8/5 6/5', at, pins }]: the legal plays of the roll and the positions after them
//     match.set({ turn: 0, ... }, { at, pins }) changes numbers and the position, for a match whose actions are not known
//     match.draft()                             a Draft: the play being entered by the player whose turn it is; null if there is nothing to
//                                               play.  There is one at a time
//     rules.games                               for each game: name, title, cube, dice, reserve, shift, resign, cycle
//
// Functions that change a draft return '' or, if the rules forbid the change, a key of the table `refused` of words-en.js:
//
//     draft.pick(place)    picks a checker up; 255 puts it down
//     draft.drop(place)    moves it to one of its targets, with as many dice as needed
//     draft.click(place)   plays the checker if it can only go to one place, otherwise picks it up
//     draft.smaller(place) moves a checker by the smaller of the dice that are left
//     draft.type(text)     replaces the play by a typed play: '24/18 13/9', 'bar/20*', '8/5(2)'
//     draft.undo(), draft.reset(), draft.finish()   undoes one step, or all; plays the rest if there is only one way
//     draft.look()         { whole, forced, picked, left, steps, targets, sources, text, at, pins }: whether the play is complete, or the
//                          only one; the picked place or 255; the dice not yet played; [[from, to], ...]; where the picked checker may
//                          go; what may be picked; the stored form of the play; the position after it
const DEEDS = ['pick', 'drop', 'click', 'smaller', 'type', 'undo', 'reset', 'finish'];
export const PHASES = ['between', 'roll', 'move', 'name', 'doubled', 'over'];
const BOARD = 27, PINS = 3;

export class Rules {
	static async load(url = new URL('rules.wasm', import.meta.url)) {
		return new Rules((await WebAssembly.instantiateStreaming(fetch(url))).instance);
	}
	constructor(instance) {
		this.call = instance.exports;
		this.names = this.text(this.call.rules_names()).trim().split(' ');
		this.games = {};
		for (let i = 0; this.call.rules_game(i); i++) {
			const [name, title, [cube, dice, reserve], shift, resign, cycle] = this.text().split('\n');
			this.games[name] = { name, title, cube: cube === '1', dice: dice === '1', reserve: reserve === '1', shift: shift ? Number(shift) : undefined,
				resign: Number(resign), cycle: cycle?.split(' ') };
		}
	}
	bytes(at, n) {
		return new Uint8Array(this.call.memory.buffer, at, n);
	}
	text(at = this.call.rules_text()) {
		const bytes = this.bytes(at);
		return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
	}
	put(text) {
		this.bytes(this.call.rules_text(), 1024).set(new TextEncoder().encode(`${text.slice(0, 500)}\0`));
	}
	position(at) {
		const bytes = this.bytes(at, 2 * (BOARD + PINS)), pins = seat => bytes.subarray(2 * BOARD + seat * PINS, 2 * BOARD + (seat + 1) * PINS);
		return { at: [0, 1].map(seat => [...bytes.subarray(seat * BOARD, (seat + 1) * BOARD)]),
			pins: [0, 1].map(seat => Array.from({ length: 24 }, (_, i) => i + 1).filter(p => pins(seat)[p - 1 >> 3] >> (p - 1 & 7) & 1)) };
	}
	match(game, length) {
		this.put(game);
		return this.call.rules_begin(length) ? new Match(this) : null;
	}
}

class Match {
	constructor(rules) {
		this.rules = rules;
		this.save();
	}
	save() {
		this.rules.last = this;
		this.bytes = this.rules.bytes(this.rules.call.rules_state(), this.rules.call.rules_state_size()).slice();
	}
	// Copies this match into memory, which holds one match at a time.
	use() {
		if (this.rules.last !== this)
			this.rules.bytes(this.rules.call.rules_state(), this.bytes.length).set(this.bytes);
		this.rules.last = this;
		return this.rules.call;
	}
	apply({ kind, seat, text, auto }) {
		this.use();
		this.rules.put(text ? `${kind} ${text}` : kind);
		const refused = this.rules.call.rules_apply(seat, auto === true);
		this.save();
		return refused === 0;
	}
	numbers() {
		const at = this.use().rules_numbers(), all = new Int32Array(this.rules.call.memory.buffer, at, this.rules.names.length);
		const numbers = Object.fromEntries(this.rules.names.map((name, i) => [name, all[i]]));
		return { ...numbers, phase: PHASES[numbers.phase] };
	}
	board() {
		return this.rules.position(this.use().rules_board());
	}
	xgid() {
		this.use().rules_xgid();
		return this.rules.text();
	}
	get game() {
		this.use().rules_playing();
		return this.rules.text();
	}
	plays() {
		return Array.from({ length: this.use().rules_plays() }, (_, i) => ({ ...this.rules.position(this.rules.call.rules_play(i)), text: this.rules.text() }));
	}
	set(numbers, board) {
		const at = this.use().rules_numbers(), all = new Int32Array(this.rules.call.memory.buffer, at, this.rules.names.length);
		for (const [name, value] of Object.entries(numbers))
			all[this.rules.names.indexOf(name)] = name === 'phase' ? PHASES.indexOf(value) : Number(value);
		if (board) {
			const bytes = this.rules.bytes(this.rules.call.rules_board(), 2 * (BOARD + PINS));
			bytes.set([...board.at[0], ...board.at[1], 0, 0, 0, 0, 0, 0]);
			board.pins.forEach((pins, seat) => pins.forEach(p => bytes[2 * BOARD + seat * PINS + (p - 1 >> 3)] |= 1 << (p - 1 & 7)));
		}
		this.rules.call.rules_set();
		this.save();
	}
	draft() {
		return this.use().draft_begin() ? new Draft(this) : null;
	}
}

class Draft {
	constructor(match) {
		this.match = match;
	}
	do(deed, place = 0, text = '') {
		const { rules } = this.match;
		rules.put(text);
		return rules.call.draft_do(deed, place) ? '' : rules.text();
	}
	look() {
		const call = this.match.use(), { rules } = this.match, bytes = rules.bytes(call.draft_look(), 128);
		let i = 3;
		const list = (size = 1) => bytes.slice(i + 1, i += 1 + size * bytes[i]), left = list(), steps = list(2), targets = list(), sources = list();
		return { whole: bytes[0] === 1, forced: bytes[1] === 1, picked: bytes[2], left: [...left], targets: [...targets], sources: [...sources],
			steps: Array.from({ length: steps.length / 2 }, (_, k) => [steps[2 * k], steps[2 * k + 1]]), text: rules.text(), ...rules.position(call.draft_board()) };
	}
}
DEEDS.forEach((name, deed) => Draft.prototype[name] = function (given) {
	return name === 'type' ? this.do(deed, 0, given) : this.do(deed, given);
});
