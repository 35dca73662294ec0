// SPDX-License-Identifier: MIT
// Recomputes every roll of an exported match from its seed, as scripts/verify-dice does: common/rules/RULES.md 5.2 and
// 5.3 define the computation, common/proto/PROTOCOL.md 12 the file.
const bytes = text => new TextEncoder().encode(text);
const hex = buffer => [...new Uint8Array(buffer)].map(b => b.toString(16).padStart(2, '0')).join('');
const unhex = text => Uint8Array.from(text.match(/../g) ?? [], b => parseInt(b, 16));
const sha256 = async data => hex(await crypto.subtle.digest('SHA-256', data));

async function hmac(key, message) {
	const k = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
	return new Uint8Array(await crypto.subtle.sign('HMAC', k, message));
}

// Yields the dice of a match in order.
async function* stream(seed, match, texts) {
	const parts = [match, ...texts].map(part => bytes(String(part)));
	const message = parts.flatMap(part => [part.length >> 8, part.length & 255, ...part]);
	const key = await hmac(seed, new Uint8Array([...bytes('bgdice1'), ...message]));
	for (let block = 0n; ; block++) {
		const counter = new DataView(new ArrayBuffer(8));
		counter.setBigUint64(0, block);
		for (const byte of await hmac(key, new Uint8Array([...bytes('roll'), ...new Uint8Array(counter.buffer)])))
			if (byte < 252)
				yield 1 + byte % 6;
	}
}

// Returns { ok, rolls, commitment }, or { ok: false, why } where why is a key of the table of texts.  `text` is the file
// as it was sent, because its last member is the hash of all bytes before it.
export async function verify(text) {
	if (!crypto.subtle) // missing where the page did not come by HTTPS or from this machine
		return { ok: false, why: 'verifyPlain' };
	const mark = text.lastIndexOf('"sha256": "');
	if (mark < 0 || text.slice(mark) !== `"sha256": "${await sha256(bytes(text.slice(0, mark)))}"\n}\n`)
		return { ok: false, why: 'verifyChanged' };
	const match = JSON.parse(text);
	if (match.seed === null)
		return { ok: false, why: 'verifySecret' };
	const seed = unhex(match.seed);
	if (await sha256(seed) !== match.commitment)
		return { ok: false, why: 'verifySeed' };
	const dice = stream(seed, match.match, match.texts), pairs = [];
	let rolls = 0;
	for (const { kind, text: action } of match.actions) {
		const found = /roll=(\d+) dice=(-|[1-6]{2}(?:,[1-6]{2})*)$/.exec(action);
		if ((kind === 'start' || kind === 'roll') !== (found !== null))
			return { ok: false, why: 'verifyRoll', rolls };
		if (kind === 'takeback') // the stream continues from an earlier roll
			rolls = Math.min(rolls, Number(action.slice('roll='.length)));
		if (!found || found[2] === '-')
			continue;
		if (Number(found[1]) !== rolls)
			return { ok: false, why: 'verifyRoll', rolls };
		for (const pair of found[2].split(',')) {
			if (rolls === pairs.length)
				pairs.push(`${(await dice.next()).value}${(await dice.next()).value}`);
			if (pair !== pairs[rolls])
				return { ok: false, why: 'verifyRoll', rolls };
			rolls++;
		}
	}
	return { ok: true, rolls, commitment: match.commitment };
}
