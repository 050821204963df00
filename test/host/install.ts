/** `npm run hosts`: installs every pinned n8n into the cache folder, without tests. */
import { Listr } from 'listr2';
import { styleText } from 'node:util';
import { installation } from './harness/runner';
import { hostVersions } from './harness/versions';

new Listr(hostVersions().map(installation)).run().catch((error: unknown) => {
	console.error(styleText('red', (error as Error).message));
	process.exitCode = 1;
});
