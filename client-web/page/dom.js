// SPDX-License-Identifier: MIT
// Builds elements.  Data reaches the page as text nodes and attributes only, never as markup.
const SVG = 'http://www.w3.org/2000/svg';

// Conditions can be written as `test && node`: what is not a node or a text is left out.
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
// Replaces what an element contains.
export const put = (element, ...children) => element.replaceChildren(...shown(children));
// A name or other text from users: isolated, so that its direction cannot reorder the text around it.
export const bdi = text => h('bdi', {}, String(text));
