// SPDX-License-Identifier: MIT
// Keeps the files that this page has used, so that the service worker (sw.js) can show it without a network.
const folder = new URL('.', import.meta.url);
const policy = globalThis.trustedTypes?.createPolicy('gammon', { createScriptURL: url => url });

// Returns the address of a worker's script as a trusted type, which the page's content security policy requires.
export const script = url => policy?.createScriptURL(url) ?? url;

// Resolves with the cache of this version's files; undefined if the browser has no cache.
export const kept = () => globalThis.caches?.open(folder.pathname).catch(() => undefined);

// Returns whether the server now has another version of the page, and the files of this version are gone.
export async function outdated() {
	const answer = await fetch('/play/bot', { cache: 'no-store' }).catch(() => null);
	return answer?.ok === true && !(await answer.text()).includes(folder.pathname);
}

// Imports a module that is needed only now.  If an upgrade of the server has removed it, loads the page again.
export const later = name => import(name).catch(async error => {
	if (!await outdated())
		throw error;
	location.reload();
	return new Promise(() => {}); // until the page is gone
});

export const register = () => navigator.serviceWorker?.register(script('/sw.js'));

// extra: names of files that only workers use.
export async function keep(extra) {
	if (!navigator.serviceWorker || !navigator.onLine)
		return;
	try {
		await register();
		const used = performance.getEntriesByType('resource').map(e => e.name).filter(url => url.startsWith(folder.href));
		await (await kept()).addAll(['/play/bot', ...new Set([...used, ...extra.map(name => new URL(name, folder).href)])]);
		for (const key of await caches.keys())
			if (key !== folder.pathname)
				await caches.delete(key);
	} catch {} // no network, or storage is forbidden: the next visit tries again
}
