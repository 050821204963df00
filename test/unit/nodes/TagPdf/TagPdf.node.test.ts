import type { INodePropertyOptions } from 'n8n-workflow';

import { TagPdf } from '../../../../nodes/TagPdf/TagPdf.node';
import { subtitleOf } from '../../support/subtitleOf';

const node = new TagPdf();

/** The lists of resources and operations, as n8n shows them. */
const lists = node.description.properties
	.filter(({ name }) => name === 'resource' || name === 'operation')
	.map(({ options = [] }) => options as INodePropertyOptions[]);

test('descriptions of operations fit into 90 characters, and actions name their result', () => {
	for (const { action, description = '', name } of lists.slice(1).flat()) {
		expect([name, description.length <= 90 && description.length > 0]).toEqual([name, true]);
		expect(action).toMatch(/^[A-Z][a-z]+ .*(account|document|job|PDF)/);
	}
});

test('each operation states its cost', () => {
	for (const { description } of lists.slice(1).flat())
		expect(description).toMatch(/; (costs 1 credit per page|free(, .*)?)$/);
});

test.each([
	['tag', 'document', 'Tag: Document'],
	['getDownloadLink', 'job', 'Get Download Link: Job'],
])('the canvas shows %s and %s as "%s"', (operation, resource, subtitle) => {
	expect(subtitleOf(node, { operation, resource })).toBe(subtitle);
});
