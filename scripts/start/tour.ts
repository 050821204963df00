import { join } from 'node:path';
import { startSandbox, type Sandbox } from '../../sandbox';
import { removeFolder } from '../../test/host/harness/folder';
import { newHome } from '../../test/host/harness/home';
import type { Host } from '../../test/host/harness/install';
import { startN8n, type N8n } from '../../test/host/harness/n8n';
import { opening, type Close } from '../../test/host/harness/opening';
import { addPackage, NODE_TYPES } from '../../test/host/harness/package';
import { addCredential } from '../../test/host/harness/rest/credentials';
import { Session } from '../../test/host/harness/rest/session';
import type { Workflow } from '../../test/host/harness/rest/workflows';
import { importExamples, nodeOf, readExample, type Credentials } from './examples';
import { openMailTour, type MailTour } from './mailbox';
import { serveWelcome, type Welcome } from './welcome';

/** Ports of 127.0.0.1; 0 takes a free one. */
export interface Ports {
	readonly n8n: number;
	readonly sandbox: number;
	readonly welcome: number;
}

/** A sandbox, and an n8n that has the package, its credentials and the examples. */
export interface Tour {
	readonly sandbox: Sandbox;
	readonly n8n: N8n;
	/** Where n8n writes its log, as long as the tour lasts. */
	readonly logFile: string;
	readonly session: Session;
	readonly welcome: Welcome;
	readonly credentials: Credentials;
	/** The example that runs with a click. */
	readonly example: Workflow;
	/** Where there is a mailbox. */
	readonly mail: MailTour | undefined;
	readonly close: Close;
}

/**
 * Starts a tour.
 *
 * @param tarball the packed package
 * @param mailed paths of the PDFs that come in by mail; undefined for no mailbox
 * @throws Error when something does not start; what had started is ended
 */
export async function startTour(
	host: Host,
	tarball: string,
	ports: Ports,
	mailed?: readonly string[],
): Promise<Tour> {
	return await opening(async (onClose, close) => {
		const home = await newHome(host);
		onClose(async () => await removeFolder(home));
		await addPackage(home, tarball);
		const sandbox = await startSandbox({ port: ports.sandbox });
		onClose(async () => await sandbox.close());
		const logFile = join(home, 'n8n.log');
		const env = { N8N_LOG_OUTPUT: 'console,file', N8N_LOG_FILE_LOCATION: logFile };
		const n8n = await startN8n({ host, home, port: ports.n8n || undefined, env });
		onClose(n8n.stop);
		let destination = n8n.url;
		const welcome = await serveWelcome(ports.welcome, n8n.url, () => destination);
		onClose(welcome.close);

		const session = await Session.signIn(n8n.url);
		const credentials = await addCredentials(session, sandbox);
		const example = await importExamples(session, credentials, welcome.sampleUrl);
		const mail = mailed && (await openMailTour(session, credentials.tagPdfApi, mailed, onClose));
		destination = `${n8n.url}/workflow/${(mail?.workflow ?? example).id}`;
		return { sandbox, n8n, logFile, session, welcome, credentials, example, mail, close };
	});
}

/** Stores both credentials, with the secret of the trigger's endpoint, which it registers. */
async function addCredentials(session: Session, sandbox: Sandbox): Promise<Credentials> {
	const [account] = sandbox.accounts;
	const trigger = nodeOf(readExample('file-tagged-documents'), NODE_TYPES.tagPdfTrigger);
	const address = `${session.url}/webhook/${String(trigger.webhookId)}/webhook`;
	const { secret } = sandbox.webhooks.endpoints.add(account, address);
	return {
		tagPdfApi: await addCredential(session, 'tagPdfApi', 'Sandbox', {
			apiKey: account.apiKey,
			baseUrl: sandbox.url,
		}),
		tagPdfWebhookApi: await addCredential(session, 'tagPdfWebhookApi', 'Sandbox endpoint', {
			signingSecret: secret,
		}),
	};
}
