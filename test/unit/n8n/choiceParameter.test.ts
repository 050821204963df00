import type { INodeProperties } from 'n8n-workflow';

import { readChoiceOption } from '../../../nodes/n8n/choiceParameter';
import { errorOf } from '../support/errorOf';
import { FakeExecution, NOTHING } from '../support/fakeExecution';

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
		message: 'Already Tagged has an unknown value',
		description: `Change the value. It is ${shown}, not one of "tag", "skip".`,
	});
});

test('does not accept an entry that is no choice', async () => {
	const { context } = new FakeExecution({ parameters: [{ options: {} }] });
	const listed = [...(property.options ?? []), { displayName: 'Group', name: 'group', values: [] }];
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
