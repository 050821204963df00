import { createFileSource } from '../../../../../nodes/TagPdf/parameters/source/source';
import { itemWithPages } from '../../../support/documents';
import { FakeExecution } from '../../../support/fakeExecution';
import { itemOf } from '../../../support/itemOf';
import { present } from '../../../../present';

const NAMES = { identity: 'm', fileName: 'own name.pdf' };
const open = async () => {
	const items = [itemWithPages(2)];
	const binary = present(items[0]?.binary?.data);
	const give = jest.fn(async () => await Promise.resolve(binary));
	const source = createFileSource(await itemOf(new FakeExecution({ items })), NAMES, give);
	return { source, give, binary };
};

test('names the document without reading it', async () => {
	const { source, give } = await open();
	expect(source).toMatchObject(NAMES);
	expect(give).not.toHaveBeenCalled();
});

test("gives the file and its place in n8n's store", async () => {
	const { source, binary } = await open();
	expect((await source.open()).binary).toBe(binary);
	expect((await source.find()).binary).toBe(binary);
});

test('is read to its end only once', async () => {
	const { source } = await open();
	const { document } = await source.find();
	const opened = jest.spyOn(document, 'open');
	const [first, second] = [await source.inspect(document), await source.inspect(document)];
	expect(first).toMatchObject({ pages: 2 });
	expect(second).toBe(first);
	expect(opened).toHaveBeenCalledTimes(1);
});
