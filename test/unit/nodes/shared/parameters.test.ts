import type { INodeProperties } from 'n8n-workflow';

import { readOption, readParameter, readWholeOption } from '../../../../nodes/shared/parameters';
import { errorOf } from '../../support/errorOf';
import { FakeExecution, NOTHING } from '../../support/fakeExecution';

const property = <Type extends INodeProperties['type']>(
	type: Type,
	more: Partial<INodeProperties> = {},
) => ({ displayName: 'The Value (Seconds)', name: 'value', default: '', ...more, type });
const number = (minValue?: number, maxValue?: number) =>
	property('number', { default: 5, typeOptions: { minValue, maxValue } });
const choice = property('options', {
	default: 'b',
	options: [
		{ name: 'A', value: 'a' },
		{ name: 'B', value: 'b' },
	],
});

/** The value of a parameter for each item. */
const read = (given: INodeProperties, ...values: unknown[]) => {
	const { context } = new FakeExecution({ parameters: values.map((value) => ({ value })) });
	return values.map((_, index) => readParameter(context, index, given) as unknown);
};
/** The same for an option, which may have to be a whole number. */
const readAsOption = (value: unknown) => {
	const { context } = new FakeExecution({ parameters: [{ options: { value } }] });
	return readOption(context, 0, number(1)) as unknown;
};
const readWhole = (value: unknown) => {
	const { context } = new FakeExecution({ parameters: [{ options: { value } }] });
	return readWholeOption(context, 0, number(1, 20));
};

test.each<[string, INodeProperties, given: unknown[], expected: unknown[]]>([
	[
		'a text',
		property('string'),
		['a', ' a\u200b\n', '', 7, 9n, null, NOTHING],
		['a', 'a', '', '7', '9', '', ''],
	],
	['a number', number(), [0, 2.5, ' 7 ', Infinity, undefined], [0, 2.5, 7, Infinity, 5]],
	['a number within bounds', number(1, 9), [1, 9, '10', 1e9], [1, 9, 9, 9]],
	[
		'a boolean',
		property('boolean', { default: true }),
		[true, false, undefined],
		[true, false, true],
	],
	['a choice', choice, ['a', 'b', undefined], ['a', 'b', 'b']],
])(
	'%s is read for each item; without a value, its default counts',
	(_, given, values, expected) => {
		expect(read(given, ...values)).toEqual(expected);
	},
);

const CHOICES = 'not one of "a", "b"';
test.each<[INodeProperties, unknown, fix: string, more: string]>([
	[number(), -1, 'Set at least 0.', '-1.'],
	[number(1), 0.9, 'Set at least 1.', '0.9.'],
	[number(), 'none', 'Set at least 0.', '"none".'],
	// Blanks must not count as 0, which may mean no limit.
	[number(), '  ', 'Set at least 0.', '"  ".'],
	[number(), '', 'Set at least 0.', '"".'],
	[number(), null, 'Set at least 0.', 'null.'],
	[number(), NaN, 'Set at least 0.', 'null.'],
	[number(), true, 'Set at least 0.', 'true.'],
	[number(), [3], 'Set at least 0.', '[3].'],
	[number(), NOTHING, 'Set at least 0.', 'empty.'],
	[choice, 'A', 'Change the value.', `"A", ${CHOICES}.`],
	[choice, NOTHING, 'Change the value.', `empty, ${CHOICES}.`],
	[property('string'), ['a'], 'Change the value.', '["a"], not a text.'],
	[property('string'), {}, 'Change the value.', '{}, not a text.'],
	[property('string'), false, 'Change the value.', 'false, not a text.'],
	[property('boolean'), 'no', 'Change the value.', '"no", not true or false.'],
	[property('boolean'), 1, 'Change the value.', '1, not true or false.'],
	[property('boolean'), NOTHING, 'Change the value.', 'empty, not true or false.'],
])('of the kind %j, %p is refused', async (given, value, fix, more) => {
	const name = given.type === 'number' ? 'The Value' : 'The Value (Seconds)';
	expect(await errorOf(() => read(given, value))).toEqual({
		code: 'INVALID_INPUT',
		message: `'${name}' is invalid`,
		description: `${fix} It is ${more}`,
	});
});

test('an option is read from the collection of options', async () => {
	expect([readAsOption(undefined), readAsOption(3)]).toEqual([5, 3]);
	expect(await errorOf(() => readAsOption(0))).toMatchObject({ code: 'INVALID_INPUT' });
});

describe('a whole number within its bounds', () => {
	test.each([
		[undefined, 5],
		[1, 1],
		[20, 20],
		[' 7 ', 7],
	])('%p is %d', (value, expected) => {
		expect(readWhole(value)).toBe(expected);
	});

	test.each([0, 21, 1.5, -1, NaN, Infinity, '', 'x', null, true, [3], NOTHING])(
		'%p is refused, and not rounded or cut',
		async (value) => {
			expect(await errorOf(() => readWhole(value))).toMatchObject({
				code: 'INVALID_INPUT',
				description: expect.stringMatching(/^Set a whole number from 1 to 20\. It is /) as string,
			});
		},
	);
});
