// SPDX-License-Identifier: MIT
// Compares the legal plays of the rules in WebAssembly with a file of positions (tests/data), for both seats.
//
//     node plays.mjs FILE
import fs from 'node:fs';
import { Rules } from '../../client-web/page/rules.js';

const wasm = new URL('../../client-web/page/rules.wasm', import.meta.url);
const rules = new Rules((await WebAssembly.instantiate(fs.readFileSync(wasm))).instance);
const code = n => n.toString(36), lines = fs.readFileSync(process.argv[2], 'utf8').trim().split('\n');

// The position as the file writes it: the mover's counts, the opponent's, and each pinned checker by the mover's points.
function written({ at, pins }, mover, counts, pinned) {
	const text = [mover, 1 - mover].map(seat => at[seat].slice(0, counts).map(code).join('')).join('');
	const mark = p => pins[mover].includes(p) ? 'm' : pins[1 - mover].includes(25 - p) ? 'o' : '-';
	return pinned ? `${text}${Array.from({ length: 24 }, (_, i) => mark(i + 1)).join('')}` : text;
}

for (const line of lines) {
	const r = JSON.parse(line), full = list => [...list, 0].slice(0, 27), counts = r.position.length;
	for (const mover of [0, 1]) {
		const match = rules.match(r.variant, 0), sides = [full(r.position), full(r.opponent)], p = [...r.pins ?? ''];
		const pins = [p.flatMap((c, i) => c === 'm' ? [i + 1] : []), p.flatMap((c, i) => c === 'o' ? [24 - i] : [])];
		const board = { at: mover ? sides.reverse() : sides, pins: mover ? pins.reverse() : pins };
		match.set({ phase: 'move', gameNo: 1, turn: mover, die0: r.dice[0], die1: r.dice[1] }, board);
		const found = match.plays().map(play => written(play, mover, counts, r.pins)), want = r.legal_final_positions;
		if (found.length === 0)
			found.push(written(match.board(), mover, counts, r.pins));
		if (found.sort().join() !== [...want].sort().join() || match.numbers().pieces !== r.dice_used) {
			console.log(`${r.id}, seat ${mover}: ${found} instead of ${want}`);
			process.exit(1);
		}
	}
}
console.log(`${lines.length} records`);
