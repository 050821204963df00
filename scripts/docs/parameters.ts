import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import type { Generated } from './generated';

/** These choose an operation, or only agents see them. They are not parameters of a document. */
const LEFT_OUT = ['resource', 'operation', 'toolDescription', 'output', 'outputFields', 'options'];

interface Row {
	parameter: INodeProperties;
	optional: boolean;
	operations: Set<string>;
}

/** The table of a node's parameters, from its description. */
export function parameterTable(
	page: string,
	name: string,
	{ properties }: Pick<INodeTypeDescription, 'properties'>,
): Generated {
	const operations = operationNames(properties);
	const rows = new Map<string, Row>();
	const add = (parameter: INodeProperties, optional: boolean, of: string[]) => {
		const row = rows.get(parameter.name) ?? { parameter, optional, operations: new Set() };
		of.forEach((operation) => row.operations.add(operation));
		rows.set(parameter.name, row);
	};
	for (const property of properties) {
		const of = operationsOf(property, operations);
		if (!LEFT_OUT.includes(property.name)) add(property, false, of);
		if (property.type === 'collection')
			for (const option of (property.options ?? []) as INodeProperties[])
				for (const field of fieldsOf(option)) add(field, true, of);
	}
	const all = new Set(operations.values()).size;
	const [with_, head] = all > 0 ? [true, '| of '] : [false, ''];
	return {
		page,
		name: `parameters ${name}`,
		text: [
			`| parameter ${head}| default | what it is for |`,
			`| --- ${with_ ? '| --- ' : ''}| --- | --- |`,
			...[...rows.values()].sort(byPlace).map((row) => line(row, all, with_)),
		].join('\n'),
	};
}

/** An option, or the fields of a group of options; each field has the name of its group. */
function fieldsOf(option: INodeProperties): INodeProperties[] {
	if (option.type !== 'fixedCollection') return [option];
	return (option.options ?? [])
		.flatMap((group) => ('values' in group ? group.values : []))
		.map((field) => ({ ...field, displayName: `${option.displayName}: ${field.displayName}` }));
}

/** Sorts as in the node: options last, by name. */
function byPlace(a: Row, b: Row): number {
	if (a.optional !== b.optional) return a.optional ? 1 : -1;
	return a.optional ? groupOf(a).localeCompare(groupOf(b)) : 0;
}

/** Fields of a group keep their order. */
function groupOf({ parameter }: Row): string {
	return parameter.displayName.split(':')[0] ?? '';
}

function line(
	{ parameter, optional, operations }: Row,
	all: number,
	withOperations: boolean,
): string {
	const of = operations.size === all ? 'all' : [...operations].join(', ');
	return `| **${parameter.displayName}**${optional ? ' ◦' : ''} ${withOperations ? `| ${of} ` : ''}| ${defaultOf(parameter)} | ${meaning(parameter)} |`;
}

function defaultOf({ default: value, options }: INodeProperties): string {
	if (value === '') return '–';
	if (typeof value === 'boolean') return value ? 'on' : 'off';
	const names = new Map(choices(options).map((choice) => [choice.value, choice.name]));
	const values = Array.isArray(value) ? value.map(textOf) : [textOf(value)];
	return values.map((one) => names.get(one) ?? `\`${one}\``).join(', ');
}

function meaning({ description = '', hint, options, type }: INodeProperties): string {
	const text = [description, ...(hint === undefined ? [] : [hint])].map(escaped).join('<br>');
	if (type !== 'options' && type !== 'multiOptions') return text;
	const each = choices(options).map(
		(choice) => `_${choice.name}_: ${escaped(choice.description ?? '')}`,
	);
	return [text, ...each].join('<br>');
}

/** The operations by resource and value, e.g. "document tag": "Tag". */
function operationNames(properties: INodeProperties[]): Map<string, string> {
	return new Map(
		properties
			.filter(({ name }) => name === 'operation')
			.flatMap(({ displayOptions, options }) =>
				choices(options).map(({ value, name }): [string, string] => [
					`${shownFor(displayOptions, 'resource').join()} ${value}`,
					name,
				]),
			),
	);
}

function operationsOf({ displayOptions }: INodeProperties, names: Map<string, string>): string[] {
	return shownFor(displayOptions, 'resource').flatMap((resource) =>
		shownFor(displayOptions, 'operation').flatMap(
			(operation) => names.get(`${resource} ${operation}`) ?? [],
		),
	);
}

function shownFor(options: INodeProperties['displayOptions'], name: string): string[] {
	return (options?.show?.[name] ?? []).map(textOf);
}

/** A value of a parameter as text; tables show only plain values. */
function textOf(value: unknown): string {
	return typeof value === 'string' ? value : JSON.stringify(value);
}

interface Choice {
	name: string;
	value: string;
	description?: string;
}

function choices(options: INodeProperties['options'] = []): Choice[] {
	return options.filter((option): option is Choice => 'value' in option && 'name' in option);
}

const escaped = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
