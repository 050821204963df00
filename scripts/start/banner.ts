import { styleText } from 'node:util';
import { NODE_TYPES } from '../../test/host/harness/package';
import { OWNER } from '../../test/host/harness/settings';
import { TOUR_CREDITS } from './defaults';
import { ACTIVE_EXAMPLES, FIRST_EXAMPLE, nodeOf, readExample } from './examples';
import type { MailTour } from './mailbox';
import { outcomeLines } from './moreMails';
import type { Tour } from './tour';

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
		...(mail ? mailSteps(mail) : firstClicks()),
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

function firstClicks(): string[] {
	const { name: node } = nodeOf(readExample(FIRST_EXAMPLE), NODE_TYPES.tagPdf);
	const { name: submit } = readExample(ACTIVE_EXAMPLES.submit);
	const { name: file } = readExample(ACTIVE_EXAMPLES.file);
	return [
		`  ${bold('First:')} open n8n, click ${bold('Execute workflow')}, then open ${bold(node)}:`,
		'  its output has the job as JSON and the tagged PDF under Binary.',
		'',
		`  ${bold('Then:')} in ${bold(submit)}, send the form a PDF of yours;`,
		`  ${bold(file)} starts by itself when the service says that it is tagged.`,
	];
}

function mailSteps({ mailbox, outcome, workflow }: MailTour): string[] {
	const { address, credential, smtp } = mailbox;
	const imap = `IMAP ${at(credential)} as ${String(credential.user)}, password ${String(credential.password)}`;
	return [
		'  A signed mail with PDFs and a picture has come in. Only its PDFs go into the bucket;',
		'  one that already has tags is filed as it came, free of charge.',
		...outcomeLines(outcome),
		'',
		`  ${bold('First:')} open n8n, and there ${bold('Executions')}: each node of the run shows its input and output.`,
		`  ${bold('Next mail:')} press Enter here to send the same PDFs again, or type the path of another PDF first.`,
		`  ${bold('Then:')} choose your own mailbox and bucket; the note in ${bold(workflow.name)} says where.`,
		'',
		row('Mailbox', `${address}; ${imap}`),
		row(
			'Send mail',
			`SMTP ${at(smtp)} without a user`,
			'for any mail program, or n8n’s Send Email',
		),
	];
}

const at = ({ host, port }: Record<string, unknown>) => `${String(host)}:${String(port)}`;
