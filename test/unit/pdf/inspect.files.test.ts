import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { fixtures } from '../../fixtures/pdf/files';
import { inspectBytes } from './inspectBytes';

const FOLDER = join(__dirname, '../../fixtures/pdf');
const read = (name: string) => readFileSync(join(FOLDER, `${name}.pdf`));

test.each(fixtures)('$name.pdf: $shows', async ({ name, truth, write }) => {
	const bytes = read(name);
	// The file is what the script writes.
	expect(bytes.equals(write?.() ?? bytes)).toBe(true);
	const inspection = await inspectBytes(bytes);
	expect(inspection).toMatchObject(truth);
	for (const [field, answer] of Object.entries(inspection)) {
		expect([field, answer === null]).toEqual([field, field in inspection.unknown]);
	}
	// Nothing depends on where chunks end.
	expect(await inspectBytes(bytes, { chunk: 7 })).toEqual(inspection);
});

test('every file of the folder is described, in truth.json, too', () => {
	const names = fixtures.map(({ name }) => `${name}.pdf`).sort();
	expect(readdirSync(FOLDER).filter((name) => name.endsWith('.pdf'))).toEqual(names);
	const described = fixtures.map(({ name, shows, truth }) => ({
		file: `${name}.pdf`,
		shows,
		truth,
	}));
	expect(JSON.parse(readFileSync(join(FOLDER, 'truth.json'), 'utf8'))).toEqual(described);
});
