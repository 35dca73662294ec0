// SPDX-License-Identifier: MIT
// The page in Chromium, served by page_server.py.  Prints a line for each failure, then "N passed, M failed".
//
//     node test_page.mjs PORT FOLDER [GAME...]
//
// FOLDER has the matches of tests/tools/webmatches: GAME.json and GAME.states.  Games named restrict the stepping.
import { chromium } from 'playwright-core';
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import fs from 'node:fs';
import { createRequire } from 'node:module';

const [port, folder, ...only] = process.argv.slice(2), base = `http://localhost:${port}`, page_dir = new URL('../../client-web/page/', import.meta.url);
// From a data URL: older versions of Node would read the file as CommonJS.
const { GAMES, gameOf, opposite } = await import(`data:text/javascript,${encodeURIComponent(fs.readFileSync(new URL('game.js', page_dir), 'utf8'))}`);
const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
const complaints = [];
let passed = 0, failed = 0;

function check(what, good, detail = '') {
	if (good) {
		passed++;
	} else {
		failed++;
		console.log(`FAIL ${what} ${detail}`);
	}
}

async function open(path, options = {}) {
	const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: 'en-GB', reducedMotion: 'reduce', ...options });
	const page = await context.newPage();
	// A file that is not there is what a browser reports itself; a page asks for a match before it knows whether it is over.
	page.on('console', m => m.type() === 'error' && !/404/.test(m.text()) && complaints.push(`${path}: ${m.text()}`));
	page.on('pageerror', e => complaints.push(`${path}: ${e.stack}`));
	await page.goto(base + path);
	await page.waitForSelector('h1');
	return page;
}
const control = async path => (await fetch(base + path, { method: 'POST' })).text();
const file = name => fs.readFileSync(`${folder}/${name}`, 'utf8');
const names = fs.readdirSync(folder).filter(f => f.endsWith('.states')).map(f => f.slice(0, -7));
const matches = Object.fromEntries(names.map(name => [name, JSON.parse(file(`${name}.json`))]));

// What the page shows: for each place the checkers of both seats, and the numbers and texts around the board.
function drawn() {
	const of = (g, seat) => [...g.querySelectorAll(`.pieces [data-n].side${seat}`)].reduce((n, e) => n + Number(e.dataset.n), 0);
	const places = Object.fromEntries([...document.querySelectorAll('.place')].map(g => [g.dataset.place, [of(g, 0), of(g, 1)]]));
	const order = Object.fromEntries([...document.querySelectorAll('.place')].map(g => [g.dataset.place, g.querySelector('.checker')?.classList.contains('side1') ? 1 : 0]));
	const number = e => Number(/\d+/.exec(e?.textContent ?? '')?.[0] ?? -1);
	const score = [0, 1].map(seat => number(document.querySelector(`.player.side${seat} .points`)));
	const pips = [0, 1].map(seat => number(document.querySelector(`.player.side${seat} .pips`)));
	const dice = [...document.querySelectorAll('.die')].map(d => Number(d.dataset.value)), cube = document.querySelector('.cube');
	return { places, order, score, pips, dice, cube: cube.childElementCount ? Number(cube.dataset.value) : 0, offered: cube.querySelector('.offered') !== null,
		said: [...document.querySelectorAll('[aria-live]')].map(e => e.textContent).join(''), status: document.querySelector('.status').textContent };
}

// Returns what differs between a drawing with seat 0 at the bottom and a position of the rules, or ''.
function differs(d, s) {
	const game = GAMES[s.game];
	for (let p = 1; p <= 24; p++) {
		const q = opposite(game, p), want = [s.at[0][p], s.at[1][q]];
		if (d.places[p].join() !== want.join())
			return `point ${p}: ${d.places[p]}, not ${want}`;
		const pinned = s.pins[0].includes(p) ? 0 : s.pins[1].includes(q) ? 1 : -1;
		if (pinned >= 0 && d.order[p] !== pinned)
			return `point ${p}: the pinned checker is not below`;
	}
	for (const [place, at] of [['bar', 25], ['off', 0], ['reserve', 26]]) {
		const want = [s.at[0][at], s.at[1][at]];
		if ((d.places[place] ?? [0, 0]).join() !== want.join())
			return `${place}: ${d.places[place]}, not ${want}`;
	}
	if (d.score.join() !== s.score.join())
		return `score ${d.score}, not ${s.score}`;
	if (!game.walls && d.pips.join() !== s.pips.join())
		return `pips ${d.pips}, not ${s.pips}`;
	if (s.dice[0] && d.dice.sort().join() !== [...s.dice].sort().join())
		return `dice ${d.dice}, not ${s.dice}`;
	if (game.cube && !d.offered && d.cube !== s.cube)
		return `cube ${d.cube}, not ${s.cube}`;
	return '';
}

