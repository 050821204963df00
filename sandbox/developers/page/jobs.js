import { cell, el, pill, table, time } from '/developers/dom.js';

const COLUMNS = ['', 'Job', 'File name', 'Pages', 'Credits', 'Submitted', 'Finished'];

/** The account's jobs, the newest first. */
export function jobsView(jobs) {
	return table(COLUMNS, jobs.map(row), 'No job yet.');
}

function row({ id, status, filename, pages, creditsUsed, failure, createdAt, finishedAt }) {
	return el(
		'tr',
		{},
		cell(pill(status), failure ? el('div', { class: 'muted' }, failure) : ''),
		cell(el('code', {}, id)),
		cell(filename ?? '–'),
		cell(pages === null ? '–' : String(pages)),
		cell(String(creditsUsed)),
		cell(time(createdAt)),
		cell(time(finishedAt)),
	);
}
