import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { IBinaryData } from 'n8n-workflow';

import { createSlots } from '../../../../client/http';
import { findSources, nameField, type Reading } from '../../../../nodes/TagPdf/source';
import { createRuntime, NO_CREDENTIAL } from '../../../../nodes/shared/n8nRuntime';
import { present } from '../../../present';
import { errorOf } from '../../support/errorOf';
import { FakeExecution, NOTHING, type FakeSetup } from '../../support/fakeExecution';
import { ONE_TRY } from '../../support/itemOf';
import { pdfOf } from '../../support/pdf';

const PDF = Buffer.from('%PDF-1.7\n%%EOF');
const tick = async () => await new Promise(setImmediate);
const file = (fileName?: string, mimeType = 'application/pdf', content = PDF): IBinaryData => ({
	data: content.toString('base64'),
	mimeType,
	fileName,
});
const UNKNOWN_TYPE = 'application/octet-stream';
const two = { scan: file('scan.pdf'), letter: file('letter.pdf') };

/** The documents of the last item. */
async function open(
	parameters: Record<string, unknown>,
	setup: FakeSetup & { signal?: AbortSignal; maxFileBytes?: number } = {},
) {
	const { items = [{ json: {} }] } = setup;
	const others = items.slice(1).map(() => ({ source: 'binary', binaryPropertyName: 'not this' }));
	const fake = new FakeExecution({ ...setup, items, parameters: [...others, parameters] });
	return { fake, sources: await findSources(readingOf(fake, setup), items.length - 1) };
}

function readingOf(
	{ context }: FakeExecution,
	{
		known = [],
		maxFileBytes = ONE_TRY.transfer.maxFileBytes,
		signal = new AbortController().signal,
	}: { signal?: AbortSignal; maxFileBytes?: number; known?: string[] } = {},
): Reading {
	const limits = { ...ONE_TRY, transfer: { ...ONE_TRY.transfer, maxFileBytes } };
	const slots = { requests: createSlots(10), transfers: createSlots(6) };
	const runtime = createRuntime(context, NO_CREDENTIAL, limits, slots);
	return { context, runtime, signal, isKnown: (_index, field) => known.includes(field) };
}

/** @param raw the parameter as the editor stores it, if it is an expression */
const inField = (field: unknown, binary: Record<string, IBinaryData>, raw?: string) =>
	open(
		{ source: 'binary', binaryPropertyName: field },
		{
			items: [{ json: {}, binary }],
			node: { parameters: { binaryPropertyName: raw ?? String(field) } },
		},
	);
const fieldsOf = async (...given: Parameters<typeof inField>) =>
	(await inField(...given)).sources.map((source) => source.field);
const EXPRESSION = '={{ $json.file }}';

