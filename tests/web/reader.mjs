// SPDX-License-Identifier: MIT
// Users who play without a mouse.  A Reader knows only the accessibility tree: roles, names and the texts of live regions; it moves
// the focus to a node and presses keys.  A Typist sees the page, and does everything with the keyboard.
const PLACE = { bar: /^bar:/, off: /^borne off:/ };
const place = word => PLACE[word] ?? new RegExp(`^point ${word}:`);

class Chooser {
	constructor(page, seed) {
		Object.assign(this, { page, seed });
	}
	random(n) {
		return (this.seed = this.seed * 48271 % 2147483647) % n;
	}
	frame() {
		return this.page.evaluate(() => new Promise(requestAnimationFrame));
	}
}

export class Reader extends Chooser {
	constructor(page, seed = 3) {
		super(page, seed);
		this.heard = []; // what the live regions have said
		this.known = new Set();
	}
	async start() {
		this.cdp = await this.page.context().newCDPSession(this.page);
		await this.cdp.send('DOM.enable');
		await this.look();
		return this;
	}
	// Reads the tree.  Records what a screen reader would announce: whatever has been added to a live region.
	async look() {
		const { nodes } = await this.cdp.send('Accessibility.getFullAXTree'), all = new Map(nodes.map(n => [n.nodeId, n]));
		const children = n => (n.childIds ?? []).map(id => all.get(id)).filter(Boolean);
		const text = n => n.role?.value === 'StaticText' ? n.name.value : children(n).map(text).join(' ').replace(/\s+/g, ' ').trim();
		this.tree = [];
		const walk = (n, group = '') => {
			const has = Object.fromEntries((n.properties ?? []).map(p => [p.name, p.value.value])), id = n.backendDOMNodeId;
			if (!n.ignored)
				this.tree.push({ id, role: n.role.value, name: n.name?.value ?? '', group, disabled: has.disabled === true, focused: has.focused === true });
			if (['polite', 'assertive'].includes(has.live) && has.root === undefined || has.root?.value === id)
				for (const child of children(n))
					this.hear(`${child.backendDOMNodeId} ${text(child)}`, text(child));
			children(n).forEach(child => walk(child, n.role?.value === 'group' ? n.name?.value : group));
		};
		walk(nodes[0]);
	}
	hear(key, text) {
		if (text && !this.known.has(key))
			this.heard.push(text);
		this.known.add(key);
	}
	// Returns the node with that role and name; of several buttons "Send", the one that sends a play.
	find(role, name) {
		return this.tree.find(n => n.role === role && !n.disabled && (name.test ? name.test(n.name) : n.name === name) && (name !== 'Send' || n.group === 'Your turn.'));
	}
	// Reads the tree until a test is true, and returns its result.
	async until(test) {
		for (let i = 0; i < 3000; i++, await this.frame()) {
			await this.look();
			const found = test();
			if (found)
				return found;
		}
		throw new Error(`not found: ${test}; heard: ${this.heard.slice(-5).join(' | ')}; buttons: ${this.tree.filter(n => n.role === 'button').map(n => n.name).slice(-12)}`);
	}
	// Focuses a node and presses a key.
	async press(role, name, key = 'Enter') {
		const node = await this.until(() => this.find(role, name));
		await this.cdp.send('DOM.focus', { backendNodeId: node.id });
		await this.page.keyboard.press(key);
	}
	// Presses a button if it is there; it may disappear at any time.
	async push(name) {
		await this.look();
		const node = this.find('button', name);
		if (node && await this.cdp.send('DOM.focus', { backendNodeId: node.id }).then(() => true, () => false))
			await this.page.keyboard.press('Enter');
	}
	async type(role, name, text) {
		await this.press(role, name, 'End');
		await this.page.keyboard.type(text);
	}
	// Presses a key on the board, and returns what is said.
	async ask(key, answer = /./) {
		const before = this.heard.length;
		await this.press('button', this.board ?? /^point \d+:/, key);
		return this.until(() => this.heard.slice(before).find(text => answer.test(text)));
	}
	async register(name, password) {
		await this.until(() => this.find('button', 'Register'));
		const go = this.tree.findIndex(n => n.role === 'button' && n.name === 'Register');
		for (const [label, text] of [['Name', name], ['Password', password]]) {
			await this.cdp.send('DOM.focus', { backendNodeId: this.tree.slice(0, go).findLast(n => n.role === 'textbox' && n.name === label).id });
			await this.page.keyboard.type(text);
		}
		await this.press('button', 'Register');
		await this.press('checkbox', 'I have written it down', 'Space');
		await this.press('button', 'Go on');
		await this.until(() => this.heard.length >= 0 && this.find('button', 'Find an opponent'));
	}
	// Chooses one of the legal plays and makes it.
	async move() {
		const plays = (await this.ask('m', /legal plays?/)).split(': ')[1].split(', '), steps = plays[this.random(plays.length)].split(' ').map(step => step.split('/'));
		for (const [from, to] of steps) {
			const before = this.heard.length;
			await this.press('button', place(from));
			await this.until(() => this.heard.slice(before).some(text => text.startsWith(`${from}: can go to `) && text.slice(text.indexOf('to ')).match(/\w+/g).includes(to)));
			await this.press('button', place(to));
		}
		const done = this.heard.length;
		await this.until(() => this.find('button', 'Send') || this.heard.slice(done - 1).some(text => / plays /.test(text)));
	}
	// Makes `plays` plays, or fewer if the match ends.  Returns how many were made.  Calls turn() before each action of this user.
	async play(plays = Infinity, turn = () => {}) {
		let moved = 0, done = 0;
		for (;; await this.frame()) {
			await this.look();
			if (this.heard.some(text => /wins the match/.test(text)))
				return done;
			const name = ['Next game', 'Leave it', 'Send', 'Take', 'Accept', 'Roll'].find(name => this.find('button', name));
			const asked = this.heard.findLastIndex(text => text.startsWith('Your move: ')), last = this.heard.slice(-4).join(' | ');
			if (!name && asked < moved)
				continue;
			await turn();
			if (done >= plays && (asked >= moved || name === 'Roll'))
				return done;
			if (name === 'Take' && !/doubles to \d+\./.test(last) || name === 'Accept' && !/offers to resign/.test(last) || name === 'Roll' && !/Your turn/.test(last))
				throw new Error(`${name}, but only this was heard: ${last}`);
			if (name === 'Roll' && this.find('button', /^Double to/) && this.random(4) === 0)
				await this.push(/^Double to/);
			else if (name === 'Take' && this.random(3) === 0)
				await this.push('Pass');
			else if (name)
				await this.push(name);
			else {
				await this.move();
				done++;
			}
			if (!name)
				moved = this.heard.length;
			await this.until(() => this.heard.length > 0 && (!name || !this.find('button', name) || name === 'Leave it'));
		}
	}
}

