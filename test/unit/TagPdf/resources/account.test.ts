import { accountOperations } from '../../../../nodes/TagPdf/resources/account';
import { errorOf } from '../../support/errorOf';
import { FakeExecution } from '../../support/fakeExecution';
import { FakeService } from '../../support/fakeService';
import { itemOf } from '../../support/itemOf';

const { get } = accountOperations;

const open = async () => {
	const service = new FakeService();
	return { service, item: await itemOf(new FakeExecution({ answer: service.answer })) };
};

test('returns the account of the service unchanged', async () => {
	const { service, item } = await open();
	expect(await get.execute(item)).toEqual([{ json: { plan: 'free', credits_available: 100 } }]);
	expect(service.asked).toEqual(['GET /v1/me']);
});

test('sends nothing once the item is stopped', async () => {
	const { service, item } = await open();
	const stopped = { ...item, signal: AbortSignal.abort() };
	expect(await errorOf(() => get.execute(stopped))).toMatchObject({ code: 'STOPPED' });
	expect(service.asked).toEqual([]);
});
