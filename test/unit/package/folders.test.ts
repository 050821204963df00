import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

const NODES = join(__dirname, '../../../nodes');

/** More files side by side than that are a list to search, not a place to look. */
const MOST_FILES = 12;

test(`no folder of nodes/ has more than ${MOST_FILES} files side by side`, () => {
	const counts: Record<string, number> = {};
	for (const entry of readdirSync(NODES, { recursive: true, withFileTypes: true })) {
		if (!entry.isFile()) continue;
		const folder = relative(NODES, entry.parentPath);
		counts[folder] = (counts[folder] ?? 0) + 1;
	}
	expect(Object.keys(counts).length).toBeGreaterThan(0);
	expect(Object.entries(counts).filter(([, count]) => count > MOST_FILES)).toEqual([]);
});
