// SPDX-License-Identifier: MIT
// The language of the page: words-en.js, words-it.js, words-pt.js hold the same keys.
export const LANGUAGES = { en: 'English', it: 'Italiano', pt: 'Português' };
let table = {};

export const language = () => table.lang;

// Loads the texts of the chosen language, else the browser's, else English.
export async function loadWords(chosen) {
	const wanted = [chosen, ...navigator.languages.map(l => l.slice(0, 2))].find(l => l in LANGUAGES) ?? 'en';
	table = (await import(`./words-${wanted}.js`)).default;
	document.documentElement.lang = table.code;
}

// Returns a text; some take arguments.
export function t(key, ...args) {
	const text = table[key];
	return typeof text === 'function' ? text(...args) : text ?? key;
}

// n: null, 0 or 'unlimited' for a match without a length.
export const points = n => n > 0 ? t('points', n) : t('unlimited');
export const number = (n, digits = 0) => n.toLocaleString(table.code, { minimumFractionDigits: digits, maximumFractionDigits: digits });
export const date = ms => new Date(ms).toLocaleString(table.code, { dateStyle: 'medium', timeStyle: 'short' });
