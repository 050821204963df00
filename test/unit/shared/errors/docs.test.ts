import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { texts } from '../../../../nodes/shared/errorTexts';

const page = readFileSync(join(__dirname, '../../../../docs/errors.md'), 'utf8');
const rows = page
	.split('\n')
	.filter((line) => line.startsWith('|'))
	.map((line) => line.split('|').slice(1, -1))
	.map((cells) => cells.map((cell) => cell.trim()));
const [head, , ...errors] = rows;
const shown = readFileSync(join(__dirname, '__snapshots__/texts.test.ts.snap'), 'utf8');

test('docs/errors.md lists every code in the order of the code', () => {
	expect(head).toEqual(['code', 'message', 'cost now', 'running again', 'way out']);
	expect(errors.map(([code]) => code)).toEqual(Object.keys(texts).map((code) => `\`${code}\``));
});

test.each(errors.map((cells) => [cells[0], cells] as const))('%s has no empty cell', (_, cells) => {
	expect(cells).toHaveLength(5);
	expect(cells.filter((cell) => cell === '')).toEqual([]);
});

/** The shown of these codes depend on the input, and are not all in the snapshot. */
const DEPENDENT = ['`INVALID_INPUT`', '`NOT_A_PDF`', '`NOT_FOUND`'];

const messages = errors
	.filter(([code = '']) => !DEPENDENT.includes(code))
	.flatMap(([, message = '']) => message.split(' · '))
	.filter((message) => !message.includes('_storage_'))
	.map((message) =>
		message
			.replace(/^"x.pdf" /, '')
			.replace('x.pdf', 'a.pdf')
			.replace(/ answered \d+/, ' answered …')
			.trim(),
	);

test.each(messages)('docs/errors.md quotes a text of the node: %s', (message) => {
	expect(shown.toLowerCase()).toContain(message.toLowerCase());
});
