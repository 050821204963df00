import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';

import { createBinarySource } from '../../../../../nodes/TagPdf/parameters/source/binarySource';
import { quoteValue } from '../../../../../nodes/n8n/errors';
import { errorOf } from '../../../support/errorOf';
import { FakeExecution, NOTHING } from '../../../support/fakeExecution';
import { itemOf } from '../../../support/itemOf';

const PDF = Buffer.from('%PDF-1.7\n%%EOF');
const file = (fileName?: string, more: Partial<IBinaryData> = {}): IBinaryData => ({
	data: PDF.toString('base64'),
	mimeType: 'application/pdf',
	fileName,
	...more,
});
const json = {};

/** The source of the last item. */
const sourceOf = async (
	field: unknown,
	items: INodeExecutionData[] = [{ json, binary: { data: file('scan.pdf') } }],
) => {
	const fake = new FakeExecution({
		items,
		parameters: items.map((_, n) => ({
			binaryPropertyName: n === items.length - 1 ? field : 'not this one',
		})),
	});
	return createBinarySource(await itemOf(fake, items.length - 1));
};

describe('finds', () => {
	test('the field that the item names, also with spaces around it', async () => {
		expect((await sourceOf('data')).fileName).toBe('scan.pdf');
		expect((await sourceOf(' data\n')).fileName).toBe('scan.pdf');
	});

	test('the file of the item itself, not of the first item', async () => {
		const { fileName } = await sourceOf('data', [
			{ json, binary: { data: file('one.pdf') } },
			{ json, binary: { data: file('two.pdf') } },
		]);
		expect(fileName).toBe('two.pdf');
	});

	test('a file from an expression, stored or not', async () => {
		expect((await sourceOf(file('given.pdf'), [{ json }])).fileName).toBe('given.pdf');
		const stored = { id: 'b1', mimeType: 'application/pdf', fileName: 'stored.pdf' };
		expect(await sourceOf(stored, [{ json }])).toMatchObject({
			fileName: 'stored.pdf',
			identity: 'b1',
		});
	});

	test.each(['', ' \t'])('the only file of the item if the field is %j', async (field) => {
		const items = [{ json, binary: { PDF: file('form.pdf') } }];
		expect((await sourceOf(field, items)).fileName).toBe('form.pdf');
		const combined = { json: { _files: { attachment_1: { ...file('combined.pdf') } } } };
		expect((await sourceOf(field, [combined])).fileName).toBe('combined.pdf');
	});

	test('the files that n8n 2 keeps in the JSON', async () => {
		const combined = { json: { _files: { data: { ...file('combined.pdf') } } } };
		expect((await sourceOf('data', [combined])).fileName).toBe('combined.pdf');
	});
});

