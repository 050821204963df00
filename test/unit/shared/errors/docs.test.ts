import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ERROR_CODES } from '../../../../client/errors';

const page = readFileSync(join(__dirname, '../../../../docs/errors.md'), 'utf8');
const rows = page
	.split('\n')
	.filter((line) => line.startsWith('|'))
	.map((line) => line.split('|').slice(1, -1))
	.map((cells) => cells.map((cell) => cell.trim()));
const [head, , ...errors] = rows;

test('docs/errors.md lists every code in the order of the code', () => {
	expect(head).toEqual(['code', 'when', 'what it costs', 'what to do']);
	expect(errors.map(([code]) => code)).toEqual(ERROR_CODES.map((code) => `\`${code}\``));
});

test.each(errors.map((cells) => [cells[0], cells] as const))('%s has no empty cell', (_, cells) => {
	expect(cells).toHaveLength(4);
	expect(cells.filter((cell) => cell === '')).toEqual([]);
});
