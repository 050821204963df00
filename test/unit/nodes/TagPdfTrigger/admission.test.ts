import { Admission } from '../../../../nodes/TagPdfTrigger/admission';
import { FakeResponse } from '../../support/fakeWebhook';

describe('Admission', () => {
	const setUp = () => {
		const clock = { now: 0 };
		const admission = new Admission();
		const arrive = (key = 'job') => {
			const response = new FakeResponse();
			const delivery = { response, admitted: undefined as boolean | undefined };
			const decided = admission
				.enter(key, response, () => clock.now)
				.then((admitted) => (delivery.admitted = admitted));
			return Object.assign(delivery, { decided });
		};
		return { clock, arrive };
	};
	/** Waits until every pending decision is made. */
	const settle = async () => await new Promise((resolve) => setImmediate(resolve));

	test('makes others wait for the first answer, and then calls them duplicates', async () => {
		const { arrive } = setUp();
		const [first, second, third] = [arrive(), arrive(), arrive()];
		await settle();
		expect([first, second, third].map(({ admitted }) => admitted)).toEqual([
			true,
			undefined,
			undefined,
		]);
		first.response.end(200);
		expect(await Promise.all([second.decided, third.decided])).toEqual([false, false]);
		expect(await arrive().decided).toBe(false);
	});

	const unacknowledged: Array<[string, (response: FakeResponse) => void]> = [
		['no answer', (response) => response.breakOff()],
		...[300, 304, 404, 429, 500].map((status): [string, (response: FakeResponse) => void] => [
			`the answer ${status}`,
			(response) => response.end(status),
		]),
	];
	test.each(unacknowledged)(
		'after %s, admits exactly one waiting delivery instead',
		async (_how, end) => {
			const { arrive } = setUp();
			const [first, second, third] = [arrive(), arrive(), arrive()];
			await settle();
			end(first.response);
			await settle();
			expect([second.admitted, third.admitted]).toEqual([true, undefined]);
			second.response.end(200);
			expect(await third.decided).toBe(false);
		},
	);

	test('forgets a job some time after its answer', async () => {
		const { clock, arrive } = setUp();
		const first = arrive();
		await first.decided;
		clock.now = 100;
		first.response.end(200);
		await settle();
		clock.now = 699;
		expect(await arrive().decided).toBe(false);
		clock.now = 700;
		expect(await arrive().decided).toBe(true);
	});

	test('remembers the latest 10,000 jobs', async () => {
		const admission = new Admission();
		const deliver = async (key: string) => {
			const response = new FakeResponse();
			const admitted = await admission.enter(key, response, () => 0);
			response.end(200);
			await Promise.resolve();
			return admitted;
		};
		for (let n = 0; n < 10_000; n += 1) await deliver(`job ${n}`);
		expect(await deliver('job 0')).toBe(false);
		expect(await deliver('one more')).toBe(true);
		await deliver('the next drops the oldest');
		expect([await deliver('job 0'), await deliver('job 9999')]).toEqual([true, false]);
	});

	test('does not delay others for a disconnected sender', async () => {
		const admission = new Admission();
		const gone = new FakeResponse();
		gone.destroyed = true;
		expect(await admission.enter('job', gone, () => 0)).toBe(true);
		expect(await admission.enter('job', new FakeResponse(), () => 0)).toBe(true);
	});

	describe('in memory', () => {
		const acknowledge = async (admission: Admission, job: string, now: number) => {
			const response = new FakeResponse();
			await admission.enter(job, response, () => now);
			response.end(200);
			await settle();
		};
		const keysOf = (admission: Admission) => [...admission['acknowledgedAt'].keys()];

		test('keeps a short hash of a job, however long its ID is', async () => {
			const admission = new Admission();
			await acknowledge(admission, 'x'.repeat(3_000_000), 0);
			expect(keysOf(admission).map(({ length }) => length)).toEqual([44]);
		});

		test('keeps a job until the first event after its lifetime', async () => {
			const admission = new Admission();
			await acknowledge(admission, 'a', 0);
			await acknowledge(admission, 'b', 1);
			await acknowledge(admission, 'c', 600);
			expect(keysOf(admission)).toHaveLength(2);
		});
	});
});
