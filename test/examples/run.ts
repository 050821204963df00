import { runCommand, suiteCommand } from '../host/harness/runner';
import { editorVersions } from '../host/harness/versions';

const program = suiteCommand(
	'test:examples',
	'Imports every workflow of examples/ into n8n 1 and 2, checks it against what n8n knows, and runs it to ' +
		"its end. Installs Debian's packages of the servers where they are missing.",
);

void runCommand(program, (args) => ({
	config: 'test/examples/jest.config.js',
	versions: editorVersions(),
	args,
}));
