import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';

import {
	collectOwnFiles,
	moveErrorField,
	nameTaggedPdf,
	readKeepInputData,
	readOutput,
} from '../../../../nodes/TagPdf/output';
import type { Source } from '../../../../nodes/TagPdf/source';
import { errorOf } from '../../support/errorOf';
import { FakeExecution, NOTHING } from '../../support/fakeExecution';
import { jobOf } from '../../support/fakeService';
import { itemOf } from '../../support/itemOf';

const file = (fileName: string): IBinaryData => ({
	fileName,
	mimeType: 'application/pdf',
	data: '',
});

describe("'Put Output File in Field'", () => {
	const read = (...fields: unknown[]) => {
		const parameters = fields.map((binaryPropertyOutput) => ({ binaryPropertyOutput }));
		const fake = new FakeExecution({ parameters });
		return fields.map((_, index) => readOutput(itemOf(fake, { index })).binaryField);
	};

	test('is read for each item and trimmed; a tool, which has none, uses "data"', () => {
		expect(read('data', '  tagged\n', undefined, 7)).toEqual(['data', 'tagged', 'data', '7']);
	});

	test.each(['', '  \t', null])('%p is refused', async (field) => {
		expect(await errorOf(() => read(field))).toEqual({
			code: 'INVALID_INPUT',
			message: "'Put Output File in Field' is empty",
			description:
				'Enter a name, e.g. data. The tagged PDF will be in the binary field of this name.',
		});
	});
});

describe('the name of the tagged PDF', () => {
	/** @param submitted the name of the document in the job */
	const nameOf = (taggedFileName: unknown, submitted: string | null = 'report.pdf') => {
		const fake = new FakeExecution({ parameters: [{ options: { taggedFileName } }] });
		const { fileName } = readOutput(itemOf(fake));
		return nameTaggedPdf(undefined, jobOf('job_1', { filename: submitted }), fileName);
	};

	test.each([undefined, NOTHING, '', '  \n', null])(
		'is that of the document with "-tagged" for %p',
		(given) => {
			expect(nameOf(given)).toBe('report-tagged.pdf');
			expect(nameOf(given, null)).toBe('document-tagged.pdf');
		},
	);

	test.each([
		['REPORT.PDF', 'REPORT-tagged.pdf'],
		['report', 'report-tagged.pdf'],
		['report.pdf.pdf', 'report.pdf-tagged.pdf'],
		['report.pdf.docx', 'report.pdf.docx-tagged.pdf'],
		['/tmp/report.pdf', 'report-tagged.pdf'],
		[`${'x'.repeat(500)}.pdf`, `${'x'.repeat(229)}-tagged.pdf`],
		[`${'x'.repeat(227)}😀y.pdf`, `${'x'.repeat(227)}-tagged.pdf`],
	])('%s: %s', (document, tagged) => {
		expect(nameOf('', document)).toBe(tagged);
	});

	test.each<[Parameters<typeof nameTaggedPdf>[0], string]>([
		[{ fileName: 'mine.pdf', isNameGuessed: false }, 'mine-tagged.pdf'],
		// The server has named it when it was fetched, and the job still has that name.
		[{ fileName: 'download', isNameGuessed: true }, 'other-tagged.pdf'],
	])('is that of the document in n8n, unless it is a guess: %j', (source, tagged) => {
		expect(nameTaggedPdf(source, jobOf('job_1', { filename: 'other.pdf' }), '')).toBe(tagged);
	});

	test('is the given one, trimmed and made safe', () => {
		expect(nameOf(' done.pdf ')).toBe('done.pdf');
		expect(nameOf('out/done.pdf', null)).toBe('done.pdf');
	});
});

