import pc from 'picocolors';
import { OWNER } from '../../test/host/harness/settings';
import type { MailTour } from './mailbox';
import { TOUR_CREDITS, type Tour } from './tour';

const FIRST_CLICKS = [
	`  ${pc.bold('First:')} open n8n, click ${pc.bold('Execute workflow')}, then open ${pc.bold('Tag the document')}:`,
	'  its output has the job as JSON and the tagged PDF under Binary.',
	'',
	`  ${pc.bold('Then:')} in ${pc.bold('Submit documents for tagging')}, send the form a PDF of yours;`,
	`  ${pc.bold('File tagged documents')} starts by itself when the service says that it is tagged.`,
];

/** Tells a newcomer the addresses, the first clicks, and where the work is kept. */
export function banner(tour: Tour): string {
	const { n8n, sandbox, welcome, logFile, mail, folder, password, version } = tour;
	const link = (url: string) => pc.cyan(pc.bold(url));
	const credits = TOUR_CREDITS.toLocaleString('en');
	const row = (label: string, value: string) => `  ${pc.dim(label.padEnd(12))}${value}`;
	return [
		'',
		row(
			'n8n',
			`${link(`${welcome.url}/`)}  ${pc.dim(`${version}; signs you in and opens the example`)}`,
		),
		row(
			'Service',
			`${link(sandbox.developersUrl)}  ${pc.dim(`keys, jobs, deliveries; ${credits} credits at each start`)}`,
		),
		row(
			'Sample',
			`${link(welcome.sampleUrl)}  ${pc.dim('a PDF without tags, for the source URL')}`,
		),
		'',
		...(mail ? mailSteps(mail, link) : FIRST_CLICKS),
		'',
		row('Sign in', `${n8n.url} as ${OWNER.email}, password ${password}`),
		row(
			'Your work',
			`${folder.home}  ${pc.dim('kept for the next start; --fresh starts from nothing')}`,
		),
		row('PDFs', `${folder.documents}  ${pc.dim('n8n reads and writes files here')}`),
		row('n8n log', logFile),
		row('Tagger', sandbox.tagger.description),
		row('Stop', 'Ctrl-C'),
		'',
	].join('\n');
}

function mailSteps({ filed, skipped }: MailTour, link: (url: string) => string): string[] {
	return [
		'  A mail has come in, and its PDFs are in the bucket:',
		...filed.map((url) => `  ${link(url)}`),
		...skipped.map(
			(name) =>
				`  ${pc.yellow('Skipped:')} ${name} was tagged already; it is filed as it came, free of charge.`,
		),
		'',
		`  ${pc.bold('First:')} open n8n, and there ${pc.bold('Executions')}: each node of the run shows its input and output.`,
		`  ${pc.bold('Then:')} choose your own mailbox and bucket in ${pc.bold('New mail')} and in both S3 nodes.`,
	];
}
