import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { DOVECOT, startMailbox } from '../../test/examples/servers/mailbox';
import { startS3 } from '../../test/examples/servers/s3';
import { installPackages } from '../../test/host/harness/debian';
import type { Close } from '../../test/host/harness/opening';
import { NODE_TYPES } from '../../test/host/harness/package';
import { putCredential, type CredentialReference } from '../../test/host/harness/rest/credentials';
import {
	finishedExecution,
	listExecutions,
	outputs,
	type Execution,
} from '../../test/host/harness/rest/executions';
import type { Session } from '../../test/host/harness/rest/session';
import {
	activate,
	addWorkflow,
	deactivate,
	findWorkflow,
	type Workflow,
} from '../../test/host/harness/rest/workflows';
import { nodeOf, readExample, withCredentials, type Choices } from './examples';

const BUCKET = 'documents';

/** The example for mailboxes, after its run: a mail has arrived, and its PDFs are in the bucket. */
export interface MailTour {
	readonly workflow: Workflow;
	/** Addresses of the files that the workflow has put into the bucket. */
	readonly filed: readonly string[];
	/** Names of the PDFs that it filed unchanged, because they were already tagged. */
	readonly skipped: readonly string[];
}

/** Installs the mail server with apt-get, if it is missing. */
export async function installMailServer(): Promise<void> {
	if (!existsSync(DOVECOT)) await installPackages('The mailbox is a Dovecot', ['dovecot-imapd']);
}

/**
 * Starts a mailbox and an S3 store on this machine, and sends a mail. The example watches the mailbox and
 * files into the store.
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
	const workflow = await prepareWorkflow(session, {
		'n8n-nodes-base.emailReadImap': {
			imap: await putCredential(session, 'imap', 'Mailbox here', mailbox.credential),
		},
		[NODE_TYPES.tagPdf]: { tagPdfApi },
		'n8n-nodes-base.s3': {
			s3: await putCredential(session, 's3', 'S3 store here', store.credential),
		},
	});
	const earlier = (await listExecutions(session, workflow.id)).length;
	await activate(session, workflow);
	// Without its mailbox, n8n could not start the workflow the next time, and would retry without end.
	onClose(async () => await deactivate(session, workflow));
	const attachments = await Promise.all(
		pdfs.map(async (path) => ({ filename: basename(path), content: await readFile(path) })),
	);
	await mailbox.send({ subject: 'Please make it accessible', attachments });
	const execution = await finishedExecution(session, workflow.id, earlier + 1);
	const address = (key: string) => new URL(`/${BUCKET}/${key}`, String(store.credential.endpoint));
	return {
		workflow,
		filed: (await store.keys()).map((key) => address(key).href),
		skipped: skippedNames(execution, nodeOf(workflow, NODE_TYPES.tagPdf).name),
	};
}

/** The example for mailboxes, inactive; an earlier tour's example is reused. */
async function prepareWorkflow(session: Session, choices: Choices): Promise<Workflow> {
	const example = withCredentials(readExample('imap-to-s3'), choices);
	const kept = await findWorkflow(session, example.name);
	if (!kept) return await addWorkflow(session, example);
	await deactivate(session, kept);
	return (await findWorkflow(session, example.name)) ?? kept;
}

/** Names of the documents that the node left unchanged. */
function skippedNames(execution: Execution, node: string): string[] {
	return outputs(execution, node)
		.flat()
		.flatMap(({ json }) => {
			// Keep Input Data puts the answer about the document into a separate field.
			const { filename, skipped } = (json.job ?? json) as Readonly<Record<string, unknown>>;
			return skipped === undefined ? [] : [String(filename)];
		});
}
