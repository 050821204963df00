import type { INodeExecutionData } from 'n8n-workflow';
import { TagPdfError } from '../../../client/errors';
import { executeItems } from '../../../nodes/TagPdf/run';
import { FakeExecution } from '../../unit/support/fakeExecution';

const NAME = 'attachment_';
/** A value that an expression may give by mistake. */
const VALUE = { invoice: { number: 4711, customer: 'Ministry of Transport', files: [1, 2, 3] } };
const PDF = { data: 'JVBERi0=', mimeType: 'application/pdf' };
const FILES = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`${NAME}${n}`, PDF]));

const TAG = {
	resource: 'document',
	operation: 'tag',
	source: 'binary',
	binaryPropertyName: `${NAME}1`,
	binaryPropertyOutput: 'data',
};
const GET = { resource: 'job', operation: 'get' };

/** Parameters that cannot be used. */
const PARAMETERS: Array<Record<string, unknown>> = [
	{ ...GET, jobId: '' },
	{ ...GET, jobId: '.'.repeat(9_000) },
	{ ...TAG, ocr: VALUE },
	{ ...TAG, options: { keepInputData: VALUE } },
	{ ...TAG, options: { maxCreditsPerExecution: VALUE } },
	{ ...TAG, options: { alreadyTagged: VALUE } },
	{ ...TAG, options: { newJobPerExecution: 'no' } },
	{ ...TAG, binaryPropertyOutput: '' },
	{ ...TAG, source: 'url', url: 'report.pdf' },
	{ ...TAG, binaryPropertyName: VALUE },
	{ ...TAG, binaryPropertyName: `${NAME}12` },
	{ ...TAG, binaryPropertyName: '  [object Object]' },
	{ ...TAG, binaryPropertyName: '{{ $binary.data }}' },
	{ ...TAG, binaryPropertyName: FILES },
	{ ...TAG, binaryPropertyName: 'filesystem-v2' },
];

const NAMED = {
	mimeType: 'application/pdf',
	fileName: 'annual-report-of-the-ministry-of-transport-2024-final-v2.pdf',
};
const encode = (content: Buffer | string) => ({
	...NAMED,
	data: Buffer.from(content).toString('base64'),
});
const ENVELOPE = Buffer.from('308006092a864886f70d010702a080', 'hex');
const MANGLED =
	'%PDF-1.7\n1 0 obj<</Filter/FlateDecode>>\nstream\nx\ufffd\u00da\ufffd\u00da\ufffd\u00da\ufffd\u00da\n';

/** Files that cannot be used. */
const NO_FILES: unknown[] = [
	'a text',
	NAMED,
	{ ...NAMED, data: 'filesystem-v2' },
	{ ...NAMED, data: '%PDF-1.7' },
	...['', 'PK', `${' '.repeat(1_020)}%PDF-1.7`, 'JVBERi0xLjcK', '<html>', ENVELOPE, MANGLED].map(
		encode,
	),
];

/** The errors of parameters and files that cannot be used, with long names and values. */
export async function inputErrors(): Promise<TagPdfError[]> {
	const inputs = [{ json: {}, binary: FILES }, { json: {} }];
	const ofParameters = PARAMETERS.flatMap((parameters) =>
		inputs.map(async (input) => await errorOf(input, parameters)),
	);
	const ofFiles = NO_FILES.map(async (file) => {
		const input = { json: {}, binary: { [`${NAME}1`]: file } } as INodeExecutionData;
		return await errorOf(input, { ...TAG, ocr: false });
	});
	return await Promise.all([...ofParameters, ...ofFiles]);
}

async function errorOf(
	input: INodeExecutionData,
	parameters: Record<string, unknown>,
): Promise<TagPdfError> {
	const fake = new FakeExecution({ items: [input], parameters: [parameters] });
	return await executeItems(fake.context).then(
		() => {
			throw new Error(`Nothing is wrong with ${JSON.stringify(parameters)}`);
		},
		(error: unknown) => {
			if (error instanceof Error && error.cause instanceof TagPdfError) return error.cause;
			throw error;
		},
	);
}
