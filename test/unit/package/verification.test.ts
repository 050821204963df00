import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties, INodePropertyCollection, INodeTypeDescription } from 'n8n-workflow';
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

/** Every parameter, those inside collections too. */
function flat(properties: INodeProperties[]): INodeProperties[] {
	return properties.flatMap((property) => {
		const inside = (property.options ?? []).flatMap((entry) =>
			'values' in entry
				? (entry as INodePropertyCollection).values
				: 'type' in entry
					? [entry as INodeProperties]
					: [],
		);
		return [property, ...flat(inside)];
	});
}

/** Rules of n8n's repository that it has not released, each in its strictest reading. */
const rules: Record<string, (subject: Subject) => void> = {
	'single-credential-per-node': ({ description }) => {
		expect(description.credentials).toHaveLength(1);
	},
	'no-codex-subcategories': ({ description, codex }) => {
		expect(codex).not.toHaveProperty('subcategories');
		expect(description).not.toHaveProperty('codex');
	},
	'valid-node-categories': ({ codex }) => {
		expect(codex.categories.length).toBeGreaterThan(0);
		expect(codex.categories.filter((category) => !CATEGORIES.includes(category))).toEqual([]);
	},
	'hint-max-length': ({ description }) => {
		const hints = flat(description.properties).map(({ hint = '' }) => hint);
		expect(hints.filter((hint) => hint.length > 120)).toEqual([]);
	},
	'open-ended-node-fields': ({ description }) => {
		const open = description.properties.filter(
			({ type, required }) => type === 'json' && !required,
		);
		expect(open).toEqual([]);
	},
	'node-class-description-non-core-color': ({ description }) => {
		expect(description.defaults).not.toHaveProperty('color');
		expect(description).not.toHaveProperty('color');
	},
	'no-monorepo': () => {
		expect(manifest.repository).not.toHaveProperty('directory');
	},
};

describe.each(Object.entries(rules))('%s', (rule, check) => {
	test.each(subjects)('$description.displayName', (subject) => check(subject));

	test('is explained in docs/verification.md', () => {
		expect(read('docs/verification.md')).toContain(`| \`${rule}\``);
	});
});
