// SPDX-License-Identifier: MIT
// A match that the user plays: board, buttons for what can be done now, result.
import { notify, sound, turn } from './attention.js';
import { bdi, h, menu, pause, put, single } from './dom.js';
import { GAMES } from './game.js';
import { Live } from './live.js';
import { MatchView, analysis, outcome, stored } from './match.js';
import { later } from './offline.js';
import { number, points, t } from './words.js';

const GRACE = 60000; // ms

export class Seat {
	// on.say(text): shows the answer to a command; on.lobby(): returns to the lobby; on.rival(name): 'here' if that user is online, 'wants' if
	// they have offered to resume an adjourned match.
	// prefer: settings of play.js.
	constructor(net, on, prefer) {
		Object.assign(this, { net, on, prefer });
		this.view = new MatchView();
		this.alert = h('div', { role: 'alert', class: 'unseen' });
		this.prompt = h('p', { class: 'prompt' });
		this.bar = h('div', { class: 'bar', role: 'group', 'aria-label': t('actions') });
		this.result = h('section', { class: 'card', hidden: true });
		this.facts = h('p', { class: 'facts' });
		this.more = menu({}, t('moreActions'));
		this.dock = h('div', { class: 'dock' }, this.bar);
		this.view.status.before(this.dock);
		this.root = h('div', { class: 'seat' }, this.alert, this.facts, this.result, this.view.root);
		this.moves = h('section', { class: 'card' }, h('h2', {}, t('moves')), this.view.list, h('p', { class: 'hint keys' }, t('keys')));
	}
	get me() {
		return this.net.user?.name;
	}
	get rival() {
		return this.live ? this.view.names[1 - this.seat] : null;
	}

	// ---- events ----

