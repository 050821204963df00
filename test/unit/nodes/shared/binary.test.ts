import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { IBinaryData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import {
	beginsLikePdf,
	createSave,
	hasForeignData,
	hashContent,
	isStoreName,
	listBinaryFields,
	listFiles,
	openFile,
	toFile,
} from '../../../../nodes/shared/binary';
import { failureOf } from '../../support/failureOf';
import { FakeExecution } from '../../support/fakeExecution';
import { ScriptedRuntime } from '../../support/scriptedRuntime';
import { VirtualClock } from '../../support/virtualClock';

const documentOf = async (context: IExecuteFunctions, binary: IBinaryData, fileName: string) =>
	(await openFile(context, new ScriptedRuntime(), binary, fileName, undefined)).document;

const PDF = Buffer.from('%PDF-1.7\n%%EOF');

const inMemory = (content: Buffer): IBinaryData => ({
	data: content.toString('base64'),
	mimeType: 'application/pdf',
});
/** An expression may give the ID alone. */
const inStore = (id: string) => ({ id, mimeType: 'application/pdf' }) as IBinaryData;

test('saveBinary stores a stream as a PDF of the given name', async () => {
	const fake = new FakeExecution();
	const binary = await createSave(fake.context, 'a.pdf')(Readable.from([PDF]));
	expect(fake.saved).toEqual([{ content: PDF, fileName: 'a.pdf', mimeType: 'application/pdf' }]);
	expect(binary.fileName).toBe('a.pdf');
});

describe('openFile', () => {
	test('returns a file in the item as one buffer', async () => {
		const binary = { ...inMemory(PDF), id: '' };
		const document = await documentOf(new FakeExecution().context, binary, 'a.pdf');
		expect(document).toMatchObject({ fileName: 'a.pdf', size: PDF.length });
		expect(await document.open()).toEqual(PDF);
	});

	test('reads the start of a stored file, and opens a new stream of it each time', async () => {
		const content = Buffer.concat([PDF, Buffer.alloc(1_000_000, 0xe2)]);
		const fake = new FakeExecution({ stored: { b1: content } });
		const document = await documentOf(fake.context, inStore('b1'), 'a.pdf');
		expect(document.size).toBe(content.length);
		expect(fake.read).toBeGreaterThanOrEqual(1_024);
		expect(fake.read).toBeLessThan(5_000);
		const getBinaryStream = jest.spyOn(fake.context.helpers, 'getBinaryStream');
		for (let n = 0; n < 2; n += 1) {
			const bytes = Buffer.concat(await Readable.from(await document.open()).toArray());
			expect(bytes.equals(content)).toBe(true);
		}
		// Chunks of a useful size.
		const opened = ['b1', 256 * 1024];
		expect(getBinaryStream.mock.calls).toEqual([opened, opened]);
	});

	test('reads up to 256 kB of a PDF that is all text so far, and says whether it is damaged', async () => {
		const look = async (content: Buffer) => {
			const fake = new FakeExecution({ stored: { b1: content } });
			const runtime = new ScriptedRuntime();
			const opened = await openFile(fake.context, runtime, inStore('b1'), 'a.pdf', undefined);
			return [opened.isText, fake.read];
		};
		const stream = Buffer.from('1 0 obj <</Filter/FlateDecode>>\nstream\nx\ufffd\u00da\ufffd');
		const text = Buffer.concat([PDF, Buffer.alloc(1_000_000, ' ')]);
		expect(await look(text)).toEqual([false, 262_500]);
		const mangled = Buffer.concat([PDF, stream, Buffer.from('\ufffd'.repeat(300_000))]);
		expect(await look(mangled)).toEqual([true, 262_500]);
		expect(await look(Buffer.from('no PDF \ufffd'.repeat(300)))).toEqual([false, 1_500]);
	});

	test('says that a file is missing, in the words of each store, but not where it was', async () => {
		const said = 'ENOENT: no such file or directory, open ';
		for (const [message, isMissing, shown = message] of [
			[`${said}'/home/node/x y'`, true, `${said}…`],
			[`${said}C:\\Users\\Ann Lee\\x`, true, `${said}…`],
			['File not found', true],
			['Binary data file not found', true],
			['NoSuchKey: The specified key does not exist.', true],
			['EACCES: permission denied', undefined],
			['No binary data manager found for: s3', undefined],
			// n8n repeats the file's ID, which any JSON may name.
			[`found for: a\nb${'x'.repeat(1_000)}`, undefined, `found for: a b${'x'.repeat(485)}…`],
		] as const) {
			const { context } = new FakeExecution();
			context.helpers.getBinaryMetadata = async () => await Promise.reject(new Error(message));
			const { facts } = await failureOf(documentOf(context, inStore('b1'), 'a.pdf'));
			const reason = `it cannot be read (${shown})`;
			expect(facts).toEqual({ failure: { kind: 'document', reason, isMissing } });
		}
	});

	test('gives up on a store that does not say how large a file is', async () => {
		const { context } = new FakeExecution({ stored: { b1: PDF } });
		context.helpers.getBinaryMetadata = async () => await new Promise<never>(() => {});
		const { code } = await failureOf(documentOf(context, inStore('b1'), 'a.pdf'));
		expect(code).toBe('DOCUMENT_UNREADABLE');
	});
});

describe('a file of unknown type', () => {
	const look = async (binary: IBinaryData, stored: Record<string, Buffer> = {}) => {
		const fake = new FakeExecution({ stored });
		const getBinaryStream = jest.spyOn(fake.context.helpers, 'getBinaryStream');
		const { signal } = new AbortController();
		const isPdf = await beginsLikePdf(fake.context, new ScriptedRuntime(), binary, signal);
		return { isPdf, fake, streams: getBinaryStream.mock.calls };
	};

	test('is looked at with one small read of the store', async () => {
		const content = Buffer.concat([Buffer.alloc(1_019), Buffer.from('%PDF-'), Buffer.alloc(1e6)]);
		const { isPdf, fake, streams } = await look(inStore('b1'), { b1: content });
		expect([isPdf, streams]).toEqual([true, [['b1', 1_024]]]);
		expect(fake.read).toBe(1_500);
		expect(await look(inStore('b1'), { b1: content.subarray(1_030) })).toMatchObject({
			isPdf: false,
		});
	});

	test('in the item is decoded no further, even if its base64 has line breaks', async () => {
		const content = Buffer.concat([Buffer.alloc(1_019), Buffer.from('%PDF-'), Buffer.alloc(1e6)]);
		const data = content.toString('base64').replace(/.{76}/g, '$&\r\n');
		expect(await look({ data, mimeType: '' })).toMatchObject({ isPdf: true, streams: [] });
		expect(await look(inMemory(content.subarray(1_020)))).toMatchObject({ isPdf: false });
	});
});

describe('the files of an item', () => {
	const file = (fileName: string): IBinaryData => ({ data: '', mimeType: 'text/plain', fileName });

	test('are those beside its JSON, and those that n8n 2 keeps in the JSON', () => {
		const own = { data: file('a'), other: file('b') };
		const inJson = { data: { ...file('c') }, more: { ...file('d') }, size: 3 };
		expect(listFiles(undefined)).toEqual({});
		expect(listFiles({ json: {} })).toEqual({});
		expect(listFiles({ json: {}, binary: own })).toEqual(own);
		expect(listFiles({ json: { _files: 'no files' }, binary: own })).toEqual(own);
		expect(listFiles({ json: { _files: inJson }, binary: own })).toEqual({
			...own,
			more: file('d'),
		});
	});

	test('leave out what is none; a binary field names it', () => {
		const binary = { a: null, b: file('b'), c: { fileName: 'c' } };
		const item = { json: { _files: { d: 7 } }, binary } as unknown as INodeExecutionData;
		expect(listFiles(item)).toEqual({ b: file('b') });
		expect(listBinaryFields(item)).toEqual(binary);
	});

	test.each([
		[{ data: '' }],
		[{ data: 'JVBERi0=', mimeType: null, fileName: 7, id: {} }],
		[{ data: 'JVBERi0=', id: '' }],
		[{ data: 'data:application/pdf;base64,JVBERi0=' }],
		[{ data: ' DATA:application/pdf;name=a.pdf;BASE64,JVBERi0=' }],
		[{ data: Buffer.from('%PDF-') }],
		[{ data: new Uint8Array(Buffer.from('%PDF-')) }],
		[JSON.parse(JSON.stringify({ data: Buffer.from('%PDF-') }))],
		[{ id: 'b1', mimeType: '' }],
		[{ id: 'b1', data: 'filesystem-v2' }],
	])('%j has content, whatever else it lacks', (value: { data?: unknown; id?: unknown }) => {
		const file = toFile(value);
		const stored = typeof value.id === 'string' && value.id !== '';
		expect(file).toMatchObject({ mimeType: expect.any(String) as string });
		const isGiven = stored || value.data === '';
		expect(isGiven ? 'JVBERi0=' : file?.data).toBe('JVBERi0=');
		expect(file?.id).toBe(stored ? value.id : undefined);
		expect(typeof file?.fileName).toBe('undefined');
	});

	test('with new content beside the ID of the old one count with the new content', () => {
		const data = Buffer.from('%PDF-1.7, as a Code node has made it').toString('base64');
		expect(toFile({ id: 'b1', data, mimeType: '' })).toMatchObject({ id: undefined, data });
		expect(toFile({ id: 'b1', data: 'filesystem-v2' })).toMatchObject({ id: 'b1' });
	});

	test.each([
		[{ mimeType: 'text/plain' }],
		[{ mimeType: 'text/plain', data: { length: 1 } }],
		[{ id: 'job_1', status: 'completed' }],
		[{ id: 'job_1', data: { job: {} }, mimeType: 'x' }],
		[{ data: 7 }],
		[{ data: { type: 'Buffer', data: [37n] } }],
		[[{ data: '' }]],
		['data'],
		[null],
		[undefined],
		[Object.assign(() => undefined, { mimeType: '', data: '' })],
	])('%j has none', (value: unknown) => {
		expect(toFile(value)).toBeUndefined();
	});
});

test.each([
	['filesystem-v2', true],
	['database', true],
	['JVBERi0=', false],
])('%s is the name of a store: %p', (data, expected) => {
	expect(isStoreName(data)).toBe(expected);
});

test.each([
	[{ data: 'JVBE\r\nRi0=' }, false],
	[{ data: 'a-_b' }, false],
	[{ data: '%PDF-1.7' }, true],
	[{ data: `${'A'.repeat(2_000)}%` }, false],
	[{ data: '%', id: 'b1' }, false],
])('%j has data that is not base64: %p', (value, expected) => {
	expect(hasForeignData({ mimeType: '', ...value })).toBe(expected);
});

test('the content of a large file is hashed in slices, and n8n gets turns', async () => {
	const content = Buffer.alloc(5 * 1024 ** 2 + 1, 'x');
	const clock = new VirtualClock();
	const hash = await hashContent(clock, { data: content.toString('base64'), mimeType: '' });
	expect(hash).toBe(createHash('sha256').update(content).digest('hex'));
	expect(clock.slept).toHaveLength(6);
});
