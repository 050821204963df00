import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import manifest from '../../../package.json';
import { TagPdf } from '../../../nodes/TagPdf/TagPdf.node';
import { TagPdfTrigger } from '../../../nodes/TagPdfTrigger/TagPdfTrigger.node';

const ROOT = join(__dirname, '../../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** https://docs.n8n.io/integrations/creating-nodes/build/reference/node-codex-files/ */
const CATEGORIES = [
	'Data & Storage',
	'Finance & Accounting',
	'Marketing & Content',
	'Productivity',
	'Miscellaneous',
	'Sales',
	'Development',
	'Analytics',
	'Communication',
	'Utility',
];

interface Subject {
	readonly description: INodeTypeDescription;
	readonly codex: { readonly categories: string[] };
}

const subjects: Subject[] = [TagPdf, TagPdfTrigger].map((NodeType) => ({
	description: new NodeType().description,
	codex: JSON.parse(read(`nodes/${NodeType.name}/${NodeType.name}.node.json`)) as Subject['codex'],
}));

/** Every parameter, including those inside collections. */
function flat(properties: INodeProperties[]): INodeProperties[] {
	return properties.flatMap((property) => {
		const inside = (property.options ?? []).flatMap((entry) =>
			'values' in entry ? entry.values : 'type' in entry ? [entry] : [],
		);
		return [property, ...flat(inside)];
	});
}

const present = (name: string, object: object) => (name in object ? [name] : []);

/** Unreleased rules of n8n's repository in their strictest reading; each returns the violations. */
const rules: Record<string, (subject: Subject) => unknown[]> = {
	'no-codex-subcategories': ({ description, codex }) => [
		...present('subcategories', codex),
		...present('codex', description),
	],
	'valid-node-categories': ({ codex: { categories } }) =>
		categories.length === 0
			? ['no category']
			: categories.filter((category) => !CATEGORIES.includes(category)),
	'hint-max-length': ({ description }) =>
		flat(description.properties).filter(({ hint = '' }) => hint.length > 120),
	'open-ended-node-fields': ({ description }) =>
		description.properties.filter(({ type, required }) => type === 'json' && !required),
	'node-class-description-non-core-color': ({ description }) => [
		...present('color', description.defaults),
		...present('color', description),
	],
	'no-monorepo': () => present('directory', manifest.repository),
};

describe.each(Object.entries(rules))('%s', (_rule, violationsOf) => {
	test.each(subjects)('$description.displayName', (subject) => {
		expect(violationsOf(subject)).toEqual([]);
	});
});
