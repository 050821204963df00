import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { InputError } from './errors';

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
	const shown = JSON.stringify(value) as string | undefined;
	throw new InputError({
		message: `${displayName} ${shown === undefined ? 'is empty' : `has an unknown value: ${shown}`}`,
		description: `Choose one, or use an expression that gives ${choices.map(({ value: each }) => `"${String(each)}"`).join(' or ')}.`,
	});
}
