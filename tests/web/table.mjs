// SPDX-License-Identifier: MIT
// Plays both sides of a match on one board in the page (client-web/page/play.js), without a server: by tapping, dragging, with keys
// or with typed plays.

// Runs in the page.  Makes the board and `window.table`.
export async function lay({ game, length, dice = [], prefer = {} }) {
	const base = document.querySelector('script[type=module]').src.replace(/[^/]*$/, '');
	const [{ Replay }, { MatchView }, { Play }] = await Promise.all(['game.js', 'match.js', 'play.js'].map(f => import(base + f)));
	const view = new MatchView(), replay = new Replay({ match: 1, game, length, players: ['anna', 'bert'], actions: [] }), sent = [];
	let seed = 7;
	const die = () => dice.shift() ?? (seed = seed * 48271 % 2147483647) % 6 + 1;
	const seat = () => replay.now.numbers().toAct;
	function add(action) {
		sent.push(action);
		if (!replay.add(action))
			return `refused: ${JSON.stringify(action)}`;
		const n = replay.now.numbers();
		if (n.phase === 'between')
			begin();
		else
			play.seat = n.toAct;
		view.added();
	}
	function begin() {
		let pair = [die(), die()];
		while (pair[0] === pair[1])
			pair = [die(), die()];
		replay.add({ kind: 'start', seat: 2, text: `o=0 crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=${replay.now.numbers().needsOpening ? pair.join('') : '-'}` });
		if (play)
			play.seat = seat();
	}
	let play = null;
	begin();
	document.querySelector('main').replaceChildren(document.querySelector('h1'), view.root);
	view.show(replay);
	play = new Play(view, seat(), {
		roll: () => add({ kind: 'roll', seat: seat(), text: `roll=0 dice=${die()}${die()}` }),
		move: (own, board) => (sent.board = board, add({ kind: 'move', seat: seat(), text: own })),
		double: () => add({ kind: 'double', seat: seat(), text: '' }),
		accept: () => add({ kind: 'take', seat: seat(), text: '' }),
		reject: () => add({ kind: 'drop', seat: seat(), text: '' }),
		choose: n => add({ kind: 'name', seat: seat(), text: String(n) }),
	}, prefer);
	view.root.append(play.root);
	view.root.scrollIntoView();
	window.table = { view, replay, play, sent };
}

// What the driver must know: the phase, what may be picked and where it may go, as places of the board.
const look = () => {
	const { play, replay, sent } = window.table, d = play.draft?.look(), n = replay.now.numbers();
	return { phase: n.phase, toAct: n.toAct, sent: sent.length, board: sent.board, dice: !!play.game.dice, text: d?.text, whole: d?.whole, left: d?.left, steps: d?.steps,
		sources: d?.sources.map(p => play.place(p)), targets: d?.targets.map(p => play.place(p)), own: d?.targets, picked: d && d.picked !== 255 ? play.place(d.picked) : null,
		status: document.querySelector('.status').textContent };
};

export class Player {
	constructor(page, touch) {
		Object.assign(this, { page, touch, seed: 5 });
	}
	random(list) {
		return list[(this.seed = this.seed * 48271 % 2147483647) % list.length];
	}
	look() {
		return this.page.evaluate(look);
	}
	// The middle of a place.  For a tray, this is the tray of the player at the bottom.
	async middle(place) {
		await this.page.locator('.board').scrollIntoViewIfNeeded();
		const { x, y, width, height } = await this.page.locator(`.place[data-place="${place}"] .target`).first().boundingBox();
		return [x + width / 2, y + height / 2];
	}
	async tap(place) {
		const [x, y] = await this.middle(place);
		await (this.touch ? this.page.touchscreen.tap(x, y) : this.page.mouse.click(x, y));
	}
	async drag(from, to, end = 'up') {
		const { mouse } = this.page;
		await mouse.move(...await this.middle(from));
		await mouse.down();
		await mouse.move(...await this.middle(to), { steps: 4 });
		if (end === 'up')
			await mouse.up();
	}
	// Walks to a place with the arrow keys and presses Enter.
	async walk(place) {
		const at = () => this.page.evaluate(() => document.activeElement.dataset.place ?? '');
		if (await at() === '')
			await this.page.focus('.board [tabindex="0"]');
		for (let i = 0; i < 30 && await at() !== String(place); i++)
			await this.page.keyboard.press('ArrowRight');
		await this.page.keyboard.press('Enter');
	}
	press(label) {
		const button = this.page.locator(`.buttons button:text-is("${label}")`);
		return this.touch ? button.tap() : button.click();
	}
	async type(text) {
		await this.page.fill('.play input', text);
		await this.page.keyboard.press('Enter');
	}
	// Makes one step of a random play.
	async step(how) {
		const from = this.random((await this.look()).sources);
		if (how === 'tap')
			await this.tap(from);
		else if (how === 'keys')
			await this.walk(from);
		if (how === 'drag') {
			const targets = await this.page.evaluate(place => {
				const { play } = window.table;
				play.draft.pick(play.own(place));
				const { targets } = play.draft.look();
				play.draft.pick(255);
				return targets.map(p => play.place(p));
			}, from);
			return this.drag(from, this.random(targets));
		}
		const { targets, picked } = await this.look();
		if (String(picked) !== String(from) || targets.length === 0)
			throw new Error(`${from} was not picked: ${picked}, ${targets}`);
		await (how === 'keys' ? this.walk(this.random(targets)) : this.tap(this.random(targets)));
	}
	// Plays until `plays` plays have been sent or the match is over.  Returns the number of plays.
	async play(how, plays) {
		let done = 0;
		while (done < plays) {
			const s = await this.look();
			if (s.phase === 'over')
				break;
			if (s.phase === 'roll')
				await (how === 'keys' ? this.page.locator('.buttons button').first().press('Enter') : how === 'type' ? this.type('roll') : this.press('Roll'));
			else if (s.phase === 'name')
				await this.page.locator('.buttons button').nth(done % 6).click();
			else if (how === 'type') {
				await this.type(await this.page.evaluate(() => window.table.replay.now.plays()[0].text));
				await this.type('');
				done++;
			} else {
				for (let i = 0; i < 4 && !(await this.look()).whole; i++)
					await this.step(how);
				await (how === 'keys' ? this.page.keyboard.press('Enter') : this.press('Send'));
				done++;
			}
			if ((await this.look()).sent !== s.sent + 1)
				throw new Error(`${how}, ${JSON.stringify(s)}: not sent but ${(await this.look()).status}`);
		}
		return done;
	}
}
