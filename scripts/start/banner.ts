import { styleText } from 'node:util';
import { OWNER } from '../../test/host/harness/settings';
import type { MailTour } from './mailbox';
import { TOUR_CREDITS, type Tour } from './tour';

const bold = (text: string) => styleText('bold', text);
const dim = (text: string) => styleText('dim', text);
const link = (url: string) => styleText('cyan', bold(url));
const row = (label: string, value: string, note = '') =>
	`  ${dim(label.padEnd(12))}${value}${note && `  ${dim(note)}`}`;

/** Tells a newcomer the addresses, the first clicks, and where the work is kept. */
export function banner(tour: Tour): string {
	const { n8n, sandbox, welcome, logFile, mail, home, documents, password, version } = tour;
	const credits = TOUR_CREDITS.toLocaleString('en');
	const opens = `${version}; signs you in and opens the example`;
	const service = `keys, jobs, deliveries; ${credits} credits at each start`;
	return [
		'',
		row('n8n', link(welcome.url), opens),
		row('Service', link(sandbox.developersUrl), service),
		row('Sample', link(welcome.sampleUrl), 'a PDF without tags, for the source URL'),
		'',
		...(mail ? mailSteps(mail) : FIRST_CLICKS),
		'',
		row('Sign in', `${n8n.url} as ${OWNER.email}, password ${password}`),
		row('Your work', home, 'kept for the next start; --fresh starts from nothing'),
		row('PDFs', documents, 'n8n reads and writes files here'),
		row('n8n log', logFile),
		row('Tagger', sandbox.tagger.description),
		row('Stop', 'Ctrl-C'),
		'',
	].join('\n');
}

const FIRST_CLICKS = [
	`  ${bold('First:')} open n8n, click ${bold('Execute workflow')}, then open ${bold('Tag the document')}:`,
	'  its output has the job as JSON and the tagged PDF under Binary.',
	'',
	`  ${bold('Then:')} in ${bold('Submit documents for tagging')}, send the form a PDF of yours;`,
	`  ${bold('File tagged documents')} starts by itself when the service says that it is tagged.`,
];

function mailSteps({ filed }: MailTour): string[] {
	return [
		'  A signed mail with a picture has come in. Its PDFs are in the bucket, and tagged copies of them.',
		'  A PDF that already has tags is filed as it came, free of charge.',
		...filed.map((url) => `  ${link(url)}`),
		'',
		`  ${bold('First:')} open n8n, and there ${bold('Executions')}: each node of the run shows its input and output.`,
		`  ${bold('Then:')} choose your own mailbox and bucket in ${bold('New mail')}, ${bold('Settings')} and the S3 nodes.`,
	];
}
