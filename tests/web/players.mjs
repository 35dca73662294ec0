// SPDX-License-Identifier: MIT
// Users of /play in Chromium, each in a separate browser context, step by step (steps.mjs).
import { axe, base, browser, check, listen, serve } from './steps.mjs';

const PASSWORD = 'k7-wagtail', pages = new Map();

async function watch(page, who) {
	page.who = who;
	listen(page, who, true);
	await page.goto(`${base}/play`);
	await page.waitForSelector('main h1');
	pages.set(who, page);
}

// Returns what the user must do, as seen on the page.
const state = page => page.evaluate(() => ({
	buttons: [...document.querySelectorAll('.seat .buttons button:not([aria-disabled=true]), .bar > button')].filter(b => b.offsetParent).map(b => b.textContent),
	places: [...document.querySelectorAll('.place')].map(p => p.getAttribute('aria-label')).join(),
	over: !document.querySelector('.seat > .card').hidden, prompt: document.querySelector('.prompt').textContent, n: Number(document.body.dataset.n),
	goals: [...document.querySelectorAll('.goal.dot')].map(c => [c.getBoundingClientRect().x + 4, c.getBoundingClientRect().y + 4]),
}));

// Taps a point of the page, or clicks it with a mouse.
const tap = async (page, x, y) => page.touch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y);

// Taps the places with the user's checkers, the bar first, until one moves or is picked up.  Then taps where it can go.
async function tapPlay(page) {
	const mine = await page.$$eval('.place', (all, me) => all.filter(p => p.dataset.place !== 'off' && p.getAttribute('aria-label').includes(`${me} `)).map(p => p.dataset.place), page.who);
	await page.locator('.board').scrollIntoViewIfNeeded();
	for (const place of mine.includes('bar') ? ['bar'] : mine.sort(() => Math.random() - 0.5)) {
		const { x, y, width, height } = await page.locator(`.place[data-place="${place}"] .target`).first().boundingBox(), { places } = await state(page);
		await tap(page, x + width / 2, y + height / 2);
		const now = await state(page);
		if (now.goals.length)
			await tap(page, ...now.goals[0]);
		if (now.goals.length || now.places !== places)
			return;
	}
}

// Plays until the match is over, or `until` acts have happened in it.
async function play(page, { until = Infinity, cube = true } = {}) {
	for (let idle = 0; idle < 2000; idle++) {
		const s = await state(page), press = name => page.locator('.seat .buttons button, .bar > button', { hasText: new RegExp(`^${name}`) }).first().click({ timeout: 5000 })
			.catch(() => {}); // a button may disappear before it is pressed
		if (s.over || s.n >= until)
			return s;
		if (s.buttons.includes('Send'))
			await press('Send');
		else if (cube && s.buttons.some(b => b.startsWith('Double to')) && s.n % 5 === 0)
			await press('Double to');
		else if (s.buttons.includes('Take'))
			await press(s.n % 3 ? 'Pass' : 'Take');
		else if (s.buttons.includes('Roll'))
			await press('Roll');
		else if (s.buttons.includes('Accept'))
			await press('Accept');
		else if (s.buttons.includes('Next game'))
			await press('Next game');
		else if (/move/.test(s.prompt))
			await tapPlay(page);
		else
			await page.waitForFunction(s => Number(document.body.dataset.n) !== s.n || document.querySelector('.prompt').textContent !== s.prompt
				|| !document.querySelector('.seat > .card').hidden, s);
	}
	throw new Error('the match does not go on');
}

