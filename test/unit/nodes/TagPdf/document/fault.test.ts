import { itemWithPdf, onDocument } from '../../../support/documents';
import { openNode } from '../../../support/openNode';
import { pagesOf, PdfWriter } from '../../../support/pdfWriter';
import { runDocument as run, SUBMITTED } from '../../../support/runDocument';

const HEADER = '%PDF-1.7\n%%EOF';
test.each([
	['a header within the first 1,024 bytes', `${' '.repeat(1_019)}${HEADER}`, undefined],
	[
		'a header after them',
		`${' '.repeat(1_020)}${HEADER}`,
		'"report.pdf" has other data before its PDF',
	],
	[
		'pages that show how to write a header',
		`%PDF-1.7\n1 0 obj<</Length 30>>stream\n(print("%PDF-1.4\\n")) Tj\nendstream endobj\n%%EOF`,
		undefined,
	],
	['no content', '', '"report.pdf" is empty'],
])('a file with %s', async (_what, content, message) => {
	const data = {
		...itemWithPdf('report').binary?.data,
		data: Buffer.from(content).toString('base64'),
	};
	const items = [{ json: {}, binary: { data: { ...data, mimeType: 'application/pdf' } } }];
	const { error, service } = await run('submit', {}, { items });
	expect(error?.message).toBe(message);
	expect(error?.code).toBe(message && 'NOT_A_PDF');
	expect(service.asked).toEqual(message === undefined ? SUBMITTED : []);
});

describe('a file that is no PDF of use is refused, free of charge, by what it is', () => {
	const PDF = Buffer.from('%PDF-1.7\n%%EOF');
	const mangled = (text: string) =>
		pagesOf(new PdfWriter().raw(Buffer.from(text)), 1)
			.stream(10, '/Filter/FlateDecode', Buffer.from(`x\ufffd${text}\ufffd`.repeat(9)))
			.end()
			.bytes();
	const faults: Array<[message: string, content: Buffer | string]> = [
		['was read as text and is damaged', mangled('\ufffd\u0422')],
		['was read as text and is damaged', mangled('\u00da\u00c3')],
		['is not encoded as Base64', '%PDF-1.7\n%%EOF'],
		['is a PDF as Base64 text', Buffer.from(` ${PDF.toString('base64')}\n`)],
		[
			'is a PDF as Base64 text',
			Buffer.from(`"data:application/pdf;base64,${PDF.toString('base64')}"`),
		],
		['was read as text and is damaged', Buffer.from(JSON.stringify([{ data: String(PDF) }]))],
		['was read as text and is damaged', Buffer.from("b'%PDF-1.7\\r\\n%\\xe2\\xe3'")],
		['is not a PDF', Buffer.from('A PDF begins with %PDF-1.7, as you know.')],
		[
			'is an Outlook mail, not a PDF',
			Buffer.concat([Buffer.from('789f3e22', 'hex'), Buffer.from('\n'), PDF]),
		],
		['is a web page, not a PDF', Buffer.from('<!DOCTYPE html><title>Sign in</title>')],
		[
			'is a signed envelope, not a PDF',
			Buffer.concat([Buffer.from('308006092a864886f70d010702a080', 'hex'), PDF]),
		],
		['is an archive, not a PDF', Buffer.concat([Buffer.from('PK\x03\x04'), PDF])],
		['is not a PDF', Buffer.from('{"error":"Unauthorized"}')],
		['is empty', ''],
	];

	test.each(faults)('%s', async (what, content) => {
		const data = typeof content === 'string' ? content : content.toString('base64');
		const binary = { data: { data, mimeType: 'application/pdf', fileName: 'a.pdf' } };
		const items = [{ json: {}, binary }];
		const { error, fake } = await run('submit', {}, { items });
		expect(error).toMatchObject({ code: 'NOT_A_PDF', message: `"a.pdf" ${what}` });
		expect(error?.description).toMatch(/^No new charge was made\. [A-Z]/);
		expect(fake.requests).toEqual([]);
		const inspected = openNode({
			items,
			parameters: [{ ...onDocument('submit'), operation: 'inspect' }],
		});
		const [[output] = []] = await inspected.execute();
		expect(output?.json).toMatchObject({ recommendation: 'review' });
		expect((output?.json.reasons as string[])[0]).toBe(`It ${what}`);
	});
});
