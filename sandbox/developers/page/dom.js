/**
 * Makes an element. `on…` properties are listeners, `class` and `data-…` are attributes. Text is
 * always text: answers of endpoints are never parsed as HTML.
 */
export function el(tag, properties = {}, ...children) {
	const element = document.createElement(tag);
	for (const [name, value] of Object.entries(properties)) {
		if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
		else if (typeof value === 'boolean') element[name] = value;
		else if (value !== undefined) element.setAttribute(name, value);
	}
	element.append(...children.flat().filter((child) => child !== undefined && child !== ''));
	return element;
}

/** A button that cannot be pressed twice while its work is under way. */
export function button(label, work, properties = {}) {
	const press = async ({ currentTarget }) => {
		currentTarget.disabled = true;
		await work(currentTarget);
		currentTarget.disabled = false;
	};
	return el('button', { type: 'button', onclick: press, ...properties }, label);
}

/** A text with a button that copies it. */
export function copyable(text, name) {
	const copy = async (pressed) => {
		await navigator.clipboard.writeText(text);
		pressed.textContent = 'Copied';
		setTimeout(() => (pressed.textContent = 'Copy'), 1500);
	};
	return el(
		'span',
		{ class: 'copyable' },
		el('code', {}, text),
		button('Copy', copy, { class: 'small', 'aria-label': `Copy ${name}` }),
	);
}

/** A table. In a narrow window it scrolls by itself; it can be focused, so that arrow keys scroll it. */
export function table(name, columns, rows, empty) {
	if (rows.length === 0) return el('p', { class: 'empty' }, empty);
	return el(
		'div',
		{ class: 'scroll', role: 'group', 'aria-label': `Table of ${name}`, tabindex: '0' },
		el(
			'table',
			{},
			el(
				'thead',
				{},
				el(
					'tr',
					{},
					columns.map((column) => el('th', {}, column)),
				),
			),
			el('tbody', {}, rows),
		),
	);
}

/** Rows of a collapsed list. */
const FOLDED = 10;

/** Names of the expanded lists. */
const whole = new Set();

/** The newest rows of a list, and a button for the others. */
export function folded(name, list, viewOf) {
	const draw = () => {
		const isWhole = whole.has(name) || list.length <= FOLDED;
		const toggle = () => {
			whole[isWhole ? 'delete' : 'add'](name);
			draw();
			box.querySelector(':scope > button').focus();
		};
		const label = isWhole ? `Show the newest ${FOLDED} only` : `Show all ${list.length} ${name}`;
		box.replaceChildren(
			viewOf(isWhole ? list : list.slice(0, FOLDED)),
			...(list.length > FOLDED
				? [el('button', { type: 'button', class: 'small fold', onclick: toggle }, label)]
				: []),
		);
	};
	const box = el('div');
	draw();
	return box;
}

export const cell = (...children) => el('td', {}, ...children);

export function pill(text, kind = text) {
	return el('span', { class: `pill ${kind}` }, text);
}

/** Time of day; the whole date on hover. */
export function time(at) {
	if (!at) return '';
	const date = new Date(at);
	return el(
		'time',
		{ title: date.toLocaleString(), datetime: date.toISOString() },
		date.toLocaleTimeString(),
	);
}
