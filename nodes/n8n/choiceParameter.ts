import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { InputError } from './errors';

/**
 * A choice of the Options collection. An expression may give anything, and what it says must not be
 * taken for the default where that costs money.
 *
 * @throws InputError for what is none of the choices
 */
export function choiceOption(
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
		message: `${displayName} has no choice ${shown ?? 'that is empty'}`,
		description: `Choose one, or use an expression that gives ${choices.map(({ value: each }) => `"${String(each)}"`).join(' or ')}.`,
	});
}
