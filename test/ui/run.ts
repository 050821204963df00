import { runCommand, suiteCommand } from '../host/harness/runner';
import { latestVersion } from '../host/harness/versions';

const program = suiteCommand(
	'test:ui',
	"Runs n8n's editor, npm start and the sandbox's Developers page in Chromium. With SCREENSHOTS=1 it " +
		'writes the pictures of docs/images.',
);

void runCommand(program, (args) => ({
	config: 'test/ui/jest.config.js',
	versions: [latestVersion()],
	args,
}));
