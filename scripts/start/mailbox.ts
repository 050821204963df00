import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DOVECOT, startMailbox } from '../../test/examples/servers/mailbox';
import { startS3 } from '../../test/examples/servers/s3';
import { installPackages } from '../../test/host/harness/debian';
import type { Close } from '../../test/host/harness/opening';
import { NODE_TYPES } from '../../test/host/harness/package';
import { putCredential, type CredentialReference } from '../../test/host/harness/rest/credentials';
import { finishedExecution, listExecutions } from '../../test/host/harness/rest/executions';
import type { Session } from '../../test/host/harness/rest/session';
import {
	activate,
	deactivate,
	findWorkflow,
	type Workflow,
} from '../../test/host/harness/rest/workflows';
import { importExample, readExample } from './examples';

const BUCKET = 'documents';
/** Mails have pictures, too. */
const PICTURE = { filename: 'logo.svg', path: join(__dirname, '../../icons/tagPdf.svg') };

/** The example for mailboxes, after its run: a mail has arrived, and its PDFs are in the bucket. */
export interface MailTour {
	readonly workflow: Workflow;
	/** Addresses of the files that the workflow has put into the bucket. */
	readonly filed: readonly string[];
}

/** Installs the mail server with apt-get, if it is missing. */
export async function installMailServer(): Promise<void> {
	if (!existsSync(DOVECOT)) await installPackages('The mailbox is a Dovecot', ['dovecot-imapd']);
}

/**
 * Starts a mailbox and an S3 store on this machine, and sends a signed mail. The example watches the mailbox
 * and files into the store.
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
	const example = readExample('imap-to-s3');
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
			smtp: await putCredential(session, 'smtp', 'Mail server here', mailbox.smtp),
		},
	});
	const earlier = (await listExecutions(session, workflow.id)).length;
	await activate(session, workflow);
	// Without its mailbox, n8n could not start the workflow the next time, and would retry without end.
	onClose(async () => await deactivate(session, workflow));
	const attachments = await Promise.all(
		pdfs.map(async (path) => ({ filename: basename(path), content: await readFile(path) })),
	);
	await mailbox.send({
		subject: 'Please make it accessible',
		attachments: [...attachments, PICTURE],
	});
	await finishedExecution(session, workflow.id, earlier + 1);
	const address = (key: string) => new URL(`/${BUCKET}/${key}`, String(store.credential.endpoint));
	const copies = (await store.keys()).filter((key) => key.startsWith('tagged/'));
	return { workflow, filed: copies.map((key) => address(key).href) };
}
