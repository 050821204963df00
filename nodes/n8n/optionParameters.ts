import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { InputError, quoteValue } from './errors';

/**
 * Reads a number from the Options collection. An expression may return any value, and a limit that is
 * silently ignored would cost money.
 *
 * @throws InputError for anything but a number from the property's `minValue` up
 */
export function readNumberOption(
	context: IExecuteFunctions,
	itemIndex: number,
	{ default: fallback, displayName, name, typeOptions }: INodeProperties,
): number {
	const min = typeOptions?.minValue ?? 0;
	const value = context.getNodeParameter(`options.${name}`, itemIndex, fallback) as unknown;
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (typeof number === 'number' && number >= min) return number;
	const withoutUnit = displayName.replace(/ \(.*\)$/, '');
	throw new InputError({
		message: `${withoutUnit} must be at least ${min}`,
		description: 'Change the value.',
		more: `It is ${quoteValue(value) ?? 'empty'}.`,
	});
}

/**
 * Reads a choice from the Options collection. An expression may return any value. An unknown one must not
 * count as the default, because that could cost money.
 *
 * @throws InputError for an unknown choice
 */
export function readChoiceOption(
	context: IExecuteFunctions,
	itemIndex: number,
	{ default: fallback, displayName, name, options = [] }: INodeProperties,
): string {
	const value = context.getNodeParameter(`options.${name}`, itemIndex, fallback) as unknown;
	const choices = options.flatMap((choice) => ('value' in choice ? [choice] : []));
	const chosen = choices.find((choice) => choice.value === value);
	if (chosen) return String(chosen.value);
	const known = choices.map(({ value: each }) => String(each));
	throw createChoiceError(displayName, value, known);
}

/** The error of a parameter whose value is none of the choices, with the choices as an expression returns them. */
export function createChoiceError(
	displayName: string,
	value: unknown,
	choices: readonly string[],
): InputError {
	const known = choices.map((choice) => `"${choice}"`).join(', ');
	return new InputError({
		message: `${displayName} has an unknown value`,
		description: 'Change the value.',
		more: `It is ${quoteValue(value) ?? 'empty'}, not one of ${known}.`,
	});
}
