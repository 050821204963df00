import { EventEmitter } from 'events';
import * as fc from 'fast-check';
import { Admission } from '../../../../nodes/TagPdfTrigger/duplicates/admission';
import { RecentJobs } from '../../../../nodes/TagPdfTrigger/duplicates/recentJobs';

describe('RecentJobs', () => {
	test('remembers a job for its lifetime', () => {
		const recent = new RecentJobs(10, 600);
		recent.add('job', 1000);
		expect(recent.has('job', 1000)).toBe(true);
		expect(recent.has('job', 1599)).toBe(true);
		expect(recent.has('job', 1600)).toBe(false);
		expect(recent.has('other', 1000)).toBe(false);
	});

	test('a job that is added again lives from then on, and is not the first to go', () => {
		const recent = new RecentJobs(2, 600);
		recent.add('one', 0);
		recent.add('two', 1);
		recent.add('one', 500);
		recent.add('three', 501);
		expect(recent.has('one', 1000)).toBe(true);
		expect(recent.has('two', 501)).toBe(false);
	});

	test('always knows the last jobs, and never more than its capacity', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 20 }), fc.array(fc.nat(40)), (capacity, jobs) => {
				const recent = new RecentJobs(capacity, 1);
				for (const job of jobs) recent.add(String(job), 0);
				const distinct = [...new Set([...jobs].reverse())];
				const known = distinct.map((job) => recent.has(String(job), 0));
				expect(known).toEqual(distinct.map((_job, age) => age < capacity));
			}),
		);
	});
});

/** A response as far as the admission looks at it. */
class Response extends EventEmitter {
	destroyed = false;
	writableFinished = false;
	statusCode = 200;

	end(statusCode: number) {
		this.statusCode = statusCode;
		this.writableFinished = true;
		this.emit('close');
	}

	breakOff() {
		this.destroyed = true;
		this.emit('close');
	}
}

describe('Admission', () => {
	const setUp = () => {
		const clock = { now: 0 };
		const admission = new Admission(new RecentJobs(100, 600));
		const arrive = (key = 'job') => {
			const response = new Response();
			const delivery = { response, admitted: undefined as boolean | undefined };
			const decided = admission
				.enter(key, response, () => clock.now)
				.then((admitted) => (delivery.admitted = admitted));
			return Object.assign(delivery, { decided });
		};
		return { clock, arrive };
	};
	/** Enough turns of the event loop for everything that could be decided. */
	const settle = async () => await new Promise((resolve) => setImmediate(resolve));

	test('lets the first one in at once', async () => {
		const { arrive } = setUp();
		expect(await arrive().decided).toBe(true);
	});

	test('others wait while the first is being answered, and are duplicates once it is', async () => {
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

	test.each(['an answer that is no success', 'no answer'])(
		'after %s, exactly one of those that wait takes its place',
		async (how) => {
			const { arrive } = setUp();
			const [first, second, third] = [arrive(), arrive(), arrive()];
			await settle();
			if (how === 'no answer') first.response.breakOff();
			else first.response.end(500);
			await settle();
			expect([second.admitted, third.admitted]).toEqual([true, undefined]);
			second.response.end(200);
			expect(await third.decided).toBe(false);
		},
	);

	test('keeps jobs apart', async () => {
		const { arrive } = setUp();
		expect(await Promise.all([arrive('a').decided, arrive('b').decided])).toEqual([true, true]);
	});

	test('forgets after a while, as the lasting memory is elsewhere', async () => {
		const { clock, arrive } = setUp();
		const first = arrive();
		await first.decided;
		first.response.end(200);
		await settle();
		clock.now = 601;
		expect(await arrive().decided).toBe(true);
	});

	test('does not hold up others for a sender that is gone', async () => {
		const admission = new Admission(new RecentJobs(100, 600));
		const gone = new Response();
		gone.destroyed = true;
		expect(await admission.enter('job', gone, () => 0)).toBe(true);
		expect(await admission.enter('job', new Response(), () => 0)).toBe(true);
	});
});