	// Handles an event about a match.  Returns whether it is about the match shown.
	async event(o) {
		if (o.e === 'match' && o.players.includes(this.me))
			await this.snapshot(o);
		if (!this.live)
			return false;
		if ([o.name, o.from].includes(this.rival)) {
			this.dropped ??= /drop|network|replaced/.test(o.why) ? performance.now() : NaN;
			this.update();
		}
		if (o.m !== this.live.m)
			return false;
		if (o.e === 'act' && (o.kind === 'cut' || o.kind === 'back'))
			this.remember();
		if (o.e === 'act')
			this.acted(o);
		if (o.e !== 'match' && this.live.event(o))
			this.view.added();
		if (o.e === 'saved' || o.e === 'end')
			this.stopped(o);
		else if (o.e === 'clock' && o.seat === this.seat)
			this.call('low', t('clockLow', Math.round(o.left / 1000)));
		this.update(o.e === 'waits' || o.e === 'match');
		document.body.dataset.n = this.live.n; // the number of the last act shown
		return true;
	}
	async snapshot(o) {
		this.lost = false;
		const { Play } = await later('./play.js', this.on.say);
		if (!o.players.includes(this.me)) // logged out, or cut off: then another snapshot follows
			return;
		const again = this.live?.m === o.m, known = again ? this.live.n : 0;
		const before = o.n > known ? await stored(this.net, o.m, known) : null;
		this.state = 'playing';
		this.draw = this.joined = false;
		if (again) {
			this.live.snapshot(o, before?.actions);
		} else {
			this.view.live = this.live = new Live(o, before?.actions, before?.game);
			this.seat = o.players.indexOf(this.me);
			this.result.hidden = true;
			this.view.following = true;
			this.more.open = false;
			if (this.view.board.view.bottom !== this.seat)
				this.view.turn();
			this.info = o;
			put(this.facts, h('b', {}, `${GAMES[o.game]?.title ?? o.game} · ${points(o.length)}`), ` · ${t(o.rated ? 'rated' : 'unrated')} · `,
				h('a', { href: `/match/${o.m}`, target: '_blank' }, t('match', o.m)));
		}
		this.view.show(this.live.replay);
		if (!again)
			this.open(Play);
		this.restore();
	}
	// Returns whether an event is the offer to resume this match, from an opponent who has just lost the connection.  As neither player
	// has left the match, it is resumed without asking.
	expects(o) {
		return o.e === 'invitation' && o.saved === this.live?.m && o.length === null && this.state === 'saved' && performance.now() - this.dropped < GRACE;
	}
	resume() {
		return this.do({ c: this.on.rival(this.rival) === 'wants' ? 'join' : 'invite', player: this.rival }, true);
	}
	cut() {
		this.lost = true;
		this.remember();
	}
	// Called when the user is logged in again.  Without a snapshot, the match was adjourned or has ended meanwhile.
	async returned() {
		if (this.state !== 'playing' || !this.lost)
			return;
		const { m } = this.live, head = await this.net.get('match', { m });
		await this.event(head?.ended ? { e: 'end', m, winner: head.winner, score: head.score } : { e: 'saved', m });
	}
	// Keeps a play that was begun but not sent, because a lost connection interrupts the match.
	remember() {
		const { steps } = this.play?.draft?.look() ?? { steps: [] };
		if (steps.length)
			this.begun = { m: this.live.m, dice: this.live.replay.last.dice.join(), steps };
	}
	restore() {
		const { begun, play, live } = this;
		if (begun?.m === live.m && play.draft && begun.dice === live.replay.last.dice.join())
			play.repeat(begun.steps);
		this.begun = null;
	}
	acted(o) {
		if (o.kind === 'draw' && o.seat !== this.seat)
			this.draw = true;
		else if (['draw-rejected', 'drawn', 'won', 'start', 'saved'].includes(o.kind))
			this.draw = false;
		if (o.kind === 'start' || o.kind === 'ready' && o.seat === this.seat)
			this.joined = o.kind === 'ready';
		if (o.seat === 1 - this.seat && (o.kind === 'move' || o.kind === 'roll'))
			sound('play');
	}
	// Tells the user something that must not be missed.  spoken: it is announced elsewhere (play.js).
	call(kind, text, spoken) {
		sound(kind);
		notify(text);
		this.alert.textContent = '';
		if (!spoken)
			this.alert.textContent = text;
	}
	// A match was saved, or is over.
	stopped(o) {
		this.state = o.e;
		this.dropped = null; // the next event about the opponent says whether they have lost the connection
		if (o.e === 'end')
			this.finish(o);
		else
			this.call('end', t('adjourned', this.rival));
	}
	async finish(o) {
		const { m } = this.live, names = this.view.names, report = h('div', {}), link = `${location.origin}/match/${m}`;
		const end = outcome(names, o.winner, o.score);
		const rating = ([before, after], seat) => h('li', {}, h('span', {}, bdi(names[seat])),
			h('span', { class: 'n' }, `${number(before, 2)} → ${number(after, 2)} (${after < before ? '−' : '+'}${number(Math.abs(after - before), 2)})`));
		const share = (navigator.share || navigator.clipboard) && h('button', { type: 'button', onclick: () =>
			(navigator.share?.({ url: link }) ?? navigator.clipboard.writeText(link).then(() => this.on.say(t('copied')))).catch(() => {}) }, t('share'));
		put(this.result, h('h2', {}, end), o.ratings && h('ul', { class: 'list' }, o.ratings.map(rating)), report, h('p', { class: 'buttons' },
			h('button', { type: 'button', class: 'main', onclick: single(() => this.do({ c: 'rematch' }, true)) }, t('rematch')), h('button', { type: 'button', onclick: () => this.on.lobby() }, t('toLobby')),
			h('a', { class: 'button', href: `/match/${m}`, target: '_blank' }, t('review')), share));
		this.result.hidden = false;
		this.result.scrollIntoView({ block: 'nearest' });
		this.call('end', end);
		const found = () => this.net.get('analysis', { m });
		if (!await found())
			await this.net.send({ c: 'line', text: `analyse ${m}` });
		let ready = null;
		for (let ms = 1000; !(ready = await found()) && ms < 200000; ms *= 2) // polls, because the server notifies only one of the players
			await pause(ms);
		if (ready)
			put(report, analysis(ready, names));
	}

	// ---- what can be done ----

