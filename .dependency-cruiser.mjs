/**
 * Allowed imports between parts. Imports of types count as well: a reader of a part must also know the
 * types that it imports.
 */

const CLIENT = '^client/';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
	forbidden: [
		{
			name: 'no-circles',
			comment: 'Parts that need each other are one part, and can be neither read nor tested alone.',
			severity: 'error',
			from: {},
			to: { circular: true },
		},
		{
			name: 'no-lost-imports',
			comment: 'An import that leads nowhere would pass every other rule.',
			severity: 'error',
			from: {},
			// Exceptions: imports of the browser, build output, and an export that depcruise does not find.
			to: { couldNotResolve: true, pathNot: '^(/developers/|\\./dist/|@n8n/node-cli/eslint$)' },
		},
		{
			name: 'client-stands-alone',
			comment:
				'The service as code knows neither n8n nor the nodes: it is tested, and could be used, without them. ' +
				'Of Node.js it takes crypto only, which n8n allows in verified nodes.',
			severity: 'error',
			from: { path: CLIENT },
			to: { pathNot: [CLIENT, '^contract/', '^(node:)?crypto$'] },
		},
		{
			name: 'pdf-stands-alone',
			comment:
				'What reads a PDF knows bytes and nothing else: neither n8n, nor the service, nor the nodes. ' +
				'Of Node.js it takes crypto only, which n8n allows in verified nodes.',
			severity: 'error',
			from: { path: '^pdf/' },
			to: { pathNot: ['^pdf/', '^(node:)?crypto$'] },
		},
		{
			name: 'pdf-by-one-file',
			comment:
				'The reader is entered by pdf/inspect.ts; its own unit tests look inside, and that of its caller at its turns.',
			severity: 'error',
			from: { pathNot: ['^pdf/', '^test/unit/pdf/', 'openDocument\\.test\\.ts$'] },
			to: { path: '^pdf/', pathNot: '^pdf/inspect\\.ts$' },
		},
		{
			name: 'trigger-without-action',
			comment:
				'Neither node is needed to understand the other; what both need is in client/ or nodes/shared/.',
			severity: 'error',
			from: { path: '^nodes/TagPdfTrigger/' },
			to: { path: '^nodes/TagPdf/' },
		},
		{
			name: 'action-without-trigger',
			comment:
				'Neither node is needed to understand the other; what both need is in client/ or nodes/shared/.',
			severity: 'error',
			from: { path: '^nodes/TagPdf/' },
			to: { path: '^nodes/TagPdfTrigger/' },
		},
		{
			name: 'n8n-without-nodes',
			comment: 'What knows n8n serves both nodes and must not lean on either.',
			severity: 'error',
			from: { path: '^nodes/shared/' },
			to: { path: '^nodes/TagPdf(Trigger)?/' },
		},
		{
			name: 'sandbox-stands-alone',
			comment:
				'The sandbox is the other side: it shares the contract with the nodes and nothing else, or both could be wrong alike.',
			severity: 'error',
			from: { path: '^sandbox/' },
			to: { path: '^(nodes|client|pdf|credentials|engine|scripts|test)/' },
		},
		{
			name: 'sandbox-by-its-index',
			comment:
				'Tests and scripts use the sandbox by its index.ts, as anyone would who takes it for the service; ' +
				'only its own tests look inside.',
			severity: 'error',
			from: { pathNot: ['^sandbox/', '^test/unit/(sandbox|contract)/'] },
			to: { path: '^sandbox/', pathNot: '^sandbox/index\\.ts$' },
		},
		{
			name: 'nodes-without-tools',
			comment: 'What is shipped knows nothing of what it is developed with.',
			severity: 'error',
			from: { path: '^(nodes|client|pdf|credentials)/' },
			to: { path: '^(sandbox|engine|scripts|bench|test)/' },
		},
		{
			name: 'engine-without-sandbox',
			comment: "n8n's engine runs any nodes; which service they talk to is none of its business.",
			severity: 'error',
			from: { path: '^engine/' },
			to: { path: '^(sandbox|scripts)/' },
		},
		{
			name: 'nothing-needs-tests',
			comment:
				'Tests are read last and may change at will. The harness that runs a real n8n serves npm start as well, ' +
				'and so do the servers that the examples have as their other ends. ' +
				'npm run video clicks through the editor as its tests do.',
			severity: 'error',
			from: { pathNot: '^test/' },
			to: {
				path: '^test/',
				pathNot: '^test/(host/harness/|examples/servers/|ui/[^/]+$|ui/editor/editor\\.ts$)',
			},
		},
		{
			name: 'harness-unknown-to-the-nodes',
			comment:
				'A real n8n is started by tests, scripts (npm start) and benches, and known to nothing else.',
			severity: 'error',
			from: { pathNot: '^(bench|scripts|test)/' },
			to: { path: '^test/host/harness/' },
		},
	],
	options: {
		doNotFollow: { path: ['node_modules', '^dist/'] },
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.dev.json' },
		// Resolves packages as Node.js does.
		enhancedResolveOptions: {
			exportsFields: ['exports'],
			conditionNames: ['import', 'require', 'node', 'default', 'types'],
		},
	},
};
