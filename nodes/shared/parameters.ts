import type { IExecuteFunctions, INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import { quoteValue } from './errorTexts';
import { InputError } from './inputError';

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
		message: `'${withoutUnit}' must be at least ${min}`,
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
	const known = choices.map(({ value: each }) => `"${String(each)}"`).join(', ');
	throw createValueError(displayName, value, `one of ${known}`);
}

/**
 * Checks the value of a boolean parameter. An expression may return any value. Texts such as "no" must not
 * count as true or false, because that could cost money.
 *
 * @throws InputError for anything but true and false
 */
export function checkBoolean(displayName: string, value: unknown): boolean {
	if (typeof value === 'boolean') return value;
	throw createValueError(displayName, value, 'true or false');
}

function createValueError(displayName: string, value: unknown, expected: string): InputError {
	return new InputError({
		message: `'${displayName}' is invalid`,
		description: 'Change the value.',
		more: `It is ${quoteValue(value) ?? 'empty'}, not ${expected}.`,
	});
}

/**
 * A node's description with hints for the AI workflow builder of n8n 2. n8n 1 ignores this field. This
 * package is compiled with the typings of n8n 1, which lack it.
 */
export type HintedDescription = INodeTypeDescription & {
	builderHint: {
		/** When to use the node, and its requirements. */
		searchHint: string;
		relatedNodes: Array<{ nodeType: string; relationHint: string }>;
	};
};
