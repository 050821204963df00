import { Readable } from 'node:stream';

import { PdfCheck } from '../../../../nodes/client/transfer/pdfCheck';
import { pdfOf } from '../../support/pdf';

const TRUNCATED = { kind: 'network', code: 'TRUNCATED' };

/** What a check lets through of these chunks, and what it finds. */
async function checked(chunks: Buffer[], headers: Record<string, unknown> = {}) {
	let signs = 0;
	const alive = () => {
		signs += 1;
	};
	const check = new PdfCheck(headers, alive, String);
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

/** A document in chunks of so many bytes. */
function split(content: Buffer, size: number): Buffer[] {
	const count = Math.ceil(content.length / size);
	return Array.from({ length: count }, (_, n) => content.subarray(n * size, (n + 1) * size));
}

describe('PdfCheck', () => {
	it.each([1, 7, 1023, 1024, 1025, 5_000])('lets a PDF through in chunks of %i', async (size) => {
		const pdf = pdfOf(3_000);
		const { failure, passed, signs } = await checked(split(pdf, size));
		expect(failure).toBeUndefined();
		expect(passed.equals(pdf)).toBe(true);
		expect(signs).toBe(Math.ceil(3_000 / size));
	});

	it('lets a PDF through that is shorter than the window for its header', async () => {
		expect((await checked([pdfOf(20)])).failure).toBeUndefined();
	});

	it.each<[string, Buffer]>([
		['short', Buffer.from('<html></html>')],
		['of exactly the window', Buffer.alloc(1024, 'x')],
		['long', Buffer.alloc(5_000, 'x')],
		['a PDF only later', Buffer.concat([Buffer.alloc(1024, 'x'), pdfOf(100)])],
		['empty', Buffer.alloc(0)],
	])('refuses what is no PDF: %s', async (_name, content) => {
		const chunks = content.length === 0 ? [] : [content];
		const { failure } = await checked(chunks, { 'content-type': 'text/html' });
		expect(failure).toEqual({ kind: 'unreadable', reason: 'what came is no PDF (text/html)' });
	});

	it('lets nothing through beyond the start of what is no PDF', async () => {
		const { passed } = await checked(split(Buffer.alloc(5_000, 'x'), 512));
		expect(passed).toHaveLength(512);
	});

	it('names the type in up to 100 characters, or that there is none', async () => {
		const reason = async (headers: Record<string, unknown>) => {
			const { failure } = await checked([Buffer.from('x')], headers);
			return failure?.kind === 'unreadable' ? failure.reason : undefined;
		};
		expect(await reason({})).toBe('what came is no PDF (no type)');
		expect(await reason({ 'content-type': 'x'.repeat(101) })).toBe(
			`what came is no PDF (${'x'.repeat(99)}…)`,
		);
	});

	describe('with a length announced', () => {
		const pdf = pdfOf(3_000);
		const cut = pdf.subarray(0, 2_999);

		it.each(['3000', 3_000])('takes a PDF of that length (%p)', async (length) => {
			expect((await checked([pdf], { 'content-length': length })).failure).toBeUndefined();
		});

		it('does not ask how a PDF of that length ends', async () => {
			const headers = { 'content-length': '2990' };
			expect((await checked([pdf.subarray(0, 2_990)], headers)).failure).toBeUndefined();
		});

		it.each([2_999, 3_001])('refuses a PDF of another length (%i)', async (length) => {
			const { failure, passed } = await checked([pdf], { 'content-length': String(length) });
			expect(failure).toEqual(TRUNCATED);
			expect(passed).toHaveLength(3_000);
		});

		it('looks at the end instead where the content is encoded', async () => {
			const headers = { 'content-length': '900', 'content-encoding': 'gzip' };
			expect((await checked([pdf], headers)).failure).toBeUndefined();
			expect((await checked([cut.subarray(0, 2_995)], headers)).failure).toEqual(TRUNCATED);
		});

		it.each(['', 'many', '-1', '3e3', undefined])('takes %p for no length', async (length) => {
			expect((await checked([pdf], { 'content-length': length })).failure).toBeUndefined();
		});
	});

	describe('without a length', () => {
		it('takes a PDF whose mark of the end is within the last 1,024 bytes', async () => {
			const longest = Buffer.concat([pdfOf(3_000), Buffer.alloc(1019)]);
			expect((await checked(split(longest, 100))).failure).toBeUndefined();
			const longer = Buffer.concat([pdfOf(3_000), Buffer.alloc(1020)]);
			expect((await checked(split(longer, 100))).failure).toEqual(TRUNCATED);
		});

		it('refuses a PDF without its end', async () => {
			const cut = pdfOf(3_000).subarray(0, 2_999);
			expect((await checked([cut])).failure).toEqual(TRUNCATED);
		});
	});

	describe('of a connection that breaks', () => {
		const broken = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });

		it('keeps the failure of the connection, and its exception', () => {
			const check = new PdfCheck({}, () => {}, String);
			expect(check.failure).toBeUndefined();
			check.broke(broken);
			expect(check.failure).toEqual({ kind: 'network', code: 'ECONNRESET', cause: broken });
		});

		it('keeps the first failure: later ones follow from it', async () => {
			const check = new PdfCheck({}, () => {}, String);
			check.broke(broken);
			check.broke(new Error('closed'));
			expect(check.failure).toHaveProperty('cause', broken);
			const rest = check.pass(Readable.from([Buffer.from('no PDF')]));
			await expect(rest.next()).resolves.toMatchObject({ done: false });
			await expect(rest.next()).rejects.toThrow('refused');
			expect(check.failure).toHaveProperty('cause', broken);
		});

		it('keeps that it refused a document, whatever its connection ends with', async () => {
			const check = new PdfCheck({}, () => {}, String);
			await expect(check.pass(Readable.from([])).next()).rejects.toThrow('refused');
			check.broke(broken);
			expect(check.failure).toMatchObject({ kind: 'unreadable' });
		});

		it('passes the exception on to who reads', async () => {
			const check = new PdfCheck({}, () => {}, String);
			const source = new Readable({
				read() {
					this.destroy(broken);
				},
			});
			await expect(check.pass(source).next()).rejects.toBe(broken);
		});
	});
});
