// SPDX-License-Identifier: MIT
// Keeps the files that this page has used, so that the service worker (sw.js) can show it without a network.
import { pause } from './dom.js';
import { t } from './words.js';

const folder = new URL('.', import.meta.url), loaded = {}; // modules that `later` has imported, by name
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

// Imports a module that is needed only now.  If an upgrade of the server has removed it, loads the page again.  After another failure
// calls say(text) and tries again, by another address because browsers remember which have failed.  say('') follows when that succeeds.
export const later = async (name, say, n = 0) => loaded[name] ??= await import(n ? `${name}?${n}` : name).catch(async () => {
	if (await outdated())
		return new Promise(() => location.reload()); // waits until the page is gone
	say(t('retry'));
	await pause(Math.min(n, 15) * 1000);
	return later(name, say, n + 1).finally(() => say(''));
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
