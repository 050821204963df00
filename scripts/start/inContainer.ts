/**
 * The tour in Docker (docker/tour/compose.yaml): the sandbox of the service beside a running n8n, in one
 * network. It sets up n8n's owner, credentials and examples.
 */
import { once } from 'node:events';
import { startSandbox, type Sandbox } from '../../sandbox';
import { opening, type Close } from '../../test/host/harness/opening';
import { RestError, setUpOwner } from '../../test/host/harness/rest/session';
import { OWNER } from '../../test/host/harness/settings';
import { DEFAULT_PORTS, TOUR_CREDITS } from './defaults';
import { furnish } from './furnish';
import { keepSecrets } from './tour';

/** n8n's user folder, a volume that both containers have (docker/tour/compose.yaml). */
const KEPT_FOLDER = '/home/node/.n8n';
/** Listens on every address of the container, which publishes its ports only on the machine's loopback. */
const ALL_ADDRESSES = '0.0.0.0';
const N8N_URL = `http://127.0.0.1:${DEFAULT_PORTS.n8n}`;

async function main(): Promise<void> {
	const stopped = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
	await opening(async (onClose, close) => {
		const { password, seed } = await keepSecrets(KEPT_FOLDER);
		const sandbox = await startSandbox({
			seed,
			listen: ALL_ADDRESSES,
			port: DEFAULT_PORTS.sandbox,
			storagePort: DEFAULT_PORTS.sandbox + 1,
			credits: TOUR_CREDITS,
		});
		onClose(async () => await sandbox.close());
		console.log(await guideTo(sandbox, password, onClose));
		await stopped;
		await close();
	});
}

/** Sets n8n up. If n8n refuses, as a newer version may, the user gets the steps. */
async function guideTo(
	sandbox: Sandbox,
	password: string,
	onClose: (end: Close) => void,
): Promise<string> {
	const [account] = sandbox.accounts;
	try {
		await ensureOwner(password);
		const welcomePort = DEFAULT_PORTS.welcome;
		const place = { n8nUrl: N8N_URL, sandbox, password, welcomePort, listen: ALL_ADDRESSES };
		const { welcome } = await furnish(place, onClose);
		return `
  n8n       ${welcome.url}  signs you in and opens the example
  Service   ${sandbox.developersUrl}  keys, jobs, deliveries
  Sign in   ${OWNER.email}, password ${password}
  Tagger    ${sandbox.tagger.description}
`;
	} catch (error) {
		return `This n8n could not be set up by itself: ${(error as Error).message}
Open ${N8N_URL}, add the node Tag PDF, and create its credential with
  API Key   ${account.apiKey}
  Base URL  ${sandbox.url}`;
	}
}

/** Creates the owner, unless n8n has one from an earlier start. */
async function ensureOwner(password: string): Promise<void> {
	try {
		await setUpOwner(N8N_URL, password);
	} catch (error) {
		if (!(error instanceof RestError && error.status === 400)) throw error;
	}
}

main().catch((error: unknown) => {
	console.error((error as Error).message);
	process.exitCode = 1;
});
