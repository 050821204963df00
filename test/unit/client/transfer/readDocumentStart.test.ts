import { once } from 'node:events';
import { Readable } from 'node:stream';

import { HALT_REASON } from '../../../../client/errors';
import { PRODUCT_LIMITS } from '../../../../client/limits';
import type { ByteStream } from '../../../../client/runtime';
import { readPdfStart } from '../../../../client/pdfFile';
import { failureOf } from '../../support/failureOf';
import { streamOf } from '../../support/pdf';
import { ScriptedRuntime } from '../../support/scriptedRuntime';

const { stallMs } = PRODUCT_LIMITS.transfer;
const GIVES_NOTHING = { kind: 'document', reason: 'its store stopped sending data' };
const never = async () => await new Promise<never>(() => {});
const silent = () => new Readable({ read() {} });

/** Bytes that differ from position to position, so that no part equals another part. */
function bytes(length: number): Buffer {
	return Buffer.from(Array.from({ length }, (_, n) => (n * 7) % 251));
}

describe('readPdfStart', () => {
	let runtime: ScriptedRuntime;
	let began: number;
	let stop: AbortController;

	beforeEach(() => {
		runtime = new ScriptedRuntime();
		began = runtime.now();
		stop = new AbortController();
	});

	const look = async (
		open: () => Promise<Buffer | ByteStream> | Buffer | ByteStream,
		{ size = 3_000, find = async () => await Promise.resolve() } = {},
	) =>
		await readPdfStart(runtime, stop.signal, async () => {
			await find();
			return { fileName: 'a.pdf', size, open: async () => await open() };
		});

	it('returns the document and the start of a buffer', async () => {
		const content = bytes(3_000);
		const { document, start } = await look(() => content);
		expect(document).toMatchObject({ fileName: 'a.pdf', size: 3_000 });
		expect(start.equals(content.subarray(0, 1_024))).toBe(true);
	});

	it.each([
		['chunks that fill the window', [512, 512]],
		['a chunk that is larger', [2_000]],
		['chunks beyond it', [1_023, 500]],
	])('reads only %s of a stream, and closes it', async (_what, sizes) => {
		const chunks = sizes.map(bytes);
		const stream = streamOf(...chunks, bytes(1));
		const { start } = await look(() => stream);
		expect(start.equals(Buffer.concat(chunks))).toBe(true);
		expect(stream.destroyed).toBe(true);
	});

	it('returns all of a shorter stream', async () => {
		const { start } = await look(() => streamOf('%PDF', '-1.7'));
		expect(start.toString()).toBe('%PDF-1.7');
	});

	it('does not open an empty document', async () => {
		const { start } = await look(
			() => {
				throw new Error('Nobody was to open it');
			},
			{ size: 0 },
		);
		expect(start).toHaveLength(0);
	});

	it.each<[string, Parameters<typeof look>]>([
		['that is not found', [() => bytes(1), { find: never }]],
		['that is not opened', [never]],
		['that gives nothing', [silent]],
	])('gives up a document %s after the stall timeout', async (_what, given) => {
		const { code, facts } = await failureOf(look(...given));
		expect(code).toBe('DOCUMENT_UNREADABLE');
		expect(facts).toEqual({ failure: GIVES_NOTHING });
		expect(runtime.now() - began).toBe(stallMs);
	});

	it('uses the timeouts of the limits', async () => {
		const { transfer } = PRODUCT_LIMITS;
		runtime.limits = { ...PRODUCT_LIMITS, transfer: { ...transfer, stallMs: 100 } };
		await failureOf(look(never));
		expect(runtime.now() - began).toBe(100);
	});

	it.each([
		[undefined, 'STOPPED'],
		[HALT_REASON, 'NOT_STARTED'],
	])('stops at once (%p), and closes the stream', async (reason, code) => {
		const stream = silent();
		runtime.after(1_000, () => stop.abort(reason));
		const error = await failureOf(look(() => stream));
		expect([error.code, error.facts]).toEqual([code, {}]);
		expect(runtime.now() - began).toBe(1_000);
		expect(stream.destroyed).toBe(true);
	});

	it('closes a stream that opens after it gave up', async () => {
		const late = silent();
		let open: (stream: Readable) => void = () => {};
		const opening = new Promise<Readable>((resolve) => (open = resolve));
		await failureOf(look(async () => await opening));
		open(late);
		await once(late, 'close');
		expect(late.destroyed).toBe(true);
	});

	it.each<[string, Parameters<typeof look>]>([
		['found', [() => bytes(1), { find: async () => await Promise.reject(new Error('EIO')) }]],
		['opened', [async () => await Promise.reject(new Error('EIO'))]],
		['read', [() => streamOf('%PDF', new Error('EIO'))]],
	])('explains why a document cannot be %s, with the exception', async (_what, given) => {
		const error = await failureOf(look(...given));
		expect(error.code).toBe('DOCUMENT_UNREADABLE');
		const failure = { kind: 'document', reason: 'it cannot be read (EIO)' };
		expect(error.facts).toEqual({ failure });
		expect(error.cause).toEqual(new Error('EIO'));
		expect(runtime.now()).toBe(began);
	});
});
