// SPDX-License-Identifier: MIT
// The frame of every page: header, language and colours.  Chooses the page by its address.
import { h } from './dom.js';
import { loadRules } from './game.js';
import { load, save } from './storage.js';
import { LANGUAGES, language, loadWords, t } from './words.js';

const lists = () => import('./lists.js');
const ROUTES = [ // address, module, page
	[/^\/play\/bot(?:\/([a-z-]+))?$/, () => import('./bot.js'), ({ botPage }, _, main, game) => botPage(main, game)],
	[/^\/$/, lists, ({ homePage }, net, main) => homePage(net, main)],
	[/^\/play$/, () => import('./people.js'), ({ playPage }, net, main) => playPage(net, main)],
	[/^(?:\/embed)?\/match\/(\d+)$/, () => import('./match.js'), ({ matchPage }, net, main, n) => matchPage(Number(n), net, main)],
	[/^\/player\/(\w+)$/, lists, ({ playerPage }, net, main, name) => playerPage(name, net, main)],
	[/^\/tournament\/(\d+)$/, lists, ({ tournamentPage }, net, main, n) => tournamentPage(Number(n), net, main)],
	[/^\/ratings$/, lists, ({ ratingsPage }, net, main) => ratingsPage(net, main)],
	[/^\/games\/([a-z-]+)$/, lists, ({ gamePage }, _, main, game) => gamePage(game, main)],
	[/$/, () => null, (_, net, main) => main.replaceChildren(h('h1', {}, t('missing')))],
];

const theme = value => document.documentElement.style.colorScheme = value === 'auto' ? '' : value;

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
			choice(t('theme'), { auto: t('auto'), light: t('light'), dark: t('dark') }, load('theme') ?? 'auto', value => theme(save('theme', value))))));
}

theme(load('theme') ?? 'auto');
const [path, source, open] = ROUTES.find(([p]) => p.test(location.pathname));
const embedded = location.pathname.startsWith('/embed/'), apart = location.pathname.startsWith('/play/bot');
// Matches against the computer need no connection.
const connection = apart ? null : location.pathname === '/play' ? import('./session.js').then(m => m.Session) : import('./net.js').then(m => m.Net);
const [module, Connection] = await Promise.all([source(), connection, loadWords(load('language')), loadRules()]);
const main = h('main', { id: 'main', tabindex: -1 }, h('p', { class: 'quiet' }, t('loading'))), lost = h('p', { class: 'lost', role: 'status' });
document.body.className = embedded ? 'embedded' : apart ? 'apart' : '';
document.body.replaceChildren(h('a', { class: 'skip', href: '#main' }, t('skip')), ...(embedded ? [] : [header()]), lost, main);

document.addEventListener('submit', e => e.preventDefault()); // forms are not sent: each has its own handler

const net = Connection && new Connection();
net?.addEventListener('state', ({ detail: { up, why } }) => {
	const text = up ? '' : t('retry', why);
	if (text !== lost.textContent) // a screen reader would read an unchanged text again
		lost.textContent = text;
});
await open(module, net, main, ...path.exec(location.pathname).slice(1));
