import { accountView } from '/developers/account.js';
import { deliveriesView } from '/developers/deliveries.js';
import { el } from '/developers/dom.js';
import { endpointsView } from '/developers/endpoints.js';
import { jobsView } from '/developers/jobs.js';
import { switchesView } from '/developers/switches.js';

const REFRESH_MS = 1000;
const at = (id) => document.getElementById(id);

let account;
/** The displayed state of each part, as text. */
const shown = new Map();

/** Calls a route of the page; the top of the page shows a refusal. */
async function call(method, path, body) {
	const response = await fetch(`/developers${path}`, {
		method,
		headers: body && { 'content-type': 'application/json' },
		body: body && JSON.stringify(body),
	});
	const answer = response.status === 204 ? undefined : await response.json();
	notify(response.ok ? '' : answer.error.message);
	// Draws the page again, because a field may still have the refused value.
	if (!response.ok) shown.clear();
	await refresh();
	return response.ok;
}

function notify(text) {
	at('notice').textContent = text;
	at('notice').hidden = text === '';
}

async function refresh() {
	const query = account ? `?account=${encodeURIComponent(account)}` : '';
	show(await (await fetch(`/developers/state${query}`)).json());
}

/** Draws the page, except for a field that the user is editing. */
function show(state) {
	account = state.account.accountId;
	draw('account', state.accounts, accountsView);
	draw('key', state.account, (own) => accountView(own, call));
	draw('endpoints', state.endpoints, (endpoints) => endpointsView(endpoints, call));
	draw('deliveries', state.deliveries, (deliveries) => deliveriesView(deliveries, call));
	draw('jobs', state.jobs, jobsView);
	draw('switches', state.switches, (switches) => switchesView(switches, call));
}

/** Draws a part only if its state has changed, so that a table stays where the user has scrolled it. */
function draw(id, state, view) {
	const part = at(id);
	const text = JSON.stringify(state);
	if (shown.get(id) === text) return;
	const isEdited = part.matches('select:focus') || part.querySelector(':scope .fields :focus');
	if (isEdited) return;
	shown.set(id, text);
	part.replaceChildren(...[view(state)].flat());
}

const accountsView = (accounts) =>
	accounts.map(({ accountId, credits }, index) =>
		el(
			'option',
			{ value: accountId, selected: accountId === account },
			`Account ${index + 1} · ${credits.toLocaleString()} credits`,
		),
	);

at('account').addEventListener('change', ({ target }) => {
	account = target.value;
	target.blur();
	return refresh();
});
const submit = (filename) => () => call('POST', `/accounts/${account}/sample`, { filename });
at('sample').addEventListener('click', submit('sample.pdf'));
at('damaged').addEventListener('click', submit('damaged.pdf'));
at('add').addEventListener('submit', async (submitted) => {
	submitted.preventDefault();
	const body = { url: at('address').value, account };
	if (await call('POST', '/endpoints', body)) at('add').reset();
});

/** Follows the sandbox. When the sandbox is gone, the page says so and waits for it. */
async function follow() {
	const gone = at('notice').dataset;
	try {
		await refresh();
		if (gone.gone) notify('');
		delete gone.gone;
	} catch {
		notify('The sandbox does not answer. Start it again with: npm run sandbox');
		gone.gone = 'yes';
	}
	setTimeout(() => void follow(), REFRESH_MS);
}
void follow();
