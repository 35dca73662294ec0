// SPDX-License-Identifier: MIT
// Asks the page's computer player for each decision that gradechoices (standard input) prints.  Prints { asked, wrong, grades }.
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';

const page = new URL('../../client-web/page/', import.meta.url), nets = new URL('../../common/eval/nets/', import.meta.url);
const { Mind } = await import(new URL('mind.js', page));
let loads = 0;
const mind = new Mind(async name => {
	if (loads++ === 0)
		throw new Error('not now'); // the first load fails, and is repeated when the program is needed
	return new Uint8Array(await readFile(new URL(name, name.endsWith('.net') ? nets : page)));
});
const wrong = [], grades = new Set();
let match = null, asked = 0;

for await (const line of createInterface({ input: process.stdin })) {
	const [seat, grade, kind, ...rest] = line.split(' '), text = rest.join(' ').trim();
	if (seat === 'match') {
		match = { game: grade, length: Number(kind), actions: [] };
		continue;
	}
	if (grade !== '-') {
		const want = kind === 'roll' ? kind : `${kind} ${text}`.trim(), got = await mind.think(match, Number(seat), grade);
		asked++;
		grades.add(grade);
		if (got !== want)
			wrong.push(`${match.game}, action ${match.actions.length + 1}, ${grade}: ${got}, not ${want}`);
	}
	match.actions.push({ seat: Number(seat), kind, text });
}
console.log(JSON.stringify({ asked, wrong, grades: [...grades] }));
