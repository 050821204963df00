import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { readNumberOption } from '../../n8n/optionParameters';
import type { Item } from '../item';

export const maxFileSize: INodeProperties = {
	displayName: 'File Size Limit (MB)',
	name: 'maxFileSize',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 2048,
	description:
		'Largest file to download from a URL or from the service. A larger file fails its item.',
};

/**
 * The item's File Size Limit, in bytes.
 *
 * @throws InputError for anything but a number from 1 up
 */
export function readMaxBytes({ context, index }: Item): number {
	return readNumberOption(context, index, maxFileSize) * 1024 ** 2;
}

/** Job → Wait and Document → Tag keep some 20 kB in memory for each awaited job. */
const MAX_IN_FLIGHT = 1_000;

export const maxInFlight: INodeProperties = {
	displayName: 'Max Documents at Once',
	name: 'maxInFlight',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MAX_IN_FLIGHT, numberPrecision: 0 },
	default: 60,
	hint: 'The value of the first item applies to all items.',
	description:
		'How many documents to process at the same time. Lower values limit what you pay for if you stop a run.',
};

/**
 * Maximum number of items that are processed at the same time.
 *
 * @throws InputError for anything but a number from 1 up
 */
export function readMaxInFlight(context: IExecuteFunctions): number {
	return Math.min(Math.trunc(readNumberOption(context, 0, maxInFlight)), MAX_IN_FLIGHT);
}

export const waitTimeout: INodeProperties = {
	displayName: 'Wait Timeout (Seconds)',
	name: 'waitTimeout',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 1800,
	description:
		'How long to wait for a job before the item fails. The job continues: Job → Wait or another run gets it, free of charge.',
};

/**
 * The item's Wait Timeout, in milliseconds.
 *
 * @throws InputError for anything but a number from 1 up
 */
export function readWaitTimeout({ context, index }: Item): number {
	return readNumberOption(context, index, waitTimeout) * 1000;
}