describe('refuses', () => {
	test.each([
		['null', null, 'null'],
		['a number', 7, '7'],
		['an expression that gives nothing', NOTHING, 'empty'],
	])('%s as the field, even if the item has files', async (_what, field, shown) => {
		expect(await errorOf(() => sourceOf(field))).toEqual({
			code: 'INVALID_INPUT',
			message: 'Input Binary Field gives no file',
			description: `Change the value. It is ${shown}, not a file or the name of a field.`,
		});
	});

	test('an empty field if the item has several files, and says how to use one or all', async () => {
		const item = { json, binary: { scan: file(), letter: file() } };
		expect(await errorOf(() => sourceOf('', [item]))).toEqual({
			code: 'INVALID_INPUT',
			message: 'The item carries 2 files',
			description: 'Enter a field. The item has "scan", "letter". Or use Split Out with $binary.',
		});
	});

	test.each(['__proto__', 'constructor', 'toString'])(
		'%s as the field, which every object has',
		async (field) => {
			expect(await errorOf(() => sourceOf(field))).toEqual({
				code: 'INVALID_INPUT',
				message: `The item has no binary field "${field}"`,
				description: 'Enter a field. The item has "data".',
			});
		},
	);

	test.each([
		['without a type', { data: 'JVBERi0=' }],
		['without content', { mimeType: 'application/pdf' }],
	])('an object %s as a file', async (_what, object) => {
		expect(await errorOf(() => sourceOf(object))).toMatchObject({
			description: `Change the value. It is ${String(quoteValue(object))}, not a file or the name of a field.`,
		});
	});

	test('a missing field, and names the existing ones', async () => {
		const item = { json, binary: { scan: file(), letter: file() } };
		const another = { json, binary: { image: file() } };
		expect(await errorOf(() => sourceOf(' other ', [another, item]))).toEqual({
			code: 'INVALID_INPUT',
			message: 'The item has no binary field "other"',
			description: expect.stringContaining('The item has "scan", "letter". ') as string,
		});
	});

	test('a field that is not there, and names the first two of many', async () => {
		const binary = Object.fromEntries([0, 1, 2, 3, 4].map((n) => [`attachment_${n}`, file()]));
		expect((await errorOf(() => sourceOf('other', [{ json, binary }]))).description).toContain(
			'The item has "attachment_0", "attachment_1", … Or use',
		);
	});

	test('a missing field, and names the files in the JSON', async () => {
		const item = { json: { _files: { scan: { ...file() } } } };
		expect((await errorOf(() => sourceOf('other', [item]))).description).toMatch(
			/The item has "scan"\.$/,
		);
	});

	test.each<INodeExecutionData>([
		{ json },
		{ json, binary: {} },
		{ json: { _files: 'none' } },
		{ json: { _files: null } },
	])('an item without a file: %j', async (item) => {
		const description =
			'Add a node that gives the file. Or choose URL as Source, which AI tools always need.';
		expect(await errorOf(() => sourceOf('data', [item]))).toEqual({
			code: 'INVALID_INPUT',
			message: 'The item has no binary field "data"',
			description,
		});
		expect(await errorOf(() => sourceOf('', [item]))).toEqual({
			code: 'INVALID_INPUT',
			message: 'The item carries no file',
			description,
		});
	});
});

describe('names the document', () => {
	test.each([
		['its own name', 'scan.pdf', 'scan.pdf'],
		['the last part of a path', 'in/scan.pdf', 'scan.pdf'],
		['a name for what has none', undefined, 'document.pdf'],
	])('%s', async (_what, fileName, expected) => {
		const items = [{ json, binary: { data: file(fileName) } }];
		expect((await sourceOf('data', items)).fileName).toBe(expected);
	});
});

describe('marks it', () => {
	const markOf = async (more: Partial<IBinaryData>) =>
		(await sourceOf('data', [{ json, binary: { data: file('a.pdf', more) } }])).identity;

	test('by its place in the binary store', async () => {
		expect(await markOf({ id: 'filesystem-v2:1' })).toBe('filesystem-v2:1');
	});

	test('by its content if the item holds it', async () => {
		expect(await markOf({})).toBe(`data:${PDF.toString('base64')}`);
		// n8n may return an empty ID, and then two files would look alike.
		expect(await markOf({ id: '' })).toBe(`data:${PDF.toString('base64')}`);
	});
});

test('opens the document under its name', async () => {
	const document = await (await sourceOf('data')).open();
	expect(document).toMatchObject({ fileName: 'scan.pdf', size: PDF.length });
});

test('finds any document by its name, and where n8n keeps it', async () => {
	const letter = file('letter.doc', { data: Buffer.from('no PDF').toString('base64') });
	const found = await (await sourceOf('data', [{ json, binary: { data: letter } }])).find();
	expect(found).toEqual({
		binary: letter,
		document: {
			fileName: 'letter.doc',
			size: 6,
			open: expect.any(Function) as unknown,
		},
	});
});

test.each(['open', 'find'] as const)('does not %s it once the item is stopped', async (how) => {
	const stored = { id: 'b1', data: '', mimeType: 'application/pdf', fileName: 'stored.pdf' };
	const fake = new FakeExecution({
		items: [{ json, binary: { data: stored } }],
		parameters: [{ binaryPropertyName: 'data' }],
		stored: { b1: PDF },
	});
	const stopped = { ...(await itemOf(fake)), signal: AbortSignal.abort() };
	const source = createBinarySource(stopped);
	expect(await errorOf(() => source[how]())).toMatchObject({ code: 'STOPPED' });
	expect(fake.read).toBe(0);
});
