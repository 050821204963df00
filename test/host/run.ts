import { Option } from 'commander';
import { IMAGE_VARIABLE, IMAGE_VERSION_VARIABLE, readImageVersion } from './harness/container';
import { pinForThisRun } from './harness/pin';
import { runCommand, selectProjects, suiteCommand } from './harness/runner';
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
	.option('--before <day>', 'for another version: its dependencies as of that day, e.g. 2026-09-27')
	.addOption(
		new Option(
			'--image <image>',
			'n8n in containers of this image, e.g. docker.n8n.io/n8nio/n8n:latest; needs Docker on Linux',
		).conflicts('n8n'),
	);

void runCommand(program, async (args) => {
	const { n8n, before, image } = program.opts<{ n8n?: string; before?: string; image?: string }>();
	const config = 'test/host/jest.config.js';
	if (image !== undefined) {
		const version = await readImageVersion(image);
		process.env[IMAGE_VARIABLE] = image;
		process.env[IMAGE_VERSION_VARIABLE] = version;
		const project = `container ${version}`;
		return { config, versions: [], args: [...args, '--selectProjects', project] };
	}
	const versions = n8n === undefined ? hostVersions() : [await pinForThisRun(n8n, before)];
	return { config, versions, args: [...args, ...selectProjects(versions)] };
});
