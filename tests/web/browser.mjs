// SPDX-License-Identifier: MIT
// Opens pages of a running gammonweb in Chromium, step by step (steps.mjs).
import { createHash } from 'node:crypto';
import { Visitor } from './bot.mjs';
import { axe, base, browser, check, contrast, listen, serve } from './steps.mjs';
import { Player, lay } from './table.mjs';

let page = null;

async function open(path, options = {}) {
	const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: 'en-GB', reducedMotion: 'reduce', ...options });
	const page = await context.newPage();
	listen(page, path, true);
	await page.addInitScript(() => {
		window.shift = 0;
		new PerformanceObserver(list => list.getEntries().forEach(e => window.shift += e.hadRecentInput ? 0 : e.value)).observe({ type: 'layout-shift', buffered: true });
	});
	await page.goto(base + path);
	await page.waitForFunction(() => document.querySelector('main h1') && !document.querySelector('main .loading'));
	return page;
}
const close = page => page.context().close();
const state = (page, name) => page.waitForFunction(name => document.body.dataset.state === name, name);
const said = page => page.evaluate(() => document.querySelector('.unseen[aria-live]').lastChild?.textContent ?? '');

// Returns what the page shows: for each place the checkers of both seats, and the numbers around the board.
function drawn() {
	const of = (g, seat) => [...g.querySelectorAll(`.pieces [data-n].side${seat}`)].reduce((n, e) => n + Number(e.dataset.n), 0);
	const places = Object.fromEntries([...document.querySelectorAll('.place')].map(g => [g.dataset.place, [of(g, 0), of(g, 1)]]));
	const lowest = Object.fromEntries([...document.querySelectorAll('.place')].map(g => [g.dataset.place, g.querySelector('.checker')?.classList.contains('side1') ? 1 : 0]));
	const number = e => Number(/\d+/.exec(e?.textContent ?? '')?.[0] ?? -1), cube = document.querySelector('.cube');
	return { places, lowest, score: [0, 1].map(seat => number(document.querySelector(`.player.side${seat} .points`))),
		dice: [...document.querySelectorAll('.die')].map(d => Number(d.dataset.value)),
		cube: cube.childElementCount && !cube.querySelector('.offered') ? Number(cube.dataset.value) : 0,
		said: document.querySelector('.unseen[aria-live]').lastChild?.textContent ?? '', status: document.querySelector('.status').textContent };
}

// Returns how a drawing differs from a position of the events, or ''.
function differs(d, s) {
	if (s.points === undefined)
		return '';
	for (let p = 1; p <= 24; p++) {
		const board = { '-24': p, 1: 25 - p, '-12': (p + 11) % 24 + 1 }[s.path[0]], n = s.points[board - 1];
		const pinned = [0, 1].map(seat => s.pinned[seat].includes(board) ? 1 : 0);
		const want = [Math.max(n, 0) + pinned[0], Math.max(-n, 0) + pinned[1]];
		if (d.places[p].join() !== want.join())
			return `point ${p}: ${d.places[p]}, not ${want}`;
		if (pinned[d.lowest[p]] === 0 && pinned.includes(1))
			return `point ${p}: the pinned checker is not below`;
	}
	for (const place of ['bar', 'off', 'reserve'])
		if ((d.places[place] ?? [0, 0]).join() !== s[place].join())
			return `${place}: ${d.places[place]}, not ${s[place]}`;
	if (d.score.join() !== s.score.join())
		return `score ${d.score}, not ${s.score}`;
	if (s.kind === 'roll' && d.dice.length && d.dice.sort().join() !== [...s.dice].sort().join())
		return `dice ${d.dice}, not ${s.dice}`;
	return d.cube && d.cube !== s.cube ? `cube ${d.cube}, not ${s.cube}` : '';
}

function compare(what, seen, truth) {
	const wrong = Object.keys(truth).filter(n => seen[n] && differs(seen[n], truth[n]));
	check(what, wrong.length === 0 && Object.keys(truth).some(n => seen[n]), wrong.map(n => `act ${n}, ${truth[n].kind}: ${differs(seen[n], truth[n])}`)[0] ?? 'nothing was seen');
}

async function rules(page, what) {
	await page.evaluate(axe);
	const found = await page.evaluate(() => window.axe.run(document, { runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] } }));
	check(`axe: ${what}`, found.violations.length === 0, found.violations.map(v => `${v.id}: ${v.nodes.slice(0, 3).map(n => n.html.slice(0, 120)).join(' | ')}`).join('\n'));
}

