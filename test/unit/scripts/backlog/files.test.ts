import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { backlogFiles } from '../../../../scripts/backlog/files';

const read = (path: string) =>
	readFileSync(join(__dirname, '../../../../examples/backlog', path), 'utf8');

test.each(Object.entries(backlogFiles()))(
	'examples/backlog/%s is as npm run backlog writes it',
	(path, made) => {
		const written = path.endsWith('.json') ? (JSON.parse(read(path)) as unknown) : read(path);
		expect(written).toEqual(JSON.parse(JSON.stringify(made)));
	},
);
