import { inspectDocument } from '../../../../nodes/TagPdf/inspection/inspectDocument';
import { getSource } from '../../../../nodes/TagPdf/parameters/source';
import { itemWithPages, onDocument } from '../../support/documents';
import { errorOf } from '../../support/errorOf';
import { FakeExecution } from '../../support/fakeExecution';
import { itemOf } from '../../support/itemOf';

const open = async () => {
	const items = [itemWithPages(2)];
	const item = await itemOf(new FakeExecution({ items, parameters: [onDocument('tag')] }));
	return { item, document: (await getSource(item).find()).document };
};

test('reads the whole document', async () => {
	const { item, document } = await open();
	expect(await inspectDocument(item, document)).toMatchObject({ pages: 2, size: document.size });
});

test('stops when the item is stopped', async () => {
	const { item, document } = await open();
	const stopped = { ...item, signal: AbortSignal.abort() };
	expect(await errorOf(async () => await inspectDocument(stopped, document))).toMatchObject({
		code: 'STOPPED',
	});
});