describe('a binary field', () => {
	test.each(['scan', ' scan\n'])('is found by its name %j, alone', async (field) => {
		const { sources } = await inField(field, two);
		expect(sources).toMatchObject([{ field: 'scan', fileName: 'scan.pdf', neighbours: [] }]);
	});

	test("is the item's own, not that of another item", async () => {
		const items = ['one.pdf', 'two.pdf'].map((name) => ({
			json: {},
			binary: { data: file(name) },
		}));
		const { sources } = await open({ source: 'binary', binaryPropertyName: 'data' }, { items });
		expect(sources).toMatchObject([{ fileName: 'two.pdf' }]);
	});

	test.each(['data', ''])(
		'is also found by %j where n8n 2 keeps files in the JSON',
		async (field) => {
			const items = [{ json: { _files: { data: { ...file('combined.pdf') } } } }];
			const { sources } = await open({ source: 'binary', binaryPropertyName: field }, { items });
			expect(sources).toMatchObject([{ field: 'data', fileName: 'combined.pdf' }]);
		},
	);

	test('a list of names gives a document for each, once, in this order', async () => {
		const { sources } = await inField(' scan,letter , scan', { ...two, other: file('other.pdf') });
		expect(sources).toMatchObject([
			{ field: 'scan', fileName: 'scan.pdf', neighbours: ['letter'] },
			{ field: 'letter', fileName: 'letter.pdf', neighbours: ['scan'] },
		]);
	});

	test('a field whose own name has a comma is not a list', async () => {
		expect(await fieldsOf('scan,letter', { ...two, 'scan,letter': file() })).toEqual([
			'scan,letter',
		]);
	});

	test.each([
		['a comma after the last name', 'scan, letter,'],
		['a list, as Object.keys($binary) gives it', ['scan', 'letter', 'scan']],
	])('%s is understood', async (_what, given) => {
		expect(await fieldsOf(given, two, EXPRESSION)).toEqual(['scan', 'letter']);
	});

	test.each([
		['scan', 'scan '],
		['scan\u200b', 'scan'],
		['scan', '\ufeffsc\u00adan'],
		['\u00fcber', 'u\u0308ber'],
		['my scan', 'my\u00a0scan'],
		[' scan', ' scan'],
	])('the name %j finds a field that looks like it: %j', async (given, field) => {
		expect(await fieldsOf(given, { [field]: file() })).toEqual([field]);
	});

	test('its exact name counts before one that looks like it', async () => {
		const alike = { 'scan ': file(), 'scan\u200b': file(), scan: file() };
		for (const field of Object.keys(alike)) expect(await fieldsOf(field, alike)).toEqual([field]);
	});

	test.each([',', ' , '])('%j names no field', async (given) => {
		const error = await errorOf(() => inField(given, two));
		expect(error).toMatchObject({ message: 'The item has no binary field ","' });
	});

	test('an expression may give a file, which has no field', async () => {
		const stored = { id: 'b1', mimeType: 'application/pdf', fileName: 'stored.pdf' };
		const { sources } = await inField(stored, two, EXPRESSION);
		expect(sources).toMatchObject([{ fileName: 'stored.pdf', identity: 'b1', neighbours: [] }]);
		expect(sources.map(nameField)).toEqual([{}]);
	});

	test.each([
		['nothing', NOTHING, 'empty'],
		['an empty text', '', '""'],
		['blanks', '  ', '"  "'],
		['null', null, 'null'],
		['a number', 7, '7'],
		['an empty list', [], '[]'],
		['a list of numbers', [7], '[7]'],
		['an object without content', { mimeType: 'a/b' }, '{"mimeType":"a/b"}'],
	])(
		'an expression that gives %s is refused, although the item has PDFs',
		async (_what, value, shown) => {
			expect(await errorOf(() => inField(value, two, EXPRESSION))).toEqual({
				code: 'INVALID_INPUT',
				message: "'Input Binary Field' has no file",
				description: `Enter the name of a field. It is ${shown}, not a file or a field name.`,
			});
		},
	);

	test.each([
		['all files of an item', { scan: file() }],
		['a list of files', [file()]],
	])('an expression that gives %s is asked to choose one', async (_what, value) => {
		expect(await errorOf(() => inField(value, two, EXPRESSION))).toEqual({
			code: 'INVALID_INPUT',
			message: "'Input Binary Field' has no file",
			description: 'Choose one of the files. For example, {{ $binary.data }}.',
		});
	});

	test.each([
		['  [object Object]', "'Input Binary Field' mixes text and a file"],
		['{{ $binary.scan }}', "'Input Binary Field' is not an expression"],
		['filesystem-v2', "'Input Binary Field' has no file, but its content"],
		[`${PDF.toString('base64')}${'A'.repeat(1e6)}`, "'Input Binary Field' has no file, but its"],
	])('the text %# is refused by what it is', async (name, message) => {
		const error = await errorOf(() => inField(name, two));
		expect(error.code).toBe('INVALID_INPUT');
		expect(error.message).toContain(message);
	});

	test('the Base64 text of a PDF is refused with both ways to a file', async () => {
		const error = await errorOf(() => inField(PDF.toString('base64'), two));
		expect(error.description).toContain('Such as {{ $binary.data }}');
		expect(error.description).toContain('use Convert to File first');
	});

	test.each([
		['other', 'other', { scan: file() }, 'The item has "scan".'],
		['scan,other', 'other', two, 'The item has "scan", "letter".'],
		['__proto__', '__proto__', two, 'The item has "scan", "letter".'],
		['constructor', 'constructor', two, 'The item has "scan", "letter".'],
		['other', 'other', { ...two, third: file() }, 'The item has "scan", "letter", ….'],
	])('%s is refused if the item has no such field', async (given, missing, binary, has) => {
		expect(await errorOf(() => inField(given, binary))).toEqual({
			code: 'INVALID_INPUT',
			message: `The item has no binary field "${missing}"`,
			description: `Enter one of its field names. ${has}`,
		});
	});
});

test('another source is refused, and no file is taken', async () => {
	const items = [{ json: {}, binary: { data: file() } }];
	expect(await errorOf(() => open({ source: 'constructor' }, { items }))).toMatchObject({
		code: 'INVALID_INPUT',
		message: "'Source' is invalid",
	});
});

