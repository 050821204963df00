import { el } from '/developers/dom.js';

const NUMBERS = [
	['deliveryCopies', 'Copies of each event', 'Delivery is at least once'],
	['deliveryDelayMs', 'Delay (ms)', 'From the end of a job to its event'],
	['deliveryShuffleMs', 'Shuffle (ms)', 'Random extra delay: events overtake each other'],
	['deliveryAttempts', 'Tries', 'Per delivery, including the first'],
	['deliveryBackoffMs', 'Backoff (ms)', 'Before the second try; doubles each time'],
	['deliveryTimeoutMs', 'Timeout (ms)', 'Time an endpoint has to answer'],
	[
		'signatureAgeSeconds',
		'Age of signatures (s)',
		'Signs with old timestamps: receivers must refuse',
	],
];

/** The delivery switches as fields; each change takes effect at once. */
export function switchesView(switches, call) {
	/** Leaves the field, so that it is drawn again with the value that the sandbox accepted. */
	const set = (name, valueOf) => ({
		name,
		onchange: ({ target }) => {
			target.blur();
			return call('PATCH', '/switches', { [name]: valueOf(target) });
		},
	});
	const number = ([name, label, hint]) => {
		const value = String(switches[name]);
		const changed = set(name, (target) => Number(target.value));
		return field(label, hint, el('input', { type: 'number', value, ...changed }));
	};
	const encoding = el(
		'select',
		set('hmacEncoding', (target) => target.value),
		['hex', 'base64'].map((name) =>
			el('option', { selected: switches.hmacEncoding === name }, name),
		),
	);
	const wrong = el('input', {
		type: 'checkbox',
		role: 'switch',
		checked: switches.wrongSecret,
		...set('wrongSecret', (target) => target.checked),
	});
	return el(
		'div',
		{ class: 'fields' },
		NUMBERS.map(number),
		field('Encoding of the hmac', 'The interface allows both', encoding),
		field('Wrong secret', 'Signs with a wrong secret: receivers must refuse', wrong),
	);
}

function field(label, hint, input) {
	return el('label', {}, el('span', {}, label), input, el('small', { class: 'muted' }, hint));
}