// Checks that targets, also those in SVG, have at least 24 px, and that the page does not scroll sideways.
async function sizes(page, what, width) {
	const small = await page.evaluate(() => [...document.querySelectorAll('a, button, select, summary, input, [role=button]')].filter(e => {
		const b = e.getBoundingClientRect();
		return b.width > 0 && e.closest('.facts') === null && !e.classList.contains('skip') && (b.width < 24 || b.height < 24);
	}).map(e => `${e.tagName} ${e.textContent.slice(0, 20)} ${e.dataset.place ?? ''} ${Math.round(e.getBoundingClientRect().width)}x${Math.round(e.getBoundingClientRect().height)}`));
	check(`targets of 24 px: ${what}`, small.length === 0, small.slice(0, 5).join('; '));
	const wide = await page.evaluate(() => document.documentElement.scrollWidth);
	check(`no sideways scrolling: ${what}`, wide <= width, wide);
}

// Checks contrasts inside the board, which axe does not examine.  Shows the last play.
async function contrasts(page, name) {
	await page.evaluate(() => [...document.querySelectorAll('.cell')].findLast(c => /\d\/\d/.test(c.textContent)).click());
	const colour = (selector, property) => page.$eval(selector, (e, p) => getComputedStyle(e)[p], property);
	const grounds = await Promise.all(['.ground', '.odd', '.even', '.frame'].map(s => colour(s, 'fill')));
	for (const seat of [0, 1]) {
		const own = [await colour(`.checker.side${seat} .disc`, 'fill'), await colour(`.checker.side${seat} .disc`, 'stroke')];
		const least = Math.min(...grounds.slice(0, 3).map(g => Math.max(...own.map(c => contrast(c, g)))));
		check(`contrast of checkers ${seat}, ${name}`, least >= 3, least);
	}
	check(`contrast of numbers, ${name}`, contrast(await colour('.number', 'fill'), grounds[3]) >= 4.5);
	const ghost = await page.$$eval('.ghost', e => e.map(x => getComputedStyle(x).stroke));
	check(`contrast of the last play, ${name}`, Math.min(...grounds.slice(0, 3).map(g => Math.max(...ghost.map(c => contrast(c, g))))) >= 3);
}

async function keys(page, names) {
	const focused = () => page.evaluate(() => document.activeElement.dataset.place);
	check('keys are explained', await page.isVisible('.keys'));
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
	const each = of => names.map(name => `${name} ${of}`).join(', ');
	for (const [key, want] of [['Home', null], ['Enter', `point 24: ${names[0]} 2`], ['p', `Pips: ${each(167)}`], ['s', `Score: ${each(0)}`], ['d', 'no dice'], ['.', null], ['l', /^Game 1 begins\./]]) {
		await page.keyboard.press(key);
		check(`the key ${key} is answered`, want === null || (want.test?.(await said(page)) ?? await said(page) === want), await said(page));
	}
	check('a label for each place', (await page.$$eval('.place', g => g.filter(e => /^(point \d+|bar|borne off): /.test(e.getAttribute('aria-label'))).length)) === 26);
	await page.click('button[aria-label="Turn the board round"]');
	check('the board turns', (await page.getAttribute('[data-place="24"]', 'aria-label')) === `point 24: ${names[1]} 2`);
	check('no animation where motion is reduced', await page.evaluate(() => document.getAnimations().length) === 0);
}

const record = async m => (await fetch(`${base}/match/${m}.json`)).json();

