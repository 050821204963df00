import { itemWithPdf, onDocument } from '../../../support/documents';
import { FakeExecution } from '../../../support/fakeExecution';
import { FakeService } from '../../../support/fakeService';
import { itemOf } from '../../../support/itemOf';

/** An item with the document `report.pdf`, and its service. */
export async function openDocument(
	operation: 'submit' | 'tag',
	parameters: object = {},
	node = {},
) {
	const service = new FakeService();
	const fake = new FakeExecution({
		node,
		answer: service.answer,
		items: [itemWithPdf('report')],
		parameters: [{ ...onDocument(operation), ...parameters }],
	});
	return { service, fake, item: await itemOf(fake) };
}

export const SUBMITTED = ['POST /v1/uploads', 'POST storage', 'POST /v1/jobs'];
