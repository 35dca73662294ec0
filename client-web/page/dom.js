// SPDX-License-Identifier: MIT
// Builds elements.  Data reaches the page as text nodes and attributes only, never as markup.
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
// Replaces rows with a `data-key`.  A button keeps the focus if its row is still there.
export function refill(list, ...rows) {
	const focused = list.contains(document.activeElement) && document.activeElement.closest('[data-key]')?.dataset.key;
	put(list, ...rows);
	if (focused)
		list.querySelector(`[data-key="${focused}"] :is(button, summary)`)?.focus();
}
// Isolates a name or other text from users, so that its direction cannot reorder the text around it.
export const bdi = text => h('bdi', {}, String(text));
