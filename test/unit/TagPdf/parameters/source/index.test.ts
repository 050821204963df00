import { getSource, sourceProperties } from '../../../../../nodes/TagPdf/parameters/source';
import { FakeExecution } from '../../../support/fakeExecution';
import { itemOf } from '../../../support/itemOf';

const data = { data: 'JVBERi0=', mimeType: 'application/pdf', fileName: 'scan.pdf' };
const url = 'https://example.com/report.pdf';

const sourcesOf = async (...parameters: Array<Record<string, unknown>>) => {
	const fake = new FakeExecution({
		parameters,
		items: parameters.map(() => ({ json: {}, binary: { data } })),
	});
	return await Promise.all(parameters.map(async (_, item) => getSource(await itemOf(fake, item))));
};

test('reads the source of each item', async () => {
	const sources = await sourcesOf(
		{ source: 'binary', binaryPropertyName: 'data', url },
		{ source: 'url', binaryPropertyName: 'data', url },
	);
	expect(sources.map(({ fileName }) => fileName)).toEqual(['scan.pdf', 'report.pdf']);
	expect(sources[1]?.identity).toBe(`url:${url}`);
});

test('the editor shows the field or the URL, depending on the source', () => {
	const shown = sourceProperties.map(({ name, displayOptions }) => [name, displayOptions?.show]);
	expect(shown).toEqual([
		['source', undefined],
		['binaryPropertyName', { source: ['binary'] }],
		['url', { source: ['url'] }],
	]);
});
