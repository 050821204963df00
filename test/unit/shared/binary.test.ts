import { Readable } from 'node:stream';
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { createSave, isBinary, listFiles, openFile } from '../../../nodes/shared/binary';
import { failureOf } from '../support/failureOf';
import { FakeExecution } from '../support/fakeExecution';
import { ScriptedRuntime } from '../support/scriptedRuntime';

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
		const content = Buffer.concat([PDF, Buffer.alloc(1_000_000)]);
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

	test('gives up on a store that does not say how large a file is', async () => {
		const { context } = new FakeExecution({ stored: { b1: PDF } });
		context.helpers.getBinaryMetadata = async () => await new Promise<never>(() => {});
		const { code } = await failureOf(documentOf(context, inStore('b1'), 'a.pdf'));
		expect(code).toBe('DOCUMENT_UNREADABLE');
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
