import { once } from 'node:events';
import { Readable } from 'node:stream';

import { HALT_REASON } from '../../../client/errors';
import { PRODUCT_LIMITS } from '../../../client/limits';
import { readPdfFile } from '../../../client/pdfFile';
import { readStart } from '../../../client/pdfMarks';
import type { ByteStream } from '../../../client/runtime';
import { failureOf } from '../support/failureOf';
import { pdfOf, streamOf } from '../support/pdf';
import { ScriptedRuntime } from '../support/scriptedRuntime';

const { stallMs } = PRODUCT_LIMITS.transfer;
const pdf = pdfOf(600_000);
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

	it.each<[string, Open]>([
		['in memory', () => Buffer.alloc(1_000_000, 1)],
		[
			"in n8n's database, whose stream has a single chunk,",
			() => streamOf(Buffer.alloc(1_000_000, 1)),
		],
	])('%s is read in parts, so that each takes only a moment', async (_where, open) => {
		const sizes: number[] = [];
		await readPdfFile(runtime, stop.signal, async (openDocument) => {
			for await (const { length } of openDocument(fileOf(open, 1_000_000))) sizes.push(length);
		});
		expect(Math.max(...sizes)).toBeLessThanOrEqual(256 * 1024);
		expect(sizes.reduce((sum, size) => sum + size)).toBe(1_000_000);
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
