import { FakeService } from '../../../support/fakeService';
import { openNode } from '../../../support/openNode';

const parameters = [{ resource: 'account', operation: 'get' }];

test('Get returns what the service says of the account, and only asks', async () => {
	const service = new FakeService();
	service.credits = 7;
	const [items = []] = await openNode({ parameters, service }).execute();
	expect(items).toEqual([
		{
			json: {
				account_id: expect.stringMatching(/^account of /) as string,
				plan: 'free',
				credits_available: 7,
			},
			pairedItem: { item: 0 },
		},
	]);
	expect(service.asked).toEqual(['GET /v1/me']);
});

test('Get names what the service refuses', async () => {
	const service = new FakeService();
	service.instead = () => ({ statusCode: 401, body: '{}' });
	const [items = []] = await openNode({ parameters, service, continueOnFail: true }).execute();
	expect(items[0]?.json).toMatchObject({ error: { code: 'UNAUTHORIZED' } });
});
