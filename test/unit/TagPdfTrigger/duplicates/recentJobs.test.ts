import * as fc from 'fast-check';

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

	test('restarts the lifetime of a job that is added again', () => {
		const recent = new RecentJobs(2, 600);
		recent.add('one', 0);
		recent.add('two', 1);
		recent.add('one', 500);
		recent.add('three', 501);
		expect(recent.has('one', 1000)).toBe(true);
		expect(recent.has('two', 501)).toBe(false);
	});

	test('keeps the latest jobs within its capacity', () => {
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
