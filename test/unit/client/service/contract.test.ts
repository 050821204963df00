import fc from 'fast-check';

import { isJobId, type Job, readJobState } from '../../../../client/service';
import { jobOf } from '../../support/fakeService';

const BASE = 'https://api.example.com/v1/jobs/';

describe('isJobId', () => {
	test.each([
		'8f14e45f',
		'a/b?c',
		'...',
		'.a',
		'a.',
		'a..',
		'Ж 𝒳',
		'constructor',
		'__proto__',
		'a'.repeat(255),
	])('%p is accepted', (id) => expect(isJobId(id)).toBe(true));

	test.each<unknown>([
		...['', '.', '..', '\ud800', 'a\udfff', 'a\nb', '\u0000', '\u0085', 'a'.repeat(8_001)],
		...[undefined, null, 7, ['a']],
	])('%p is refused', (id) => expect(isJobId(id)).toBe(false));

	test('an accepted ID has its own path below the jobs', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
				fc.pre(isJobId(a) && isJobId(b));
				const of = (id: string) => new URL(BASE + encodeURIComponent(id)).href;
				expect(of(a).startsWith(BASE)).toBe(true);
				expect(of(a).length).toBeGreaterThan(BASE.length);
				expect(of(a) === of(b)).toBe(a === b);
			}),
		);
	});
});

describe('readJobState', () => {
	const of = (status: unknown) => readJobState({ ...jobOf('j'), status } as Job);

	test.each([
		'processing',
		'completed',
		'failed',
		'queued',
		'being_checked',
		'on-hold',
		'a'.repeat(30),
	])('%s is reported unchanged', (status) => expect(of(status)).toBe(status));

	test.each([undefined, null, 7, '', 'sk_live_7', 'Two words', 'a'.repeat(31), 'a\nb', ['failed']])(
		'%p is an unknown state of a pending job',
		(status) => expect(of(status)).toBe('processing'),
	);
});
