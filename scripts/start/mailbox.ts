import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { DOVECOT, startMailbox } from '../../test/examples/servers/mailbox';
import { startS3 } from '../../test/examples/servers/s3';
import { installPackages } from '../../test/host/harness/debian';
import type { Close } from '../../test/host/harness/opening';
import { NODE_TYPES } from '../../test/host/harness/package';
import { addCredential, type CredentialReference } from '../../test/host/harness/rest/credentials';
import { finishedExecutions } from '../../test/host/harness/rest/executions';
import type { Session } from '../../test/host/harness/rest/session';
import { activate, addWorkflow, type Workflow } from '../../test/host/harness/rest/workflows';
import { readExample, withCredentials } from './examples';

const BUCKET = 'documents';

/** The example for mailboxes at work: a mail has come in, and its PDFs are in the bucket. */
export interface MailTour {
	readonly workflow: Workflow;
	/** Addresses of what the workflow has put into the bucket. */
	readonly filed: readonly string[];
}

/** Installs the mail server where it is missing, by apt-get. */
export async function installMailServer(): Promise<void> {
	if (!existsSync(DOVECOT)) await installPackages('The mailbox is a Dovecot', ['dovecot-imapd']);
}

/**
 * Starts a mailbox and an S3 store on this machine, lets the example watch the one and file into the
 * other, and sends a mail.
 *
 * @param pdfs paths of the files to attach
 * @throws Error when the workflow has not ended within two minutes
 */
export async function openMailTour(
	session: Session,
	tagPdfApi: CredentialReference,
	pdfs: readonly string[],
	onClose: (end: Close) => void,
): Promise<MailTour> {
	const mailbox = await startMailbox();
	onClose(mailbox.close);
	const store = await startS3();
	onClose(store.close);
	const imap = await addCredential(session, 'imap', 'Mailbox here', mailbox.credential);
	const s3 = await addCredential(session, 's3', 'S3 store here', store.credential);
	const example = withCredentials(readExample('imap-to-s3'), {
		'n8n-nodes-base.emailReadImap': { imap },
		[NODE_TYPES.tagPdf]: { tagPdfApi },
		'n8n-nodes-base.s3': { s3 },
	});
	const workflow = await addWorkflow(session, example);
	await activate(session, workflow);
	const attachments = await Promise.all(
		pdfs.map(async (path) => ({ filename: basename(path), content: await readFile(path) })),
	);
	await mailbox.send({ subject: 'Please make it accessible', attachments });
	await finishedExecutions(session, workflow.id);
	const address = (key: string) => new URL(`/${BUCKET}/${key}`, String(store.credential.endpoint));
	return { workflow, filed: (await store.keys()).map((key) => address(key).href) };
}
