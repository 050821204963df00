import { Readable } from 'node:stream';

import fc from 'fast-check';

import { createRedact } from '../../../../client/failure';
import {
	endsLikePdf,
	keepEnd,
	PDF_END_BYTES,
	PdfCheck,
	startsLikePdf,
} from '../../../../client/pdfFile';
import { pdfOf } from '../../support/pdf';
import { loadAsOfNode } from '../../support/loadAsOfNode';

const TRUNCATED = { kind: 'network', code: 'TRUNCATED' };

/** The chunks that a check passes on, and its findings. */
async function checked(chunks: Buffer[], headers: Record<string, unknown> = {}) {
	let signs = 0;
	const alive = () => {
		signs += 1;
	};
	const check = new PdfCheck(headers, 1_000_000, alive, createRedact([]));
	const passed: Buffer[] = [];
	let refused = false;
	try {
		for await (const chunk of check.pass(Readable.from(chunks))) passed.push(chunk);
	} catch {
		refused = true;
	}
	expect(refused).toBe(check.failure !== undefined);
	return { failure: check.failure, passed: Buffer.concat(passed), signs };
}

/** Splits a document into chunks of `size` bytes. */
function split(content: Buffer, size: number): Buffer[] {
	const count = Math.ceil(content.length / size);
	return Array.from({ length: count }, (_, n) => content.subarray(n * size, (n + 1) * size));
}

describe('PdfCheck', () => {
	it.each([1, 7, 1023, 1024, 1025, 5_000])('passes a PDF on in chunks of %i', async (size) => {
		const pdf = pdfOf(3_000);
		const { failure, passed, signs } = await checked(split(pdf, size));
		expect(failure).toBeUndefined();
		expect(passed.equals(pdf)).toBe(true);
		expect(signs).toBe(Math.ceil(3_000 / size));
	});

	it('provokes minor collections for the chunks in Node.js 24', async () => {
		const fresh = await loadAsOfNode(24, async () => ({
			...(await import('../../../../client/pdfFile')),
			...(await import('../../../../client/pdfFile')),
		}));
		const before = fresh.provokeMinorCollection(0);
		const check = new fresh.PdfCheck({}, 1_000_000, () => undefined, createRedact([]));
		for await (const chunk of check.pass(Readable.from([pdfOf(32 * 1024)]))) {
			expect(chunk).toHaveLength(32 * 1024);
		}
		expect(fresh.provokeMinorCollection(0)).not.toBe(before);
	});

	it.each([20, 1023, 1024, 1025])('passes a PDF of %i bytes on, once', async (size) => {
		const { failure, passed } = await checked([pdfOf(size)]);
		expect(failure).toBeUndefined();
		expect(passed.equals(pdfOf(size))).toBe(true);
	});

	it.each<[string, Buffer]>([
		['short', Buffer.from('<html></html>')],
		['of exactly the window', Buffer.alloc(1024, 'x')],
		['long', Buffer.alloc(5_000, 'x')],
		['a PDF only later', Buffer.concat([Buffer.alloc(1024, 'x'), pdfOf(100)])],
		['empty', Buffer.alloc(0)],
	])('refuses a body that is no PDF: %s', async (_name, content) => {
		const chunks = content.length === 0 ? [] : [content];
		const { failure } = await checked(chunks, { 'content-type': 'text/html' });
		expect(failure).toEqual({
			kind: 'unreadable',
			reason: 'the download is not a PDF (text/html)',
		});
	});

	it('passes nothing on of a body that is no PDF', async () => {
		const { passed } = await checked(split(Buffer.alloc(5_000, 'x'), 512));
		expect(passed).toHaveLength(0);
	});

	it('names the content type in up to 100 characters, or says that it is missing', async () => {
		const reason = async (headers: Record<string, unknown>) => {
			const { failure } = await checked([Buffer.from('x')], headers);
			return failure?.kind === 'unreadable' ? failure.reason : undefined;
		};
		expect(await reason({})).toBe('the download is not a PDF (no type)');
		expect(await reason({ 'content-type': 'x'.repeat(101) })).toBe(
			`the download is not a PDF (${'x'.repeat(99)}…)`,
		);
	});

	it.each([undefined, '', 'many', '1', '2999', '3000', '3001', 3_000])(
		'decides by the end of the PDF if it is complete, not by a length of %p',
		async (length) => {
			const headers = { 'content-length': length };
			expect((await checked([pdfOf(3_000)], headers)).failure).toBeUndefined();
			const { failure, passed } = await checked([pdfOf(3_000).subarray(0, 2_999)], headers);
			expect(failure).toEqual(TRUNCATED);
			expect(passed).toHaveLength(2_999);
		},
	);

	it.each([100, 40_000])('finds the end in chunks of %i', async (size) => {
		const longer = Buffer.concat([pdfOf(50_000), Buffer.alloc(2_000, ' ')]);
		expect((await checked(split(longer, size))).failure).toBeUndefined();
		const cut = Buffer.concat([pdfOf(50_000), Buffer.from('\n7 0 obj\n<<')]);
		expect((await checked(split(cut, size))).failure).toEqual(TRUNCATED);
	});

	describe('with a bound', () => {
		const failure = { kind: 'oversize', reason: 'it is larger than 1 MB' };

		it('accepts a file of that size, but no larger one', async () => {
			expect((await checked([pdfOf(1_000_000)])).failure).toBeUndefined();
			const { failure: found, passed } = await checked(split(pdfOf(1_000_001), 100_000));
			expect(found).toEqual(failure);
			expect(passed).toHaveLength(1_000_000);
		});

		it.each<[string | undefined, typeof failure | undefined]>([
			['1000001', failure],
			['1000000', undefined],
			['many', undefined],
			[undefined, undefined],
		])('refuses a file with a larger announced length: %s', (length, expected) => {
			const check = new PdfCheck(
				{ 'content-length': length },
				1_000_000,
				() => {},
				createRedact([]),
			);
			expect(check.failure).toEqual(expected);
		});
	});

	describe('of a connection that breaks', () => {
		const broken = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });

		it('keeps the failure of the connection, and its exception', () => {
			const check = new PdfCheck({}, 1_000_000, () => {}, createRedact([]));
			expect(check.failure).toBeUndefined();
			check.recordBreak(broken);
			expect(check.failure).toEqual({ kind: 'network', code: 'ECONNRESET', cause: broken });
		});

		it('keeps the first failure, because it causes the others', async () => {
			const check = new PdfCheck({}, 1_000_000, () => {}, createRedact([]));
			check.recordBreak(broken);
			check.recordBreak(new Error('closed'));
			expect(check.failure).toHaveProperty('cause', broken);
			const rest = check.pass(Readable.from([Buffer.from('no PDF')]));
			await expect(rest.next()).rejects.toThrow('refused');
			expect(check.failure).toHaveProperty('cause', broken);
		});

		it('stays with its refusal of a document, whatever the connection reports', async () => {
			const check = new PdfCheck({}, 1_000_000, () => {}, createRedact([]));
			await expect(check.pass(Readable.from([])).next()).rejects.toThrow('refused');
			check.recordBreak(broken);
			expect(check.failure).toMatchObject({ kind: 'unreadable' });
		});

		it('reports it when a slow reader returns', async () => {
			const check = new PdfCheck({}, 1_000_000, () => {}, createRedact([]));
			const passing = check.pass(Readable.from(split(pdfOf(3_000), 1_500)));
			await passing.next();
			check.recordBreak(broken);
			check.recordBreak(new Error('closed'));
			expect(check.failure).toBeUndefined();
			await passing.next();
			expect(check.failure).toHaveProperty('cause', broken);
		});

		it('reports it at once to a waiting reader', async () => {
			const check = new PdfCheck({}, 1_000_000, () => {}, createRedact([]));
			const source = new Readable({ read() {} });
			source.push(pdfOf(2_000));
			const passing = check.pass(source);
			await passing.next();
			const waiting = passing.next();
			check.recordBreak(broken);
			expect(check.failure).toHaveProperty('cause', broken);
			source.destroy(broken);
			await expect(waiting).rejects.toBe(broken);
		});

		it('passes the exception on to the reader', async () => {
			const check = new PdfCheck({}, 1_000_000, () => {}, createRedact([]));
			const source = new Readable({
				read() {
					this.destroy(broken);
				},
			});
			await expect(check.pass(source).next()).rejects.toBe(broken);
		});
	});
});