describe('without a field', () => {
	test('every PDF of the item is a document, known by its type or its name', async () => {
		const binary = {
			typed: file('a', 'application/pdf; charset=binary'),
			old: file('b', 'Application/X-PDF'),
			scanner: file('d', 'document/pdf'),
			named: file('C.PDF', 'text/plain'),
			image: file('logo.png', 'image/png'),
		};
		const { fake, sources } = await inField('', binary);
		expect(sources.map(({ field, neighbours }) => [field, neighbours])).toEqual([
			['typed', ['old', 'scanner', 'named']],
			['old', ['typed', 'scanner', 'named']],
			['scanner', ['typed', 'old', 'named']],
			['named', ['typed', 'old', 'scanner']],
		]);
		expect(fake.read).toBe(0);
	});

	/** Types that mail programs, servers and n8n give to PDFs. */
	const ODD_TYPES = [
		...[UNKNOWN_TYPE, 'binary/octet-stream', '', 'text/plain', 'text/html; charset=utf-8'],
		...['application/x-octet-stream', 'application/force-download'],
		...['application/x-download', 'application/save', 'application/vnd.pdf', 'unknown', '*/*'],
	];
	test.each(ODD_TYPES)('a file of the type %j is a PDF if its first bytes say so', async (type) => {
		const binary = {
			unknown: file('Rechnung', type),
			other: file('data', type, Buffer.from('PK\x03\x04')),
			text: file('note', type, Buffer.from('A PDF begins with %PDF-1.7, as you know.')),
			mail: file('winmail', type, Buffer.from(`789f3e22${'0'.repeat(99)}25504446`, 'hex')),
			image: file('logo', 'image/png'),
		};
		expect(await fieldsOf('', binary)).toEqual(['unknown']);
	});

	const OTHER_TYPES = [
		...['image/tiff', 'audio/mpeg', 'video/mp4', 'message/rfc822', 'multipart/mixed'],
		...['application/zip', 'application/x-zip-compressed', 'application/vnd.ms-excel'],
		...['application/msword', 'application/vnd.rar', 'application/x-7z-compressed'],
		'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
	];
	test.each(OTHER_TYPES)('a file of the type %s is one only by its name', async (type) => {
		const stored = { lost: Buffer.alloc(0) };
		const names = ['scan', 'a.pdf', 'b.PDF ', 'c.pdf;', 'd.pdf.', 'e.pdf.zip', 'f_pdf'];
		const files = names.map((fileName) => [
			fileName,
			{ id: 'unread', data: '', mimeType: type, fileName },
		]);
		const items = [{ json: {}, binary: Object.fromEntries(files) as Record<string, IBinaryData> }];
		const { fake, sources } = await open(
			{ source: 'binary', binaryPropertyName: '' },
			{ items, stored },
		);
		expect(sources.map(({ field }) => field)).toEqual(names.slice(1, 5));
		expect(fake.read).toBe(0);
	});

	test('only the first bytes of files of unknown types are read, six at a time, in any order', async () => {
		const names = Array.from({ length: 20 }, (_, n) => `file_${n}`);
		const stored = Object.fromEntries(names.map((name) => [name, pdfOf(100_000)]));
		const binary = Object.fromEntries(
			names.map((id) => [id, { id, data: '', mimeType: UNKNOWN_TYPE }]),
		);
		const items = [{ json: {}, binary }];
		const fake = new FakeExecution({
			items,
			parameters: [{ source: 'binary', binaryPropertyName: '' }],
			stored,
		});
		const getBinaryStream = fake.context.helpers.getBinaryStream.bind(fake.context.helpers);
		let open = 0;
		const counts: number[] = [];
		fake.context.helpers.getBinaryStream = async (...given) => {
			open += 1;
			counts.push(open);
			// Later files are ready first.
			await Promise.all(Array.from({ length: 40 - counts.length }, async () => await tick()));
			open -= 1;
			return await getBinaryStream(...given);
		};
		const sources = await findSources(readingOf(fake), 0);
		expect(sources.map(({ field }) => field)).toEqual(names);
		expect(Math.max(...counts)).toBe(6);
		expect(fake.read).toBeLessThan(20 * 3_000);
	});

	test('a document that an earlier try has submitted is not read again: n8n may have removed its file', async () => {
		const stored = { known: Buffer.from('no PDF any more') };
		const known = { id: 'known', data: '', mimeType: UNKNOWN_TYPE };
		const items = [{ json: {}, binary: { a: known, b: file('b.pdf') } }];
		const fake = new FakeExecution({
			items,
			stored,
			parameters: [{ source: 'binary', binaryPropertyName: '' }],
		});
		const sources = await findSources(readingOf(fake, { known: ['a'] }), 0);
		expect(sources.map(({ field }) => field)).toEqual(['a', 'b']);
		expect(fake.read).toBe(0);
	});

	test('a file of an unknown type that cannot be read is not passed over: its document fails', async () => {
		const lost = { id: 'lost', data: '', mimeType: UNKNOWN_TYPE };
		expect(await fieldsOf('', { a: lost, b: file('b.pdf') })).toEqual(['a', 'b']);
	});

	test.each<[string, unknown, string, string]>([
		['a text', 'x', '"odd" is not a file', 'The binary field "odd" needs its content in'],
		['a file without data', { fileName: 'x.pdf' }, '"x.pdf" has no content', 'field "odd" needs'],
		[
			'a copy without its ID',
			{ ...file('x.pdf'), data: 'filesystem-v2' },
			'"x.pdf" has lost its content',
			'use {...item.binary.data}.',
		],
	])('%s beside a PDF fails by its name, the PDF does not', async (_what, value, message, more) => {
		const binary: unknown = {
			odd: value,
			b: file('b.pdf'),
			none: null,
			logo: { mimeType: 'image/png' },
		};
		const { sources } = await inField('', binary as Record<string, IBinaryData>);
		expect(sources.map(({ field }) => field)).toEqual(['odd', 'b']);
		const error = await errorOf(() => present(sources[0]).getFile());
		expect(error).toMatchObject({ code: 'INVALID_INPUT', message });
		expect(error.description).toContain(more);
		expect(await present(sources[1]).getFile()).toMatchObject({ fileName: 'b.pdf' });
	});

	test('an empty field alone is named', async () => {
		const { sources } = await inField('', { a: null } as unknown as Record<string, IBinaryData>);
		expect(await errorOf(() => present(sources[0]).getFile())).toMatchObject({
			code: 'INVALID_INPUT',
			message: '"a" is not a file',
		});
	});

	test('an invisible character alone counts as no field', async () => {
		expect(await fieldsOf('\u200b\n', two)).toEqual(['scan', 'letter']);
		const error = await errorOf(() => inField('\u200b', two, '=\u200b'));
		expect(error).toMatchObject({ message: "'Input Binary Field' has no file" });
	});

	test('the only file of the item is taken whatever it is', async () => {
		expect(await fieldsOf('', { doc: file('letter.doc', 'text/plain') })).toEqual(['doc']);
	});

	test('several files without a PDF are refused', async () => {
		const image = file('logo.png', 'image/png');
		expect(await errorOf(() => inField('', { logo: image, photo: image }))).toEqual({
			code: 'INVALID_INPUT',
			message: "None of the item's 2 files is a PDF",
			description: 'Enter one of its field names. The item has "logo", "photo".',
		});
	});

	const MISSING = [
		['', 'The item has no file'],
		['data', 'The item has no binary field "data"'],
	] as const;
	test.each(MISSING)('an item without a file is refused for %j', async (field, message) => {
		expect(await errorOf(() => inField(field, {}))).toEqual({
			code: 'INVALID_INPUT',
			message,
			description:
				"Get it from an earlier node. If a node has dropped it, use {{ $('Gmail').item.binary.data }}, for example.",
		});
	});

	test.each(MISSING)('a tool is told to use a URL: %j', async (field, message) => {
		const parameters = { source: 'binary', binaryPropertyName: field };
		expect(await errorOf(() => open(parameters, { node: { type: 'tagPdfTool' } }))).toEqual({
			code: 'INVALID_INPUT',
			message,
			description: "Set 'Source' to 'URL'. AI tools get no files.",
		});
	});
});

