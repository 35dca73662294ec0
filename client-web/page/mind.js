// SPDX-License-Identifier: MIT
// The computer player: the rules, the evaluator and the grades of the server as WebAssembly (client-web/wasm/think.c).  Runs in a
// worker.  A match is { game, length, actions }, each action with `seat`, `kind` and `text` as in common/rules/action.h.
export class Mind {
	// read(name): fetches a file of the page; resolves with an ArrayBuffer.
	constructor(read) {
		this.read = read;
		this.load().catch(() => {}); // in advance
	}
	// Loads the program unless it is loaded.  A load that failed is tried again.
	load() {
		return this.ready ??= this.start().catch(error => {
			this.ready = null;
			throw error;
		});
	}
	async start() {
		const unused = () => 0; // the C library imports these for output, and never calls them here
		const { instance } = await WebAssembly.instantiate(await this.read('think.wasm'),
			{ wasi_snapshot_preview1: { fd_close: unused, fd_seek: unused, fd_write: unused } });
		(this.c = instance.exports).think_fill();
	}
	get text() {
		const bytes = new Uint8Array(this.c.memory.buffer, this.c.think_io());
		return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
	}
	set text(text) {
		new Uint8Array(this.c.memory.buffer, this.c.think_io()).set(new TextEncoder().encode(`${text}\0`));
	}
	// Loads the weights of the current game unless they are loaded.
	async weights() {
		this.c.think_file();
		const name = this.text;
		if (name === '')
			return;
		const bytes = new Uint8Array(await this.read(`${name}.net`));
		new Uint8Array(this.c.memory.buffer, this.c.think_weights()).set(bytes);
		if (!this.c.think_load(bytes.length))
			throw new Error(`${name}.net is damaged`);
	}
	async replay({ game, length, actions }, analysed = false) {
		await this.load();
		this.text = game;
		if (!this.c.think_begin(length))
			throw new Error(`no game ${game}`);
		for (const a of actions) {
			if (analysed)
				await this.weights();
			this.text = `${a.kind} ${a.text}`.trim();
			const refused = this.c.think_act(a.seat, analysed);
			if (refused)
				throw new Error(`${a.kind} ${a.text}: ${refused}`);
		}
		await this.weights();
	}
	// Resolves with the action, "KIND TEXT", that a player of that grade chooses.  A roll has no text.
	async think(match, seat, grade) {
		await this.replay(match);
		this.text = grade;
		this.c.think_think(seat);
		return this.text;
	}
	// Resolves with the strongest player's advice to a seat.  play: a play to compare with the best; `cost` is then its loss in points.
	async advise(match, seat, play = '') {
		await this.replay(match);
		this.text = play;
		this.c.think_advise(seat);
		return JSON.parse(this.text);
	}
	// Resolves with the sums of each seat: { rate, error, luck, decisions }.
	async analyse(match) {
		await this.replay(match, true);
		this.c.think_sums();
		return JSON.parse(this.text);
	}
}
