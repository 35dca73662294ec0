// SPDX-License-Identifier: MIT
// Playing on the board of a MatchView (match.js), against the computer or another user.
//
//     const play = new Play(view, seat, on, prefer);   the page places play.root below view.root
//     on.move(own, board)    a play, in the player's own numbers (an action's text) and in those of the board (the command `move`)
//     on.roll(), on.double(), on.redouble(), on.accept(), on.reject(), on.choose(n)
//     on.begun(steps)        the play has been changed, but not sent
//     on.line(text)          anything else that was typed; without it, only plays and the commands above can be typed
//     prefer                 settings, read whenever they are needed: { forced, last, send, die }: whether to send the only legal play,
//                            to play the last dice if there is only one way, to send a complete play, and to move a tapped checker
//                            by the left die without showing its targets
//     play.close()           ends playing; the view shows the match as before
//
// Each function of `on` may return a promise; if it resolves with a sentence, the server has refused, and the player can try again.
// When another position is shown, the view calls view.input.refresh(), so the caller only adds actions to the replay of the view.
// Rolls, doubles and answers are sent at once; a play is sent with Send, or by the settings above.
import { BAR, GAMES, OFF, RESERVE, boardNumber, opposite } from './game.js';
import { h, put } from './dom.js';
import { load, save } from './storage.js';
import { t } from './words.js';

const NONE = 255, ASIDE = { bar: BAR, off: OFF, reserve: RESERVE }, WORD = { [BAR]: 'bar', [OFF]: 'off', [RESERVE]: 'res' };

// What can be typed besides plays.
const COMMANDS = { roll: 'roll', r: 'roll', double: 'double', d: 'double', redouble: 'redouble', beaver: 'redouble', accept: 'accept', take: 'accept',
	a: 'accept', reject: 'reject', pass: 'reject', drop: 'reject' };

