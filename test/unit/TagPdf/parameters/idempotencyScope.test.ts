import {
	idempotencyOptions,
	idempotencyScopeOf,
} from '../../../../nodes/TagPdf/parameters/idempotencyScope';
import { errorOf } from '../../support/errorOf';
import { FakeExecution, NOTHING } from '../../support/fakeExecution';
import { itemOf } from '../../support/itemOf';

const scopesOf = async (...options: Array<Record<string, unknown>>) => {
	const fake = new FakeExecution({
		parameters: options.map((each) => ({ options: each })),
		executionId: '42',
	});
	return await Promise.all(
		options.map(async (_, item) => idempotencyScopeOf(await itemOf(fake, item))),
	);
};
const custom = (idempotencyKey?: unknown) => ({ idempotencyScope: 'custom', idempotencyKey });

test.each([{}, { idempotencyScope: 'delivery' }, { idempotencyScope: 'something new' }])(
	'%p: the instance, the workflow and the node own the document',
	async (options) => {
		expect(await scopesOf(options)).toEqual([
			{
				scope: 'delivery',
				owner: ['instance_1', 'workflow_1', 'node_1'],
				execution: '42',
			},
		]);
	},
);

test('each item has a scope and key of its own', async () => {
	expect(await scopesOf({ idempotencyScope: 'content' }, custom('a'), custom('b'))).toEqual([
		{ scope: 'content' },
		{ scope: 'custom', key: 'a' },
		{ scope: 'custom', key: 'b' },
	]);
});

test('one job per key is asked for with a key alone', async () => {
	const oneJobPerKey = true;
	const content = { idempotencyScope: 'content', oneJobPerKey };
	expect(await scopesOf({ ...custom('a'), oneJobPerKey }, content)).toEqual([
		{ scope: 'custom', key: 'a', once: true },
		{ scope: 'content' },
	]);
});

test.each([
	['with blanks around it', ' invoice 7\n', 'invoice 7'],
	['that is a number', 20_260_001, '20260001'],
	['of one character', '!', '!'],
	['up to the last sign of ASCII', 'a~', 'a~'],
	['of 255 characters', 'k'.repeat(255), 'k'.repeat(255)],
])('takes a key %s', async (_what, given, key) => {
	expect(await scopesOf(custom(given))).toEqual([{ scope: 'custom', key }]);
});

const description =
	'With Pay Once Per set to Own Key, each document needs a key of up to 255 letters, digits and signs without accents, e.g. {{ $json.id }}.';

test.each([undefined, NOTHING, '', ' \n', null, true, { id: 1 }])(
	'refuses no key: %p',
	async (given) => {
		expect(await errorOf(() => scopesOf(custom(given)))).toEqual({
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
	expect(await errorOf(() => scopesOf(custom(given)))).toEqual({
		code: 'INVALID_INPUT',
		message: 'Own Key has characters that cannot be sent',
		description,
	});
});

test('the editor offers every scope, and asks for a key where one is chosen', () => {
	const [once, key, scope] = idempotencyOptions;
	expect(scope).toMatchObject({
		type: 'options',
		default: 'delivery',
		options: [
			{ name: 'Delivered Document', value: 'delivery' },
			{ name: 'File Content', value: 'content' },
			{ name: 'Own Key', value: 'custom' },
		],
	});
	expect(key).toMatchObject({
		type: 'string',
		default: '',
		displayOptions: { show: { idempotencyScope: ['custom'] } },
	});
	expect(once).toMatchObject({
		type: 'boolean',
		default: false,
		displayOptions: { show: { idempotencyScope: ['custom'] } },
	});
	expect(idempotencyOptions).toHaveLength(3);
});

test('a workflow that is not stored owns nothing by an ID', async () => {
	const fake = new FakeExecution();
	const item = await itemOf(fake);
	jest.spyOn(fake.context, 'getWorkflow').mockReturnValue({ active: false });
	expect(idempotencyScopeOf(item)).toMatchObject({ owner: ['instance_1', '', 'node_1'] });
});
