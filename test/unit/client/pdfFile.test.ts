import { once } from 'node:events';
import { constants, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks';
import { Readable } from 'node:stream';

import { HALT_REASON } from '../../../client/errors';
import { runUnderWatch } from '../../../client/http';
import { PRODUCT_LIMITS } from '../../../client/limits';
import {
	createStream,
	endsLikePdf,
	readChunks,
	readPdfFile,
	readStart,
	startsLikePdf,
} from '../../../client/pdfFile';
import type { ByteStream } from '../../../client/runtime';
import { failureOf } from '../support/failureOf';
import { loadAsOfNode } from '../support/loadAsOfNode';
import { contentOf, pdfOf, streamOf } from '../support/pdf';
import { ScriptedRuntime } from '../support/scriptedRuntime';

const { stallMs } = PRODUCT_LIMITS.transfer;
const pdf = pdfOf(200_000);
const never = async () => await new Promise<never>(() => {});
const silent = () => new Readable({ read() {} });
const tick = async () => await new Promise((resolve) => setImmediate(resolve));
type Open = () => Promise<Buffer | ByteStream> | Buffer | ByteStream;

let runtime: ScriptedRuntime;
let began: number;
let stop: AbortController;

beforeEach(() => {
	runtime = new ScriptedRuntime();
	began = runtime.now();
	stop = new AbortController();
});

const fileOf = (open: Open, size: number) => ({
	fileName: 'a.pdf',
	size,
	open: async () => await open(),
});

const look = async (open: Open, find = async () => await Promise.resolve()) =>
	await readPdfFile(runtime, stop.signal, async (start) => {
		await find();
		return await readStart(start(fileOf(open, pdf.length)));
	});

/** The whole content, as often as it is opened. */
const read = async (open: Open, times = 1) =>
	await readPdfFile(runtime, stop.signal, async (start) => {
		const contents: Buffer[] = [];
		for (let time = 0; time < times; time += 1) {
			const chunks: Buffer[] = [];
			for await (const chunk of start(fileOf(open, pdf.length))) chunks.push(Buffer.from(chunk));
			contents.push(Buffer.concat(chunks));
		}
		return contents;
	});

describe('the start of a document', () => {
	it('is at least the header, from memory and from a store, whose stream is closed', async () => {
		const start = await look(() => pdf);
		expect(pdf.indexOf(start)).toBe(0);
		expect(start.length).toBeGreaterThanOrEqual(1_024);
		const stream = streamOf(pdf.subarray(0, 1_023), pdf.subarray(1_023, 1_500), pdf);
		expect((await look(() => stream)).equals(pdf.subarray(0, 1_500))).toBe(true);
		expect(stream.destroyed).toBe(true);
	});

	it('is all of a shorter document', async () => {
		expect((await look(() => streamOf('%PDF', '-1.7'))).toString()).toBe('%PDF-1.7');
	});
});

describe('a document', () => {
	it.each<[string, Open]>([
		['in memory', () => pdf],
		['in a store', () => streamOf(pdf.subarray(0, 5), pdf.subarray(5))],
	])('%s is read each time it is opened', async (_where, open) => {
		const contents = await read(open, 2);
		expect(contents.map((content) => content.equals(pdf))).toEqual([true, true]);
	});

	const eio = async () => await Promise.reject(new Error('EIO'));
	const broken = () => streamOf('%PDF', new Error('EIO'));

	it.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
		['found', async () => await look(() => pdf, never), async () => await look(() => pdf, eio)],
		['opened', async () => await look(never), async () => await look(eio)],
		['read', async () => await look(silent), async () => await look(broken)],
		['read completely', async () => await read(silent), async () => await read(broken)],
	])('that is not %s, or not in time, is given up', async (_what, hang, fail) => {
		const reasonOf = async (work: () => Promise<unknown>) => {
			const { code, facts } = await failureOf(work());
			expect(code).toBe('DOCUMENT_UNREADABLE');
			return facts;
		};
		const failed = { kind: 'document', reason: 'it cannot be read (EIO)' };
		expect(await reasonOf(fail)).toEqual({ failure: failed });
		expect(runtime.now()).toBe(began);
		const hung = { kind: 'document', reason: 'its store stopped sending data' };
		expect(await reasonOf(hang)).toMatchObject({ failure: hung });
		expect(runtime.now() - began).toBe(stallMs);
	});

	it('has time while chunks arrive', async () => {
		const slow = async function* () {
			for (const chunk of [pdf.subarray(0, 5), pdf.subarray(5)]) {
				await runtime.sleep(stallMs - 1);
				yield chunk;
			}
		};
		const [content] = await read(() => Readable.from(slow()));
		expect(content?.equals(pdf)).toBe(true);
	});

	it.each<[string, (open: Open) => Promise<unknown>]>([
		['start', look],
		['content', read],
	])('whose %s is read ends with Stop, and its stream is closed', async (_what, work) => {
		for (const [reason, code] of [
			[undefined, 'STOPPED'],
			[HALT_REASON, 'NOT_STARTED'],
		]) {
			stop = new AbortController();
			const stream = silent();
			runtime.after(1_000, () => stop.abort(reason));
			expect(await failureOf(work(() => stream))).toMatchObject({ code, facts: {} });
			expect(stream.destroyed).toBe(true);
		}
		expect(runtime.now() - began).toBe(2_000);
	});

	it('in memory is not read on after Stop', async () => {
		let chunks = 0;
		const document = fileOf(() => pdf, pdf.length);
		const reading = readPdfFile(runtime, stop.signal, async (open) => {
			for await (const chunk of open(document)) {
				chunks += chunk.length > 0 ? 1 : 0;
				stop.abort();
			}
		});
		expect((await failureOf(reading)).code).toBe('STOPPED');
		await tick();
		expect(chunks).toBe(1);
	});

	it('that opens too late is closed', async () => {
		const late = silent();
		let open: (stream: Readable) => void = () => {};
		const opening = new Promise<Readable>((resolve) => (open = resolve));
		await failureOf(look(async () => await opening));
		open(late);
		await once(late, 'close');
		expect(late.destroyed).toBe(true);
	});
});

