// SPDX-License-Identifier: MIT
// Follows a match by its events alone (client-web/page/live.js), as a page does that has not read its actions.  Standard input has
// the events as a JSON array.  Prints the first action that the rules refuse, then the score.
import fs from 'node:fs';

globalThis.fetch = async url => new Response(fs.readFileSync(url), { headers: { 'Content-Type': 'application/wasm' } });
const { loadRules } = await import('../../client-web/page/game.js'), { Live } = await import('../../client-web/page/live.js');
await loadRules();
const [first, ...events] = JSON.parse(fs.readFileSync(0, 'utf8')), live = new Live(first), add = live.replay.add;
live.replay.add = function (action) {
	if (!add.call(this, action)) {
		console.log(`refused: ${JSON.stringify(action)} after ${JSON.stringify(this.steps.at(-2)?.action)}`);
		process.exit(1);
	}
	return true;
};
for (const o of events)
	live.event(o);
const { score0, score1 } = live.replay.now.numbers();
console.log(JSON.stringify([score0, score1]));
