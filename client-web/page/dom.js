// SPDX-License-Identifier: MIT
// Builds elements.  Data reaches the page only as text nodes and attributes, never as markup.
const SVG = 'http://www.w3.org/2000/svg';

// Leaves out null, undefined and false, so that conditions can be written as `test && node`.
const shown = children => children.flat(3).filter(c => c !== null && c !== undefined && c !== false);

function fill(element, attributes, children) {
	for (const [name, value] of Object.entries(attributes ?? {}))
		if (name.startsWith('on'))
			element.addEventListener(name.slice(2), value);
		else if (value !== undefined && value !== null && value !== false)
			element.setAttribute(name, value === true ? '' : value);
	element.append(...shown(children));
	return element;
}

export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
export const svg = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);
// Replaces the children of an element.
export const put = (element, ...children) => element.replaceChildren(...shown(children));
// Moves the focus to an element, or to the top of the page, without scrolling.
export const focus = element => (element ?? document.querySelector('#main')).focus({ preventScroll: true });
// Replaces the rows of a list; `data-key` identifies a row.  The focus stays in its row if possible, otherwise in the list.
export function refill(list, ...rows) {
	const at = document.activeElement, key = list.contains(at) && at.closest('[data-key]')?.dataset.key;
	put(list, ...rows);
	if (!key)
		return;
	const all = [...list.querySelectorAll(':is(a, button, summary):not(:disabled)')], now = all.filter(e => e.closest('[data-key]')?.dataset.key === key);
	focus(now.find(e => e.textContent === at.textContent) ?? now[0] ?? all[0]);
}
// Returns a handler that ignores presses while an earlier one is unanswered.
export const single = act => {
	let busy = null;
	return (...args) => busy ??= act(...args).finally(() => busy = null);
};
// A menu.  A press on one of its buttons first closes the menu and focuses its summary.  Then the button acts, and may move the focus.
export function menu(attributes, label, ...items) {
	const summary = h('summary', attributes, label), root = h('details', { class: 'menu' }, summary, h('div', {}, ...items));
	root.addEventListener('click', e => {
		if (e.target.closest('button')) {
			root.open = false;
			summary.focus();
		}
	}, true);
	return root;
}
// Isolates a name or other text from users, so that its direction cannot reorder the text around it.
export const bdi = text => h('bdi', {}, String(text));
export const pause = ms => new Promise(done => setTimeout(done, ms));