describe('a document', () => {
	const ofFile = async (more: Partial<IBinaryData>) =>
		present((await inField('data', { data: { ...file('a.pdf'), ...more } })).sources[0]);

	test.each([
		['in/scan.pdf', 'scan.pdf'],
		[undefined, 'document.pdf'],
	])('in the file %j is named %s', async (fileName, expected) => {
		expect((await ofFile({ fileName })).fileName).toBe(expected);
	});

	test('is identified by its place in the store, or else by its content', async () => {
		const identify = async (more: Partial<IBinaryData>) => {
			const { identity } = await ofFile(more);
			return typeof identity === 'string' ? identity : await identity();
		};
		const digest = createHash('sha256').update(PDF).digest('hex');
		expect(await identify({ id: 'filesystem-v2:1' })).toBe('filesystem-v2:1');
		expect(await identify({})).toBe(digest);
		// With an empty ID two files would look alike.
		expect(await identify({ id: '' })).toBe(digest);
	});
});

describe('a URL', () => {
	const answer = () => ({ statusCode: 200, body: Readable.from([PDF]) });
	const at = async (url: unknown, setup: Parameters<typeof open>[1] = {}) => {
		const { fake, sources } = await open({ source: 'url', url }, { answer, ...setup });
		return { fake, source: present(sources[0]) };
	};

	test.each([
		['https://example.com/in/report.pdf?x=1#y', 'report.pdf'],
		['https://example.com/Jahres%C3%BCbersicht%202026.pdf', 'Jahresübersicht 2026.pdf'],
		['https://example.com/100%25%zz.pdf', '100%%zz.pdf'],
		['https://example.com/a%2Fb.pdf', 'b.pdf'],
		['https://example.com/share/aSecret123', 'document.pdf'],
		[' \u200bhttps://example.com\n\ufeff', 'document.pdf'],
	])('%s gives a document named %s, without a field', async (url, fileName) => {
		const { source } = await at(url);
		const identity = `url:${url.replace(/[\s\u200b\ufeff]/g, '')}`;
		expect(source).toMatchObject({ fileName, identity, neighbours: [] });
		expect(nameField(source)).toEqual({});
	});

	test('that is a list is refused', async () => {
		expect(await errorOf(() => at(['https://a.example']))).toMatchObject({
			message: "'URL' is invalid",
			description: 'Change the value. It is ["https://a.exampl…, not a text.',
		});
	});

	test.each(['', '  ', null])('%j is refused as empty', async (url) => {
		expect(await errorOf(() => at(url))).toEqual({
			code: 'INVALID_INPUT',
			message: "'URL' is empty",
			description: 'Enter the http(s) address of the PDF.',
		});
	});

	test.each([
		'report.pdf',
		'file:///etc/passwd',
		'ftp://example.com/a.pdf',
		'data:,x',
		'xhttp://a',
	])('%s is refused as an address', async (url) => {
		expect(await errorOf(() => at(url))).toEqual({
			code: 'INVALID_INPUT',
			message: "'URL' is not an http(s) address",
			description: 'Enter a full address. For example, https://example.com/report.pdf.',
		});
	});

	test('is fetched into the binary store once, and not before it is opened', async () => {
		const { fake, source } = await at('https://example.com/a.pdf');
		expect(fake.requests).toEqual([]);
		expect(await source.getFile()).toBe(await source.getFile());
		expect(fake.requests.map(({ url }) => url)).toEqual(['https://example.com/a.pdf']);
		expect(fake.saved).toEqual([{ content: PDF, fileName: 'a.pdf', mimeType: 'application/pdf' }]);
	});

	const named = (header: string) => () => ({
		...answer(),
		headers: { 'content-disposition': header },
	});

	test('keeps its name until the server gives the file another one', async () => {
		const { fake, source } = await at('https://example.com/download?id=1', {
			answer: named('attachment; filename="../Bericht: \\"2026\\".pdf"'),
		});
		expect(source).toMatchObject({ fileName: 'document.pdf', isNameGuessed: true });
		await source.getFile();
		expect(source).toMatchObject({ fileName: 'Bericht_ _2026_.pdf', isNameGuessed: false });
		expect(fake.saved[0]?.fileName).toBe('Bericht_ _2026_.pdf');
	});

	test('is too large above the limit', async () => {
		const large = () => ({ statusCode: 200, body: Readable.from([pdfOf(20_001)]) });
		const setup = { answer: large, maxFileBytes: 20_000 };
		const { source } = await at('https://example.com/a.pdf', setup);
		expect(await errorOf(() => source.getFile())).toMatchObject({ code: 'TOO_LARGE' });
	});

	test('is not fetched after Stop', async () => {
		const { fake, source } = await at('https://example.com/a.pdf', { signal: AbortSignal.abort() });
		expect(await errorOf(() => source.getFile())).toMatchObject({ code: 'STOPPED' });
		expect(fake.requests).toEqual([]);
	});
});
