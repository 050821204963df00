import { pinForThisRun } from './harness/pin';
import { runCommand, suiteCommand } from './harness/runner';
import { hostVersions } from './harness/versions';

const pinned = hostVersions().map(({ n8n }) => n8n);

const program = suiteCommand(
	'test:host',
	'Runs the packed package in real n8n installations, beside a sandbox.',
)
	.option(
		'--n8n <version>',
		`only this n8n: ${pinned.join(', ')}; or another version or tag of npm's registry, such as latest, which is pinned for this run alone (default: all that are pinned)`,
	)
	.option(
		'--before <day>',
		'for another version: its dependencies as of that day, e.g. 2026-09-27',
	);

void runCommand(program, async (args) => {
	const { n8n, before } = program.opts<{ n8n?: string; before?: string }>();
	const versions = n8n === undefined ? hostVersions() : [await pinForThisRun(n8n, before)];
	const projects = versions.map((version) => `n8n ${version.n8n}`);
	const config = 'test/host/jest.config.js';
	return { config, versions, args: [...args, '--selectProjects', ...projects] };
});
