import type { INodeProperties } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { TagPdf } from '../../../nodes/TagPdf/TagPdf.node';

const PAGE = readFileSync(join(__dirname, '../../../docs/tag-pdf.md'), 'utf8');

/** What users choose before the parameters of an operation. */
const BEFORE = ['Resource', 'Operation', 'Tool Description', 'Options'];

/** Parameters and options with their defaults, as the page writes them. */
const parameters = new Map(
	new TagPdf().description.properties
		.flatMap(({ options = [], type, ...property }) => {
			const inner = type === 'collection' ? (options as INodeProperties[]) : [];
			return [{ ...property, type, options }, ...inner];
		})
		.filter(({ displayName }) => !BEFORE.includes(displayName))
		.map((property) => [property.displayName, describeDefault(property)]),
);

function describeDefault({ default: value, options, type }: INodeProperties): string {
	if (type === 'boolean') return value === true ? 'on' : 'off';
	if (type === 'options') {
		const chosen = options?.find((option) => 'value' in option && option.value === value);
		return chosen?.name ?? '';
	}
	if (value === '') return 'empty';
	if (typeof value === 'number') return String(value);
	if (typeof value !== 'string') throw new TypeError(`${type} has no default that a page can name`);
	return value.startsWith('=') ? 'an expression' : `\`${value}\``;
}

test('docs/tag-pdf.md has every parameter and option with its default', () => {
	const rows = PAGE.split('\n')
		.filter((line) => line.startsWith('| '))
		.map((line) => line.split('|').map((cell) => cell.trim()));
	const table = rows.flatMap(([, name = '', , value = '']) =>
		parameters.has(name) ? [[name, value] as const] : [],
	);
	expect(new Map(table)).toEqual(parameters);
});
