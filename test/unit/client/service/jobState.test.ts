import { readJobState, type Job } from '../../../../nodes/client/service';
import { jobOf } from '../../support/fakeService';

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
