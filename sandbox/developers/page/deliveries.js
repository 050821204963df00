import { button, cell, el, folded, pill, table, time } from '/developers/dom.js';

const COLUMNS = ['State', 'Event', 'Job', 'Endpoint', 'Last answer', 'Tries'];

/** Deliveries whose attempts are expanded. */
const unfolded = new Set();

/** All deliveries with every attempt and its answer, the newest first. */
export function deliveriesView(deliveries, call) {
	const empty = 'No delivery yet. A job that finishes sends one to each enabled endpoint.';
	return folded('deliveries', deliveries, (shown) => {
		const rows = shown.flatMap((delivery) => rowsOf(delivery, call));
		return table('deliveries', COLUMNS, rows, empty);
	});
}

function rowsOf(delivery, call) {
	const { id, attempts, event, nextAttemptAt, status, url } = delivery;
	const details = el(
		'tr',
		{ class: 'attempts', hidden: !unfolded.has(id) },
		el('td', { colspan: String(COLUMNS.length) }, ...detailsOf(delivery)),
	);
	const unfold = el('button', {
		type: 'button',
		class: 'small plain',
		'aria-expanded': String(unfolded.has(id)),
		onclick: ({ currentTarget }) => {
			details.hidden = !details.hidden;
			unfolded[details.hidden ? 'delete' : 'add'](id);
			currentTarget.setAttribute('aria-expanded', String(!details.hidden));
		},
	});
	unfold.append(attempts.length === 1 ? '1 try' : `${attempts.length} tries`);
	const resend = button('Resend', () => call('POST', `/deliveries/${id}/resend`), {
		class: 'small',
		disabled: status === 'pending' && !nextAttemptAt,
	});
	const last = attempts.at(-1);
	const row = el(
		'tr',
		{ 'data-delivery': id },
		cell(pill(status)),
		cell(event.type),
		cell(el('code', {}, event.data.job.id)),
		cell(el('span', { class: 'clip', title: url }, url)),
		last ? lastAnswer(last) : cell('–'),
		el('td', { class: 'actions' }, unfold, resend),
	);
	return [row, details];
}

/** The status and, unless the delivery has arrived, the endpoint's reason. */
function lastAnswer(attempt) {
	const { status, answer } = attempt;
	const refused = status !== null && (status < 200 || status >= 300);
	const reason = el('span', { class: 'muted' }, ` ${reasonIn(answer)}`);
	return el('td', { class: 'wrap' }, answerOf(attempt), refused ? reason : '');
}

/** What an answer says: the message and the hint of n8n's JSON, without its stack trace; otherwise all of it. */
function reasonIn(answer) {
	try {
		const { message, hint } = JSON.parse(answer);
		const texts = [message, hint].filter((text) => typeof text === 'string' && text !== '');
		return texts.length > 0 ? texts.join(' ') : answer;
	} catch {
		return answer;
	}
}

function answerOf({ status, answer }) {
	const kind = status >= 200 && status < 300 ? 'delivered' : 'failed';
	return pill(status === null ? answer : String(status), kind);
}

function detailsOf({ attempts, event, nextAttemptAt }) {
	const attempt = (made) =>
		el(
			'li',
			{},
			time(made.at),
			' ',
			answerOf(made),
			el('span', { class: 'muted' }, ` ${made.tookMs} ms `),
			el('code', {}, made.status === null ? '' : reasonIn(made.answer)),
		);
	const next = nextAttemptAt
		? el('li', { class: 'muted' }, 'next try at ', time(nextAttemptAt))
		: '';
	return [el('ol', {}, attempts.map(attempt), next), el('pre', {}, JSON.stringify(event, null, 2))];
}
