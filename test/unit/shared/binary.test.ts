import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { createSave, isBinary, listFiles, openFile } from '../../../nodes/shared/binary';
import { failureOf } from '../support/failureOf';
import { FakeExecution } from '../support/fakeExecution';
import { ScriptedRuntime } from '../support/scriptedRuntime';

const documentOf = async (
	context: IExecuteFunctions,
	binary: IBinaryData,
	fileName: string,
	{
		runtime = new ScriptedRuntime(),
		signal,
	}: { runtime?: ScriptedRuntime; signal?: AbortSignal } = {},
) => (await openFile(context, runtime, binary, fileName, signal)).document;

const PDF = Buffer.from('%PDF-1.7\n%%EOF');

const inMemory = (content: Buffer): IBinaryData => ({
	data: content.toString('base64'),
	mimeType: 'application/pdf',
});
const inStore = (id: string): IBinaryData => ({ ...inMemory(Buffer.from('in the store')), id });

test('saveBinary stores a stream as a PDF of the given name', async () => {
	const fake = new FakeExecution();
	const binary = await createSave(fake.context, 'a.pdf')(Readable.from([PDF]));
	expect(fake.saved).toEqual([{ content: PDF, fileName: 'a.pdf', mimeType: 'application/pdf' }]);
	expect(binary.fileName).toBe('a.pdf');
});

describe('openFile', () => {
	test('returns a file in the item as one buffer', async () => {
		const document = await documentOf(new FakeExecution().context, inMemory(PDF), 'a.pdf');
		expect(document).toMatchObject({ fileName: 'a.pdf', size: PDF.length });
		expect(await document.open()).toEqual(PDF);
	});

	test('treats an empty ID as missing', async () => {
		const document = await documentOf(
			new FakeExecution().context,
			{ ...inMemory(PDF), id: '' },
			'a.pdf',
		);
		expect(await document.open()).toEqual(PDF);
	});

	test('opens a new stream of a stored file each time', async () => {
		const content = Buffer.concat([PDF, Buffer.alloc(2_000)]);
		const { context } = new FakeExecution({ stored: { b1: content } });
		const document = await documentOf(context, inStore('b1'), 'a.pdf');
		expect(document.size).toBe(content.length);
		for (let n = 0; n < 2; n += 1) {
			expect(Buffer.concat(await Readable.from(await document.open()).toArray())).toEqual(content);
		}
	});

	test('requests chunks of the size that its reader uses', async () => {
		const { context } = new FakeExecution({ stored: { b1: PDF } });
		const document = await documentOf(context, inStore('b1'), 'a.pdf');
		const getBinaryStream = jest.spyOn(context.helpers, 'getBinaryStream');
		await document.open(4096);
		await document.open();
		expect(getBinaryStream.mock.calls).toEqual([
			['b1', 4096],
			['b1', undefined],
		]);
	});

	test('opens a stored file by its ID alone, as from an expression', async () => {
		const { context } = new FakeExecution({ stored: { b1: PDF } });
		const binary = { id: 'b1', mimeType: 'application/pdf' } as IBinaryData;
		expect((await documentOf(context, binary, 'a.pdf')).size).toBe(PDF.length);
	});

	test('reads only the start of a stored file', async () => {
		const fake = new FakeExecution({
			stored: { b1: Buffer.concat([PDF, Buffer.alloc(1_000_000)]) },
		});
		await documentOf(fake.context, inStore('b1'), 'a.pdf');
		expect(fake.read).toBeGreaterThanOrEqual(1_024);
		expect(fake.read).toBeLessThan(5_000);
	});

	describe('if the store', () => {
		const never = async () => await new Promise<never>(() => {});
		const silent = async () => await Promise.resolve(new Readable({ read() {} }));
		const hanging: Array<[string, object]> = [
			['does not say how large it is', { getBinaryMetadata: never }],
			['does not open it', { getBinaryStream: never }],
			['opens it and gives nothing', { getBinaryStream: silent }],
		];
		const contextWith = (helpers: object) => {
			const { context } = new FakeExecution({ stored: { b1: PDF } });
			return { ...context, helpers: { ...context.helpers, ...helpers } };
		};

		test.each(hanging)('%s, it gives up after a timeout', async (_what, helpers) => {
			const runtime = new ScriptedRuntime();
			const began = runtime.now();
			const work = documentOf(contextWith(helpers), inStore('b1'), 'a.pdf', { runtime });
			const { code, facts } = await failureOf(work);
			expect(code).toBe('DOCUMENT_UNREADABLE');
			expect(facts.failure).toEqual({ kind: 'document', reason: 'its store stopped sending data' });
			expect(runtime.now() - began).toBe(60_000);
		});

		test.each(hanging)('%s, Stop ends the read at once', async (_what, helpers) => {
			const runtime = new ScriptedRuntime();
			const began = runtime.now();
			const stop = new AbortController();
			runtime.after(1_000, () => stop.abort());
			const { signal } = stop;
			const work = documentOf(contextWith(helpers), inStore('b1'), 'a.pdf', { runtime, signal });
			expect((await failureOf(work)).code).toBe('STOPPED');
			expect(runtime.now() - began).toBe(1_000);
		});

		test('opens a stream too late, the stream is closed', async () => {
			const late = new Readable({ read() {} });
			let open: (stream: Readable) => void = () => {};
			const opening = new Promise<Readable>((resolve) => (open = resolve));
			const helpers = { getBinaryStream: async () => await opening };
			await failureOf(documentOf(contextWith(helpers), inStore('b1'), 'a.pdf'));
			open(late);
			await once(late, 'close');
			expect(late.destroyed).toBe(true);
		});

		test('cannot read the file, the error says why', async () => {
			const cause = new Error('EIO: i/o error, read');
			const broken = new Readable({
				read() {
					this.destroy(cause);
				},
			});
			const helpers = { getBinaryStream: async () => await Promise.resolve(broken) };
			const error = await failureOf(documentOf(contextWith(helpers), inStore('b1'), 'a.pdf'));
			expect(error.code).toBe('DOCUMENT_UNREADABLE');
			const reason = 'it cannot be read (EIO: i/o error, read)';
			expect(error.facts.failure).toEqual({ kind: 'document', reason });
			expect(error.cause).toBe(cause);
		});
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

	test.each<[unknown, boolean]>([
		[{ mimeType: 'text/plain', data: '' }, true],
		[{ mimeType: 'text/plain', id: 'b1' }, true],
		[{ mimeType: 'text/plain', data: Buffer.from('a') }, true],
		[{ mimeType: 'text/plain', data: { length: 1 } }, false],
		[{ mimeType: 7, data: '' }, false],
		[{ mimeType: 'text/plain' }, false],
		[{ data: '', id: 'b1' }, false],
		[null, false],
		[undefined, false],
		['mimeType data id', false],
		[Object.assign(() => undefined, { mimeType: '', data: '' }), false],
	])('%p is one: %p', (value, expected) => {
		expect(isBinary(value)).toBe(expected);
	});
});