describe('Keep Input Data', () => {
	const tagged = file('a-tagged.pdf');
	const output: INodeExecutionData = { json: { id: 'job_1' }, binary: { data: tagged } };
	const input: INodeExecutionData = {
		json: { id: 'mail_1', subject: 'Minutes' },
		binary: { data: file('a.pdf'), note: file('b.txt') },
	};
	/** Input data that the second of two items keeps; the first has other data and another choice. */
	const kept = (
		choice?: unknown,
		{ given = input, made = output, neighbours = [] as string[] } = {},
	) => {
		const other = choice === 'json' ? 'binary' : 'json';
		const parameters = [other, choice].map((each) => ({ options: { keepInputData: each } }));
		const items = [{ json: { of: 'another item' }, binary: { other: file('other.pdf') } }, given];
		const unit = { index: 1, source: { neighbours } as unknown as Source };
		return readKeepInputData(itemOf(new FakeExecution({ parameters, items }), unit))(made);
	};
	const files = { data: tagged, data_source: file('a.pdf'), note: file('b.txt') };
	const json = { id: 'mail_1', subject: 'Minutes', job: { id: 'job_1' } };

	test.each([
		[undefined, output],
		['none', output],
		['json', { json, binary: { data: tagged } }],
		['binary', { json: { id: 'job_1' }, binary: files }],
		['both', { json, binary: files }],
	])('%j', (choice, expected) => {
		const before = structuredClone(input);
		expect(kept(choice)).toEqual(expected);
		expect(input).toEqual(before);
	});

	test("the item's other documents are not kept: each has an output of its own", () => {
		const binary = { data: file('a.pdf'), next: file('b.pdf'), note: file('b.txt') };
		const { binary: left } = kept('binary', { given: { json: {}, binary }, neighbours: ['next'] });
		expect(left).toEqual(files);
	});

	test('no file is lost if names with "_source" are taken', () => {
		const taken = { data_source: file('first.pdf'), data_source_2: file('second.pdf') };
		const given = { json: {}, binary: { data: file('a.pdf'), ...taken } };
		expect(kept('binary', { given }).binary).toEqual({
			data: tagged,
			...taken,
			data_source_3: file('a.pdf'),
		});
	});

	test('an output without a file leaves the files where they are', () => {
		const made = { json: { id: 'job_1' } };
		expect(kept('binary', { made }).binary).toEqual(input.binary);
	});

	test('files that n8n keeps in the JSON count as files, not as data', () => {
		const given = {
			json: { subject: 'Minutes', _files: { data: { ...file('a.pdf') }, no: 'file' } },
		};
		expect(kept('json', { given }).json).toEqual({ subject: 'Minutes', job: { id: 'job_1' } });
		expect(kept('binary', { given }).binary).toEqual({ data: tagged, data_source: file('a.pdf') });
	});

	test('no field of the JSON is lost if it is called "job"', () => {
		const given = { json: { job: { id: 'print_1' }, job_source: 7 } };
		expect(kept('json', { given }).json).toEqual({
			job: { id: 'job_1' },
			job_source: 7,
			job_source_2: { id: 'print_1' },
		});
	});

	test.each(['all', 1, null])('%p is refused', async (choice) => {
		expect(await errorOf(() => kept(choice))).toMatchObject({
			code: 'INVALID_INPUT',
			description: `Change the value. It is ${JSON.stringify(choice)}, not one of "binary", "both", "json", "none".`,
		});
	});
});

describe('files of an item without a tagged PDF', () => {
	const fetched = file('fetched.pdf');
	const [a, b] = [file('a.pdf'), file('b.pdf')];
	const own = (
		source: Partial<Source>,
		document: IBinaryData | undefined,
		outputField?: string,
		binary = { a, b },
	) => {
		const fake = new FakeExecution({ items: [{ json: {}, binary }], parameters: [{}] });
		const unit = { source: { neighbours: [], isFromUrl: false, ...source } as unknown as Source };
		const { context, ...task } = itemOf(fake, unit);
		return collectOwnFiles(context, task, document, outputField);
	};

	test('are its own, without other documents', () => {
		expect(own({ field: 'a', neighbours: ['b'] }, a)).toEqual({ a });
	});

	test('and the document in the field of the tagged PDF', () => {
		expect(own({ field: 'a' }, a, 'tagged')).toEqual({ a, b, tagged: a });
		expect(own({ field: 'a' }, a, 'a')).toEqual({ a, b });
		// From an expression: the item itself may not have it.
		expect(own({}, fetched, 'tagged')).toEqual({ a, b, tagged: fetched });
	});

	test('none is lost if it has that field', () => {
		expect(own({ field: 'a' }, a, 'b')).toEqual({ a, b: a, b_source: b });
	});

	test('and the one from its URL, also in operations without a tagged PDF', () => {
		expect(own({ isFromUrl: true }, fetched)).toEqual({ a, b, data: fetched });
		expect(own({ isFromUrl: true }, fetched, 'tagged')).toEqual({ a, b, tagged: fetched });
		const data = file('other.pdf');
		const taken = { data } as never;
		expect(own({ isFromUrl: true }, fetched, undefined, taken)).toEqual({
			data: fetched,
			data_source: data,
		});
		expect(own({ isFromUrl: true }, undefined, 'tagged')).toEqual({ a, b });
	});
});

describe('a field "error" of an output, which n8n would take for a failure,', () => {
	test.each([
		[
			{ id: 1, error: null },
			{ id: 1, error_source: null },
		],
		[
			{ error: 'x', error_source: 'y' },
			{ error_source: 'y', error_source_2: 'x' },
		],
	])('moves: %j', (given, moved) => {
		const binary = { data: file('a.pdf') };
		expect(moveErrorField({ json: given, binary })).toEqual({ json: moved, binary });
	});

	test('that is not there changes nothing', () => {
		const output = { json: { errors: 1 } };
		expect(moveErrorField(output)).toEqual(output);
	});
});
