import { InputError } from '../../../nodes/n8n/errors';
import { readNumberOption } from '../../../nodes/n8n/numberParameter';
import { errorOf } from '../support/errorOf';
import { FakeExecution, NOTHING } from '../support/fakeExecution';

const rule = { name: 'pages', label: 'Pages', fallback: 7, min: 2 };
const read = (...values: unknown[]) => {
	const { context } = new FakeExecution({
		parameters: values.map((pages) => ({ options: { pages } })),
	});
	return values.map((_, item) => readNumberOption(context, item, rule));
};

test('reads the option of the given item', () => {
	expect(read(3, 4)).toEqual([3, 4]);
});

test('falls back if the option is not set', () => {
	expect(read(undefined)).toEqual([7]);
});

test.each([
	['the least', 2, 2],
	['a fraction above it', 2.5, 2.5],
	['a text that an expression gives', ' 12 ', 12],
	['any length of time', Infinity, Infinity],
])('takes %s', (_what, given, expected) => {
	expect(read(given)).toEqual([expected]);
});

test.each([
	['less', 1.99, '1.99'],
	['less, as a text', '1', '"1"'],
	['no number', NaN, 'null'],
	['a word', 'many', '"many"'],
	['nothing', '', '""'],
	['blanks', '  ', '"  "'],
	['null', null, 'null'],
	['true', true, 'true'],
	['a list of one number', [3], '[3]'],
	['an expression that gives nothing', NOTHING, 'empty'],
])('refuses %s and shows it', async (_what, given, shown) => {
	expect(await errorOf(() => read(given))).toEqual({
		code: 'INVALID_INPUT',
		message: 'Pages must be at least 2',
		description: `Change the value. It is ${shown}.`,
	});
});

test('does not read blanks as 0', () => {
	const { context } = new FakeExecution({ parameters: [{ options: { pages: ' ' } }] });
	expect(() => readNumberOption(context, 0, { ...rule, min: 0 })).toThrow(InputError);
});
