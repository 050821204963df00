import type { INodeProperties } from 'n8n-workflow';

import { TagPdfApi } from '../../../credentials/TagPdfApi.credentials';
import { TagPdfWebhookApi } from '../../../credentials/TagPdfWebhookApi.credentials';
import { TagPdf } from '../../../nodes/TagPdf/TagPdf.node';
import { TagPdfTrigger } from '../../../nodes/TagPdfTrigger/TagPdfTrigger.node';

const MAX_CHARACTERS = 140;
const MAX_SENTENCES = 2;

interface Shown {
	description?: unknown;
	displayName?: unknown;
	hint?: unknown;
	name?: unknown;
	options?: unknown;
	values?: unknown;
}

/** Every description and hint in n8n's panel, with the path of its owner. */
function textsIn(all: readonly unknown[], path: string): Array<[path: string, text: string]> {
	return (all as Shown[]).flatMap(({ description, displayName, hint, name, options, values }) => {
		const own = `${path} → ${String(displayName ?? name)}`;
		const texts = [description, hint].filter((text) => typeof text === 'string');
		const inside = [options, values].filter((list) => Array.isArray(list)).flat();
		return [...texts.map((text): [string, string] => [own, text]), ...textsIn(inside, own)];
	});
}

const tagPdf = new TagPdf().description;
const trigger = new TagPdfTrigger().description;
const credentials: INodeProperties[] = [
	...new TagPdfApi().properties,
	...new TagPdfWebhookApi().properties,
];
const texts = [
	...textsIn([tagPdf], 'node'),
	...textsIn(tagPdf.properties, 'Tag PDF'),
	...textsIn([trigger], 'node'),
	...textsIn(trigger.properties, 'Tag PDF Trigger'),
	...textsIn(credentials, 'credential'),
];

test.each(texts)('%s: is short', (_path, text) => {
	expect(text.length).toBeLessThanOrEqual(MAX_CHARACTERS);
	// A full stop and a blank end a sentence, except after "e.g.".
	const sentences = text.split(/(?<!e\.g)\.\s/).length;
	expect(sentences).toBeLessThanOrEqual(MAX_SENTENCES);
});

test('the texts of both nodes and of the credentials are among them', () => {
	for (const path of [
		'Tag PDF → Options → Avoid Paying Twice → Pay Once → Pay Once → Until Delivered',
		'Tag PDF Trigger → Options → Timestamp Tolerance (Seconds)',
		'credential → Base URL',
	]) {
		expect(texts.map(([each]) => each)).toContain(path);
	}
});

/** Fields of Options; a group counts as its fields. */
const countOptions = (operation: string) =>
	tagPdf.properties
		.filter(
			({ displayOptions, type }) =>
				type === 'collection' && displayOptions?.show?.operation?.includes(operation) === true,
		)
		.flatMap(({ options = [] }) => options as INodeProperties[])
		.flatMap((option) =>
			option.type === 'fixedCollection'
				? (option.options ?? []).flatMap((group) => ('values' in group ? group.values : []))
				: [option],
		).length;

test.each([
	['tag', 12],
	['submit', 9],
])('%s has at most %i options, dependent fields included', (operation, most) => {
	expect(countOptions(operation)).toBeGreaterThan(0);
	expect(countOptions(operation)).toBeLessThanOrEqual(most);
});
