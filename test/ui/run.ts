import {
	chosenEditors,
	editorOption,
	runCommand,
	selectProjects,
	suiteCommand,
} from '../host/harness/runner';

const program = suiteCommand(
	'test:ui',
	"Runs n8n's editor (of n8n 1 and 2), npm start and the sandbox's Developers page in Chromium. With " +
		'SCREENSHOTS=1 it writes the pictures of docs/images, and those of n8n 1 to test/results.',
).addOption(editorOption());

void runCommand(program, (args) => {
	const { n8n } = program.opts<{ n8n?: string }>();
	const versions = chosenEditors(n8n);
	// Without a version, the Developers page is tested too, which needs no n8n.
	const selection = n8n === undefined ? [] : selectProjects(versions);
	return { config: 'test/ui/jest.config.js', versions, args: [...args, ...selection] };
});
