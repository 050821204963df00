import pc from 'picocolors';
import { runSuite } from '../host/harness/runner';
import { latestVersion } from '../host/harness/versions';

/** Installs the newest n8n if it is missing and runs the tests in a browser: `npm run test:ui`. */
async function main(): Promise<void> {
	process.exitCode = await runSuite({
		config: 'test/ui/jest.config.js',
		versions: [latestVersion()],
		args: process.argv.slice(2),
	});
}

main().catch((error: Error) => {
	console.error(pc.red(error.message));
	process.exitCode = 1;
});
