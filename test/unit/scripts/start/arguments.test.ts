import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { hostVersions, latestVersion } from '../../../host/harness/versions';
import { parseArguments } from '../../../../scripts/start/arguments';

const parsed = (...args: string[]) => parseArguments(['node', 'start', ...args]);

afterEach(() => jest.restoreAllMocks());

test('without options: the newest n8n, the documented ports, a permanent folder, no mailbox', () => {
	expect(parsed()).toEqual({
		ports: { n8n: 5678, sandbox: 4010, welcome: 4000 },
		mailed: undefined,
		version: latestVersion(),
		folder: join(homedir(), 'n8n-tag-pdf-tour'),
		fresh: false,
	});
});

test.each(hostVersions().map(({ n8n }) => n8n))('accepts the pinned n8n %s', (n8n) => {
	expect(parsed('--n8n', n8n).version.n8n).toBe(n8n);
});

test('refuses another n8n, and names the pinned ones', () => {
	const told: string[] = [];
	jest.spyOn(process.stderr, 'write').mockImplementation((text) => told.push(String(text)) > 0);
	jest.spyOn(process, 'exit').mockImplementation(() => {
		throw new Error('exit');
	});
	expect(() => parsed('--n8n', '1.0.0')).toThrow('exit');
	expect(told.join('')).toContain('n8n 1.0.0 is not pinned');
	for (const { n8n } of hostVersions()) expect(told.join('')).toContain(n8n);
});

test('starts again with the named folder', () => {
	expect(parsed('--fresh', '--folder', 'here')).toMatchObject({
		folder: resolve('here'),
		fresh: true,
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
