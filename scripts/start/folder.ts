import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { lock } from 'proper-lockfile';
import { removeFolder } from '../../test/host/harness/folder';
import { prepareHome } from '../../test/host/harness/home';
import type { Host } from '../../test/host/harness/host';
import type { Close } from '../../test/host/harness/opening';

/** Keeps the tours of all n8n versions. It is not hidden, because it has the user's work. */
export const DEFAULT_FOLDER = join(homedir(), 'n8n-tag-pdf-tour');

/** The files of a tour. */
export interface TourFolder {
	/** n8n's user folder: workflows, credentials, executions, files and the log. */
	readonly home: string;
	/** The only folder that n8n's file nodes may read and write. */
	readonly documents: string;
	/** Releases the folder for other processes. */
	readonly close: Close;
}

/**
 * Opens the folder of a tour that keeps the user's work. It creates n8n's part if that is missing.
 *
 * @param folder has one n8n per version, and the documents that all versions share
 * @param fresh removes the data of this n8n version; the documents stay
 * @throws Error if another process uses the folder
 */
export async function openKeptFolder(
	host: Host,
	folder: string,
	fresh = false,
): Promise<TourFolder> {
	const home = join(folder, `n8n-${host.n8n}`);
	const documents = join(folder, 'documents');
	await mkdir(documents, { recursive: true });
	const release = await lockHome(home);
	try {
		if (fresh) await removeFolder(home);
		if (!existsSync(home)) await copyPreparedHome(host, home);
	} catch (error) {
		await release();
		throw error;
	}
	return { home, documents, close: release };
}

/** Opens a folder that is removed at the end. */
export async function openTemporaryFolder(host: Host): Promise<TourFolder> {
	const folder = await mkdtemp(join(tmpdir(), 'tag-pdf-tour-'));
	const kept = await openKeptFolder(host, folder);
	const close = async () => {
		await kept.close();
		await removeFolder(folder);
	};
	return { ...kept, close };
}

async function lockHome(home: string): Promise<Close> {
	try {
		return await lock(home, { realpath: false });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ELOCKED') throw error;
		throw new Error(
			`Another npm start uses ${home}. Stop it first, or choose another folder with --folder. ` +
				'If it was killed, wait ten seconds.',
		);
	}
}

/** Renames the home into place when it is complete, so that it is never partial. */
async function copyPreparedHome(host: Host, home: string): Promise<void> {
	const partial = `${home}.partial`;
	await removeFolder(partial);
	await cp(await prepareHome(host, () => undefined), partial, { recursive: true });
	await rename(partial, home);
}

const ENDPOINTS = 'endpoints.json';

/** Addresses of the tour's webhook endpoints when it was last closed. */
export async function readEndpoints({ home }: TourFolder): Promise<string[]> {
	const path = join(home, ENDPOINTS);
	return existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as string[]) : [];
}

export async function writeEndpoints({ home }: TourFolder, urls: readonly string[]): Promise<void> {
	await writeFile(join(home, ENDPOINTS), JSON.stringify(urls));
}
