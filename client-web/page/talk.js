// SPDX-License-Identifier: MIT
// Talk, notices and the command line: a log of all that a telnet user would read, and one line to answer with.
import { bdi, h } from './dom.js';
import { t } from './words.js';

const KEPT = 400; // entries

export class Talk {
	// on.chat(o) is called when another user has spoken.
	constructor(net, on) {
		Object.assign(this, { net, on, history: [''] });
		this.log = h('div', { class: 'log', role: 'log', tabindex: 0, 'aria-label': t('logged') });
		this.mode = h('select', { 'aria-label': t('talkTo'), onchange: () => this.hint() });
		this.input = h('input', { autocomplete: 'off', maxlength: 1500, enterkeyhint: 'send', 'aria-label': t('talkLine'), onkeydown: e => this.recall(e) });
		this.form = h('form', { class: 'line', onsubmit: () => this.submit() }, this.mode, this.input, h('button', {}, t('send')));
		this.root = h('section', { class: 'card' }, h('h2', {}, t('talkTitle')), this.log, this.form);
		this.modes(false);
	}
	// Offers the ways to talk.  name: a user to `tell` or `report`.
	modes(playing, name = this.name) {
		const chosen = playing && !this.playing && !this.input.value ? 'say' : this.mode.value;
		this.name = name;
		this.playing = playing;
		const option = (key, ...args) => h('option', { value: key }, t('mode')[key](...args));
		this.mode.replaceChildren(...(playing ? ['say', 'kibitz'] : []).map(k => option(k)), ...(name ? ['tell', 'report'] : []).map(k => option(k, name)),
			...['shout', 'line'].map(k => option(k)));
		this.choose(chosen || 'line');
	}
	choose(mode) {
		this.mode.value = mode;
		this.mode.value ||= this.playing ? 'say' : 'line'; // setting an unknown mode leaves the value empty
		this.hint();
	}
	hint() {
		const typed = this.mode.value === 'line';
		this.input.placeholder = typed ? t('lineHint') : '';
		this.input.classList.toggle('typed', typed);
	}
	// Prepares a message to one user.
	address(mode, name) {
		this.modes(this.playing, name);
		this.choose(mode);
		this.input.focus();
	}
	add(...content) {
		const { log } = this, low = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
		log.append(...content);
		while (log.childElementCount > KEPT)
			log.firstElementChild.remove();
		if (low)
			log.scrollTop = log.scrollHeight;
	}
	// Adds what a telnet user would read.
	lines(text) {
		if (text?.length)
			this.add(h('pre', { lang: '', class: text.some(line => /\S {3}/.test(line)) ? null : 'prose' }, text.join('\n')));
	}
	chat(kind, from, text) {
		const how = t('chat')[kind] ?? kind;
		this.add(h('p', { class: `chat ${kind}`, lang: '' }, h('b', {}, bdi(from)), how && h('small', {}, ` ${how}`), ' ', bdi(text)));
	}
	event(o) {
		if (o.e === 'text')
			this.lines(o.text);
		else if (o.e === 'chat') {
			this.chat(o.kind, o.from, o.text);
			this.on.chat(o);
		}
	}
	// Runs a command as it would be typed, and shows what it prints.
	async command(text, quiet) {
		if (!quiet)
			this.add(h('p', { class: 'typed' }, `> ${text}`));
		const answer = await this.net.send({ c: 'line', text });
		this.lines(answer.err ? [answer.say ?? t('notSent')] : answer.text);
		return answer;
	}
	async submit() {
		const text = this.input.value.trim(), c = this.mode.value, { name } = this;
		if (!text)
			return;
		this.history.splice(-1, 1, text, '');
		this.at = this.history.length - 1;
		this.input.value = '';
		if (c === 'line' || c === 'report') {
			this.choose(c === 'line' ? c : ''); // what follows a report is not meant for the operators
			return this.command(c === 'line' ? text : `report ${name} ${text}`);
		}
		const answer = await this.net.send({ c, text, player: c === 'tell' ? name : undefined });
		if (!answer.err)
			return this.chat(c, c === 'tell' ? t('toWhom', name) : t('you'), text);
		this.lines([answer.say ?? t('notSent')]);
		this.input.value ||= text;
	}
	recall(e) {
		const to = { ArrowUp: this.at - 1, ArrowDown: this.at + 1 }[e.key];
		if (this.history[to] === undefined)
			return;
		e.preventDefault();
		this.at = to;
		this.input.value = this.history[to];
	}
}
