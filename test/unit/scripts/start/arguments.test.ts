import { parseArguments } from '../../../../scripts/start/arguments';

const parsed = (...args: string[]) => parseArguments(['node', 'start', ...args]);

test('without options: the ports that the pages name, and no mailbox', () => {
	expect(parsed()).toEqual({
		ports: { n8n: 5678, sandbox: 4010, welcome: 4000 },
		mailed: undefined,
	});
});

test.each([
	[['--mailbox'], [expect.stringMatching(/sample\.pdf$/)]],
	[['--mailbox', '--n8n-port', '0'], [expect.stringMatching(/sample\.pdf$/)]],
	[
		['--mailbox', 'README.md', 'LICENSE'],
		['README.md', 'LICENSE'],
	],
])('%j: these files come in by mail', (args, files) => {
	expect(parsed(...args).mailed).toEqual(files);
});
