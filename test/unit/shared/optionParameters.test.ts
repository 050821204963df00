import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../../../nodes/shared/inputError';
import { readChoiceOption, readNumberOption } from '../../../nodes/shared/parameters';
import { errorOf } from '../support/errorOf';
import { FakeExecution, NOTHING } from '../support/fakeExecution';

describe('a number', () => {
	const property: INodeProperties = {
		displayName: 'Pages',
		name: 'pages',
		type: 'number',
		typeOptions: { minValue: 2 },
		default: 7,
	};
	const read = (...values: unknown[]) => {
		const { context } = new FakeExecution({
			parameters: values.map((pages) => ({ options: { pages } })),
		});
		return values.map((_, item) => readNumberOption(context, item, property));
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
			message: "'Pages' must be at least 2",
			description: `Change the value. It is ${shown}.`,
		});
	});

	test('does not read blanks as 0', () => {
		const { context } = new FakeExecution({ parameters: [{ options: { pages: ' ' } }] });
		const fromZero = { ...property, typeOptions: { minValue: 0 } };
		expect(() => readNumberOption(context, 0, fromZero)).toThrow(InputError);
	});

	test('names the parameter without its unit, and the least number', async () => {
		const { context } = new FakeExecution({ parameters: [{ options: { pages: -1 } }] });
		const named = { ...property, displayName: 'Size (MB)', typeOptions: undefined };
		expect(await errorOf(() => readNumberOption(context, 0, named))).toMatchObject({
			message: "'Size' must be at least 0",
		});
	});
});

describe('a choice', () => {
	const property: INodeProperties = {
		displayName: 'Already Tagged',
		name: 'alreadyTagged',
		type: 'options',
		options: [
			{ name: 'Tag Anyway', value: 'tag' },
			{ name: 'Skip', value: 'skip' },
		],
		default: 'tag',
	};

	const read = (options: object, index = 0) => {
		const parameters = Array.from({ length: index + 1 }, () => ({ options }));
		return readChoiceOption(new FakeExecution({ parameters }).context, index, property);
	};

	test('returns the choice of the item or the default', () => {
		expect(read({ alreadyTagged: 'skip' }, 1)).toBe('skip');
		expect(read({})).toBe('tag');
	});

	test.each([
		['Skip', '"Skip"'],
		[true, 'true'],
		[null, 'null'],
		[NOTHING, 'empty'],
	])('refuses %p, and says which values it knows', async (alreadyTagged, shown) => {
		expect(await errorOf(() => read({ alreadyTagged }))).toEqual({
			code: 'INVALID_INPUT',
			message: "'Already Tagged' is invalid",
			description: `Change the value. It is ${shown}, not one of "tag", "skip".`,
		});
	});

	test('does not accept an entry that is no choice', async () => {
		const { context } = new FakeExecution({ parameters: [{ options: {} }] });
		const group = { displayName: 'Group', name: 'group', values: [] };
		const listed = [...(property.options ?? []), group];
		const { description } = await errorOf(() =>
			readChoiceOption(context, 0, { ...property, default: 'group', options: listed }),
		);
		expect(description).toMatch(/not one of "tag", "skip"\.$/);
	});

	test('accepts nothing if there are no choices', async () => {
		const { context } = new FakeExecution({ parameters: [{ options: {} }] });
		const empty = { ...property, options: undefined };
		expect((await errorOf(() => readChoiceOption(context, 0, empty))).code).toBe('INVALID_INPUT');
	});
});
