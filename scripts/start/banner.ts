import pc from 'picocolors';
import { OWNER } from '../../test/host/harness/settings';
import type { MailTour } from './mailbox';
import type { Tour } from './tour';

const WITH_A_CLICK = [
	`  ${pc.bold('First:')} open n8n, click ${pc.bold('Execute workflow')}, then open ${pc.bold('Tag the document')}:`,
	'  its output has the job as JSON and the tagged PDF under Binary.',
	'',
	`  ${pc.bold('Then:')} in ${pc.bold('Submit documents for tagging')}, send the form a PDF of yours;`,
	`  ${pc.bold('File tagged documents')} starts by itself when the service says that it is tagged.`,
];

/** What a newcomer sees: two addresses, and what to click first. */
export function banner({ n8n, sandbox, welcome, logFile, mail }: Tour): string {
	const link = (url: string) => pc.cyan(pc.bold(url));
	const row = (label: string, value: string) => `  ${pc.dim(label.padEnd(12))}${value}`;
	return [
		'',
		row('n8n', `${link(`${welcome.url}/`)}  ${pc.dim('signs you in and opens the example')}`),
		row('Service', `${link(sandbox.developersUrl)}  ${pc.dim('keys, jobs, deliveries')}`),
		row(
			'Sample',
			`${link(welcome.sampleUrl)}  ${pc.dim('a PDF without tags, for the source URL')}`,
		),
		'',
		...(mail ? whatCameByMail(mail, link) : WITH_A_CLICK),
		'',
		row('Sign in', `${n8n.url} as ${OWNER.email}, password ${OWNER.password}`),
		row('n8n log', logFile),
		row('Tagger', sandbox.tagger.description),
		row('Stop', 'Ctrl-C'),
		'',
	].join('\n');
}

function whatCameByMail({ filed }: MailTour, link: (url: string) => string): string[] {
	return [
		'  A mail has come in, and its PDFs are in the bucket:',
		...filed.map((url) => `  ${link(url)}`),
		'',
		`  ${pc.bold('First:')} open n8n, and there ${pc.bold('Executions')}: each node of the run shows what it got and gave.`,
		`  ${pc.bold('Then:')} choose your own mailbox and bucket in ${pc.bold('New mail')} and in both S3 nodes.`,
	];
}
