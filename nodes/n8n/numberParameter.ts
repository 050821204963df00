import type { IExecuteFunctions } from 'n8n-workflow';

import { InputError, quoteValue } from './errors';

/**
 * Reads a number from the Options collection. An expression may return any value, and a limit that is
 * silently ignored would cost money.
 *
 * @throws InputError for anything but a number from `min` up
 */
export function readNumberOption(
	context: IExecuteFunctions,
	itemIndex: number,
	{ name, label, fallback, min }: { name: string; label: string; fallback: number; min: number },
): number {
	const value = context.getNodeParameter(`options.${name}`, itemIndex, fallback) as unknown;
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (typeof number === 'number' && number >= min) return number;
	throw new InputError({
		message: `${label} must be at least ${min}`,
		description: 'Change the value.',
		more: `It is ${quoteValue(value) ?? 'empty'}.`,
	});
}
