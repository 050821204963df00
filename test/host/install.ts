/** `npm run hosts`: installs every pinned n8n into the cache folder, without tests. */
import { Listr } from 'listr2';
import pc from 'picocolors';
import { installation } from './harness/runner';
import { hostVersions } from './harness/versions';

new Listr(hostVersions().map(installation)).run().catch((error: unknown) => {
	console.error(pc.red((error as Error).message));
	process.exitCode = 1;
});
