// SPDX-License-Identifier: MIT
// Plays without a mouse in Chromium, and checks the board on small screens, enlarged, in forced colours and without motion, step
// by step (steps.mjs).
import { Reader, Typist } from './reader.mjs';
import { base, browser, check, contrast, listen, serve } from './steps.mjs';
import { Player, lay } from './table.mjs';

const PASSWORD = 'k7-wagtail', SMALL = { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true };

async function open(path, options = {}, kept = {}) {
	const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB', reducedMotion: 'reduce', ...options }), page = await context.newPage();
	listen(page, path);
	await page.addInitScript(kept => {
		for (const [key, value] of Object.entries(kept))
			localStorage.setItem(key, localStorage.getItem(key) ?? JSON.stringify(value));
		const { animate } = Element.prototype;
		window.animations = [];
		Element.prototype.animate = function (frames, options) {
			window.animations.push(options.duration);
			return animate.call(this, frames, options);
		};
	}, kept);
	await page.goto(base + path);
	await page.waitForSelector('main h1');
	return page;
}
const close = page => page.context().close();
const waits = page => page.waitForFunction(() => document.body.dataset.waits);
const kept = (page, game) => page.evaluate(game => JSON.parse(localStorage.getItem(`bot/${game}`)).actions, game);
const spoken = page => page.evaluate(() => document.querySelector('.unseen[aria-live]').lastChild?.textContent);

// Returns the first action of a match (common/rules/action.h) that was not announced, or ''.
function missed(actions, names, heard) {
	const sentence = ({ kind, seat, text = '' }) => {
		const dice = /dice=.*?(\d)(\d)$/.exec(text), steps = text.split(' ').filter(Boolean).map(s => s.split('/'));
		return { start: 'Game ', roll: `${names[seat]} rolls ${dice?.[1]} and ${dice?.[2]}.`, move: steps.length && `${names[seat]} plays `, double: `${names[seat]} doubles to `, take: `${names[seat]} takes.`,
			drop: `${names[seat]} passes.`, resign: `${names[seat]} offers to resign `, resign_accept: `${names[seat]} accepts `, resign_reject: `${names[seat]} rejects ` }[kind];
	};
	// Returns the steps that a sentence describes, as "8/5 8/5 6/off".
	const read = text => text.replace(/^\S+ plays |\.( .*)?$/g, '').split(', ').flatMap(part => {
		const [, from, to, off, n] = /^(\w+)(?: to (\w+)|( off))(?: (\d) times)?/.exec(part) ?? [];
		return Array(Number(n ?? 1)).fill(`${from}/${off ? 'off' : to}`);
	}).sort().join(' ');
	let at = 0;
	for (const a of actions.filter(sentence)) {
		const found = heard.findIndex((text, i) => i >= at && text.startsWith(sentence(a)) && (a.kind !== 'move' || read(text) === a.text.split(' ').sort().join(' ')));
		if (found < 0)
			return `${a.kind} ${a.text} after ${heard.slice(at, at + 5).join(' | ')}`;
		at = found + 1;
	}
	return heard.some(text => /wins the match/.test(text)) ? '' : 'the result';
}

// Returns which parts of the board, the prompt and the buttons for the turn are out of sight, or ''.
const hidden = page => page.evaluate(() => {
	const seen = s => [...document.querySelectorAll(s)].filter(e => e.getClientRects().length), cut = [];
	const board = document.querySelector('.board').getBoundingClientRect();
	for (const e of [...seen('.board'), ...seen('.prompt, .play .status, .advice'), ...seen('.play .buttons button, .bar > button, .play input, .advice button')]) {
		const b = e.getBoundingClientRect(), x = b.x + b.width / 2, y = b.y + b.height / 2;
		if (b.top < 0 || b.bottom > innerHeight || b.left < 0 || b.right > innerWidth || !e.contains(document.elementFromPoint(x, y)) && e.textContent.trim())
			cut.push(`${e.className.baseVal ?? e.className} ${e.textContent.slice(0, 12)} ${Math.round(b.top)}-${Math.round(b.bottom)}`);
		else if (e.closest('.dock, .play') && b.top < board.bottom)
			cut.push(`${e.textContent} over the board`);
	}
	const thin = Math.min(...seen('.place .target').flatMap(e => [e.getBoundingClientRect().width, e.getBoundingClientRect().height]));
	return [...cut, ...thin < 24 ? [`a target of ${thin} px`] : []].join('; ');
});

