import { runCommand, suiteCommand } from '../host/harness/runner';
import { editorVersions } from '../host/harness/versions';

const program = suiteCommand(
	'test:ui',
	"Runs n8n's editor (of n8n 1 and 2), npm start and the sandbox's Developers page in Chromium. With " +
		'SCREENSHOTS=1 it writes the pictures of docs/images, and those of n8n 1 to test/results.',
);

void runCommand(program, (args) => ({
	config: 'test/ui/jest.config.js',
	versions: editorVersions(),
	args,
}));
