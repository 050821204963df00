import { button, copyable, el, pill } from '/developers/dom.js';

/** The account's endpoints, each with its secret. */
export function endpointsView(endpoints, call) {
	if (endpoints.length === 0) return el('p', { class: 'empty' }, 'No endpoint yet.');
	return el(
		'ul',
		{ class: 'endpoints' },
		endpoints.map((endpoint) => row(endpoint, call)),
	);
}

/** n8n listens at one address while a workflow is edited and at another once it is active. */
function kindOf(url) {
	const path = /\/webhook(-test)?\//.exec(url);
	return path ? [' ', pill(path[1] ? 'test' : 'production')] : [];
}

function row({ id, url, secret, enabled }, call) {
	const path = `/endpoints/${id}`;
	const toggle = el('input', {
		type: 'checkbox',
		role: 'switch',
		checked: enabled,
		'aria-label': `Send events to ${url}`,
		onchange: ({ target }) => call('PATCH', path, { enabled: target.checked }),
	});
	return el(
		'li',
		{ class: enabled ? '' : 'off' },
		el('label', { class: 'switch' }, toggle, el('span', {}, enabled ? 'On' : 'Off')),
		el(
			'div',
			{ class: 'grow' },
			el('div', { class: 'url' }, url, ...kindOf(url)),
			el(
				'div',
				{ class: 'secret' },
				el('span', { class: 'muted' }, 'Signing secret '),
				copyable(secret, 'signing secret'),
			),
		),
		el(
			'div',
			{ class: 'actions' },
			button('New secret', () => call('POST', `${path}/secret`), { class: 'small' }),
			button('Remove', () => call('DELETE', path), { class: 'small danger' }),
		),
	);
}
