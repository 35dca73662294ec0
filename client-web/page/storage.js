// SPDX-License-Identifier: MIT
// What this browser stores.  Where storage is forbidden or full, a value lasts until the page is closed.
export function load(key, storage = () => localStorage) {
	let text = null;
	try {
		text = storage().getItem(key);
		return JSON.parse(text);
	} catch {
		return text; // storage is forbidden, or the text is not JSON: earlier versions stored plain words
	}
}

// null removes the value.
export function save(key, value, storage = () => localStorage) {
	try {
		if (value === null)
			storage().removeItem(key);
		else
			storage().setItem(key, JSON.stringify(value));
	} catch {} // storage is forbidden or full
	return value;
}
