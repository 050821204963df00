import { outputFieldProperty, readOutput } from '../../../../nodes/TagPdf/parameters/output';
import { errorOf } from '../../support/errorOf';
import { FakeExecution, NOTHING } from '../../support/fakeExecution';
import { itemOf } from '../../support/itemOf';

const outputsOf = async (...parameters: Array<Record<string, unknown>>) => {
	const fake = new FakeExecution({ parameters });
	return await Promise.all(parameters.map(async (_, item) => readOutput(await itemOf(fake, item))));
};

describe('the field', () => {
	test('is "data" by default', () => {
		expect(outputFieldProperty).toMatchObject({
			default: 'data',
			required: true,
			displayOptions: { hide: { '@tool': [true] } },
		});
	});

	test('is read for each item and trimmed', async () => {
		const outputs = await outputsOf(
			{ outputBinaryField: 'data' },
			{ outputBinaryField: '  tagged\n' },
		);
		expect(outputs.map(({ binaryField }) => binaryField)).toEqual(['data', 'tagged']);
	});

	test('is "data" for a tool, which has no such parameter', async () => {
		expect(await outputsOf({})).toMatchObject([{ binaryField: 'data' }]);
	});

	test.each(['', '  \t', null, 7])('%p is refused', async (outputBinaryField) => {
		expect(await errorOf(() => outputsOf({ outputBinaryField }))).toEqual({
			code: 'INVALID_INPUT',
			message: 'Put Output File in Field is empty',
			description:
				'Enter a name, e.g. data. The tagged PDF will be in the binary field of this name.',
		});
	});
});

describe('the file name', () => {
	const nameOf = async (taggedFileName: unknown, document: string | null = 'report.pdf') => {
		const [output] = await outputsOf({ outputBinaryField: 'data', options: { taggedFileName } });
		return output?.chooseFileName(document);
	};

	test.each([undefined, NOTHING, '', '  \n', null, 7])(
		'is the name of the document with "-tagged" for %p',
		async (given) => {
			expect(await nameOf(given)).toBe('report-tagged.pdf');
			expect(await nameOf(given, null)).toBe('document-tagged.pdf');
		},
	);

	test.each([
		['report.pdf', 'report-tagged.pdf'],
		['REPORT.PDF', 'REPORT-tagged.pdf'],
		['report', 'report-tagged.pdf'],
		['report.pdf.pdf', 'report.pdf-tagged.pdf'],
		['report.pdf.docx', 'report.pdf.docx-tagged.pdf'],
		['/tmp/report.pdf', 'report-tagged.pdf'],
		[`${'x'.repeat(500)}.pdf`, `${'x'.repeat(189)}-tagged.pdf`],
		[`${'x'.repeat(188)}😀y.pdf`, `${'x'.repeat(188)}-tagged.pdf`],
	])('%s: %s', async (document, tagged) => {
		expect(await nameOf('', document)).toBe(tagged);
	});

	test('is trimmed and made safe', async () => {
		expect(await nameOf(' done.pdf ')).toBe('done.pdf');
		expect(await nameOf('out/done.pdf', null)).toBe('done.pdf');
	});

	test('is read for each item', async () => {
		const outputs = await outputsOf(
			{ outputBinaryField: 'a', options: { taggedFileName: 'one.pdf' } },
			{ outputBinaryField: 'b', options: { taggedFileName: 'two.pdf' } },
		);
		expect(outputs.map(({ chooseFileName }) => chooseFileName(null))).toEqual([
			'one.pdf',
			'two.pdf',
		]);
	});
});

test('uses the File Size Limit of the item', async () => {
	const outputs = await outputsOf(
		{ outputBinaryField: 'a' },
		{ outputBinaryField: 'b', options: { maxFileSize: 1 } },
	);
	expect(outputs.map(({ maxBytes }) => maxBytes)).toEqual([2_147_483_648, 1_048_576]);
});
