import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hostVersions } from '../../host/harness/versions';

const page = readFileSync(join(__dirname, '../../../docs/evidence/compatibility.md'), 'utf8');

test('the compatibility page names every pinned n8n with its Node.js', () => {
	const rows = page.matchAll(/^\| (\d+\.\d+\.\d+) +\| (\d+\.\d+\.\d+) +\|/gm);
	const named = [...rows].map(([, n8n, node]) => `${n8n} ${node}`);
	expect(named).toEqual(hostVersions().map(({ n8n, nodeVersion }) => `${n8n} ${nodeVersion}`));
});
