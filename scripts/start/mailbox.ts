import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DOVECOT, startMailbox, type Mailbox } from '../../test/examples/servers/mailbox';
import { startS3, type S3 } from '../../test/examples/servers/s3';
import { installPackages } from '../../test/host/harness/debian';
import { reportElapsed, type Report } from '../../test/host/harness/elapsed';
import type { Close } from '../../test/host/harness/opening';
import { NODE_TYPES } from '../../test/host/harness/package';
import { putCredential } from '../../test/host/harness/rest/credentials';
import { executionEnded, listExecutions } from '../../test/host/harness/rest/executions';
import type { Session } from '../../test/host/harness/rest/session';
import {
	activate,
	deactivate,
	findWorkflow,
	type Workflow,
} from '../../test/host/harness/rest/workflows';
import { until } from '../../test/host/harness/until';
import { type Credentials, importExample, MAIL_EXAMPLE, readExample } from './examples';

const BUCKET = 'documents';
/** Mails have pictures, too. */
const PICTURE = { filename: 'logo.svg', path: join(__dirname, '../../icons/tagPdf.svg') };

/** What has become of a mail. */
export interface Outcome {
	/** Whether the workflow ended without an error. */
	readonly succeeded: boolean;
	/** Addresses of the files that are new in the bucket. */
	readonly filed: readonly string[];
}

/** The example for mailboxes, after its run: a mail has arrived, and its PDFs are in the bucket. */
export interface MailTour {
	readonly workflow: Workflow;
	/** What has become of the first mail. */
	readonly outcome: Outcome;
	/** The mailbox: addresses, and how to sign in. */
	readonly mailbox: Pick<Mailbox, 'address' | 'credential' | 'smtp'>;
	/**
	 * Sends another mail and waits until the workflow has ended.
	 *
	 * @param pdfs paths of the files to attach; default: those of the first mail
	 */
	readonly send: (pdfs?: readonly string[]) => Promise<Outcome>;
}

/** Installs the mail server with apt-get, if it is missing. */
export async function installMailServer(report: Report): Promise<void> {
	if (existsSync(DOVECOT)) return;
	await reportElapsed(report, 'installing dovecot-imapd', async () => {
		await installPackages('The mailbox is a Dovecot', ['dovecot-imapd']);
	});
}

/**
 * Starts a mailbox and an S3 store on this machine, and sends a signed mail. The example watches the mailbox
 * and files into the store.
 *
 * @param pdfs paths of the files to attach
 * @throws Error when the workflow has not begun within two minutes, or not ended within a quarter of an hour
 */
export async function openMailTour(
	session: Session,
	credentials: Credentials,
	pdfs: readonly string[],
	onClose: (end: Close) => void,
	report: Report,
): Promise<MailTour> {
	report('starting the mailbox and the S3 store');
	const mailbox = await startMailbox();
	onClose(mailbox.close);
	const store = await startS3();
	onClose(store.close);
	const workflow = await importMailExample(session, credentials, mailbox, store);
	await activate(session, workflow);
	// Without its mailbox, n8n could not start the workflow the next time, and would retry without end.
	onClose(async () => await deactivate(session, workflow));
	const send = async (paths = pdfs): Promise<Outcome> => {
		const attachments = await Promise.all(
			paths.map(async (path) => ({ filename: basename(path), content: await readFile(path) })),
		);
		const before = new Set(await store.keys());
		const earlier = await listExecutions(session, workflow.id);
		const mail = {
			subject: 'Please make it accessible',
			attachments: [...attachments, PICTURE],
		};
		await mailbox.send(mail);
		const what = 'the mail has started the workflow';
		const { id } = await until({ what, every: 500 }, async () => {
			const executions = await listExecutions(session, workflow.id);
			return executions.find((each) => earlier.every((known) => known.id !== each.id));
		});
		const succeeded = await executionEnded(session, workflow.id, id);
		const address = (key: string) =>
			new URL(`/${BUCKET}/${key}`, String(store.credential.endpoint)).href;
		const copies = (await store.keys()).filter((key) => key.startsWith('tagged/'));
		const filed = copies.filter((key) => !before.has(key)).map(address);
		return { succeeded, filed };
	};
	const waiting = 'a mail comes in, and the workflow tags its PDFs';
	const outcome = await reportElapsed(report, waiting, async () => await send());
	return { workflow, outcome, mailbox, send };
}

/** Imports the example, connected with this mailbox and store. */
async function importMailExample(
	session: Session,
	{ tagPdfApi }: Credentials,
	mailbox: Mailbox,
	store: S3,
): Promise<Workflow> {
	const example = readExample(MAIL_EXAMPLE);
	const kept = await findWorkflow(session, example.name);
	// Still active if the last tour was killed.
	if (kept) await deactivate(session, kept);
	const { workflow } = await importExample(session, example, {
		'n8n-nodes-base.emailReadImap': {
			imap: await putCredential(session, 'imap', 'Mailbox here', mailbox.credential),
		},
		[NODE_TYPES.tagPdf]: { tagPdfApi },
		'n8n-nodes-base.s3': {
			s3: await putCredential(session, 's3', 'S3 store here', store.credential),
		},
		'n8n-nodes-base.emailSend': {
			smtp: await putCredential(session, 'smtp', 'Outgoing mail here', mailbox.smtp),
		},
	});
	return workflow;
}