// Sets which position the board of window.table (table.mjs) shows.
const act = (page, kind, seat, text = '') => page.evaluate(([kind, seat, text]) => {
	const { replay, play, view } = window.table;
	if (!replay.add({ kind, seat, text }))
		throw new Error(`${kind} ${text} is refused`);
	play.seat = replay.now.numbers().toAct;
	view.added();
}, [kind, seat, text]);

const STEPS = {
	// Plays against the computer with the keyboard alone, a whole match of one point unless `plays` is given.
	async typist({ plays }) {
		const page = await open('/play/bot'), typist = new Typist(page, 'Guest');
		await waits(page);
		if (!plays) {
			await typist.type(/^Length$/, '1');
			await typist.push(/^Begin$/);
			check('the length of a match is chosen with the keyboard', await page.evaluate(() => JSON.parse(localStorage.getItem('bot/backgammon')).length) === 1);
		}
		const done = await typist.play(plays).catch(e => e.stack), over = (await typist.see()).over;
		check(`the computer is played with the keyboard${plays ? '' : ' to the end'}`, done > 0 && (done === plays || over), `${done} ${JSON.stringify((await typist.see()).buttons)}`);
		if (over && !plays)
			await typist.push(/^Analyse the match$/).then(() => page.waitForSelector('.pc table'));
		for (const [name, key] of over ? [['Rematch', 'rematch']] : [['Hint', 'hint'], ['Close', 'close'], ['Take back', 'takeback'], ['Resign'], ['Resign the game', 'resign-1']])
			await page.waitForSelector(`[data-do=${key ?? 'resign-1'}]`, { state: 'attached' }).then(() => typist.push(new RegExp(`^${name}$`))).catch(e => check(`${name} is reached with the keyboard`, false, e.message));
		check('nothing is far with the keyboard', typist.tabs <= 45, typist.tabs);
		await close(page);
	},
	// Plays against the computer, using only the accessibility tree.
	async reader({ plays, length = 1, small = true }) {
		const page = await open('/play/bot', small ? SMALL : {}, { bot: { length, send: false } }), reader = await new Reader(page).start(), cut = [];
		await waits(page);
		const done = await reader.play(plays, async () => cut.push(await hidden(page))).catch(e => e.stack), actions = await kept(page, 'backgammon');
		check(`a user of the accessibility tree plays against the computer${plays ? '' : ' to the end'}`, plays ? done === plays : done > 0, done);
		const heard = plays ? [...reader.heard, 'wins the match'] : reader.heard, gap = missed(actions, ['Guest', 'Computer'], heard);
		check('all that happens is heard', gap === '', gap);
		check('board, prompt and buttons are in sight at 320 x 568', !cut.some(Boolean), cut.filter(Boolean).slice(0, 3).join(' / '));
		await reader.press('button', 'Hint').then(() => reader.until(() => reader.heard.some(text => /\d\/(\d+|off)|^(Roll|Double)/.test(text)))).catch(e => !plays || check('a hint is heard', false, e.message));
		await close(page);
	},
	// One user plays with the keyboard, the other using only the accessibility tree, on a small screen.
	async pair() {
		const anna = new Typist(await open('/play'), 'anna'), bert = await new Reader(await open('/play', SMALL)).start(), cut = [];
		await bert.register('bert', PASSWORD);
		await bert.press('checkbox', 'Others may invite me', 'Space');
		await anna.register('anna', PASSWORD);
		await anna.page.waitForSelector('button[aria-label="Invite bert"]');
		await anna.push(/^Invite bert$/);
		await anna.push(/^Length$/, 'Home');
		await anna.push(/^Invite$/);
		await bert.until(() => bert.heard.some(text => /anna wants to play: 1-point match/.test(text)));
		check('an invitation is heard', true);
		await bert.press('button', 'Accept');
		await Promise.all([anna.page, bert.page].map(page => page.waitForSelector('.seat .board')));
		const ends = await Promise.all([anna.play(), bert.play(Infinity, async () => cut.push(await hidden(bert.page)))].map(p => p.catch(e => e.stack)));
		check('a user of the keyboard and one of the accessibility tree play each other', ends.every(n => n > 0), ends.join(' / '));
		await over(bert, cut);
		await close(anna.page);
	},
	// Plays against a program that doubles and resigns, with a clock, using only the accessibility tree.
	async robot({ name }) {
		const reader = await new Reader(await open('/play', SMALL)).start(), cut = [];
		await reader.register('carl', PASSWORD);
		await reader.press('button', `Invite ${name}`);
		await reader.type('combobox', 'Clock', 'slow');
		await reader.press('button', 'Invite');
		let clock = '';
		const done = await reader.play(Infinity, async () => {
			cut.push(await hidden(reader.page));
			clock ||= await reader.ask('c', /lock/);
		}).catch(e => e.stack);
		check('a user of the accessibility tree plays against a program', done > 0, done);
		check('the clock is heard', /^Clock: \w+ \d+:\d\d, \w+ \d+:\d\d$/.test(clock) && clock.includes('carl') && clock.includes(name), clock);
		const actions = await over(reader, cut);
		return { doubled: actions.some(a => a.kind === 'double') };
	},
	// Asks for everything that can be asked on the board, in known positions.
	async queries() {
		const page = await open('/games/backgammon'), player = new Player(page, false);
		const ask = async (key, want) => {
			await page.focus('.board [tabindex="0"]');
			await page.keyboard.press(key);
			const said = await spoken(page);
			check(`the key ${key} says ${want}`, want.test?.(said) ?? said === want, said);
		};
		await page.evaluate(lay, { game: 'backgammon', length: 1, dice: [6, 1] });
		await ask('k', 'no cube');
		await page.evaluate(lay, { game: 'backgammon', length: 3, dice: [6, 1] });
		for (const [key, want] of Object.entries({ o: 'anna: point 24 2, point 13 5, point 8 3, point 6 5', t: 'bert: point 19 5, point 17 3, point 12 5, point 1 2', n: 'point 24: anna 2',
			l: 'Game 1 begins. anna moves first with 6 and 1.', d: 'Your move: 6 1.', p: 'Pips: anna 167, bert 167', s: 'Score: anna 0, bert 0', k: 'Cube 1, in the middle', c: 'no clock',
			m: /^10 legal plays: (.*, )?13\/7 8\/7(,|$)/ }))
			await ask(key, want);
		const plays = (await spoken(page)).split(', ').length;
		check('all legal plays are named', plays === 10, plays);
		await player.walk(13);
		check('where a checker can go is said', await spoken(page) === '13: can go to 7, 6.', await spoken(page));
		await player.walk(7);
		for (const [key, want] of Object.entries({ d: 'Your move: 1.', n: 'point 7: anna 1, blot', p: 'Pips: anna 161, bert 167' }))
			await ask(key, want);
		await player.walk(8);
		await player.walk(7);
		check('a complete play is said', await spoken(page) === '13/7 8/7. Send?', await spoken(page));
		await page.keyboard.press('Enter');
		for (const [key, want] of Object.entries({ l: 'anna plays 13 to 7, 8 to 7.', d: 'bert: no dice', m: 'no legal plays now' }))
			await ask(key, want);
		await act(page, 'double', 1);
		await ask('k', 'bert doubles to 2.');
		await act(page, 'take', 0);
		for (const [key, want] of Object.entries({ k: 'Cube 2, anna', l: 'anna plays 13 to 7, 8 to 7. bert doubles to 2. anna takes.' }))
			await ask(key, want);
		await act(page, 'roll', 1, 'roll=0 dice=31');
		await ask('d', 'Your move: 3 1.');
		await act(page, 'move', 1, '8/5 6/5');
		await ask('l', 'bert plays 8 to 5, 6 to 5.');
		await act(page, 'double', 0);
		await act(page, 'take', 1);
		await ask('k', 'Cube 4, bert');
		await ask('c', 'no clock');
		await page.evaluate(() => window.table.view.live = { clock: {}, left: seat => [65000, 3599000][seat], runs: () => false });
		await ask('c', 'Clock: anna 1:05, bert 59:59');
		await page.click('button[aria-label="Turn the board round"]');
		await ask('o', 'bert: point 24 2, point 13 5, point 8 2, point 6 4, point 5 2');
		await ask(',', 'anna doubles to 4.');
		check('the same sentence is said again', await page.evaluate(() => {
			const log = document.querySelector('.unseen[aria-live]'), at = log.lastChild;
			for (let i = 0; i < 2; i++)
				document.querySelector('.board [tabindex="0"]').dispatchEvent(new KeyboardEvent('keydown', { key: 's', bubbles: true }));
			return at !== log.lastChild && log.lastChild.textContent === log.lastChild.previousSibling.textContent && log.childElementCount <= 20;
		}));
		await close(page);
	},
	// Checks the contrasts of the board while a checker is picked up, and of the focus.
	async colours() {
		for (const media of [{ colorScheme: 'light' }, { colorScheme: 'dark' }, { forcedColors: 'active' }, { forcedColors: 'active', colorScheme: 'dark' }]) {
			const page = await open('/games/backgammon', media), name = Object.values(media).join(' '), player = new Player(page, false);
			await page.evaluate(lay, { game: 'backgammon', length: 3, dice: [6, 1] });
			await player.walk(13);
			const of = (selector, ...properties) => page.$eval(selector, (e, all) => all.map(p => getComputedStyle(e)[p]), properties);
			const grounds = await Promise.all(['.ground', '.odd', '.even', '.frame', '.tray'].map(async s => (await of(s, 'fill'))[0]));
			const least = (colours, among = grounds) => Math.min(...among.map(g => Math.max(...colours.map(c => contrast(c, g)))));
			const [light, dark] = [await of('.checker.side0 .disc', 'fill', 'stroke'), await of('.checker.side1 .disc', 'fill', 'stroke')];
			const marks = least([...await of('.goal:not(.light, .dot)', 'stroke'), ...await of('.goal.light', 'stroke')]), picked = least([...await of('.picked', 'stroke'), ...await of('.goal.light', 'stroke')]);
			await page.evaluate(() => {
				const { view } = window.table, state = structuredClone(view.replay.last);
				state.at[0][25] = state.at[1][25] = 1;
				view.board.draw(state);
			});
			const bar = await Promise.all([0, 1].map(seat => of(`[data-place=bar] .side${seat} .disc`, 'fill', 'stroke')));
			for (const [what, found] of Object.entries({
				'checkers of one side': least(light, grounds.slice(0, 3)), 'checkers of the other side': least(dark, grounds.slice(0, 3)), 'the sides from each other': contrast(light[0], dark[0]),
				'checkers on the bar': Math.min(...bar.map(colours => least(colours, grounds.slice(3, 4)))),
				'places where a checker can go': marks, 'a picked checker': picked,
				'the focus on the board': least(await of('.place:focus-visible .target', 'stroke', 'outlineColor')),
			}))
				check(`contrast of ${what}, ${name}`, found >= 3, found);
			const [style, width] = await of('.place:focus-visible .target', 'outlineStyle', 'strokeWidth');
			check(`the focus on the board is drawn, ${name}`, style === 'solid' && parseFloat(width) >= 2, `${style} ${width}`);
			await page.focus('.controls button');
			await page.keyboard.press('Shift+Tab');
			await page.keyboard.press('Tab');
			const [ring, thick, colour, page_colour] = await page.evaluate(() => {
				const s = getComputedStyle(document.activeElement);
				return [s.outlineStyle, s.outlineWidth, s.outlineColor, getComputedStyle(document.documentElement).backgroundColor];
			});
			check(`the focus on a button is drawn, ${name}`, ring === 'solid' && parseFloat(thick) >= 2 && contrast(colour, page_colour) >= 3, `${ring} ${thick} ${colour} ${page_colour}`);
			const [border] = await of('.player.turn', media.forcedColors ? 'outlineStyle' : 'boxShadow');
			check(`whose turn it is is seen, ${name}`, border !== 'none', border);
			await close(page);
		}
	},
	async motion() {
		for (const reducedMotion of ['no-preference', 'reduce']) {
			const page = await open('/play/bot', { reducedMotion }, { bot: { tutor: false } }), typist = new Typist(page, 'Guest');
			await waits(page);
			await typist.play(2);
			const slides = await page.evaluate(() => window.animations), all = await page.evaluate(() => document.getAnimations().length);
			check(`animations, ${reducedMotion}`, reducedMotion === 'reduce' ? slides.length + all === 0 : slides.length > 0 && Math.max(...slides) <= 250, `${slides} ${all}`);
			await close(page);
		}
	},
	// Checks that plays can be made on small screens in each language without scrolling.
	async small() {
		for (const locale of ['en-GB', 'it-IT', 'pt-BR'])
			for (const viewport of [{ width: 320, height: 568 }, { width: 360, height: 640 }]) {
				const page = await open('/play/bot', { ...SMALL, locale, viewport }, { bot: { send: false, tutor: false } }), cut = [];
				for (let whole = false; !whole;) {
					await waits(page);
					cut.push(await hidden(page));
					const roll = await page.evaluate(() => document.body.dataset.waits === 'roll');
					await (roll ? page.tap('.buttons button') : page.focus('.board [tabindex="0"]'));
					if (roll || await page.evaluate(() => document.body.dataset.waits !== 'move'))
						continue;
					await page.keyboard.press('m');
					await page.evaluate(play => {
						const line = document.querySelector('.play input');
						line.value = play;
						line.form.requestSubmit();
					}, (await spoken(page)).split(': ')[1].split(', ')[0]);
					whole = await page.$$eval('.buttons button', b => b.length) === 3;
				}
				cut.push(await hidden(page));
				check(`board, prompt and buttons are in sight at ${viewport.width} x ${viewport.height}, ${locale}`, !cut.some(Boolean), cut.filter(Boolean)[0]);
				await close(page);
			}
	},
	// Checks that a page has the same controls at 200 % and 400 %, and does not scroll sideways.
	async enlarged({ path }) {
		const page = await open(path, { deviceScaleFactor: 2 }), controls = () => page.evaluate(() => [...document.querySelectorAll('a, button, select, input, summary')].filter(e => e.getClientRects().length)
			.map(e => `${e.tagName} ${e.getAttribute('aria-label') ?? e.name ?? ''} ${e.textContent.slice(0, 30)}`).sort().join('\n'));
		await page.waitForLoadState('networkidle');
		await page.waitForFunction(() => !document.querySelector('.pc') || document.body.dataset.waits); // the computer may move first
		const before = await controls();
		for (const [width, height] of [[640, 400], [320, 256]]) {
			await page.setViewportSize({ width, height });
			const now = await controls(), lost = before.split('\n').filter(c => !now.includes(c));
			check(`all controls of ${path} at ${width} x ${height}`, lost.length === 0, lost.join('; '));
			const wide = await page.evaluate(() => document.documentElement.scrollWidth), cut = await page.evaluate(() => [...document.querySelectorAll('main *, header *')].filter(e => {
				const s = getComputedStyle(e);
				return e.getClientRects().length && !e.closest('.unseen, svg, .skip') && (s.overflowX === 'hidden' || s.overflowX === 'clip') && e.scrollWidth > e.clientWidth + 1;
			}).map(e => `${e.className} ${e.textContent.slice(0, 20)}`));
			check(`no sideways scrolling of ${path} at ${width} x ${height}`, wide <= width, wide);
			check(`no text of ${path} is cut off at ${width} x ${height}`, cut.length === 0, cut.slice(0, 4).join('; '));
		}
		await close(page);
	},
};

// Checks that everything in a finished match on /play was announced to a reader.  Returns the actions of the match.
async function over(reader, cut) {
	const m = /\d+$/.exec(await reader.page.getAttribute('.seat .facts a', 'href'))[0], { actions, players } = await (await fetch(`${base}/match/${m}.json`)).json();
	const gap = missed(actions, players, reader.heard);
	check('all that happens is heard', gap === '', gap);
	check('board, prompt and buttons are in sight at 320 x 568 on /play', !cut.some(Boolean), cut.filter(Boolean).slice(0, 3).join(' / '));
	await close(reader.page);
	return actions;
}

await serve(STEPS);
