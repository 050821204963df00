import type { Sandbox } from '../../sandbox';
import { reportElapsed, type Report } from '../../test/host/harness/elapsed';
import type { Close } from '../../test/host/harness/opening';
import { NODE_TYPES } from '../../test/host/harness/package';
import { putCredential } from '../../test/host/harness/rest/credentials';
import { RestError, Session } from '../../test/host/harness/rest/session';
import { listWorkflows, type Workflow } from '../../test/host/harness/rest/workflows';
import { OWNER } from '../../test/host/harness/settings';
import { ACTIVE_EXAMPLES, type Credentials, importExamples, nodeOf, readExample } from './examples';
import { openMailTour, type MailTour } from './mailbox';
import { serveWelcome, type Welcome } from './welcome';

/** A running n8n that has an owner, and the sandbox beside it. */
export interface Place {
	readonly n8nUrl: string;
	readonly sandbox: Sandbox;
	/** Password that n8n's owner gets. */
	readonly password: string;
	/** Port of the link that signs a browser in. */
	readonly welcomePort: number;
	/** Paths of the PDFs that arrive by mail; undefined for no mailbox. */
	readonly mailed?: readonly string[] | undefined;
	/** Receives each step, and how long it has taken so far. */
	readonly report?: Report;
}

/** The contents of a newcomer's n8n. */
export interface Furniture {
	readonly session: Session;
	readonly welcome: Welcome;
	readonly credentials: Credentials;
	/** The example that runs with a click. */
	readonly example: Workflow;
	/** Undefined without a mailbox. */
	readonly mail: MailTour | undefined;
}

/**
 * Puts credentials and examples into an n8n, and serves the link into its editor. If n8n already has them,
 * its workflows stay unchanged, and its credentials get the current addresses.
 */
export async function furnish(
	{ n8nUrl, sandbox, password, welcomePort, mailed, report = () => undefined }: Place,
	onClose: (end: Close) => void,
): Promise<Furniture> {
	const session = await signIn(n8nUrl, password);
	let destination = n8nUrl;
	const welcome = await serveWelcome(welcomePort, n8nUrl, () => destination, password);
	onClose(welcome.close);
	const credentials = await addCredentials(session, sandbox);
	const example = await reportElapsed(report, 'importing the examples', async () => {
		return await importExamples(session, credentials, welcome.sampleUrl);
	});
	await registerTriggers(session, sandbox);
	const mail = mailed && (await openMailTour(session, credentials, mailed, onClose, report));
	destination = `${n8nUrl}/workflow/${(mail?.workflow ?? example).id}`;
	return { session, welcome, credentials, example, mail };
}

/** Signs in with the tour's password. At the first start n8n still has the one that all prepared homes have. */
async function signIn(n8nUrl: string, password: string): Promise<Session> {
	const kept = await unlessRefused(Session.signIn(n8nUrl, password));
	if (kept) return kept;
	const prepared = await unlessRefused(Session.signIn(n8nUrl));
	if (prepared) return await prepared.changePassword(OWNER.password, password);
	throw new Error(
		`n8n does not accept the password of ${OWNER.email} any more. ` +
			'Start with --fresh, or with another --folder.',
	);
}

async function unlessRefused(session: Promise<Session>): Promise<Session | undefined> {
	return await session.catch((error: unknown) => {
		if (error instanceof RestError && error.status === 401) return undefined;
		throw error;
	});
}

/** Stores the credential, with the secret of the example's trigger. */
async function addCredentials(session: Session, sandbox: Sandbox): Promise<Credentials> {
	const [{ apiKey }] = sandbox.accounts;
	const { webhookId } = nodeOf(readExample(ACTIVE_EXAMPLES.file), NODE_TYPES.tagPdfTrigger);
	const productionSigningSecret = registerTrigger(session, sandbox, webhookId);
	const data = { apiKey, baseUrl: sandbox.url, productionSigningSecret };
	return { tagPdfApi: await putCredential(session, 'tagPdfApi', 'Sandbox', data) };
}

/** Registers a trigger's address with the service. @returns the signing secret, the same at each start */
function registerTrigger(session: Session, { accounts, webhooks }: Sandbox, id: unknown): string {
	const { endpoints } = webhooks;
	const address = `${session.url}/webhook/${String(id)}/webhook`;
	const known = endpoints.all.find(({ url }) => url === address);
	return (known ?? endpoints.add(accounts[0], address)).secret;
}

/**
 * Registers the triggers of active workflows: the sandbox forgets them when it ends. At the others, each
 * delivery would fail.
 */
async function registerTriggers(session: Session, sandbox: Sandbox): Promise<void> {
	const workflows = await listWorkflows(session);
	for (const { id } of workflows.filter(({ active }) => active)) {
		const { nodes } = await session.call<Workflow>('GET', `/rest/workflows/${id}`);
		const triggers = nodes.filter(({ type }) => type === NODE_TYPES.tagPdfTrigger);
		for (const { webhookId } of triggers) registerTrigger(session, sandbox, webhookId);
	}
}
