import { cell, el, folded, pill, table, time } from '/developers/dom.js';

const COLUMNS = ['State', 'Job', 'File name', 'Pages', 'Credits', 'Submitted', 'Finished'];

/** The account's jobs, the newest first. */
export function jobsView(jobs) {
	return folded('jobs', jobs, (shown) => table('jobs', COLUMNS, shown.map(row), 'No job yet.'));
}

function row({ id, status, filename, pages, creditsUsed, failure, createdAt, finishedAt }) {
	return el(
		'tr',
		{},
		cell(pill(status), failure ? el('div', { class: 'muted wrap' }, failure) : ''),
		cell(el('code', {}, id)),
		cell(el('div', { class: 'wrap' }, filename ?? '–')),
		cell(pages === null ? '–' : String(pages)),
		cell(String(creditsUsed)),
		cell(time(createdAt)),
		cell(time(finishedAt)),
	);
}