export class Typist extends Chooser {
	constructor(page, me, seed = 5) {
		super(page, seed);
		this.me = me;
		this.tabs = 0; // the most presses of Tab needed to reach a control
	}
	async press(key) {
		await this.page.keyboard.press(key);
		if (await this.page.evaluate(() => document.activeElement === document.body))
			throw new Error(`${key} loses the focus`);
	}
	// Moves the focus with Tab, forwards or back, to the control with that label.
	async reach(label) {
		const way = source => {
			const named = e => (e.getAttribute('aria-label') ?? (e.labels?.[0]?.querySelector('span') ?? e.labels?.[0] ?? e).textContent).trim();
			const is = e => !e.closest('.line') && new RegExp(source).test(named(e)) && (e.tabIndex >= 0 || e === document.activeElement) && e.getClientRects().length > 0;
			const all = [...document.querySelectorAll('a, button, input, select, summary, [tabindex]')].filter(is), at = document.activeElement;
			return all.includes(at) ? 'there' : !all.length ? '' : all.some(e => at.compareDocumentPosition(e) & 4) ? 'Tab' : 'Shift+Tab';
		};
		for (let i = 0; i < 100; i++) {
			const key = await this.page.evaluate(([way, source]) => new Function(`return ${way}`)()(source), [way.toString(), label.source]);
			if (key === 'there')
				return this.tabs = Math.max(this.tabs, i);
			if (key === '')
				break;
			await this.page.keyboard.press(key);
		}
		throw new Error(`the Tab key does not lead to ${label}`);
	}
	async push(label, key = 'Enter') {
		await this.reach(label);
		await this.press(key);
	}
	async type(label, text) {
		await this.reach(label);
		await this.page.keyboard.press('Control+A');
		await this.page.keyboard.type(text);
	}
	// Registers on /play, in the second form.
	async register(name, password) {
		await this.page.waitForSelector('[data-entrance=register]');
		await this.reach(/^Register$/);
		for (const [field, text] of [['password', password], ['username', name]]) { // moves backwards from the button
			for (let i = 0; i < 10 && await this.page.evaluate(() => document.activeElement.name) !== field; i++)
				await this.page.keyboard.press('Shift+Tab');
			await this.page.keyboard.type(text);
		}
		await this.page.keyboard.press('Enter');
		await this.page.waitForSelector('dialog');
		await this.push(/I have written it down$/, 'Space');
		await this.push(/^Go on$/);
		await this.page.waitForSelector('.form .main');
	}
	see() {
		return this.page.evaluate(() => ({
			buttons: [...document.querySelectorAll('main button')].filter(b => !b.closest('.line')).filter(b => b.getClientRects().length && b.getAttribute('aria-disabled') !== 'true' && !b.disabled).map(b => b.textContent.trim()),
			live: document.querySelector('.board.live') !== null, said: document.querySelector('.unseen[aria-live]').lastChild?.textContent, n: document.body.dataset.n,
			over: [...document.querySelectorAll('main .card h2')].some(e => /wins the match/.test(e.textContent) && e.getClientRects().length),
			drawn: document.querySelector('.board').innerHTML + document.querySelector('.play').textContent,
		}));
	}
	async walk(to) {
		await this.reach(/^(point \d+|bar|borne off|reserve):/);
		for (let i = 0; i < 30; i++) {
			if (await this.page.evaluate(() => document.activeElement.dataset.place) === String(to))
				return;
			await this.press('ArrowRight');
		}
		throw new Error(`the arrow keys do not lead to ${to}`);
	}
	// Makes a step of a play: picks up a checker and drops it, with Enter.
	async step() {
		const own = await this.page.$$eval('.place', (all, me) => all.filter(p => p.dataset.place !== 'off' && p.getAttribute('aria-label').includes(`${me} `)).map(p => p.dataset.place), this.me);
		for (let i = 0, from = this.random(own.length), { drawn } = await this.see(); i < own.length && (await this.see()).drawn === drawn; i++) {
			await this.walk(own[(from + i) % own.length]);
			await this.press('Enter');
			const targets = await this.page.$$eval('.goal.dot', goals => goals.map(g => {
				const { x, y, width, height } = g.getBoundingClientRect();
				return document.elementsFromPoint(x + width / 2, y + height / 2).find(e => e.closest('.place'))?.closest('.place').dataset.place;
			}));
			if (targets.length) {
				await this.walk(targets[this.random(targets.length)]);
				return this.press('Enter');
			}
			await this.press('Escape');
		}
	}
	// Types a play into the line.
	async line() {
		await this.walk(24);
		await this.press('m');
		const plays = (await this.see()).said.split(': ')[1].split(', ');
		await this.type(/^Play or command$/, plays[this.random(plays.length)]);
		await this.press('Enter');
	}
	// Makes `plays` plays, or fewer if the match ends.  Returns how many were made.
	async play(plays = Infinity) {
		for (let done = 0, typed = 0; ;) {
			const s = await this.see(), name = ['Next game', 'Leave it', 'Send', 'Take', 'Accept', 'Roll'].find(name => s.buttons.includes(name));
			if (s.over || done >= plays && (name === 'Roll' || s.live))
				return done;
			const other = { Roll: s.buttons.some(b => b.startsWith('Double to')) && this.random(4) === 0 && /^Double to/, Take: this.random(3) === 0 && /^Pass$/ }[name];
			if (name)
				await this.push(other || new RegExp(`^${name}$`)).catch(async e => {
					if ((await this.see()).buttons.includes(name)) // otherwise the server has rolled
						throw e;
				});
			else if (s.live && !s.buttons.includes('Undo') && typed++ % 2)
				await this.line();
			else if (s.live)
				await this.step();
			else {
				await this.page.waitForFunction(n => document.body.dataset.n !== n || document.querySelector('.board.live, .buttons button, [data-do=keep], [data-do=nextGame], [data-do=next], main .card:not([hidden]) h2'), s.n, { polling: 50 });
			}
			if (s.live && !(await this.see()).live)
				done++;
		}
	}
}
