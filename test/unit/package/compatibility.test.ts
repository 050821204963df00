import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../../package.json';
import { hostVersions } from '../../host/harness/versions';

const read = (file: string) => readFileSync(join(__dirname, '../../..', file), 'utf8');
const page = read('docs/evidence/compatibility.md');

test('the compatibility page names every pinned n8n with its Node.js', () => {
	const rows = page.matchAll(/^\| (\d+\.\d+\.\d+) +\| (\d+\.\d+\.\d+) +\|/gm);
	const named = [...rows].map(([, n8n, node]) => `${n8n} ${node}`);
	expect(named).toEqual(hostVersions().map(({ n8n, nodeVersion }) => `${n8n} ${nodeVersion}`));
});

describe('the oldest supported n8n of each line is the oldest that the tests run:', () => {
	const versions = hostVersions().map(({ n8n }) => n8n);
	const oldest = ['1.', '2.'].map((line) => versions.find((n8n) => n8n.startsWith(line)) ?? line);

	test.each([
		...['README.md', 'CHANGELOG.md', 'docs/install.md', 'docs/evidence/compatibility.md'],
	])('%s names both, and the reason', (file) => {
		const text = read(file);
		expect([...oldest, 'CVE-2026-42226'].filter((each) => !text.includes(each))).toEqual([]);
	});

	test('package.json', () => {
		expect(manifest.engines.n8n).toBe(`^${oldest[0]} || >=${oldest[1]}`);
	});
});
