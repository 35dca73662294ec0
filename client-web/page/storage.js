// SPDX-License-Identifier: MIT
// What this browser stores.  Where storage is forbidden or full, a value lasts until the page is closed.
export const browser = () => localStorage, tab = () => sessionStorage;

const unstored = new Map([[browser, {}], [tab, {}]]); // texts that could not be stored

export function load(key, storage = browser) {
	let text = null;
	try {
		text = unstored.get(storage)[key] ?? storage().getItem(key);
		return JSON.parse(text);
	} catch {
		return text; // storage is forbidden, or the text is not JSON: earlier versions stored plain words
	}
}

// null removes the value.
export function save(key, value, storage = browser) {
	const text = JSON.stringify(value);
	try {
		storage()[value === null ? 'removeItem' : 'setItem'](key, text);
		delete unstored.get(storage)[key];
	} catch { // storage is forbidden or full
		unstored.get(storage)[key] = text;
	}
	return value;
}