it.each([
	['%PDF-1.7\n', true],
	['junk %PDF-1.7', true],
	['x'.repeat(1019) + '%PDF-', true],
	['x'.repeat(1020) + '%PDF-', false],
	['%PDF', false],
	['%pdf-1.7', false],
	['PK\x03\x04 a.pdf %PDF-1.7', false],
	['MZ PK\x03\x04 %PDF-1.7', true],
	[`a.pdf${'\0'.repeat(252)}ustar${'\0'.repeat(250)}%PDF-1.7`, false],
	['', false],
])('%#. finds the header within the first 1,024 bytes', (start, found) => {
	expect(startsLikePdf(Buffer.from(start))).toBe(found);
});

it.each([
	['startxref\n9\n%%EOF\n', true],
	['%%EOF' + ' '.repeat(16_384 - 5), true],
	['%%EOF' + ' '.repeat(16_384 - 4), false],
	['%%EOF\n<!-- obj served in 3 ms -->', true],
	['%%EOF\n12 0 obj\n<< /Type /Page', false],
	['%%EOF\n7 10 obj<<', false],
	['%%EOF\n<!-- 3 4 objects -->', true],
	['%%EOF\n12 0 obj\n<< >>\nendobj\n%%EOF', true],
	['%%EO', false],
	['', false],
])('%#. finds the end-of-file mark before trailing garbage', (end, found) => {
	expect(endsLikePdf(Buffer.from(end))).toBe(found);
});

const getBounds = () => ({ silenceMs: stallMs });
const explain = (error: unknown) =>
	({ kind: 'document', reason: (error as Error).message }) as const;

describe('readChunks', () => {
	const broken = new Error('EIO');

	/** Reads the source under a watch. @returns why the watch was ended */
	const readUnderWatch = async (
		source: ByteStream,
		use: (chunks: ByteStream) => Promise<unknown>,
	) =>
		await runUnderWatch(
			runtime,
			undefined,
			() => ({ silenceMs: stallMs }),
			async (watch) => {
				await use(createStream(readChunks(source, watch, explain)));
				return watch.failure;
			},
		);

	it('says why a stream broke for which somebody waited, and passes the error on', async () => {
		const failure = await readUnderWatch(streamOf('a', broken), async (chunks) => {
			await expect(contentOf(chunks)).rejects.toBe(broken);
		});
		expect(failure).toEqual({ kind: 'document', reason: 'EIO' });
	});

	it('says nothing of a stream that was given up', async () => {
		const source = streamOf('a', 'b');
		const failure = await readUnderWatch(source, async (chunks) => {
			for await (const chunk of chunks) {
				expect(chunk.toString()).toBe('a');
				source.destroy(broken);
				break;
			}
		});
		expect(failure).toBeUndefined();
	});
});

describe('createStream', () => {
	it('streams chunks, and reads no more than requested', async () => {
		expect((await contentOf(createStream(streamOf('a', 'b')))).toString()).toBe('ab');
		let taken = 0;
		const endless = async function* () {
			for (;;) {
				taken += 1;
				yield await Promise.resolve(Buffer.alloc(1));
			}
		};
		for await (const chunk of createStream(endless())) {
			expect(chunk).toHaveLength(1);
			break;
		}
		await tick();
		expect(taken).toBeLessThan(100);
	});

	it('passes errors to the reader, even early ones, and swallows late ones', async () => {
		const broken = new Error('broken');
		const stream = createStream(streamOf(broken)) as Readable;
		stream.resume();
		await tick();
		await expect(contentOf(stream)).rejects.toBe(broken);
		expect(() => stream.emit('error', new Error('late'))).not.toThrow();
	});
});

describe('minor collections', () => {
	const load = async () => await import('../../../client/pdfFile');
	const isMinor = (entry: PerformanceEntry) =>
		(entry as { detail?: { kind?: number } }).detail?.kind === constants.NODE_PERFORMANCE_GC_MINOR;

	it.each([
		[22, 0],
		[24, 1],
		[26, 1],
		[27, 0],
		[undefined, 0],
	])('are provoked by the chunks of a stream in some Node.js: %p', async (version, count) => {
		const fresh = await loadAsOfNode(version, load);
		const before = fresh.provokeMinorCollection(0);
		await runUnderWatch(runtime, undefined, getBounds, async (watch) => {
			const source = streamOf(Buffer.alloc(32 * 1024));
			await contentOf(createStream(fresh.readChunks(source, watch, explain)));
		});
		expect(fresh.provokeMinorCollection(0) === before).toBe(count === 0);
	});

	it('happen before 64 MB of chunks pile up', async () => {
		const { provokeMinorCollection } = await loadAsOfNode(24, load);
		let looks = 0;
		const observer = new PerformanceObserver((list) => {
			looks += list.getEntries().filter(isMinor).length;
		});
		observer.observe({ entryTypes: ['gc'] });
		for (let passed = 0; passed < 512; passed += 1) provokeMinorCollection(1024 ** 2);
		// Node.js reports collections later, in turn.
		const deadline = Date.now() + 5_000;
		while (looks < 512 / 64 && Date.now() < deadline) await new Promise(setImmediate);
		observer.disconnect();
		expect(looks).toBeGreaterThanOrEqual(512 / 64);
	});
});
