// SPDX-License-Identifier: MIT
// The page /play: log-in, lobby, the match, talk and command line.
import { allowSound, notify, setting, sound, turn } from './attention.js';
import { h, put } from './dom.js';
import { Lobby, WRONG, entrances } from './lobby.js';
import { register } from './offline.js';
import { Seat } from './seat.js';
import { Talk } from './talk.js';
import { t } from './words.js';

const TOGGLES = ['greedy', 'double', 'notify', 'silent'];

export async function playPage(net, main) {
	const prefer = Object.fromEntries(['forced', 'last', 'send', 'die'].map(key => [key, setting(key)]));
	const lobby = new Lobby(net, { command: text => talk.command(text), address: (...args) => talk.address(...args) });
	const talk = new Talk(net, { chat: o => {
		sound('chat');
		notify(`${o.from}: ${o.text}`);
	} });
	const said = h('p', { class: 'status', role: 'status' });
	const seat = new Seat(net, { say: text => said.textContent = text, lobby: () => show(false), rival: name => lobby.users.has(name) && (lobby.wants(name) ? 'wants' : 'here'), command: text => talk.command(text), address: (...args) => talk.address(...args) }, prefer);
	const title = h('h1', {}, t('playTitle')), gate = h('div', {}), paused = h('section', { class: 'card', role: 'alert', hidden: true }), who = h('p', { class: 'facts' }), settings = h('section', { class: 'card' });
	const hall = h('div', {}, lobby.savedCard, lobby.play, lobby.eventsCard);
	let playing = false, events = Promise.resolve();

	function show(match) {
		playing = match;
		main.classList.toggle('playing', match);
		seat.root.hidden = seat.moves.hidden = !match;
		lobby.usersCard.hidden = match;
		hall.hidden = lobby.fileCard.hidden = match || net.user === null;
		title.classList.toggle('unseen', match);
		(match ? seat.dock : who).after(said);
		talk.modes(match, match ? seat.rival : undefined);
		if (match)
			return;
		turn(false, t('playTitle'));
		if (net.user)
			lobby.readSaved();
	}
	async function read() {
		gate.hidden = net.user !== null;
		talk.root.hidden = settings.hidden = who.hidden = net.user === null;
		hall.hidden = lobby.fileCard.hidden = playing || net.user === null;
		put(who, net.user && [t('loggedInAs', net.user.name), ' ', h('button', { type: 'button', onclick: async () => said.textContent = (await net.leave())?.say ?? '' }, t('logout'))]);
		if (net.user || !gate.firstChild) // otherwise a new connection would empty the form
			put(gate, !net.user && entrances(net));
		await lobby.read();
		if (net.user)
			put(settings, h('h2', {}, t('settings')), await toggles());
	}
	// Check boxes for the toggles of the account and for the settings of this browser.
	async function toggles() {
		const answer = await net.send({ c: 'line', text: 'toggle' }), now = Object.fromEntries((answer.text ?? []).map(l => l.trim().split(/\s+/)));
		const box = (text, checked, act) => h('label', { class: 'check' }, h('input', { type: 'checkbox', checked, onchange: e => act(e.target) }), ` ${text}`);
		return h('div', { class: 'columns' }, h('div', {}, Object.keys(prefer).map(key => box(t('prefer')[key], prefer[key], e => {
			prefer[key] = setting(key, e.checked);
		})), box(t('soundOn'), setting('sound'), e => {
			setting('sound', e.checked);
			if (e.checked) {
				allowSound();
				sound('turn');
			}
		}), globalThis.Notification && box(t('noticesOn'), setting('notices') && Notification.permission === 'granted', async e => {
			e.checked = setting('notices', e.checked && await Notification.requestPermission() === 'granted');
			if (e.checked)
				await register()?.catch(() => {});
		})), h('div', {}, TOGGLES.filter(key => key in now).map(key => box(t('toggles')[key], (now[key] === 'YES') !== (key === 'silent'), async e => {
			const a = await net.send({ c: 'set', key, value: e.checked !== (key === 'silent') });
			said.textContent = a.text?.join(' ').replace(/^\*\* /, '') ?? a.say ?? t('notSent');
		}))));
	}
	async function event(o) {
		lobby.event(o);
		talk.event(o);
		const fresh = o.e === 'match' && o.players.includes(net.user?.name);
		if (await seat.event(o) && fresh) {
			show(true);
			(seat.view.board.upright ? seat.view : seat).root.scrollIntoView({ block: 'start' });
		}
		if (playing && seat.expects(o))
			return seat.resume();
		if (o.e === 'invitation') {
			sound('turn');
			notify(t('invitedBy', o.from));
		}
	}
	const next = act => events = events.then(act).catch(reportError); // one after the other, even if one fails
	net.addEventListener('event', ({ detail }) => next(() => event(detail)));
	net.addEventListener('user', ({ detail }) => {
		said.textContent = detail.refused === WRONG ? t('tokenRefused') : detail.refused ?? '';
		if (!net.user)
			show(false);
		else
			import('./play.js').catch(() => {}); // early, because an upgrade removes it
		read();
		next(() => net.user && seat.returned());
	});
	net.addEventListener('state', ({ detail }) => detail.up || seat.cut());
	net.addEventListener('back', () => net.user || read());
	net.addEventListener('paused', ({ detail: why }) => {
		seat.cut();
		paused.hidden = false;
		put(paused, h('p', {}, t('pausedBy')[why]), h('button', { class: 'main', onclick: () => {
			paused.hidden = true;
			net.resume();
		} }, t('goOnHere')));
	});
	for (const type of ['pointerdown', 'keydown'])
		addEventListener(type, () => setting('sound') && allowSound());
	document.title = t('playTitle');
	put(main, title, paused, who, h('div', { class: 'calls', 'aria-live': 'polite' }, lobby.invitations), said, h('div', { class: 'match' }, h('div', {}, gate, seat.root, hall), h('div', { class: 'side' }, seat.moves, talk.root, lobby.usersCard, lobby.fileCard, settings)));
	show(false);
	await read();
}
