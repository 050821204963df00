/**
 * The tour in Docker (docker/tour/compose.yaml): the sandbox of the service beside a running n8n, in one
 * network. It sets up n8n's owner, credentials and examples.
 */
import { once } from 'node:events';
import pc from 'picocolors';
import { startSandbox, type Sandbox } from '../../sandbox';
import { opening, type Close } from '../../test/host/harness/opening';
import { RestError, setUpOwner } from '../../test/host/harness/rest/session';
import { OWNER } from '../../test/host/harness/settings';
import { furnish } from './furnish';
import { keepSecrets, type TourSecrets } from './secrets';
import { DEFAULT_PORTS, TOUR_CREDITS } from './tour';

/** n8n's user folder, a volume that both containers have (docker/tour/compose.yaml). */
const KEPT_FOLDER = '/home/node/.n8n';

/** Listens on every address of the container, which publishes its ports only on the machine's loopback. */
const ALL_ADDRESSES = '0.0.0.0';

async function main(): Promise<void> {
	const stopped = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
	const tour = await opening(async (onClose, close) => {
		const secrets = await keepSecrets(KEPT_FOLDER);
		const sandbox = await startSandbox({
			seed: secrets.seed,
			listen: ALL_ADDRESSES,
			port: DEFAULT_PORTS.sandbox,
			storagePort: DEFAULT_PORTS.sandbox + 1,
			credits: TOUR_CREDITS,
		});
		onClose(async () => await sandbox.close());
		return { sandbox, guide: await guideTo(sandbox, secrets, onClose), close };
	});
	console.log(tour.guide);
	await stopped;
	await tour.close();
}

const N8N_URL = `http://127.0.0.1:${DEFAULT_PORTS.n8n}`;

/** Sets n8n up. If n8n refuses, as a newer version may, the user gets the steps. */
async function guideTo(
	sandbox: Sandbox,
	{ password }: TourSecrets,
	onClose: (end: Close) => void,
): Promise<string> {
	const welcomePort = DEFAULT_PORTS.welcome;
	try {
		await ensureOwner(N8N_URL, password);
		const place = { n8nUrl: N8N_URL, sandbox, password, welcomePort, listen: ALL_ADDRESSES };
		const { welcome } = await furnish(place, onClose);
		return addresses(sandbox, welcome.url, password);
	} catch (error) {
		return stepsByHand(sandbox, error as Error);
	}
}

function stepsByHand({ accounts: [account], url }: Sandbox, { message }: Error): string {
	return [
		pc.yellow(`This n8n could not be set up by itself: ${message}`),
		`Open ${N8N_URL}, add the node Tag PDF, and create its credential with`,
		`  API Key   ${account.apiKey}`,
		`  Base URL  ${url}`,
	].join('\n');
}

/** Creates the owner, unless n8n has one from an earlier start. */
async function ensureOwner(n8nUrl: string, password: string): Promise<void> {
	try {
		await setUpOwner(n8nUrl, password);
	} catch (error) {
		if (!(error instanceof RestError && error.status === 400)) throw error;
	}
}

function addresses({ developersUrl, tagger }: Sandbox, link: string, password: string): string {
	return [
		'',
		`  n8n       ${pc.bold(`${link}/`)}  signs you in and opens the example`,
		`  Service   ${developersUrl}  keys, jobs, deliveries`,
		`  Sign in   ${OWNER.email}, password ${password}`,
		`  Tagger    ${tagger.description}`,
		'',
	].join('\n');
}

main().catch((error: unknown) => {
	console.error(pc.red((error as Error).message));
	process.exitCode = 1;
});
