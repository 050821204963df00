import { Readable } from 'node:stream';

import { HALT_REASON } from '../../../../client/errors';
import type { ByteStream } from '../../../../client/runtime';
import { readPdfFile } from '../../../../client/pdfFile';
import { failureOf } from '../../support/failureOf';
import { loadAsOfNode } from '../../support/loadAsOfNode';
import { pdfOf, streamOf } from '../../support/pdf';
import { ScriptedRuntime } from '../../support/scriptedRuntime';

const pdf = pdfOf(200_000);

function read(open: () => Buffer | ByteStream, signal?: AbortSignal, times = 1) {
	const document = { fileName: 'a.pdf', size: pdf.length, open: () => Promise.resolve(open()) };
	return readPdfFile(new ScriptedRuntime(), document, signal, async (start) => {
		const contents: Buffer[] = [];
		for (let time = 0; time < times; time += 1) {
			const chunks: Buffer[] = [];
			for await (const chunk of await start()) chunks.push(Buffer.from(chunk));
			contents.push(Buffer.concat(chunks));
		}
		return contents;
	});
}

test.each([
	['in memory', () => pdf],
	['in a store', () => streamOf(pdf.subarray(0, 5), pdf.subarray(5))],
])('reads a document %s each time it is opened', async (_where, open) => {
	const contents = await read(open, undefined, 2);
	expect(contents.map((content) => content.equals(pdf))).toEqual([true, true]);
});

describe('the memory of a chunk that was read', () => {
	/** A chunk that fills its whole buffer, as in a Node.js that can free it. */
	function chunkOf(content: string) {
		const chunk = Buffer.from(Uint8Array.from(Buffer.from(content)).buffer);
		const transfer = jest.fn();
		Object.defineProperty(chunk.buffer, 'transfer', { value: transfer });
		return { chunk, transfer };
	}

	test('is freed when the next chunk is requested', async () => {
		const first = chunkOf('%PDF-');
		const second = chunkOf('1.7');
		const document = {
			fileName: 'a.pdf',
			size: 8,
			open: () => Promise.resolve(Readable.from([first.chunk, second.chunk])),
		};
		await readPdfFile(new ScriptedRuntime(), document, undefined, async (start) => {
			for await (const chunk of await start()) {
				expect(first.transfer).toHaveBeenCalledTimes(chunk === first.chunk ? 0 : 1);
				expect(second.transfer).not.toHaveBeenCalled();
			}
		});
		expect(first.transfer.mock.calls).toEqual([[0]]);
		expect(second.transfer.mock.calls).toEqual([[0]]);
	});

	test('is kept if the document is in memory', async () => {
		const { chunk, transfer } = chunkOf('%PDF-1.7');
		await read(() => chunk);
		expect(transfer).not.toHaveBeenCalled();
	});
});

test('reports a failing store', async () => {
	const disk = new Error('disk');
	const failure = await failureOf(read(() => streamOf('%PDF-', disk)));
	expect(failure).toMatchObject({
		code: 'DOCUMENT_UNREADABLE',
		facts: { failure: { kind: 'document', reason: 'it cannot be read (disk)' } },
	});
	expect(failure.cause).toBe(disk);
});

test('gives up a silent store', async () => {
	const failure = await failureOf(read(() => new Readable({ read: () => {} })));
	expect(failure).toMatchObject({
		code: 'DOCUMENT_UNREADABLE',
		facts: { failure: { reason: 'its store stopped sending data' } },
	});
});

test.each([
	['STOPPED', undefined],
	['NOT_STARTED', HALT_REASON],
])('ends as %s', async (code, reason) => {
	expect(await failureOf(read(() => pdf, AbortSignal.abort(reason)))).toMatchObject({ code });
});

test('closes the stream on Stop', async () => {
	const stop = new AbortController();
	const content = new Readable({ read: () => setImmediate(() => stop.abort()) });
	expect(await failureOf(read(() => content, stop.signal))).toMatchObject({ code: 'STOPPED' });
	expect(content.destroyed).toBe(true);
});

test('closes a stream that opens after Stop', async () => {
	const stop = new AbortController();
	const content = new Readable({ read: () => {} });
	const opened = () => {
		stop.abort();
		return content;
	};
	expect(await failureOf(read(opened, stop.signal))).toMatchObject({ code: 'STOPPED' });
	await new Promise(setImmediate);
	expect(content.destroyed).toBe(true);
});

test('requests chunks of a useful size', async () => {
	const asked: Array<number | undefined> = [];
	const open = (chunkBytes?: number) => {
		asked.push(chunkBytes);
		return Promise.resolve(pdf);
	};
	const document = { fileName: 'a.pdf', size: pdf.length, open };
	await readPdfFile(new ScriptedRuntime(), document, undefined, async (start) => await start());
	expect(asked).toEqual([256 * 1024]);
});

describe('in Node.js 24', () => {
	const load = async () => ({
		...(await import('../../../../client/pdfFile')),
		...(await import('../../../../client/pdfFile')),
	});

	test.each([
		['the chunks of a stream provoke minor collections', streamOf(Buffer.alloc(32 * 1024)), false],
		['what is in memory is no chunk of a stream', Buffer.alloc(32 * 1024), true],
	])('%s', async (_what, source, same) => {
		const { provokeMinorCollection, splitIntoChunks: split } = await loadAsOfNode(24, load);
		const before = provokeMinorCollection(0);
		for await (const chunk of split(source)) expect(chunk).toHaveLength(32 * 1024);
		expect(provokeMinorCollection(0) === before).toBe(same);
	});
});
