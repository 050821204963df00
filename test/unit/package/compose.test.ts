import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_PORTS } from '../../../scripts/start/defaults';

/** CI has no Docker, so nothing else notices these. */
const DOCKER = join(__dirname, '../../../docker');
const read = (name: string) => readFileSync(join(DOCKER, name), 'utf8');
const namesIn = (text: string, pattern: RegExp) =>
	[...new Set([...text.matchAll(pattern)].map(([, name]) => name))].sort();

test('docker/production/.env.example has exactly the values that the compose file requires', () => {
	expect(namesIn(read('production/.env.example'), /^(\w+)=/gm)).toEqual(
		namesIn(read('production/compose.yaml'), /\$\{(\w+)/g),
	);
});

test('the image of the tour copies files that exist', () => {
	const copied = namesIn(read('tour/Dockerfile'), /^COPY (.+) \.\/?$/gm)
		.join(' ')
		.split(' ');
	expect(copied).toContain('package.json');
	expect(copied.filter((file) => !existsSync(join(DOCKER, '..', file)))).toEqual([]);
});

test('every container publishes its ports on this machine only', () => {
	const { n8n, sandbox, welcome } = DEFAULT_PORTS;
	const tour = [n8n, welcome, sandbox, sandbox + 1].map((port) => `127.0.0.1:${port}:${port}`);
	const published = /'(?:([\d.]+):)?\d+:\d+'/g;
	const files = [read('tour/compose.yaml'), read('production/compose.yaml')];
	for (const text of files) expect(namesIn(text, published)).toEqual(['127.0.0.1']);
	for (const port of tour) expect(files[0]).toContain(port);
});
