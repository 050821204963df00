import { runCommand, suiteCommand } from './harness/runner';
import { hostVersion, hostVersions } from './harness/versions';

const pinned = hostVersions().map(({ n8n }) => n8n);

const program = suiteCommand(
	'test:host',
	'Runs the packed package in real n8n installations, beside a sandbox.',
).option('--n8n <version>', `only this n8n: ${pinned.join(', ')} (default: all)`);

void runCommand(program, (args) => {
	const { n8n } = program.opts<{ n8n?: string }>();
	const versions = n8n ? [hostVersion(n8n)] : hostVersions();
	const projects = versions.map((version) => `n8n ${version.n8n}`);
	const config = 'test/host/jest.config.js';
	return { config, versions, args: [...args, '--selectProjects', ...projects] };
});