// ---- each game, from its first position to its last ----

for (const name of names.filter(n => only.length === 0 || only.includes(n))) {
	const match = matches[name], states = file(`${name}.states`).trim().split('\n').map(JSON.parse), page = await open(`/match/${match.match}`);
	await page.click('button[aria-label="First position"]');
	const seen = await page.evaluate(([n, source]) => {
		const drawn = new Function(`return ${source}`)(), forward = document.querySelector('button[aria-label="One step forward"]'), out = [];
		for (let i = 0; i < n; i++) {
			forward.click();
			out.push(drawn());
		}
		return out;
	}, [states.length, drawn.toString()]).catch(e => [String(e)]);
	const wrong = states.findIndex((s, i) => seen[i]?.places === undefined || differs(seen[i], s) !== '');
	check(`${name}: every position is drawn`, wrong < 0 && seen.length === states.length, wrong < 0 ? seen.length : `step ${wrong + 1}: ${seen[wrong]?.places ? differs(seen[wrong], states[wrong]) : seen[0]}`);
	const silent = match.actions.findIndex((a, i) => ['start', 'roll', 'move', 'double', 'take', 'drop', 'name', 'resign'].includes(a.kind) && !(a.kind === 'move' && a.text === '')
		&& (seen[i]?.said !== seen[i]?.status || !seen[i]?.said.trim()));
	check(`${name}: every step is announced`, silent < 0, `step ${silent + 1}`);
	const rolled = match.actions.findIndex(a => a.kind === 'roll'), [d, e] = rolled < 0 ? [] : match.actions[rolled].text.slice(-2);
	check(`${name}: words for a roll`, rolled < 0 || seen[rolled].said.startsWith(`${match.players[match.actions[rolled].seat]} rolls ${d} and ${e}.`), seen[rolled]?.said);
	check(`${name}: the title names the game`, (await page.textContent('.facts')).includes(GAMES[name].title));
	const off = await page.evaluate(() => [...document.querySelectorAll('.checker .disc')].filter(c => {
		const g = c.closest('.place'), t = g.querySelector('.target').getBoundingClientRect(), b = c.getBoundingClientRect();
		const label = [...document.querySelectorAll('.number')].find(n => n.textContent === g.dataset.place)?.getBoundingClientRect();
		return b.left < t.left - 2 || b.right > t.right + 2 || b.top < t.top - 2 || b.bottom > t.bottom + 2 || label && Math.abs((label.left + label.right - b.left - b.right) / 2) > 2;
	}).length);
	check(`${name}: checkers are drawn on the point that their place names`, off === 0, off);
	check(`${name}: the game of a match of several`, gameOf(name, 1) === states[0].game);
	await page.context().close();
}

// ---- the dice ----

