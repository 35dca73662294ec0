// SPDX-License-Identifier: MIT
// How long the page's computer player (client-web/page/mind.js) takes on a processor that is four times slower: processor time of the thread, times
// four, the least of up to three tries.  The strongest grade plays both sides of matches of 3 points.  Aim: 500 ms for each decision.
//
//     node tests/bench/mind.mjs [DECISIONS [GAME...]]      100 for each game by default
//
// "start" is the time until the first decision can be made: WebAssembly is compiled and the tables are filled.  Chromium's own throttling
// (Emulation.setCPUThrottlingRate) cannot slow workers down.  Prints a line for each game; ends with status 1 if an aim is missed.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

const SLOWER = 4, AIM = 500;
const page = new URL('../../client-web/page/', import.meta.url), nets = new URL('../../common/eval/nets/', import.meta.url);
const { Mind } = await import(new URL('mind.js', page));
const { Rules } = await import(new URL('rules.js', page));
const rules = new Rules((await WebAssembly.instantiate(await readFile(new URL('rules.wasm', page)))).instance);
const cpu = () => SLOWER * Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / 1e6; // ms

let seed = 1;
function die() {
	seed = (seed * 1103515245 + 12345) % 2 ** 31;
	return Math.floor(seed / 65536) % 6 + 1;
}

// Plays a match.  Calls decided(time) after each decision, until `decided` returns false.
async function play(mind, game, decided) {
	const state = rules.match(game, 3), match = { game, length: 3, actions: [] };
	const act = (seat, kind, text) => {
		if (!state.apply({ seat, kind, text }))
			throw new Error(`${game}: ${kind} ${text} is refused`);
		match.actions.push({ seat, kind, text });
	};
	for (let n = state.numbers(); n.phase !== 'over'; n = state.numbers()) {
		if (n.phase === 'between') {
			const first = die();
			act(2, 'start', `o=0 crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=${n.needsOpening ? `${first}${first % 6 + 1}` : '-'}`);
			continue;
		}
		let least = Infinity, answer;
		for (let tries = 0; tries < 3 && least > AIM / 3; tries++) {
			const before = cpu();
			answer = await mind.think(match, n.toAct, 'strong');
			least = Math.min(least, cpu() - before);
		}
		const [kind, ...text] = answer.split(' ');
		if (!decided(least))
			return;
		act(n.toAct, kind, kind === 'roll' ? `roll=0 dice=${die()}${die()}` : text.join(' '));
	}
}

const [decisions = 100, ...games] = process.argv.slice(2);
let missed = false;
console.log(`${'game'.padEnd(14)}${['start', 'p50', 'p99', 'longest'].map(s => s.padStart(9)).join('')} ms`);
for (const game of games.length ? games : Object.keys(rules.games)) {
	const before = cpu(), mind = new Mind(async name => new Uint8Array(await readFile(new URL(name, name.endsWith('.net') ? nets : page))));
	await mind.replay({ game, length: 3, actions: [] });
	const start = cpu() - before, times = [];
	while (times.length < decisions)
		await play(mind, game, time => times.push(time) < decisions);
	times.sort((a, b) => a - b);
	const figures = [start, times[times.length >> 1], times[Math.ceil(times.length * 0.99) - 1], times.at(-1)];
	missed ||= times.at(-1) > AIM;
	console.log(`${game.padEnd(14)}${figures.map(f => f.toFixed(0).padStart(9)).join('')}${times.at(-1) > AIM ? ' MISSED' : ''}`);
}
process.exit(missed ? 1 : 0);
