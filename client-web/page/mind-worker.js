// SPDX-License-Identifier: MIT
// Runs the computer player (mind.js) in a worker, so that the page stays responsive.  Answers one question at a time.
import { Mind } from './mind.js';

// Fetches a file once, and keeps it for playing without a network (offline.js).
async function read(name) {
	const url = new URL(name, import.meta.url), kept = await globalThis.caches?.open(new URL('.', url).pathname).catch(() => undefined);
	let answer = await kept?.match(url);
	if (!answer) {
		answer = await fetch(url);
		if (!answer.ok)
			throw new Error(`${name}: ${answer.status}`);
		await kept?.put(url, answer.clone()).catch(() => {}); // the storage is full
	}
	return answer.arrayBuffer();
}

const mind = new Mind(read);
let last = Promise.resolve();

onmessage = ({ data: { id, what, given } }) => {
	last = last.then(() => mind[what](...given)).then(result => postMessage({ id, result }), error => postMessage({ id, error: String(error) }));
};
