import { button, copyable, el, pill } from '/developers/dom.js';

/** Key, base URL and credits of one account. */
export function accountView({ accountId, apiKey, credits, revoked }, call) {
	const change = (body) => () => call('PATCH', `/accounts/${accountId}`, body);
	const small = { class: 'small' };
	return el(
		'dl',
		{ class: 'facts' },
		el('dt', {}, 'API key'),
		el(
			'dd',
			{},
			copyable(apiKey, 'API key'),
			revoked ? pill('revoked', 'failed') : '',
			button(revoked ? 'Restore' : 'Revoke', change({ revoked: !revoked }), small),
		),
		el('dt', {}, 'Base URL'),
		el('dd', {}, copyable(location.origin, 'base URL')),
		el('dt', {}, 'Credits'),
		el(
			'dd',
			{},
			el('strong', {}, credits.toLocaleString()),
			button('Add 100', change({ credits: credits + 100 }), small),
			button('Set to 0', change({ credits: 0 }), small),
		),
	);
}
