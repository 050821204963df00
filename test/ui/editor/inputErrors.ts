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
	outputBinaryField: 'data',
};
const GET = { resource: 'job', operation: 'get' };

/** Parameters that cannot be used. */
const PARAMETERS: Array<Record<string, unknown>> = [
	{ ...GET, jobId: '' },
	{ ...GET, jobId: '.'.repeat(9_000) },
	{ ...TAG, ocr: VALUE },
	{ ...TAG, options: { keepSource: VALUE } },
	{ ...TAG, options: { maximumCredits: VALUE } },
	{ ...TAG, options: { alreadyTagged: VALUE } },
	{ ...TAG, options: { newJobPerExecution: 'no' } },
	{ ...TAG, outputBinaryField: '' },
	{ ...TAG, source: 'url', url: 'report.pdf' },
	{ ...TAG, binaryPropertyName: VALUE },
	{ ...TAG, binaryPropertyName: `${NAME}12` },
];

/** The errors of parameters that cannot be used, with long names and values. */
export async function inputErrors(): Promise<TagPdfError[]> {
	const inputs = [{ json: {}, binary: FILES }, { json: {} }];
	return await Promise.all(
		PARAMETERS.flatMap((parameters) =>
			inputs.map(async (input) => {
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
			}),
		),
	);
}
