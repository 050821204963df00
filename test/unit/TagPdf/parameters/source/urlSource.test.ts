import { Readable } from 'node:stream';

import { createUrlSource } from '../../../../../nodes/TagPdf/parameters/source/urlSource';
import { errorOf } from '../../../support/errorOf';
import { FakeExecution } from '../../../support/fakeExecution';
import { itemOf } from '../../../support/itemOf';
import { pdfOf } from '../../../support/pdf';

const PDF = Buffer.from('%PDF-1.7\n%%EOF');
const answer = () => ({ statusCode: 200, body: Readable.from([PDF]) });

const open = async (url: unknown) => {
	const fake = new FakeExecution({ answer, parameters: [{ url: 'not this one' }, { url }] });
	return { fake, source: createUrlSource(await itemOf(fake, 1)) };
};

test('reads the address of each item and trims it', async () => {
	const { source } = await open(' https://example.com/a.pdf\n');
	expect(source.identity).toBe('url:https://example.com/a.pdf');
});

test.each([
	['the last part of the path', 'https://example.com/in/report.pdf?x=1#y', 'report.pdf'],
	[
		'an encoded name',
		'https://example.com/Jahres%C3%BCbersicht%202026.pdf',
		'Jahresübersicht 2026.pdf',
	],
	['a name with a stray %', 'https://example.com/100%25%zz.pdf', '100%%zz.pdf'],
	['an encoded slash', 'https://example.com/a%2Fb.pdf', 'b.pdf'],
	['an address without a path', 'https://example.com', 'document.pdf'],
])('is named after %s', async (_what, url, expected) => {
	expect((await open(url)).source.fileName).toBe(expected);
});

test.each([
	['nothing', ''],
	['blanks', '  '],
	['null', null],
	['a list', ['https://a.example']],
])('refuses %s', async (_what, url) => {
	expect(await errorOf(() => open(url))).toEqual({
		code: 'INVALID_INPUT',
		message: 'URL is empty',
		description: 'Enter the http(s) address of the PDF.',
	});
});

test.each(['report.pdf', 'file:///etc/passwd', 'ftp://example.com/a.pdf', 'data:,x', 'xhttp://a'])(
	'refuses %s',
	async (url) => {
		expect(await errorOf(() => open(url))).toEqual({
			code: 'INVALID_INPUT',
			message: 'The URL is not an http(s) address',
			description: 'Enter a full address. For example, https://example.com/report.pdf.',
		});
	},
);

test('fetches the document into the binary store when it is opened, and not before', async () => {
	const { fake, source } = await open('https://example.com/a.pdf');
	expect(fake.requests).toEqual([]);
	expect(await source.open()).toMatchObject({ fileName: 'a.pdf', size: PDF.length });
	expect(fake.requests.map(({ url }) => url)).toEqual(['https://example.com/a.pdf']);
	expect(fake.saved).toEqual([{ content: PDF, fileName: 'a.pdf', mimeType: 'application/pdf' }]);
});

test('fetches the document only once', async () => {
	const { fake, source } = await open('https://example.com/a.pdf');
	const opened = [await source.open(), await source.open()];
	expect(opened.map(({ size }) => size)).toEqual([PDF.length, PDF.length]);
	expect(fake.requests).toHaveLength(1);
});

test('finds the fetched document in the binary store', async () => {
	const { fake, source } = await open('https://example.com/a.pdf');
	expect(await source.find()).toEqual({
		binary: { data: PDF.toString('base64'), fileName: 'a.pdf', mimeType: 'application/pdf' },
		document: {
			fileName: 'a.pdf',
			size: PDF.length,
			open: expect.any(Function) as unknown,
		},
	});
	expect(fake.requests).toHaveLength(1);
});

test.each(['open', 'find'] as const)(
	'refuses to %s a document larger than File Size Limit',
	async (how) => {
		const url = 'https://example.com/a.pdf';
		const fake = new FakeExecution({
			answer: () => ({ statusCode: 200, body: Readable.from([pdfOf(1_048_577)]) }),
			parameters: [{ url, options: { maxFileSize: 1 } }],
		});
		const source = createUrlSource(await itemOf(fake));
		expect(await errorOf(() => source[how]())).toMatchObject({ code: 'TOO_LARGE' });
	},
);

test.each(['open', 'find'] as const)(
	'fetches nothing to %s it once the item is stopped',
	async (how) => {
		const fake = new FakeExecution({ answer, parameters: [{ url: 'https://example.com/a.pdf' }] });
		const stopped = { ...(await itemOf(fake)), signal: AbortSignal.abort() };
		const source = createUrlSource(stopped);
		expect(await errorOf(() => source[how]())).toMatchObject({ code: 'STOPPED' });
		expect(fake.requests).toEqual([]);
	},
);