const STEPS = {
	// Opens the page of a live match, and records what it draws after each act.
	async watch({ m }) {
		page = await open(`/match/${m}`);
		await state(page, 'live');
		await page.evaluate(source => {
			const drawn = new Function(`return ${source}`)(), note = () => window.seen[document.body.dataset.n] = drawn();
			window.seen = {};
			new MutationObserver(note).observe(document.body, { attributeFilter: ['data-n'] });
			note();
		}, drawn.toString());
	},
	// Waits until act n is drawn.
	async level({ n }) {
		await page.waitForFunction(n => Number(document.body.dataset.n) >= n, n);
	},
	async visit({ path }) {
		page = await open(path);
	},
	async lost({ text = '' }) {
		await page.waitForFunction(text => document.querySelector('.lost').textContent.startsWith(text || 'Connection lost.'), text);
	},
	async found() {
		await page.waitForFunction(() => document.querySelector('.lost').textContent === '');
	},
	async talk({ text }) {
		await page.waitForSelector('.talk b');
		check('talk is text', (await page.textContent('.talk')).includes(text), await page.textContent('.talk'));
	},
	// Checks what was recorded of a live match, which has ended.
	async ended({ truth, m, what = 'a live match is drawn as it is played' }) {
		await state(page, 'finished');
		compare(what, await page.evaluate(() => window.seen), truth);
		const counter = await page.textContent('.counter'), acts = (await record(m)).actions.length;
		check('all acts of the match can be stepped through', counter === `${acts} / ${acts}`, counter);
		check('no layout shift while watching', await page.evaluate(() => window.shift) < 0.1, await page.evaluate(() => window.shift));
		await close(page);
	},
	// Steps through a finished match.
	async game({ m, truth, title }) {
		const page = await open(`/match/${m}`);
		await state(page, 'finished');
		await page.click('button[aria-label="First position"]');
		const seen = await page.evaluate(source => {
			const drawn = new Function(`return ${source}`)(), forward = document.querySelector('button[aria-label="One step forward"]'), out = {};
			for (let i = 1; forward.getAttribute('aria-disabled') !== 'true'; i++) {
				forward.click();
				out[i] = drawn();
			}
			return out;
		}, drawn.toString());
		compare(`${title}: every position is drawn`, seen, truth);
		const silent = Object.keys(truth).filter(n => ['start', 'roll', 'double', 'take', 'resign'].includes(truth[n].kind) && (seen[n]?.said !== seen[n]?.status || !seen[n]?.said.trim()));
		check(`${title}: every step is announced`, silent.length === 0, silent[0]);
		check(`${title}: the page names the game`, (await page.textContent('.facts')).includes(title), await page.textContent('.facts'));
		const off = await page.evaluate(() => [...document.querySelectorAll('.checker .disc')].filter(c => {
			const g = c.closest('.place'), t = g.querySelector('.target').getBoundingClientRect(), b = c.getBoundingClientRect();
			return b.left < t.left - 2 || b.right > t.right + 2 || b.top < t.top - 2 || b.bottom > t.bottom + 2;
		}).length);
		check(`${title}: checkers are drawn on the point that their place names`, off === 0, off);
		await close(page);
	},
	// Verifies the dice of a finished match, and of files that were changed.
	async dice({ m }) {
		const text = await (await fetch(`${base}/match/${m}.json`)).text(), seal = t => {
			const body = t.slice(0, t.lastIndexOf('"sha256": "'));
			return `${body}"sha256": "${createHash('sha256').update(body).digest('hex')}"\n}\n`;
		};
		const rolls = JSON.parse(text).actions.flatMap(a => /dice=([\d,]+)/.exec(a.text)?.[1].split(',') ?? []).length;
		const digit = t => t.replace(/(roll=9 dice=)(\d)/, (_, head, d) => head + (Number(d) % 6 + 1));
		const page = await open(`/match/${m}`);
		let body = text;
		await page.route('**/dice.js', route => route.abort('internetdisconnected')); // the page then uses another address
		await page.route('**/match/*.json', route => route.fulfill({ body, contentType: 'application/json' }));
		for (const [what, change, want] of [
			['the dice of a match are verified', t => t, `All ${rolls} rolls follow from the seed.`],
			['a changed digit is noticed', digit, 'The record has been changed since it was exported.'],
			['a changed digit is noticed under a new hash', t => seal(digit(t)), 'Roll 9 does not follow from the seed.'],
			['another seed is noticed', t => seal(t.replace(/("seed": ")(.)/, (_, h, c) => h + (c === '0' ? '1' : '0'))), 'The seed is not the one that the server was bound to.'],
			['an open match keeps its secret', t => seal(t.replace(/"seed": "[^"]*"/, '"seed": null')), 'The match is not over, so its seed is still a secret.'],
		]) {
			body = change(text);
			await page.click('button:text("Verify the dice")');
			await page.waitForSelector('.verdict.good, .verdict.bad');
			const verdict = await page.textContent('.verdict');
			check(what, verdict.startsWith(want), verdict);
		}
		await page.evaluate(() => Object.defineProperty(crypto, 'subtle', { value: undefined })); // as on a page that came by plain HTTP
		await page.click('button:text("Verify the dice")');
		await page.waitForSelector('.verdict.bad');
		const verdict = await page.textContent('.verdict');
		check('a page without hashes names another way', verdict.includes('gammon --verify'), verdict);
		await close(page);
	},
	// Checks a page with axe in both colour schemes, and on a phone the sizes of targets and of the page.
	async audit({ path, phone = false }) {
		const page = await open(path, phone ? { viewport: { width: 360, height: 640 }, hasTouch: true } : {});
		await page.waitForLoadState('networkidle');
		for (const colorScheme of ['light', 'dark']) {
			await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
			await rules(page, `${path}, ${phone ? 'phone, ' : ''}${colorScheme}`);
		}
		check(`no layout shift: ${path}`, await page.evaluate(() => window.shift) < 0.1, await page.evaluate(() => window.shift));
		for (const width of phone ? [360, 320] : []) {
			await page.setViewportSize({ width, height: 640 });
			await sizes(page, `${path}, ${width} px`, width);
		}
		await close(page);
	},
	async colours({ m }) {
		for (const media of [{ colorScheme: 'light' }, { colorScheme: 'dark' }, { forcedColors: 'active' }]) {
			const page = await open(`/match/${m}`, media);
			await state(page, 'finished');
			await contrasts(page, Object.values(media)[0]);
			await close(page);
		}
	},
	async keys({ m, names }) {
		const page = await open(`/match/${m}`);
		await state(page, 'finished');
		await keys(page, names);
		await close(page);
	},
	async languages({ path }) {
		for (const locale of ['it-IT', 'pt-BR']) {
			const page = await open(path, { locale });
			await page.waitForLoadState('networkidle');
			check(`language: ${path} ${locale}`, await page.evaluate(() => document.documentElement.lang) === locale);
			const raw = await page.evaluate(() => / (undefined|false|\[object|NaN)|\bverify[A-Z]/.exec(document.body.innerText)?.[0] ?? '');
			check(`texts: ${path} ${locale}`, raw === '', raw);
			await close(page);
		}
	},
	// Measures the bytes transferred on the first visit to a page.
	async weight({ path }) {
		const context = await browser.newContext(), page = await context.newPage(), cdp = await context.newCDPSession(page);
		const urls = new Map();
		let bytes = 0; // without the computer player, which is loaded only where it plays
		await cdp.send('Network.enable');
		cdp.on('Network.requestWillBeSent', e => urls.set(e.requestId, e.request.url));
		cdp.on('Network.loadingFinished', e => bytes += /think\.wasm|mind|\.net$/.test(urls.get(e.requestId)) ? 0 : e.encodedDataLength);
		await page.goto(base + path);
		await page.waitForLoadState('networkidle');
		check(`a first visit to ${path.replace(/\d+/, 'N')} takes at most 100 KB`, bytes > 10000 && bytes <= 100000, bytes);
		await close(page);
		return { bytes };
	},
	async bracket({ id }) {
		page = await open(`/tournament/${id}`);
		await page.waitForSelector('.pairing');
	},
	async bracket_ended({ winner, entries }) {
		await page.waitForSelector('.facts .badge:text("finished")');
		const boxes = await page.$$eval('.pairing', e => e.length);
		check('a pairing for each match of the bracket', boxes === entries - 1, boxes);
		check('the winner stands at the end', await page.$eval('.round:last-child .winner a', e => e.textContent) === winner);
		await page.selectOption('main select', winner);
		check("the winner's path is marked", await page.$$eval('.pairing.chosen', e => e.length) === Math.log2(entries));
		await page.emulateMedia({ media: 'print' });
		check('all of the bracket is on paper', await page.$eval('.bracket', e => e.scrollWidth <= e.clientWidth));
		await close(page);
	},
	// Makes random plays of a game on the board of the page, with each of the given ways of input in turn.
	async table({ game, hows, plays, length = 3, phone = true }) {
		const page = await open('/games/backgammon', phone ? { viewport: { width: 360, height: 800 }, hasTouch: true } : {}), player = new Player(page, phone);
		await page.evaluate(lay, { game, length });
		for (const how of hows) {
			const done = await player.play(how, plays).catch(e => e.stack);
			const same = await page.evaluate(() => {
				const { view, replay } = window.table, { at } = replay.now.board(), game = view.state().game;
				return JSON.stringify(at) === JSON.stringify(view.state().at) && game === replay.now.game;
			});
			check(`${game}: plays can be made: ${how}`, done > 0 && same, done);
		}
		if (phone)
			await sizes(page, `board of ${game}`, 360);
		await close(page);
	},
	async names() {
		const page = await open('/ratings'), games = await page.$$eval('main select option', e => e.map(o => o.value));
		await close(page);
		return { games };
	},
	// Checks single gestures and settings on the board of the page.
	async gestures() {
		const page = await open('/games/backgammon', { hasTouch: true }), player = new Player(page, false), { mouse, keyboard } = page;
		const begin = options => page.evaluate(lay, { game: 'backgammon', length: 3, ...options }), see = async (what, test) => {
			const s = await player.look();
			check(what, test(s), JSON.stringify(s));
		};
		await begin({ dice: [6, 1, 3, 3] });
		await player.tap(3);
		await see('an empty point has no checker', s => s.status === 'You have no checker there.' && s.steps.length === 0);
		await player.tap(13);
		await see('a tap shows the targets', s => s.picked === 13 && s.targets.join() === '7,6' && s.sent === 0);
		check('targets are marked', await page.$$eval('.goal.dot', e => e.length) === 2);
		await player.tap(5);
		await see('a step that the dice do not allow is refused', s => s.status === 'The dice do not allow that.' && s.picked === 13);
		await keyboard.press('Escape');
		await see('Escape puts the checker down', s => s.picked === null);
		let [x, y] = await player.middle(13);
		await mouse.move(x, y);
		await mouse.down();
		await mouse.move(x + 8, y + 3);
		await mouse.up();
		await see('a press that drifts 9 px is a tap', s => s.picked === 13);
		await player.tap(13);
		await see('a second tap puts the checker down', s => s.picked === null);
		await player.drag(13, 7, 'held');
		await keyboard.press('Escape');
		await mouse.up();
		await see('Escape ends a drag', s => s.picked === null && s.steps.length === 0);
		await player.drag(13, 7);
		await see('a checker can be dragged', s => s.text === '13/7');
		await page.evaluate(() => {
			window.table.replay.add({ kind: 'draw', seat: 1, text: '' });
			window.table.view.added();
		});
		await see('the offer of a draw leaves the play', s => s.text === '13/7');
		await page.evaluate(() => {
			const { replay, view, play } = window.table, add = (kind, seat, text) => {
				replay.add({ kind, seat, text });
				view.added();
			};
			play.on.reject = () => add('resign_reject', 0, '');
			add('resign', 1, '1');
		});
		await player.press('Play on');
		await see('a resignation that is declined leaves the play', s => s.text === '13/7');
		check('after it, the play goes on', await page.$$eval('.buttons button[aria-disabled=false]', e => e.map(b => b.textContent).join()) === 'Undo,Undo all');
		await page.click('button[aria-label="First position"]');
		check('an earlier position can be looked at', await page.$$eval('.buttons button', e => e.length) === 0);
		await page.click('button[aria-label="Last position"]');
		await see('the play is there afterwards', s => s.text === '13/7');
		check('the play is drawn again', await page.$$eval('.place[data-place="7"] .checker', e => e.length) === 1);
		await player.drag(8, 2);
		await see('a die is played once', s => s.text === '13/7' && s.status === 'The dice do not allow that.');
		await keyboard.press('Escape');
		await player.press('Undo');
		await see('Undo takes back a step', s => s.text === '' && s.left.length === 2);
		await player.drag(13, 6);
		await see('a drag can use both dice', s => s.text === '13/7 7/6' && s.whole);
		await page.locator('.board [tabindex="0"]').focus();
		await keyboard.press('Backspace');
		await see('Backspace takes back a step', s => s.text === '13/7');
		await keyboard.press('u');
		await see('u takes back all steps', s => s.text === '');
		[x, y] = await player.middle(8);
		await mouse.click(x, y, { button: 'right' });
		await see('the right button plays the smaller die', s => s.text === '8/7');
		await player.tap(7);
		await see('a tap on a point brings the only checker', s => s.text === '8/7 13/7' && s.sent === 0);
		await player.press('Undo all');
		await player.type('13/7* 8/7');
		await see('a play can be typed', s => s.text === '13/7 8/7' && s.whole && s.sent === 0);
		await player.press('Send');
		await see('Send sends the play', s => s.sent === 1 && s.phase === 'roll' && s.toAct === 1);
		check('a play of the user is sent in the numbers of the board too', (await player.look()).board === '13/7 8/7');
		await player.press('Double to 2');
		await see('the cube can be turned', s => s.phase === 'doubled' && s.toAct === 0);
		await player.press('Take');
		await player.press('Roll');
		await see('a double can be taken', s => s.phase === 'move' && s.left.length === 4);
		await player.tap(12);
		await player.tap(15);
		await see('seat 1 moves by the places of the board', s => s.text === '13/10');
		await player.type('8/5(2) 6/3(2)');
		await player.type('');
		check('seat 1 sends the numbers of the board', (await player.look()).board === '17/20 17/20 19/22 19/22', (await player.look()).board);
		await player.press('Roll');
		check('a play is announced with the turn', /^Your move: \d \d\.$/.test(await said(page)), await said(page));
		await rules(page, 'a board that is played on');
		await begin({ dice: [2, 1] });
		await player.tap(8);
		await player.tap(5);
		await see('the left die is played first', s => s.text === '8/6 6/5');
		await player.press('Undo all');
		const die = await page.locator('.die').first().boundingBox();
		await mouse.click(die.x + die.width / 2, die.y + die.height / 2);
		await player.tap(8);
		await player.tap(5);
		await see('a click on the dice changes their order', s => s.text === '8/7 7/5');
		await begin({ dice: [6, 1], prefer: { die: true, last: true, send: true } });
		await player.tap(13);
		await see('a tap plays the left die', s => s.text === '13/7' && s.sent === 0);
		await player.tap(8);
		await see('a complete play is sent if that is set', s => s.sent === 1);
		check('the page scrolls beside the board only', await page.evaluate(() => getComputedStyle(document.querySelector('.board')).touchAction) === 'auto');
		await player.press('Roll');
		check('a live board keeps touches', await page.evaluate(() => getComputedStyle(document.querySelector('.board')).touchAction) === 'none');
		await close(page);
	},
	// Makes `plays` plays against the computer, which must play too.
	async computer({ game, plays, grade = 'casual' }) {
		const page = await open(`/play/bot/${game}`, { viewport: { width: 360, height: 640 }, hasTouch: true, reducedMotion: 'reduce' }), visitor = new Visitor(page);
		await page.selectOption('[data-set=grade]', grade);
		await page.click('[data-do=begin]');
		const done = await visitor.play(plays).catch(e => e.stack);
		check(`${game}: plays against the computer`, done === plays || await visitor.waits() === 'over', done);
		const kept = await visitor.kept(game);
		check(`${game}: the computer plays too`, kept.actions.some(a => a.seat === 1 && a.kind === 'move'), JSON.stringify(kept.actions.slice(-3)));
		await close(page);
	},
	// Plays a match of one point from a first visit on, mostly without a network.
	async stranger() {
		const page = await open('/', { viewport: { width: 360, height: 640 }, hasTouch: true }), visitor = new Visitor(page), sockets = [];
		await page.tap('header a[href="/play/bot"]');
		page.on('websocket', s => sockets.push(s.url()));
		await visitor.idle();
		await visitor.roll();
		const note = () => page.textContent('.play .status');
		check('the first move is explained', (await note()).includes('Tap a checker'), await note());
		check('no keys are explained without a keyboard', !await page.isVisible('.keys'));
		await visitor.step();
		check('later moves are not explained', !(await note()).includes('Tap a checker'), await note());
		check('the first move takes three taps', await page.$$eval('.play .buttons button', b => b.some(e => e.textContent === 'Undo')) || (await visitor.kept('backgammon')).actions.some(a => a.kind === 'move' && a.seat === 0));
		const undo = page.locator('.play .buttons button', { hasText: /^Undo$/ });
		if (await undo.count()) { // the first tap may have played both dice
			await page.reload();
			await visitor.idle();
			check('a play that was begun survives a reload', await undo.count() === 1);
		}
		await page.selectOption('[data-set=length]', '1');
		await page.click('[data-do=begin]');
		check('a new match is in sight', await page.$eval('.pc .board', b => b.getBoundingClientRect().top >= 0 && b.getBoundingClientRect().bottom <= innerHeight));
		check('three plays', await visitor.play(3) === 3);
		const before = (await visitor.kept('backgammon')).actions.filter(a => a.seat === 0 && a.kind === 'move').length;
		await page.tap('[data-do=takeback]');
		await visitor.idle();
		check('a play is taken back', (await visitor.kept('backgammon')).actions.filter(a => a.seat === 0 && a.kind === 'move').length === before - 1);
		await page.tap('[data-do=hint]');
		await page.waitForSelector('.advice li');
		check('hints are plays', /(\d+|bar)\/(\d+|off)/.test(await page.textContent('.advice')), await page.textContent('.advice'));
		await page.waitForFunction(() => navigator.serviceWorker.controller && Promise.all(['/play/bot', document.querySelector('script[type=module]').src.replace('main.js', 'backgammon.net')]
			.map(url => caches.match(url))).then(all => all.every(Boolean)));
		await page.context().setOffline(true);
		const kept = JSON.stringify(await visitor.kept('backgammon'));
		await page.reload();
		await visitor.idle();
		check('the match survives a reload without a network', JSON.stringify(await visitor.kept('backgammon')) === kept);
		await visitor.play(400);
		check('the match ends without a network', await visitor.waits() === 'over', await page.textContent('.status'));
		await page.tap('[data-do=analyse]');
		await page.waitForSelector('.pc table');
		check('the match is analysed', /\d/.test(await page.textContent('.pc tbody')));
		await page.tap('[data-do=rematch]');
		await visitor.idle();
		check('a rematch begins', await visitor.play(1) === 1);
		await page.goto(`${base}/ratings`);
		check('without a network, other pages lead to the computer', new URL(page.url()).pathname === '/play/bot', page.url());
		check('no connection to the server is opened', sockets.length === 0, sockets.join());
		await close(page);
	},
	// Simulates an upgrade: an open page needs weights that the server no longer has.
	async upgraded() {
		const page = await open('/', { viewport: { width: 360, height: 640 }, hasTouch: true, serviceWorkers: 'block' }), visitor = new Visitor(page);
		let loads = 0;
		await page.context().route('**/*.net', route => loads < 2 ? route.abort('internetdisconnected') : route.continue());
		await page.context().route('**/play/bot', route => route.fulfill({ body: 'another version' }));
		page.on('load', () => loads++);
		await page.goto(`${base}/play/bot/plakoto`);
		await visitor.play(1).catch(() => {}); // interrupted if the page is loaded again
		while (loads < 2)
			await page.waitForEvent('load');
		check('a page whose files are gone loads the new ones', await visitor.play(2) === 2);
		await close(page);
	},
	// Checks that the page loads the computer player again after a failure.
	async unloaded() {
		const page = await open('/', { viewport: { width: 360, height: 640 }, hasTouch: true, serviceWorkers: 'block' }), visitor = new Visitor(page);
		await page.addInitScript(() => {
			globalThis.workers = [];
			globalThis.Worker = class extends Worker {
				constructor(...args) {
					super(...args);
					workers.push(this);
				}
			};
		});
		let gone = true;
		await page.context().route('**/mind-worker.js', route => gone ? route.abort('internetdisconnected') : route.continue());
		await page.goto(`${base}/play/bot`);
		await page.waitForFunction(() => document.body.dataset.waits || document.querySelector('[data-do=retry]'));
		if (await visitor.waits()) {
			await page.tap('[data-do=hint]');
			await page.waitForFunction(() => /could not be loaded/.test(document.querySelector('.advice').textContent));
			await visitor.move();
		}
		await page.waitForSelector('[data-do=retry]');
		gone = false;
		await page.evaluate(() => {
			const old = workers.at(-1);
			document.querySelector('[data-do=retry]').click();
			old.dispatchEvent(new Event('error')); // a second error of a worker that has been replaced
		});
		check('a computer player that could not be loaded is loaded again', await visitor.play(1) === 1);
		await close(page);
	},
	// Waits until the page / shows the match as a board.
	async home({ m }) {
		const page = await open('/');
		await page.waitForSelector(`.heading a[href="/match/${m}"]`);
		check('/ shows the match as a board', await page.$$eval('.board .checker', e => e.length) > 0);
		await close(page);
	},
};

await serve(STEPS);
