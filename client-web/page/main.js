// SPDX-License-Identifier: MIT
// The frame of every page: header, language and colours.  Chooses the page by its address.
import { h } from './dom.js';
import { loadRules } from './game.js';
import { gamePage, homePage, playerPage, ratingsPage, tournamentPage } from './lists.js';
import { matchPage } from './match.js';
import { Net } from './net.js';
import { load, save } from './storage.js';
import { LANGUAGES, language, loadWords, t } from './words.js';

const ROUTES = [
	[/^\/play\/bot(?:\/([a-z-]+))?$/, async (_, main, game) => (await import('./bot.js')).botPage(main, game)],
	[/^\/$/, (net, main) => homePage(net, main)],
	[/^\/play$/, async (net, main) => (await import('./people.js')).playPage(net, main)],
	[/^(?:\/embed)?\/match\/(\d+)$/, (net, main, n) => matchPage(Number(n), net, main)],
	[/^\/player\/(\w+)$/, (net, main, name) => playerPage(name, net, main)],
	[/^\/tournament\/(\d+)$/, (net, main, n) => tournamentPage(Number(n), net, main)],
	[/^\/ratings$/, (net, main) => ratingsPage(net, main)],
	[/^\/games\/([a-z-]+)$/, (net, main, game) => gamePage(game, main)],
];

function theme(value) {
	document.documentElement.style.colorScheme = value === 'auto' ? '' : value;
}

function choice(label, options, value, act) {
	const select = h('select', { onchange: e => act(e.target.value) }, Object.entries(options).map(([key, text]) => h('option', { value: key }, text)));
	select.value = value;
	return h('label', {}, h('span', {}, label), select);
}

function header() {
	const link = (href, text) => h('a', { href, 'aria-current': location.pathname === href || href.startsWith('/games/') && location.pathname.startsWith('/games/') ? 'page' : null }, text);
	return h('header', {},
		h('a', { class: 'brand', href: '/' }, h('span', { class: 'mark', 'aria-hidden': 'true' }), location.hostname === 'localhost' ? 'gammon' : location.hostname),
		h('nav', { 'aria-label': t('home') }, link('/play', t('playTitle')), link('/play/bot', t('pc').title), link('/', t('home')), link('/ratings', t('ratings')), link('/games/backgammon', t('games'))),
		h('details', { class: 'menu' }, h('summary', {}, t('settings')), h('div', {},
			choice(t('language'), LANGUAGES, language(), lang => {
				save('language', lang);
				location.reload();
			}),
			choice(t('theme'), { auto: t('auto'), light: t('light'), dark: t('dark') }, load('theme') ?? 'auto', value => {
				save('theme', value);
				theme(value);
			}))));
}

theme(load('theme') ?? 'auto');
await Promise.all([loadWords(load('language')), loadRules()]);
const main = h('main', { id: 'main', tabindex: -1 }, h('p', { class: 'quiet' }, t('loading'))), lost = h('p', { class: 'lost', role: 'status' });
const embedded = location.pathname.startsWith('/embed/'), apart = location.pathname.startsWith('/play/bot');
document.body.classList.toggle('embedded', embedded);
document.body.classList.toggle('apart', apart);
document.body.replaceChildren(h('a', { class: 'skip', href: '#main' }, t('skip')), ...(embedded ? [] : [header()]), lost, main);

document.addEventListener('submit', e => e.preventDefault()); // forms are not sent: each has its own handler

// Matches against the computer need no connection.
const net = apart ? null : location.pathname === '/play' ? new (await import('./session.js')).Session() : new Net();
net?.addEventListener('state', ({ detail: { up, why } }) => {
	const text = up ? '' : t('retry', why);
	if (text !== lost.textContent) // a screen reader would read an unchanged text again
		lost.textContent = text;
});
const [route, page] = ROUTES.find(([path]) => path.test(location.pathname)) ?? [/$/, () => main.replaceChildren(h('h1', {}, t('missing')))];
await page(net, main, ...(route.exec(decodeURIComponent(location.pathname)) ?? []).slice(1));
