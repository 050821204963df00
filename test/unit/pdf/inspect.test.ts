import { inspect, type Inspection } from '../../../pdf/inspect';
import type { PdfWriter } from '../support/pdfWriter';
import { PLAIN, makePdfLibDocument } from './fixtures';
import { inspectBytes, expectAnswers } from './inspectBytes';
import { plain } from './writers';

test.each<[string, PdfWriter, Partial<Inspection>]>([
	['a portfolio', plain(1, '/Collection<<>>').end(), { recommendation: 'review' }],
	['no portfolio', plain(1, '/Collection null').end(), { recommendation: 'tag' }],
	['a portfolio that is gone', plain(1, '/Collection 99 0 R').end(), { recommendation: 'tag' }],
])('%s', async (_, writer, answers) => {
	await expectAnswers(writer, answers);
});

test('is sure of every answer about a plain document', async () => {
	expect(await inspectBytes(plain().end().bytes())).toEqual({
		...PLAIN,
		recommendation: 'tag',
		reasons: ['It is not tagged'],
		unknown: {},
	});
});

test.each([true, false])('object streams: %s', async (useObjectStreams) => {
	expect(await inspectBytes(await makePdfLibDocument(useObjectStreams))).toMatchObject({
		pages: 2,
		title: 'Title',
		unknown: {},
	});
});

test.each(['', 'Hello', '%PDF-1.7\n', '%PDF-1.7\n1 0 obj', '\0'.repeat(5000)])(
	'gives reasons for a file that is not a PDF: %j',
	async (text) => {
		const { pages, recommendation, unknown } = await inspectBytes(Buffer.from(text));
		expect([pages, recommendation]).toEqual([null, 'review']);
		expect(unknown.pages).toMatch(/./);
	},
);

test('passes on errors of the source', async () => {
	const open = () => Promise.reject(new Error('The disk is gone'));
	await expect(inspect({ open, pause: () => Promise.resolve() })).rejects.toThrow('disk is gone');
});
