// SPDX-License-Identifier: MIT
// The service worker.  Without a network it answers from what offline.js has kept: files of the page and,
// instead of any page, the page for playing the computer.
const START = '/play/bot';

self.onfetch = e => {
	const { pathname } = new URL(e.request.url);
	if (e.request.mode === 'navigate')
		e.respondWith(fetch(e.request).catch(() => pathname.startsWith(START) ? caches.match(START) : Response.redirect(START)));
	else if (pathname.startsWith('/a/'))
		e.respondWith(caches.match(e.request).then(kept => kept ?? fetch(e.request)));
};
self.onnotificationclick = e => {
	e.notification.close();
	e.waitUntil(self.clients.matchAll({ type: 'window' }).then(pages => pages.find(p => new URL(p.url).pathname === '/play')?.focus()));
};
self.oninstall = () => self.skipWaiting();
self.onactivate = e => e.waitUntil(self.clients.claim());
