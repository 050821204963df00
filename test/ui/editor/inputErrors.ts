import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../../../nodes/n8n/errors';
import { readChoiceOption, readNumberOption } from '../../../nodes/n8n/optionParameters';
import { readJobId } from '../../../nodes/TagPdf/parameters/jobId';
import { readJobOptions } from '../../../nodes/TagPdf/parameters/jobOptions';
import { alreadyTagged } from '../../../nodes/TagPdf/parameters/paying/alreadyTagged';
import { readOutput } from '../../../nodes/TagPdf/parameters/output';
import { readIdempotencyScope } from '../../../nodes/TagPdf/parameters/paying/avoidPayingTwice';
import { createBinarySource } from '../../../nodes/TagPdf/parameters/source/binarySource';
import { createUrlSource } from '../../../nodes/TagPdf/parameters/source/urlSource';
import { readKeepSource } from '../../../nodes/TagPdf/parameters/source/keepSource';
import { FakeExecution } from '../../unit/support/fakeExecution';
import { itemOf } from '../../unit/support/itemOf';
import type { Item } from '../../../nodes/TagPdf/item';

const NAME = 'attachment_';
/** A value that an expression may give by mistake. */
const VALUE = { invoice: { number: 4711, customer: 'Ministry of Transport', files: [1, 2, 3] } };
const PDF = { data: 'JVBERi0=', mimeType: 'application/pdf' };
const FILES = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`${NAME}${n}`, PDF]));
const LIMIT: INodeProperties = {
	displayName: 'Credits to Keep in Account',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 0,
};

/** Readers of parameters, each with a value that it refuses. */
const READERS: Array<[Record<string, unknown>, (item: Item) => unknown]> = [
	[{ jobId: '' }, readJobId],
	[{ jobId: '.'.repeat(300) }, readJobId],
	[{ ocr: VALUE }, readJobOptions],
	[{ options: { keepSource: VALUE } }, readKeepSource],
	[{ options: { limit: VALUE } }, ({ context }) => readNumberOption(context, 0, LIMIT)],
	[
		{ options: { alreadyTagged: VALUE } },
		({ context }) => readChoiceOption(context, 0, alreadyTagged),
	],
	[
		{ options: { avoidPayingTwice: { payOnce: { per: 'ownKey', key: 'é' } } } },
		readIdempotencyScope,
	],
	[{ outputBinaryField: '' }, readOutput],
	[{ url: 'report.pdf' }, createUrlSource],
	[{ binaryPropertyName: VALUE }, createBinarySource],
	[{ binaryPropertyName: '' }, createBinarySource],
	[{ binaryPropertyName: `${NAME}12` }, createBinarySource],
];

/** The errors of parameters that cannot be used, with long names and values. */
export async function inputErrors(): Promise<InputError[]> {
	const inputs = [{ json: {}, binary: FILES }, { json: {} }];
	return await Promise.all(
		READERS.flatMap(([parameters, read]) =>
			inputs.map(async (input) => {
				const fake = new FakeExecution({ items: [input], parameters: [parameters] });
				const item = await itemOf(fake, 0);
				try {
					await read(item);
				} catch (error) {
					if (error instanceof InputError) return error;
					throw error;
				}
				throw new Error(`Nothing is wrong with ${JSON.stringify(parameters)}`);
			}),
		),
	);
}
