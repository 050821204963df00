import { join } from 'node:path';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox';
import { containerHost, IMAGE_VARIABLE } from './container';
import { removeFolder } from './folder';
import { newHome } from './home';
import type { Host } from './host';
import { installHost } from './install';
import { startN8n, type N8n } from './n8n';
import { opening, type Close } from './opening';
import { addPackage, packageUnderTest } from './package';
import { addCredential, serviceOf, type CredentialReference } from './rest/credentials';
import { Session } from './rest/session';
import { hostVersion, latestVersion } from './versions';

/** Set by jest's project (jest.config.js). */
declare const N8N_UNDER_TEST: string | undefined;

/** Version of the n8n under test; outside tests the newest. */
export const versionUnderTest =
	typeof N8N_UNDER_TEST === 'undefined' ? latestVersion().n8n : N8N_UNDER_TEST;

/** Whether n8n 1 is under test, which lacks some features of version 2. */
export const onVersion1 = versionUnderTest.startsWith('1.');

/** Version of the Node that runs n8n; empty for an image, which brings its own. */
export const nodeVersionUnderTest = process.env[IMAGE_VARIABLE]
	? ''
	: hostVersion(versionUnderTest).nodeVersion;

async function hostUnderTest(): Promise<Host> {
	const image = process.env[IMAGE_VARIABLE];
	return image
		? await containerHost(image, versionUnderTest)
		: await installHost(hostVersion(versionUnderTest), () => undefined);
}

/** n8n's file storage; `default` is memory. */
export type BinaryMode = 'default' | 'filesystem' | 'database';

/** Changes to the default: an n8n with files on disk, and a sandbox that only stamps. */
export interface SetupOptions {
	readonly mode?: BinaryMode;
	readonly sandbox?: Partial<SandboxOptions>;
	/** Further settings of n8n. */
	readonly env?: Readonly<Record<string, string>>;
}

/** A real n8n with the package, and a sandbox it can reach. */
export interface Setup {
	readonly sandbox: Sandbox;
	/** n8n's user folder. */
	readonly home: string;
	/** Folder of documents that n8n may read. */
	readonly documents: string;
	n8n: N8n;
	session: Session;
	/** Credential of the sandbox's first account. */
	readonly credential: CredentialReference;
	/** Starts n8n again with the same folder and port, after a stop or kill. */
	readonly restart: () => Promise<void>;
	/** Ends everything and removes its files. */
	readonly close: Close;
}

/**
 * Starts a sandbox, and an n8n with the package and the sandbox's credential.
 *
 * @throws Error if a server does not start; servers that had started are ended
 */
export async function openSetup(options: SetupOptions = {}): Promise<Setup> {
	return await opening(async (onClose, close) => await open(options, onClose, close));
}

async function open(
	{ mode = 'filesystem', sandbox: switches = {}, env: extra = {} }: SetupOptions,
	onClose: (end: Close) => void,
	close: Close,
): Promise<Setup> {
	const host = await hostUnderTest();
	const home = await newHome(host);
	onClose(async () => await removeFolder(home));
	await addPackage(home, await packageUnderTest());
	const sandbox = await startSandbox({ tagger: 'stamp', credits: 10_000, ...switches });
	onClose(async () => await sandbox.close());
	const documents = join(home, 'documents');
	const env = {
		N8N_DEFAULT_BINARY_DATA_MODE: mode,
		N8N_RESTRICT_FILE_ACCESS_TO: documents,
		...extra,
	};
	let n8n = await startN8n({ host, home, env });
	onClose(async () => await n8n.stop());
	const session = await Session.signIn(n8n.url);
	const setup: Setup = {
		sandbox,
		home,
		documents,
		n8n,
		session,
		credential: await addCredential(session, 'tagPdfApi', 'Sandbox', serviceOf(sandbox)),
		restart: async () => {
			n8n = await startN8n({ host, home, env, port: n8n.port });
			setup.n8n = n8n;
			setup.session = await Session.signIn(n8n.url);
		},
		close,
	};
	return setup;
}
