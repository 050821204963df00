import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { texts } from '../../../../nodes/shared/errorTexts';
import { describeError } from '../../../../nodes/shared/nodeError';
import { failedRequests, furtherTexts, oneOfEach } from '../../support/everyError';

const page = readFileSync(join(__dirname, '../../../../docs/errors.md'), 'utf8');
const rows = page
	.split('\n')
	.filter((line) => line.startsWith('|'))
	.map((line) => line.split('|').slice(1, -1))
	.map((cells) => cells.map((cell) => cell.trim()));
const [head, , ...errors] = rows;

/** Every message about a document, as an error shows it. */
const shown = [...failedRequests.map(({ error }) => error), ...furtherTexts, ...oneOfEach].map(
	(error) => describeError(error.addFacts({ fileName: 'x.pdf' })).message.toLowerCase(),
);

test('docs/errors.md lists every code in the order of the code', () => {
	expect(head).toEqual(['code', 'message', 'cost now', 'running again', 'way out']);
	expect(errors.map(([code]) => code)).toEqual(Object.keys(texts).map((code) => `\`${code}\``));
});

test.each(errors.map((cells) => [cells[0], cells] as const))('%s has no empty cell', (_, cells) => {
	expect(cells).toHaveLength(5);
	expect(cells.filter((cell) => cell === '')).toEqual([]);
});

/** The messages of these codes depend on the input. */
const DEPENDENT = ['`INVALID_INPUT`', '`NOT_A_PDF`'];

const messages = errors
	.filter(([code = '']) => !DEPENDENT.includes(code))
	.flatMap(([, message = '']) => message.split(' · '))
	.filter((message) => !message.includes('_storage_'))
	.map((message) => message.toLowerCase());

test.each(messages)('docs/errors.md quotes a text of the node: %s', (message) => {
	// A message without the document's name begins with it.
	expect(shown.some((text) => text === message || text === `"x.pdf": ${message}`)).toBe(true);
});