async function verdict(change) {
	const page = await open(`/match/${matches.backgammon.match}`);
	let text = file('backgammon.json');
	if (change) {
		text = change(text);
		await page.route('**/match/*.json', route => route.fulfill({ body: text, contentType: 'application/json' }));
		await page.reload();
	}
	await page.click('button:text("Verify the dice")');
	await page.waitForSelector('.verdict.good, .verdict.bad');
	const said = await page.textContent('.verdict');
	await page.context().close();
	return said;
}
function sealed(text) {
	const body = text.slice(0, text.lastIndexOf('"sha256": "'));
	return `${body}"sha256": "${createHash('sha256').update(body).digest('hex')}"\n}\n`;
}
const digit = text => text.replace(/(roll=9 dice=)(\d)/, (_, head, d) => head + (Number(d) % 6 + 1));
const rolls = matches.backgammon.actions.flatMap(a => /dice=([\d,]+)/.exec(a.text)?.[1].split(',') ?? []).length;
check('the dice of a match are verified', (await verdict()).startsWith(`All ${rolls} rolls follow from the seed.`), await verdict());
check('a changed digit is noticed', (await verdict(digit)) === 'The record has been changed since it was exported.');
check('a changed digit is noticed under a new hash', (await verdict(t => sealed(digit(t)))) === 'Roll 9 does not follow from the seed.');
check('another seed is noticed', (await verdict(t => sealed(t.replace(/("seed": ")(.)/, (_, h, c) => h + (c === '0' ? '1' : '0'))))) === 'The seed is not the one that the server was bound to.');
check('an open match keeps its secret', (await verdict(t => sealed(t.replace(/"seed": "[^"]*"/, '"seed": null')))).includes('still a secret'));

// ---- every page: axe, targets, width, languages, colours ----

const PAGES = ['/', `/match/${matches.backgammon.match}`, `/match/${matches.plakoto.match}`, '/ratings', '/player/anna', '/tournament/7', '/games/plakoto', '/nowhere'];
await control(`/control/play/${matches.gulbara.match}/60`);
async function rules(page, what) {
	await page.waitForLoadState('networkidle');
	await page.evaluate(axe);
	const found = await page.evaluate(() => window.axe.run(document, { runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] } }));
	check(`axe: ${what}`, found.violations.length === 0, found.violations.map(v => `${v.id}: ${v.nodes.slice(0, 3).map(n => n.html.slice(0, 120)).join(' | ')}`).join('\n    '));
}
for (const path of PAGES) {
	for (const colorScheme of ['light', 'dark']) {
		const page = await open(path, { colorScheme });
		await rules(page, `${path} ${colorScheme}`);
		await page.context().close();
	}
	for (const width of path === '/' || path.startsWith('/match') ? [320, 360] : [320]) {
		const page = await open(path, { viewport: { width, height: 640 }, hasTouch: true });
		await page.waitForLoadState('networkidle');
		const small = await page.evaluate(() => [...document.querySelectorAll('a, button, select, summary, input, [role=button]')].filter(e => {
			const b = e.getBoundingClientRect();
			return b.width > 0 && e.closest('.facts') === null && !e.classList.contains('skip') && (b.width < 24 || b.height < 24);
		}).map(e => `${e.tagName} ${e.textContent.slice(0, 20)} ${e.dataset.place ?? ''} ${Math.round(e.getBoundingClientRect().width)}x${Math.round(e.getBoundingClientRect().height)}`));
		check(`targets of 24 px: ${path} ${width}`, small.length === 0, small.slice(0, 5).join('; '));
		const wide = await page.evaluate(() => document.documentElement.scrollWidth);
		check(`no sideways scrolling: ${path} ${width}`, wide <= width, wide);
		await page.context().close();
	}
	for (const locale of PAGES.indexOf(path) % 2 ? ['it-IT'] : ['pt-BR']) {
		const page = await open(path, { locale });
		await page.waitForLoadState('networkidle');
		check(`language: ${path} ${locale}`, await page.evaluate(() => document.documentElement.lang) === locale);
		const raw = await page.evaluate(() => / (undefined|\[object|NaN)|\bverify[A-Z]/.exec(document.body.innerText)?.[0] ?? '');
		check(`texts: ${path} ${locale}`, raw === '', raw);
		await page.context().close();
	}
}

const contrast = (a, b) => {
	const light = c => {
		const [r, g, bl] = c.match(/[\d.]+/g).slice(0, 3).map(x => x / 255).map(x => x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
		return 0.2126 * r + 0.7152 * g + 0.0722 * bl;
	};
	const [x, y] = [light(a), light(b)].sort((p, q) => q - p);
	return (x + 0.05) / (y + 0.05);
};
for (const options of [{ colorScheme: 'light' }, { colorScheme: 'dark' }, { forcedColors: 'active' }]) {
	const page = await open(`/match/${matches.plakoto.match}`, options), name = Object.values(options)[0];
	await page.evaluate(() => [...document.querySelectorAll('.cell')].find(c => /\d\/\d/.test(c.textContent)).click());
	const colour = (selector, property) => page.$eval(selector, (e, p) => getComputedStyle(e)[p], property);
	const grounds = await Promise.all(['.ground', '.odd', '.even', '.frame', '.tray'].map(s => colour(s, 'fill')));
	for (const seat of [0, 1]) {
		const own = [await colour(`.checker.side${seat} .disc`, 'fill'), await colour(`.checker.side${seat} .disc`, 'stroke')];
		const least = Math.min(...grounds.slice(0, 3).map(g => Math.max(...own.map(c => contrast(c, g)))));
		check(`contrast of checkers ${seat}, ${name}`, least >= 3, least);
	}
	check(`contrast of numbers, ${name}`, contrast(await colour('.number', 'fill'), grounds[3]) >= 4.5);
	const ghost = await page.$$eval('.ghost', e => e.map(x => getComputedStyle(x).stroke)), ring = await page.$eval('.arrived', e => [getComputedStyle(e).stroke, e.classList.contains('side1') ? 1 : 0]);
	check(`contrast of the last play, ${name}`, Math.min(...grounds.slice(0, 3).map(g => Math.max(...ghost.map(c => contrast(c, g))))) >= 3);
	check(`contrast of the ring on a checker, ${name}`, contrast(ring[0], await colour(`.checker.side${ring[1]} .disc`, 'fill')) >= 3);
	await page.context().close();
}

// ---- keys ----

{
	const page = await open(`/match/${matches.backgammon.match}`), focused = () => page.evaluate(() => document.activeElement.dataset.place);
	const said = () => page.evaluate(() => [...document.querySelectorAll('[aria-live]')].map(e => e.textContent).join(''));
	check('one tab stop for the board', await page.$$eval('.board [tabindex="0"]', e => e.length) === 1);
	check('one tab stop for the moves', await page.$$eval('.moves [tabindex="0"]', e => e.length) === 1);
	await page.click('button[aria-label="First position"]');
	await page.focus('.board [tabindex="0"]');
	const walk = [];
	for (let i = 0; i < 14; i++) {
		walk.push(await focused());
		await page.keyboard.press('ArrowRight');
	}
	check('arrows walk along the points', walk.join() === '24,23,22,21,20,19,18,17,16,15,14,13,bar,12', walk.join());
	await page.keyboard.press('Home');
	await page.keyboard.press('Enter');
	check('Enter names a point', await said() === 'point 24: anna 2', await said());
	await page.keyboard.press('p');
	check('p says the pips', await said() === 'Pips: anna 167, bob 167', await said());
	await page.keyboard.press('.');
	await page.keyboard.press('l');
	check('l says the last move', (await said()).startsWith('Game 1 begins.'), await said());
	await page.keyboard.press('s');
	check('s says the score', await said() === 'Score: anna 0, bob 0', await said());
	check('a label for each point', (await page.$$eval('.place', g => g.filter(e => /^(point \d+|bar|borne off): /.test(e.getAttribute('aria-label'))).length)) === 26);
	await page.click('button[aria-label="Turn the board round"]');
	check('the board turns', (await page.getAttribute('[data-place="24"]', 'aria-label')) === 'point 24: bob 2');
	check('no animation where motion is reduced', await page.evaluate(() => document.getAnimations().length) === 0);
	await page.context().close();
}

// ---- live ----

for (const name of ['backgammon', 'plakoto', 'fevga', 'grasshopper', 'european', 'crowded']) {
	const match = matches[name], states = file(`${name}.states`).trim().split('\n').map(JSON.parse), from = 20;
	await control(`/control/play/${match.match}/${from}`);
	const page = await open(`/match/${match.match}`);
	await page.waitForSelector('.badge.now');
	let wrong = '';
	for (let i = from; i < Math.min(states.length, from + 150) && !wrong; i++) {
		await control('/control/next');
		await page.waitForFunction(n => Number(document.body.dataset.n) === n, i + 1);
		const s = states[i], d = await page.evaluate(drawn);
		wrong = differs(d, { ...s, dice: [0, 0], cube: d.cube }) && `action ${i + 1}: ${differs(d, { ...s, dice: [0, 0], cube: d.cube })}`;
		if (i === from + 9) {
			await control('/control/cut');
			await page.waitForFunction(() => document.querySelector('.lost').textContent !== '');
			await control('/control/next');
			await page.waitForFunction(n => Number(document.body.dataset.n) === n, i + 2);
			i++;
		}
	}
	check(`${name}: live positions, also after a lost connection`, wrong === '', wrong);
	await control('/control/say/<b>hello</b>');
	await page.waitForSelector('.talk b');
	check(`${name}: talk is text`, (await page.textContent('.talk')).includes('<b>hello</b>'));
	await page.context().close();
}

// ---- weight ----

const files = fs.readdirSync(page_dir).filter(f => !/^words-(it|pt)/.test(f));
const weight = files.reduce((n, f) => n + gzipSync(fs.readFileSync(new URL(f, page_dir))).length, 0);
const lines = fs.readdirSync(page_dir).reduce((n, f) => n + fs.readFileSync(new URL(f, page_dir), 'utf8').split('\n').filter(line => line.trim()).length, 0);
check('a first visit takes at most 100 KB', weight <= 100000, weight);
check('at most 1800 lines that are not blank', lines <= 1800, lines);
check('no errors in the console', complaints.length === 0, complaints.slice(0, 5).join('\n    '));
await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
