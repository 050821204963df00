import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeOnce } from './folder';
import type { Host } from './host';
import type { Report } from './elapsed';
import { startN8n } from './n8n';
import { setUpOwner } from './rest/session';

/**
 * Starts a freshly installed n8n once to migrate the database and set up the owner. The first time takes
 * 20 seconds.
 *
 * @returns folder to copy new user folders from
 */
export async function prepareHome(host: Host, report: Report): Promise<string> {
	const prepared = `${host.folder}-home`;
	await makeOnce(prepared, async (partial) => {
		report('first start');
		const n8n = await startN8n({ host, home: partial });
		try {
			await setUpOwner(n8n.url);
		} finally {
			await n8n.stop();
		}
	});
	return prepared;
}

/** A fresh user folder for a host, with the owner already set up. */
export async function newHome(host: Host): Promise<string> {
	const prepared = await prepareHome(host, () => undefined);
	const home = await mkdtemp(join(tmpdir(), 'tag-pdf-n8n-'));
	await cp(prepared, home, { recursive: true });
	return home;
}
