// SPDX-License-Identifier: MIT
// A visitor who plays the computer at /play/bot by tapping.  Knows only what the page shows.
const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];

export class Visitor {
	constructor(page) {
		this.page = page;
		this.seed = 3;
	}
	random(list) {
		return list[(this.seed = this.seed * 48271 % 2147483647) % list.length];
	}
	// What the page waits for: "roll", "move", "name", "doubled", "between", "over"; "" while the computer plays.
	waits() {
		return this.page.evaluate(() => document.body.dataset.waits);
	}
	// Waits until the visitor can do something.
	idle() {
		return this.page.waitForFunction(() => document.body.dataset.waits || document.querySelector('[data-do=keep]'));
	}
	kept(game) {
		return this.page.evaluate(game => JSON.parse(localStorage.getItem(`bot/${game}`)), game);
	}
	async tap(place) {
		await this.page.evaluate(() => {
			scrollTo(0, 0);
			window.clicked = false;
			addEventListener('click', () => window.clicked = true, { once: true });
		});
		await this.page.touchscreen.tap(...middle(await this.page.locator(`.place[data-place="${place}"] .target`).first().boundingBox()));
		await this.page.waitForFunction(() => window.clicked); // the click follows the tap
	}
	targets() {
		return this.page.$$eval('.goal.dot', goals => goals.map(g => {
			const { x, y, width, height } = g.getBoundingClientRect();
			return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('.place')?.dataset.place;
		}));
	}
	// Taps places with the visitor's checkers until one can move, then a place where it can go.  A tap on a place to which only one
	// checker can go moves that checker.
	async step() {
		const own = await this.page.$$eval('.place', places => places.filter(p => /Guest/.test(p.getAttribute('aria-label')) && p.dataset.place !== 'off').map(p => p.dataset.place));
		const n = await this.page.evaluate(() => document.body.dataset.n), from = this.random([...own.keys()]);
		for (let i = 0; i < own.length && await this.page.evaluate(() => document.body.dataset.n) === n; i++) {
			await this.tap(own[(from + i) % own.length]);
			const targets = await this.targets();
			if (targets.length > 0)
				return this.tap(this.random(targets));
		}
	}
	// Rolls if that is what the page waits for.
	async roll() {
		if (await this.waits() !== 'roll')
			return;
		await this.page.locator('.play .buttons button').first().tap();
		await this.idle();
		await this.roll(); // the dice allowed no play
	}
	async move() {
		const n = await this.page.evaluate(() => document.body.dataset.n);
		for (let steps = 0; await this.page.evaluate(() => document.body.dataset.n) === n; steps++) {
			if (steps > 8)
				throw new Error(`no play: ${await this.page.textContent('.status')}`);
			await this.step();
		}
	}
	// Makes `plays` plays, or fewer if the match ends.  Returns how many were made.
	async play(plays) {
		for (let done = 0; ; ) {
			await this.idle();
			const waits = await this.waits(), keep = await this.page.$('[data-do=keep]');
			if (waits === 'over' || done === plays && waits)
				return done;
			if (keep)
				await keep.tap();
			else if (waits === 'move')
				await this.move().then(() => done++);
			else if (waits === 'between')
				await this.page.tap('[data-do=next]');
			else if (waits)
				await this.page.locator('.play .buttons button').first().tap();
		}
	}
}