const STEPS = {
	// Plays in several pages at once.  Returns the number of the last act.
	async play({ who, ...how }) {
		const ends = await Promise.all(who.map(w => play(pages.get(w), how)));
		return { n: Math.max(...ends.map(e => e.n)) };
	},
	// Lets the user who must move play one checker without sending the play.  Returns that user, and what each board shows.
	async begin({ who }) {
		for (const w of who) {
			const page = pages.get(w), until = async () => (await state(page)).buttons;
			if ((await until()).includes('Roll'))
				await page.locator('.seat .buttons button', { hasText: 'Roll' }).click();
			await page.waitForFunction(() => !/roll/.test(document.querySelector('.prompt').textContent));
			if (!/move/.test((await state(page)).prompt))
				continue;
			while (!(await until()).includes('Undo'))
				await tapPlay(page);
			return { turn: w, shown: Object.fromEntries(await Promise.all(who.map(async x => [x, (await state(pages.get(x))).places]))) };
		}
		return {};
	},
	// Waits until a board shows a position.
	async shows({ who, places, what }) {
		await pages.get(who).waitForFunction(places => [...document.querySelectorAll('.place')].map(p => p.getAttribute('aria-label')).join() === places, places).then(() => check(what, true),
			async () => check(what, false, `${(await state(pages.get(who))).places}, not ${places}`));
	},
	async open({ who, phone = false, media = {} }) {
		const size = phone ? { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true } : { viewport: { width: 1280, height: 800 } };
		const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...size, ...media }), page = await context.newPage();
		page.touch = phone;
		await watch(page, who);
	},
	// Opens another tab of the same browser, without the first tab's storage.
	async tab({ who, of }) {
		await watch(await pages.get(of).context().newPage(), who);
	},
	async register({ who, name = who }) {
		const page = pages.get(who), form = page.locator('[data-entrance=register]');
		check('passwords can be pasted and are offered to password managers', await form.locator('[name=password]').getAttribute('autocomplete') === 'new-password'
			&& await page.locator('[data-entrance=login] [name=password]').getAttribute('autocomplete') === 'current-password');
		await form.locator('[name=username]').fill(name);
		await form.locator('[name=password]').fill(PASSWORD);
		await form.locator('button').click();
		const code = await page.locator('dialog .code').textContent();
		check('the recovery code is shown', /^(\w{5}-){3}\w{5}$/.test(code), code);
		await page.keyboard.press('Escape');
		await page.keyboard.press('Escape');
		check('the code stays until it was seen', await page.locator('dialog .main').isDisabled());
		await page.check('#seen');
		await page.click('dialog .main');
		await page.waitForSelector('.form .main');
		return { code };
	},
	async login({ who, name = who, password = PASSWORD, keep = false }) {
		const form = pages.get(who).locator('[data-entrance=login]');
		await form.locator('[name=username]').fill(name);
		await form.locator('[name=password]').fill(password);
		if (keep)
			await form.locator('label:last-of-type input').check();
		await form.locator('button.main').click();
	},
	async fill({ who, at, text }) {
		await pages.get(who).fill(at, text);
	},
	// Drops a file on an element, once for each name.
	async drop({ who, at, names, text }) {
		await pages.get(who).locator(at).first().evaluate((e, file) => {
			for (const name of file.names) {
				const data = new DataTransfer();
				data.items.add(new File([file.text], name));
				e.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
			}
		}, { names, text });
	},
	async click({ who, at }) {
		await pages.get(who).locator(at).first().click();
	},
	async double({ who, at }) {
		await pages.get(who).locator(at).first().dblclick();
	},
	async check({ who, at }) {
		await pages.get(who).check(at);
	},
	async choose({ who, at, value }) {
		await pages.get(who).selectOption(at, value);
	},
	async press({ who, keys }) {
		for (const key of keys)
			await pages.get(who).keyboard.press(key);
	},
	// Waits until an element has a text.
	async see({ who, at, text = '', what = `${at} shows ${text}` }) {
		const there = pages.get(who).locator(at).filter({ hasText: text }).first();
		await there.waitFor().then(() => check(what, true), async () => check(what, false, await pages.get(who).innerText('main')));
	},
	async gone({ who, at }) {
		await pages.get(who).locator(at).first().waitFor({ state: 'hidden' });
	},
	async text({ who, at }) {
		return { text: await pages.get(who).locator(at).first().textContent() };
	},
	async tree({ who, at }) {
		return { tree: await pages.get(who).locator(at).ariaSnapshot() };
	},
	async run({ who, script }) {
		return { value: await pages.get(who).evaluate(script) };
	},
	async reload({ who }) {
		await pages.get(who).reload();
	},
	// Removes a module that is loaded later, as an upgrade of the server does, until the page is loaded again.
	async upgraded({ who, name }) {
		const page = pages.get(who);
		await STEPS.blocked({ who, name });
		await page.route('**/play/bot', route => route.fulfill({ body: 'another version' }));
		page.once('load', () => STEPS.unblocked({ who, name }));
	},
	// Makes all requests for a file fail until `unblocked`.
	async blocked({ who, name }) {
		await pages.get(who).route(`**/${name}*`, route => route.abort('internetdisconnected'));
	},
	async unblocked({ who, name }) {
		await pages.get(who).unroute(`**/${name}*`);
	},
	// Waits until a file has been loaded.
	async loaded({ who, name }) {
		await pages.get(who).waitForFunction(name => performance.getEntriesByType('resource').some(e => e.name.endsWith(`/${name}`) && e.responseStatus === 200), name);
	},
	async offline({ who, off }) {
		await pages.get(who).context().setOffline(off);
	},
	async audit({ who, what }) {
		const page = pages.get(who);
		await page.evaluate(axe);
		const found = await page.evaluate(() => window.axe.run(document, { runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] } }));
		check(`axe: ${what}`, found.violations.length === 0, found.violations.map(v => `${v.id}: ${v.nodes.slice(0, 3).map(n => n.html.slice(0, 160)).join(' | ')}`).join('\n'));
		const small = await page.evaluate(() => [...document.querySelectorAll('a, button, select, summary, input, [role=button]')].filter(e => {
			const b = e.getBoundingClientRect();
			return b.width > 0 && !e.closest('.facts') && !e.classList.contains('skip') && (b.width < 24 || b.height < 24);
		}).map(e => `${e.tagName} ${e.textContent.slice(0, 20)} ${e.dataset.place ?? ''} ${e.getAttribute('aria-label') ?? ''} ${Math.round(e.getBoundingClientRect().width)}x${Math.round(e.getBoundingClientRect().height)}`));
		check(`targets of 24 px: ${what}`, small.length === 0, small.slice(0, 5).join('; '));
		const wide = await page.evaluate(() => document.documentElement.scrollWidth), { width } = page.viewportSize(); // innerWidth grows with the page
		check(`no sideways scrolling: ${what}`, wide <= width, `${wide} > ${width}`);
	},
	async picture({ who, path }) {
		await pages.get(who).screenshot({ path });
	},
	async close({ who }) {
		await pages.get(who).context().close();
	},
};

await serve(STEPS);
