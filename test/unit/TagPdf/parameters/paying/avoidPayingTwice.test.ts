import {
	avoidPayingTwice,
	readIdempotencyScope,
} from '../../../../../nodes/TagPdf/parameters/paying/avoidPayingTwice';
import { errorOf } from '../../../support/errorOf';
import { FakeExecution, NOTHING } from '../../../support/fakeExecution';
import { itemOf } from '../../../support/itemOf';

interface Given {
	choice?: unknown;
	ownKey?: unknown;
}

const scopesOf = async (...given: Given[]) => {
	const fake = new FakeExecution({
		parameters: given.map(({ choice, ownKey }) => ({
			options:
				choice === undefined ? {} : { avoidPayingTwice: { payOnce: { per: choice, key: ownKey } } },
		})),
		executionId: '42',
	});
	return await Promise.all(
		given.map(async (_, item) => readIdempotencyScope(await itemOf(fake, item))),
	);
};
const withKey = (ownKey?: unknown) => ({ choice: 'ownKey', ownKey });

test.each([{}, { choice: 'delivery' }, { choice: 'delivery', ownKey: 'of a choice before' }])(
	'with %p the instance, the workflow and the node own the document',
	async (given) => {
		expect(await scopesOf(given)).toEqual([
			{
				scope: 'delivery',
				owner: ['instance_1', 'workflow_1', 'node_1'],
				execution: '42',
			},
		]);
	},
);

test('reads scope and key for each item', async () => {
	expect(await scopesOf({ choice: 'content' }, withKey('a'), withKey('b'))).toEqual([
		{ scope: 'content' },
		{ scope: 'custom', key: 'a' },
		{ scope: 'custom', key: 'b' },
	]);
});

test('offers one job per key as a separate choice', async () => {
	expect(await scopesOf({ choice: 'ownKeyOneJob', ownKey: 'a' })).toEqual([
		{ scope: 'custom', key: 'a', once: true },
	]);
	expect(await errorOf(() => scopesOf({ choice: 'ownKeyOneJob' }))).toMatchObject({
		message: 'Own Key is empty',
	});
});

test.each(['something new', '', null, NOTHING])(
	'refuses %p, because another choice could pay twice',
	async (choice) => {
		expect(await errorOf(() => scopesOf({ choice }))).toMatchObject({
			code: 'INVALID_INPUT',
			message: 'Avoid Paying Twice has an unknown value',
		});
	},
);

test.each([
	['with blanks around it', ' invoice 7\n', 'invoice 7'],
	['that is a number', 20_260_001, '20260001'],
	['of one character', '!', '!'],
	['up to the last sign of ASCII', 'a~', 'a~'],
	['of 255 characters', 'k'.repeat(255), 'k'.repeat(255)],
])('takes a key %s', async (_what, given, key) => {
	expect(await scopesOf(withKey(given))).toEqual([{ scope: 'custom', key }]);
});

const description =
	'Enter a key, e.g. {{ $json.id }}. Use up to 255 letters, digits and symbols, without accents.';

test.each([undefined, NOTHING, '', ' \n', null, true, { id: 1 }])(
	'refuses the missing key %p',
	async (given) => {
		expect(await errorOf(() => scopesOf(withKey(given)))).toEqual({
			code: 'INVALID_INPUT',
			message: 'Own Key is empty',
			description,
		});
	},
);

test.each([
	['a letter with an accent', 'é'],
	['one in the middle', 'caf\u00e9s'],
	['a line break in it', 'a\nb'],
	['a tab in it', 'a\tb'],
	['the delete character', 'a\x7f'],
	['256 characters', 'k'.repeat(256)],
])('refuses a key with %s', async (_what, given) => {
	expect(await errorOf(() => scopesOf(withKey(given)))).toEqual({
		code: 'INVALID_INPUT',
		message: 'Own Key has characters that cannot be sent',
		description,
	});
});

test('the editor shows the field for a key with the choices that need one', () => {
	const { default: value, options = [], type } = avoidPayingTwice;
	expect([type, value]).toEqual(['fixedCollection', { payOnce: {} }]);
	expect(options).toMatchObject([
		{
			name: 'payOnce',
			values: [
				{
					type: 'options',
					default: 'delivery',
					options: [
						{ name: 'Until Delivered', value: 'delivery' },
						{ name: 'Per File Content', value: 'content' },
						{ name: 'Per Own Key', value: 'ownKey' },
						{ name: 'Per Own Key, One Job Only', value: 'ownKeyOneJob' },
					],
				},
				{
					type: 'string',
					default: '',
					displayOptions: { show: { per: ['ownKey', 'ownKeyOneJob'] } },
				},
			],
		},
	]);
});

test('an unsaved workflow counts with an empty ID', async () => {
	const fake = new FakeExecution();
	const item = await itemOf(fake);
	jest.spyOn(fake.context, 'getWorkflow').mockReturnValue({ active: false });
	expect(readIdempotencyScope(item)).toMatchObject({ owner: ['instance_1', '', 'node_1'] });
});
