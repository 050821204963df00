import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeOnce } from './folder';
import type { Host, Report } from './install';
import { startN8n } from './n8n';
import { setUpOwner } from './rest/session';

/**
 * A fresh user folder for a host: the database migrated and the owner set up, nothing else in it.
 * The first call per host starts n8n once for this (some 20 seconds); later ones copy the result.
 */
export async function newHome(host: Host, report: Report = () => undefined): Promise<string> {
	const home = await mkdtemp(join(tmpdir(), 'tag-pdf-n8n-'));
	await fillHome(host, home, report);
	return home;
}

/** Makes an empty folder into a user folder as `newHome` gives it. */
export async function fillHome(host: Host, home: string, report: Report): Promise<void> {
	const prepared = `${host.folder}-home`;
	await makeOnce(prepared, async (partial) => {
		report(`n8n ${host.n8n}: first start`);
		const n8n = await startN8n({ host, home: partial });
		try {
			await setUpOwner(n8n.url);
		} finally {
			await n8n.stop();
		}
	});
	await mkdir(home, { recursive: true });
	await cp(prepared, home, { recursive: true });
}

/** Removes a user folder; n8n may still be letting go of files in it. */
export async function removeHome(home: string): Promise<void> {
	await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
