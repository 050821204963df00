import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { trimInvisible } from '../../client/address';
import { quoteValue } from './errorTexts';
import { InputError } from './inputError';

/** The type of a parameter's value. */
type ValueOf<Property extends INodeProperties> = Property['type'] extends 'number'
	? number
	: Property['type'] extends 'boolean'
		? boolean
		: string;

/**
 * Reads a parameter by the type of its property, because an expression may return any value:
 *
 * - a text without spaces and other invisible characters at its ends; a number counts as its text, and null and undefined
 *   as an empty text
 * - a number, which may be written as a text; a number above `maxValue` counts as `maxValue`
 * - a boolean, or one of several options
 *
 * @param path of the parameter in the node, if it is not the property's name
 * @throws InputError for a number below `minValue`, and for any other value: if it counted as the default, or as true or
 * false, that could cost money
 */
export function readParameter<Property extends INodeProperties>(
	context: IExecuteFunctions,
	itemIndex: number,
	property: Property,
	path: string = property.name,
): ValueOf<Property> {
	const value = context.getNodeParameter(path, itemIndex, property.default) as unknown;
	return checkValue(property, value) as ValueOf<Property>;
}

/** Reads an entry of the Options collection, as {@link readParameter} does. */
export function readOption<Property extends INodeProperties>(
	context: IExecuteFunctions,
	itemIndex: number,
	property: Property,
): ValueOf<Property> {
	return readParameter(context, itemIndex, property, `options.${property.name}`);
}

/**
 * Reads an entry of the Options collection that must be a whole number within its bounds. Nothing is rounded or cut,
 * because the number decides about money.
 *
 * @throws InputError for any other value
 */
export function readWholeOption(
	context: IExecuteFunctions,
	itemIndex: number,
	property: INodeProperties & { type: 'number' },
): number {
	const { displayName, name, typeOptions } = property;
	const { maxValue = Infinity, minValue = 0 } = typeOptions ?? {};
	const value = context.getNodeParameter(`options.${name}`, itemIndex, property.default) as unknown;
	const number = toNumber(value);
	if (Number.isInteger(number) && number >= minValue && number <= maxValue) return number;
	const fix = `Set a whole number from ${minValue} to ${maxValue}.`;
	throw createInvalidError(displayName, fix, quote(value));
}

/** A number, also as a text; NaN for anything else. */
function toNumber(value: unknown): number {
	if (typeof value === 'number') return value;
	return typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
}

function checkValue(property: INodeProperties, value: unknown): unknown {
	const { displayName, options = [], type } = property;
	if (type === 'number') return checkNumber(property, value);
	if (type !== 'boolean' && type !== 'options') return trimInvisible(checkText(property, value));
	const choices = options.flatMap((choice) => ('value' in choice ? choice.value : []));
	if (type === 'boolean' ? typeof value === 'boolean' : choices.some((each) => each === value))
		return value;
	const names = choices.map((choice) => `"${String(choice)}"`).join(', ');
	const expected = type === 'boolean' ? 'true or false' : `one of ${names}`;
	throw createInvalidError(displayName, 'Change the value.', `${quote(value)}, not ${expected}`);
}

/**
 * The value of a text parameter as it is: a number counts as its text, and null and undefined as an empty text.
 *
 * @throws InputError for any other value
 */
function checkText({ displayName }: INodeProperties, value: unknown): string {
	if (typeof value === 'string') return value;
	if (value === null || value === undefined) return '';
	if (typeof value === 'number' || typeof value === 'bigint') return String(value);
	throw createInvalidError(displayName, 'Change the value.', `${quote(value)}, not a text`);
}

function checkNumber({ displayName, typeOptions }: INodeProperties, value: unknown): number {
	const { maxValue = Infinity, minValue = 0 } = typeOptions ?? {};
	const number = toNumber(value);
	if (number >= minValue) return Math.min(number, maxValue);
	const name = displayName.replace(/ \(.*\)$/, '');
	throw createInvalidError(name, `Set at least ${minValue}.`, quote(value));
}

const quote = (value: unknown) => quoteValue(value) ?? 'empty';

function createInvalidError(name: string, fix: string, given: string): InputError {
	return new InputError({ message: `'${name}' is invalid`, fix, more: `It is ${given}.` });
}