describe('startsLikePdf', () => {
	it.each([
		['%PDF-1.7\n', true],
		['junk %PDF-1.7', true],
		['x'.repeat(1019) + '%PDF-', true],
		['x'.repeat(1020) + '%PDF-', false],
		['%PDF', false],
		['%pdf-1.7', false],
		['<html>%PDF</html>', false],
		['', false],
	])('%#. finds the header within the first 1,024 bytes', (start, found) => {
		expect(startsLikePdf(Buffer.from(start))).toBe(found);
		expect(startsLikePdf(new Uint8Array(Buffer.from(start)))).toBe(found);
	});
});

describe('endsLikePdf', () => {
	it.each([
		['startxref\n9\n%%EOF\n', true],
		['%%EOF' + ' '.repeat(2_000), true],
		['%%EOF' + ' '.repeat(16_384 - 5), true],
		['%%EOF' + ' '.repeat(16_384 - 4), false],
		['%%EOF\n<!-- obj served in 3 ms -->', true],
		['%%EOF\n12 0 obj\n<< /Type /Page', false],
		['%%EOF\n7 10 obj<<', false],
		['%%EOF\n<!-- 3 4 objects -->', true],
		['%%EOF\n12 0 obj\n<< >>\nendobj\n%%EOF', true],
		['x'.repeat(5_000) + '%%EOF', true],
		['%%EO', false],
		['', false],
	])('%#. finds the end-of-file mark before trailing garbage', (end, found) => {
		expect(endsLikePdf(Buffer.from(end))).toBe(found);
	});
});

test('keeps the end of any chunks, and no more chunks than necessary', () => {
	const lengths = fc.array(fc.integer({ min: 1, max: 2 * PDF_END_BYTES }), { minLength: 1 });
	fc.assert(
		fc.property(lengths, (all) => {
			const chunks = all.map((length, n) => Buffer.alloc(length, n));
			const kept: Buffer[] = [];
			for (const chunk of chunks) keepEnd(kept, chunk);
			const end = (of: Buffer[]) => Buffer.concat(of).subarray(-PDF_END_BYTES);
			expect(end(kept).equals(end(chunks))).toBe(true);
			expect(Buffer.concat(kept.slice(1)).length).toBeLessThan(PDF_END_BYTES);
		}),
	);
});
