import { Command } from 'commander';
import pc from 'picocolors';
import { runSuite } from './harness/runner';
import { hostVersion, hostVersions } from './harness/versions';

const pinned = hostVersions().map(({ n8n }) => n8n);

const program = new Command('npm run test:host --')
	.description('Runs the packed package in real n8n installations, beside a sandbox.')
	.option('--n8n <version>', `only this n8n: ${pinned.join(', ')} (default: all)`)
	.argument('[jest arguments...]', 'passed on to jest, e.g. the name of a suite')
	.allowUnknownOption()
	.addHelpText(
		'after',
		'\nThe first run installs n8n (minutes, up to 2.6 GB each) into the cache folder of the system,\nor into the one that TAG_PDF_HOSTS names; later runs find it there.',
	);

async function main(): Promise<void> {
	program.parse();
	const { n8n } = program.opts<{ n8n?: string }>();
	const versions = n8n ? [hostVersion(n8n)] : hostVersions();
	const projects = versions.map((version) => `n8n ${version.n8n}`);
	const args = [...program.args, '--selectProjects', ...projects];
	process.exitCode = await runSuite({ config: 'test/host/jest.config.js', versions, args });
}

main().catch((error: Error) => {
	console.error(pc.red(error.message));
	process.exitCode = 1;
});
