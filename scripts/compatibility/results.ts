import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder to which test/host/reporter.js writes. */
const FOLDER = join(__dirname, '../../test/results');

/** The suites that run in a real n8n. */
export type Suite = 'host' | 'queue' | 'ui';

/** Result of a whole run of a suite on one n8n. */
export interface Result {
	readonly suite: Suite;
	/** n8n's version. */
	readonly n8n: string;
	/** The day, in UTC, as `2026-01-31`. */
	readonly date: string;
	/** Tests by the group they are in. */
	readonly groups: Readonly<Record<string, { readonly passed: number; readonly failed: number }>>;
}

/** Reads the results of the last whole run of each suite; empty if no suite has run. */
export async function readResults(): Promise<Result[]> {
	// A subfolder has the report of the mutation tests.
	const names = (await readdir(FOLDER).catch(() => [])).filter((name) => name.endsWith('.json'));
	return await Promise.all(
		names.map(async (name) => JSON.parse(await readFile(join(FOLDER, name), 'utf8')) as Result),
	);
}
