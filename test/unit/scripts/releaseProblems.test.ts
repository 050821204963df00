import { gitHubName, releaseProblems } from '../../../scripts/pack/releaseProblems';

const READY = {
	version: '1.0.0',
	author: { name: 'Ada Lovelace', email: 'ada@analytical.engine' },
	repository: { url: 'git+https://github.com/ada/n8n-nodes-tag-pdf.git' },
	homepage: 'https://github.com/ada/n8n-nodes-tag-pdf#readme',
	bugs: { url: 'https://github.com/ada/n8n-nodes-tag-pdf/issues' },
};
const CHECKOUT = 'ada/n8n-nodes-tag-pdf';

test('accepts a package whose author and repository are filled in', () => {
	expect(releaseProblems(READY, CHECKOUT, [])).toEqual([]);
});

test.each([
	['no author', { author: undefined }, /^author is a placeholder/],
	['no address', { author: { name: 'Ada' } }, /^author is a placeholder/],
	['.example', { author: { name: 'Ada', email: 'a@tag-pdf.example' } }, /^author is a placeholder/],
	['example.com', { author: { name: 'Ada', email: 'a@example.com' } }, /^author is a placeholder/],
	['no repository', { repository: undefined }, /^repository\.url is not/],
	['a homepage elsewhere', { homepage: 'https://github.com/bob/x' }, /^homepage is not at/],
	['issues elsewhere', { bugs: { url: 'https://bugs.test' } }, /^bugs\.url is not at/],
	['a version for testers', { version: '1.0.0-beta.1' }, /^version 1\.0\.0-beta\.1/],
])('refuses %s', (_, change, problem) => {
	expect(releaseProblems({ ...READY, ...change }, CHECKOUT, [])).toEqual([
		expect.stringMatching(problem),
	]);
});

test.each([
	['another repository', 'bob/n8n-nodes-tag-pdf', /names ada\/.*, but this is bob\//],
	['an unknown repository', undefined, /^the repository is unknown/],
])('refuses a release from %s', (_, checkout, problem) => {
	expect(releaseProblems(READY, checkout, [])).toEqual([expect.stringMatching(problem)]);
});

test('refuses a release whose change notes are not in the changelog', () => {
	expect(releaseProblems(READY, CHECKOUT, ['new-option.md'])).toEqual([
		'new-option.md is not in CHANGELOG.md: run npm run changelog',
	]);
});

test.each([
	['git@github.com:ada/tags.git', 'ada/tags'],
	['https://github.com/ada/tags\n', 'ada/tags'],
	['https://git.example.com/ada/tags.git', undefined],
])('reads the remote %s', (remote, name) => {
	expect(gitHubName(remote)).toBe(name);
});