export class Play {
	constructor(view, seat, on, prefer = {}) {
		Object.assign(this, { view, seat, on, prefer, draft: null, turn: '', swapped: false, busy: false });
		this.note = h('p', { class: 'status' }); // repeats view.status, which may be out of sight
		view.status.hidden = true;
		this.buttons = h('div', { class: 'buttons', role: 'group', 'aria-label': t('yourTurn') });
		this.typed = h('input', { 'aria-label': t('typed'), placeholder: '8/5 6/5', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' });
		this.root = h('form', { class: 'play', onsubmit: () => this.type(), onkeydown: e => e.target !== this.typed && !e.ctrlKey && !e.metaKey && this.key(e.key) && e.preventDefault() },
			this.note, this.buttons, this.typed);
		view.input = this;
		view.board.input = this;
		this.refresh();
	}
	close() {
		this.view.input = this.view.board.input = this.draft = null;
		this.view.board.live(false);
		this.view.status.hidden = false;
		this.root.remove();
		this.view.go(this.view.at, true);
	}
	// The match after its last action (rules.js).
	get now() {
		return this.view.replay.now;
	}
	refresh() {
		const n = this.now.numbers(), turn = JSON.stringify([n.gameNo, n.phase, n.turn, n.toAct, n.die0, n.die1, this.now.board(), this.seat]);
		const answered = n.resignBy !== this.resignBy;
		this.mine = n.toAct === this.seat;
		this.resignBy = n.resignBy;
		if (answered)
			this.busy = false;
		if (turn !== this.turn || answered && !this.draft) { // other actions, such as the offer of a draw, leave a play as it is
			Object.assign(this, { turn, draft: null, busy: false, swapped: false });
			if (this.mine && n.phase === 'move' && n.resignBy === 2)
				this.begin();
			else if (this.mine)
				this.view.announcer.say(this.prompt());
		}
		this.view.board.live(this.draft !== null && this.view.following);
		this.draw();
	}
	begin() {
		this.draft = this.now.draft();
		const { forced } = this.draft.look();
		if (forced && (this.prefer.forced || this.prefer.last))
			this.draft.finish();
		this.view.announcer.say(this.prompt());
		if (this.draft.look().whole && (this.prefer.send || forced && this.prefer.forced))
			this.send();
	}

	// ---- numbers: the player's own, those of the places drawn, those of the board ----

	own(place) {
		return ASIDE[place] ?? (this.seat === this.view.board.view.bottom ? place : opposite(this.game, place));
	}
	place(p) {
		return Object.keys(ASIDE).find(k => ASIDE[k] === p) ?? (this.seat === this.view.board.view.bottom ? p : opposite(this.game, p));
	}
	get game() {
		return GAMES[this.now.game];
	}
	written(steps, number = p => p) {
		return steps.map(step => step.map(p => WORD[p] ?? number(p)).join('/')).join(' ');
	}
	// The dice that are left, in the order in which they are drawn.
	order() {
		const { dice } = this.view.replay.last, { left } = this.draft.look(), order = this.swapped ? [...dice].reverse() : dice;
		return left.length < 2 || order[0] === order[1] ? left : order;
	}

	prompt() {
		const { whole, steps } = this.draft?.look() ?? {};
		return whole ? t('complete', this.written(steps)) : this.draft && this.game.dice ? t('yourMove', this.order().join(' ')) : t('yourTurn');
	}

	// ---- drawing ----

	draw(slide = []) {
		const state = this.view.replay.last;
		if (this.draft && this.view.following) {
			const { at, pins, steps, left, picked, targets } = this.draft.look();
			this.view.paint({ ...state, at, pins, dice: this.swapped ? [...state.dice].reverse() : state.dice, opening: false, rolled: this.seat, left, slide,
				played: steps.length ? { seat: this.seat, steps: steps.map(([from, to]) => ({ from, to })) } : null });
			this.view.board.aim(this.seat, picked === NONE ? null : picked, targets);
		}
		this.note.textContent = [this.view.status.textContent, this.draft && !load('moved') && t('howTo')].filter(Boolean).join(' ');
		const focused = this.buttons.contains(document.activeElement);
		put(this.buttons, this.actions().map(([key, act, ...args]) =>
			h('button', { type: 'button', class: key === 'send' ? 'main' : null, 'aria-disabled': String(this.busy), onclick: () => this.busy || act() }, t(key, ...args))));
		const place = this.view.board.places.get(this.view.board.focus).g;
		if (focused) // not the typed line: a phone would show its keyboard
			(this.draft && !this.busy && !this.steps ? place : this.buttons.firstChild ?? place).focus({ preventScroll: true });
	}
	actions() {
		const n = this.now.numbers(), tell = key => [key, () => this.tell(key)];
		if (!this.mine || !this.view.following)
			return [];
		if (n.resignBy !== 2)
			return [['acceptResignation', () => this.tell('accept')], ['rejectResignation', () => this.tell('reject')]];
		if (n.phase === 'doubled')
			return [['take', () => this.tell('accept')], ['pass', () => this.tell('reject')], ...n.redoubles ? [['redouble', () => this.tell('redouble')]] : []];
		if (n.phase === 'roll')
			return [tell('roll'), ...n.mayDouble ? [['double', () => this.tell('double'), n.cube * 2]] : []];
		if (n.phase === 'name')
			return [1, 2, 3, 4, 5, 6].map(i => ['choose', () => this.tell('choose', i), i]);
		const { steps, whole } = this.draft?.look() ?? { steps: [] };
		return [...steps.length ? [['undo', () => this.undo()], ['reset', () => this.undo(true)]] : [], ...whole ? [['send', () => this.send()]] : []];
	}

	// ---- what is sent ----

	// Passes an action to `on`.  The buttons reappear when the match continues or the action is refused.
	async tell(key, ...args) {
		if (this.busy || !this.on[key])
			return;
		this.busy = true;
		this.draw();
		const why = await this.on[key](...args);
		if (!why)
			return;
		this.busy = false;
		this.say(why);
		this.draw();
	}
	send() {
		const { steps, text, whole } = this.draft?.look() ?? {}, { o } = this.now.numbers();
		if (whole)
			this.tell('move', text, this.written(steps, p => boardNumber(this.game, o, this.seat, p)));
	}
	say(text) {
		this.view.status.textContent = text;
		this.view.announcer.say(text);
	}

	// ---- the play: `done` is what the rules said about a step ----

	done(refused, before) {
		const { steps, whole, picked, targets } = this.draft.look(), slide = steps.slice(before).map(([from, to]) => ({ from, to }));
		if (this.prefer.last && slide.length && !whole)
			this.draft.finish();
		const after = this.draft.look(), written = this.written(after.steps);
		if (refused)
			this.say(t('refused')[refused] ?? refused);
		else if (picked !== NONE)
			this.view.announcer.say(t('picked', WORD[picked] ?? picked, targets.map(p => WORD[p] ?? p).join(', ')));
		else
			this.say(after.whole ? t('complete', written) : written || this.prompt());
		if (slide.length)
			save('moved', true);
		this.draw(slide);
		this.on.begun?.(after.steps);
		if (after.whole && slide.length && this.prefer.send)
			this.send();
		return !refused;
	}
	// Plays the steps of an interrupted play again.
	repeat(steps) {
		this.draft.reset();
		for (const [from, to] of steps)
			this.draft.pick(from) || this.draft.drop(to);
		this.draw();
	}
	get steps() {
		return this.draft.look().steps.length;
	}
	// A place of the board was tapped, or Enter pressed on it.
	press(place) {
		const p = this.own(place), { picked, targets, sources } = this.draft.look(), before = this.steps;
		if (this.busy)
			return;
		if (picked === p)
			this.done(this.draft.pick(NONE), before);
		else if (picked !== NONE && (targets.includes(p) || !sources.includes(p)))
			this.drop(p);
		else if (sources.includes(p))
			this.done(this.prefer.die ? this.byDie(p) : this.draft.pick(p), before);
		else
			this.done(this.draft.click(p), before);
	}
	// Moves a checker by the left die if the rules allow that, otherwise by another die.
	byDie(p) {
		const refused = this.draft.pick(p), { targets } = this.draft.look();
		return refused || this.draft.drop(this.order().map(d => this.to(p, d)).find(to => targets.includes(to)) ?? targets[0]);
	}
	to(from, die) {
		return from >= BAR ? BAR - die : Math.max(from - die, OFF);
	}
	// Drops the picked checker.  With two dice the left one is played first, if possible.
	drop(p) {
		const before = this.steps, { picked, targets } = this.draft.look(), [die] = this.order(), between = this.to(picked, die);
		if (between === p || between === OFF || !targets.includes(p) || !targets.includes(between))
			return this.done(this.draft.drop(p), before);
		this.draft.drop(between);
		if (this.draft.pick(between) || this.draft.drop(p)) { // not possible in this order
			while (this.steps > before)
				this.draft.undo();
			this.draft.pick(picked);
			return this.done(this.draft.drop(p), before);
		}
		return this.done('', before);
	}
	// A drag begins: picks the checker up.  Returns whether it may move.
	lift(place) {
		return !this.busy && this.draft.pick(this.own(place)) === '' && (this.draw(), true);
	}
	// A drag ends over a place, or over none.
	release(place) {
		if (!this.draft) // the turn has ended during the drag
			this.view.board.redraw();
		else if (place !== undefined && this.own(place) !== this.draft.look().picked)
			this.drop(this.own(place));
		else
			this.done(this.draft.pick(NONE), this.steps);
	}
	smaller(place) {
		const before = this.steps;
		if (place !== undefined && !this.busy)
			this.done(this.draft.smaller(this.own(place)), before);
	}
	swap() {
		this.swapped = !this.swapped;
		this.draw();
	}
	undo(all) {
		this.draft[all ? 'reset' : 'undo']();
		this.done('', this.steps);
	}
	// Handles a key pressed on the board or the buttons.  Returns false if the key has no meaning.
	key(k) {
		if (!this.draft || this.busy || !this.view.following || k !== 'Backspace' && k !== 'u' && k !== 'U' && k !== 'Escape')
			return false;
		if (k === 'Escape')
			this.done(this.draft.pick(NONE), this.steps);
		else
			this.undo(k !== 'Backspace');
		return true;
	}
	// Enter was pressed on a place of the board.  When the play is complete, the focus moves to Send.
	enter(place) {
		this.press(place);
		if (this.draft?.look().whole)
			this.buttons.lastChild?.focus();
	}

	// ---- the typed line ----

	type() {
		const text = this.typed.value.trim(), command = COMMANDS[text.toLowerCase()];
		const isPlay = /^(bar|b|res|enter|\d+)[-/ ]/i.test(text);
		this.typed.value = '';
		if (!this.view.following)
			this.view.go(Infinity, true);
		if (!text && this.draft)
			this.send();
		else if (isPlay && this.draft && !this.busy)
			this.done(this.draft.type(text), 0);
		else if (command && this.mine)
			this.tell(command);
		else if (text && this.on.line && !isPlay)
			this.on.line(text);
		else if (text)
			this.say(isPlay ? t('notNow') : t('refused').unreadable);
	}
}
