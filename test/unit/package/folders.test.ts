import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

const ROOT = join(__dirname, '../../..');

const MAX_FILES_PER_FOLDER = 12;

test.each(['nodes', 'credentials', 'sandbox', 'engine', 'scripts'])(
	`no folder of %s/ has more than ${MAX_FILES_PER_FOLDER} files`,
	(top) => {
		const counts: Record<string, number> = {};
		for (const entry of readdirSync(join(ROOT, top), { recursive: true, withFileTypes: true })) {
			if (!entry.isFile()) continue;
			const folder = relative(ROOT, entry.parentPath);
			counts[folder] = (counts[folder] ?? 0) + 1;
		}
		expect(Object.keys(counts)).not.toEqual([]);
		expect(Object.entries(counts).filter(([, count]) => count > MAX_FILES_PER_FOLDER)).toEqual([]);
	},
);
