import { join } from 'node:path';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
import type { Host } from '../../test/host/harness/host';
import { startN8n, type N8n } from '../../test/host/harness/n8n';
import { opening, type Close } from '../../test/host/harness/opening';
import { addPackage } from '../../test/host/harness/package';
import { openTemporaryFolder, readEndpoints, writeEndpoints, type TourFolder } from './folder';
import { furnish, type Furniture } from './furnish';
import { addSamples } from './samples';
import { keepSecrets } from './secrets';

/** Ports of 127.0.0.1; 0 selects a free port. */
export interface Ports {
	readonly n8n: number;
	readonly sandbox: number;
	readonly welcome: number;
}

/** Ports that the documentation names: n8n's, the sandbox's and the link's. */
export const DEFAULT_PORTS: Ports = { n8n: 5678, sandbox: 4010, welcome: 4000 };

/** Credits of the sandbox's accounts: enough to try batches. */
export const TOUR_CREDITS = 1_000;

/** A sandbox, and an n8n that has the package, its credentials and the examples. */
export interface Tour extends Furniture {
	readonly sandbox: Sandbox;
	readonly n8n: N8n;
	/** n8n's own version. */
	readonly version: string;
	readonly folder: TourFolder;
	/** Password of n8n's owner. */
	readonly password: string;
	/** Path of n8n's log. */
	readonly logFile: string;
	readonly close: Close;
}

/** Changes to the default tour, which leaves nothing behind and has no mailbox. */
export interface TourOptions {
	readonly openFolder?: (host: Host) => Promise<TourFolder>;
	/** Paths of the PDFs that arrive by mail; undefined for no mailbox. */
	readonly mailed?: readonly string[] | undefined;
}

/**
 * Starts a tour.
 *
 * @param tarball the packed package
 * @throws Error when something does not start; everything that had started is ended
 */
export async function startTour(
	host: Host,
	tarball: string,
	ports: Ports,
	{ openFolder = openTemporaryFolder, mailed }: TourOptions = {},
): Promise<Tour> {
	return await opening(async (onClose, close) => {
		const folder = await openFolder(host);
		onClose(folder.close);
		const { home, documents } = folder;
		await addPackage(home, tarball);
		await addSamples(documents);
		const { password, seed } = await keepSecrets(home);
		const sandbox = await openSandbox(folder, { port: ports.sandbox, seed }, onClose);
		const logFile = join(home, 'n8n.log');
		const env = {
			N8N_LOG_OUTPUT: 'console,file',
			N8N_LOG_FILE_LOCATION: logFile,
			N8N_RESTRICT_FILE_ACCESS_TO: documents,
		};
		const n8n = await startN8n({ host, home, port: ports.n8n || undefined, env });
		onClose(n8n.stop);
		const place = { n8nUrl: n8n.url, sandbox, password, welcomePort: ports.welcome, mailed };
		const furniture = await furnish(place, onClose);
		return { ...furniture, sandbox, n8n, version: host.n8n, folder, password, logFile, close };
	});
}

/** Starts a sandbox with the webhook endpoints of the last tour, and saves its endpoints at the end. */
async function openSandbox(
	folder: TourFolder,
	fixed: Pick<SandboxOptions, 'port' | 'seed'>,
	onClose: (end: Close) => void,
): Promise<Sandbox> {
	const endpoints = await readEndpoints(folder);
	const sandbox = await startSandbox({ ...fixed, credits: TOUR_CREDITS, endpoints });
	onClose(async () => {
		const [{ accountId }] = sandbox.accounts;
		const own = sandbox.webhooks.endpoints.all.filter((each) => each.accountId === accountId);
		await writeEndpoints(
			folder,
			own.map(({ url }) => url),
		);
		await sandbox.close();
	});
	return sandbox;
}
