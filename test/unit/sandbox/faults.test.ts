import type { FaultOrder } from '../../../sandbox';
import { makePdf, open } from './openSandbox';

// The fault matrix (test/engine/faults) orders every kind of fault at every step and compares each outcome.

describe('which calls a fault is for', () => {
	it.each<[string, Partial<FaultOrder>, number[]]>([
		['the next one by default', {}, [500, 200, 200]],
		['several in a row, from the n-th', { nth: 2, times: 2 }, [200, 500, 500, 200]],
		['all that follow', { times: 'always' }, [500, 500, 500]],
		['all that follow, as a number', { times: Infinity }, [500, 500]],
	])('%s', async (_what, order, expected) => {
		const { client, sandbox } = await open();
		await client.getAccount();
		sandbox.faults.order({ step: 'getAccount', fault: { status: 500 }, ...order });
		const seen: number[] = [];
		while (seen.length < expected.length) seen.push((await client.getAccount()).status);
		expect(seen).toEqual(expected);
		expect(sandbox.requests[expected.indexOf(500) + 1]).toMatchObject({
			status: 500,
			faults: [{ status: 500 }],
		});
	});

	it('several orders, each at its own step, until they are cleared', async () => {
		const { client, sandbox } = await open();
		for (const fault of [{ delayMs: 1 }, { status: 503 }])
			sandbox.faults.order({ step: 'createUpload', fault, times: 'always' });
		expect((await client.getAccount()).status).toBe(200);
		expect((await client.createUpload()).status).toBe(503);
		sandbox.faults.clear();
		expect((await client.createUpload()).status).toBe(201);
	});

	it.each<FaultOrder>([
		{ step: 'store', fault: { malformedJson: true } },
		{ step: 'download', fault: { missingField: 'id' } },
		{ step: 'getJob', fault: { expired: true } },
		{ step: 'getJob', fault: { failJob: true } },
		{ step: 'store', fault: { truncate: 0.5 } },
		{ step: 'store', fault: { stall: 'body' } },
		{ step: 'getJob', fault: { status: 500 }, nth: 0 },
	])('refuses an order without any effect: %j', async (order) => {
		const { sandbox } = await open();
		expect(() => sandbox.faults.order(order)).toThrow(RangeError);
	});
});

test.each<[FaultOrder['fault'], number]>([
	[{ status: 502 }, 0],
	[{ status: 504, afterEffect: true }, 1],
	[{ reset: 'before' }, 0],
	[{ reset: 'after' }, 1],
])('%j at a submission leaves %d charges, and a repeat pays once', async (fault, charges) => {
	const { client, sandbox } = await open();
	const key = await client.upload(await makePdf());
	sandbox.faults.order({ step: 'submitJob', fault });
	const status = await client.submitJob({ key }, 'k').then(
		(answer) => answer.status,
		() => null,
	);
	expect((await sandbox.requestAnswered('submitJob')).status).toBe(status);
	expect(status).toBe('status' in fault ? fault.status : null);
	expect(sandbox.ledger.charges).toHaveLength(charges);
	expect((await client.submitJob({ key }, 'k')).body.id).toBe(sandbox.jobs[0]?.id);
	expect(sandbox.ledger.spent).toBe(1);
});

test('a field of an answer gets another value, and all others stay', async () => {
	const { client, sandbox } = await open();
	const fields = { upload_url: 'https://nobody.invalid/' };
	sandbox.faults.order({ step: 'createUpload', fault: { fields } });
	const { body } = await client.createUpload();
	expect(body).toMatchObject({ ...fields, key: expect.any(String) as string });
});
