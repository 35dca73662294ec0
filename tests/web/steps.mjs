// SPDX-License-Identifier: MIT
// Shared by the programs that drive pages of a running gammonweb in Chromium: each line of standard input is a step
// (website.py).  Prints "ok: WHAT" or "bad: WHAT: WHY" for each check, and the result of the step as JSON.
//
//     node PROGRAM PORT
import { chromium } from 'playwright-core';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

export const base = `http://localhost:${process.argv[2]}`;
export const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
export const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
const complaints = [];

export const check = (what, good, detail = '') => console.log(good ? `ok: ${what}` : `bad: ${what}: ${String(detail).replace(/\s*\n\s*/g, ' ¶ ')}`);

// Collects the errors of a page, except those that a browser itself reports when a connection is cut or refused, or the network is gone.
// cut: the test cuts the page off.
export function listen(page, who, cut = false) {
	const expected = cut ? /WebSocket|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET|status of 503/ : /WebSocket|ERR_INTERNET_DISCONNECTED|status of 503/;
	page.setDefaultTimeout(60000);
	page.on('console', m => m.type() === 'error' && !expected.test(m.text()) && complaints.push(`${who}: ${m.text()}`));
	page.on('pageerror', e => complaints.push(`${who}: ${e.stack}`));
	page.on('dialog', d => complaints.push(`${who}: dialog ${d.message()}`));
}

// Returns the contrast of two colours, 1 to 21 (WCAG 2.2).
export function contrast(a, b) {
	const light = c => {
		const [r, g, bl] = c.match(/[\d.]+/g).slice(0, 3).map(x => x / 255).map(x => x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
		return 0.2126 * r + 0.7152 * g + 0.0722 * bl;
	};
	const [x, y] = [light(a), light(b)].sort((p, q) => q - p);
	return (x + 0.05) / (y + 0.05);
}

export async function serve(steps) {
	for await (const line of createInterface({ input: process.stdin })) {
		const { step, ...given } = JSON.parse(line);
		let result = {};
		try {
			result = await steps[step](given) ?? {};
		} catch (e) {
			check(step, false, e.stack);
		}
		check('no errors in the console', complaints.length === 0, complaints.splice(0).join('\n'));
		console.log(JSON.stringify(result));
	}
	await browser.close();
}
