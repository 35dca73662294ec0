// SPDX-License-Identifier: MIT
// Begins a practice match of the rules in WebAssembly at each XGID of a file of positions (tests/data), and compares it with the XGID that the page then shows.
//
//     node positions.mjs FILE
import fs from 'node:fs';
import { Rules } from '../../client-web/page/rules.js';

const wasm = new URL('../../client-web/page/rules.wasm', import.meta.url);
const rules = new Rules((await WebAssembly.instantiate(fs.readFileSync(wasm))).instance);
const lines = fs.readFileSync(process.argv[2], 'utf8').trim().split('\n');

for (const line of lines) {
	const text = line.split('\t')[0], match = rules.match('backgammon', Number(text.split(':')[8]));
	const begun = match.apply({ kind: 'practice', seat: 2, text: '' }) && match.apply({ kind: 'position', seat: 2, text });
	// a roll that cannot be played passes the turn
	if (!begun || (match.xgid() !== text && !match.numbers().blocked)) {
		console.log(`${text} became ${match.xgid()}`);
		process.exit(1);
	}
}
console.log(`${lines.length} positions`);