	// Sends a command about the match as it was last seen: if it has moved on, the server does nothing.  Returns why it was refused.
	async do(command, free) {
		const answer = await this.net.send(free ? command : { ...command, m: this.live.m, n: this.live.n });
		this.joined ||= command.c === 'join' && answer.ok && this.live.waits?.for === 'join'; // the game may have begun before the answer
		const why = answer.err && (answer.err === 'late' ? t('late') : answer.say ?? t('notSent'));
		this.on.say(why ?? (answer.text ?? []).join(' ').replace(/^\*\* /, ''));
		this.update();
		return why;
	}
	open(Play) {
		const send = (c, members) => this.do({ c, ...members });
		this.play?.close();
		this.play = new Play(this.view, this.seat, {
			move: (own, board) => send('move', { play: board }), choose: number => send('choose', { number }), roll: () => send('roll'), double: () => send('double'),
			redouble: () => send('redouble'), accept: () => send('accept'), reject: () => send('reject'), line: text => this.type(text),
		}, this.prefer);
		this.dock.append(this.play.root);
	}
	// Runs a typed command, and also shows its answer near the board: the log may be out of sight.
	async type(text) {
		const answer = await this.on.command(text);
		this.on.say((answer.err ? answer.say : answer.text?.[0])?.replace(/^\*\* /, '') ?? '');
	}
	button(key, command, { text = t(key), main, free } = {}) {
		return h('button', { type: 'button', 'data-do': key, class: main ? 'main' : null, onclick: single(() => this.do(command, free)) }, text);
	}
	menu() {
		const { game, on } = this.live.replay.last, level = ['normal', 'gammon', 'backgammon'].slice(0, GAMES[game].resign);
		return [on && [level.map(l => this.button(`resign-${l}`, { c: 'resign', level: l }, { text: t('resign')[l] })), this.button('offerDraw', { c: 'draw' })],
			this.info.practice && this.button('takeback', { c: 'takeback' }), this.button('leave', { c: 'leave' }),
			h('button', { type: 'button', onclick: () => this.on.address('report', this.rival) }, t('report')),
			h('button', { type: 'button', onclick: () => this.type(`gag ${this.rival}`) }, t('gag'))];
	}
	// Draws the prompt and the buttons again.  waited: what the match waits for has changed.
	update(waited) {
		const { live, state } = this, w = live.waits, rival = state === 'saved' && this.on.rival(this.rival), mine = state === 'playing' && w && live.n > 0 && live.runs(this.seat) && !(w.for === 'join' && this.joined);
		const text = this.draw ? t('drawOffered', this.rival) : rival === 'wants' ? `${this.rival} ${t('wantsResume')}` : state === 'saved' ? t('adjourned', rival ? null : this.rival) : state === 'end' ? '' : mine ? t('must')[w.for] ?? '' : t('waitFor', this.rival);
		const focused = this.bar.contains(document.activeElement);
		put(this.bar, this.prompt, this.draw && [this.button('acceptDraw', { c: 'draw', answer: 'accept' }, { main: true }), this.button('rejectDraw', { c: 'draw', answer: 'reject' })],
			mine && w.for === 'join' && this.button('nextGame', { c: 'join' }, { main: true, free: true }),
			rival && h('button', { type: 'button', 'data-do': 'resume', class: 'main', onclick: () => this.resume() }, t('resume')),
			state === 'playing' ? this.more : state === 'saved' && h('button', { type: 'button', onclick: () => this.on.lobby() }, t('toLobby')));
		if (state === 'playing' && !this.more.open)
			put(this.more.lastChild, this.menu());
		this.play.buttons.hidden = this.play.typed.hidden = state !== 'playing';
		this.prompt.textContent = text;
		if (focused && !this.bar.contains(document.activeElement))
			this.bar.querySelector('button, summary')?.focus();
		turn(mine || this.draw, t('playTitle'));
		if (waited && (mine || this.draw) && text !== this.called)
			this.call(w.for === 'double' ? 'double' : 'turn', text, !this.draw && (w.for === 'move' || w.for === 'roll' || w.for === 'name'));
		else if (waited)
			this.alert.textContent = '';
		this.called = mine || this.draw ? text : '';
	}
}
