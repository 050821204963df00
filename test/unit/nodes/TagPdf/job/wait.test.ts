import { errorOf } from '../../../support/errorOf';
import { jobOf } from '../../../support/fakeService';
import { as, DOWN, id, openJob as open } from '../../../support/openJob';

describe('Wait', () => {
	const wait = (waitTimeout: unknown = 120) => open({ options: { waitTimeout } });

	test('returns the job once it is completed, and records its states', async () => {
		const { run, runtime, state } = wait();
		runtime.answer('getJob', as('processing'), as('processing'), as('completed'));
		expect(await run('wait')).toEqual({ json: jobOf(id) });
		expect(runtime.all('getJob')).toHaveLength(3);
		expect(state.job).toEqual(jobOf(id));
	});

	test('a failed job fails the item', async () => {
		const { run, runtime } = wait();
		runtime.answer('getJob', as('failed'));
		expect(await errorOf(() => run('wait'))).toMatchObject({ code: 'JOB_FAILED' });
	});

	test('waits for service and job within one Wait Timeout', async () => {
		const { run, runtime } = wait();
		const began = runtime.now();
		runtime.answer('getJob', DOWN);
		runtime.after(40_000, () => runtime.answer('getJob', as('processing')));
		expect(await errorOf(() => run('wait'))).toMatchObject({
			code: 'WAIT_TIMEOUT',
			message: 'The document takes longer than 2 minutes',
		});
		expect(runtime.now() - began).toBe(120_000);
	});

	test('ends with Stop while it waits', async () => {
		const stop = new AbortController();
		const { run, runtime } = open({}, {}, stop.signal);
		runtime.answer('getJob', () => {
			stop.abort();
			return as('processing');
		});
		expect(await errorOf(() => run('wait'))).toMatchObject({ code: 'STOPPED' });
		expect(runtime.all('getJob')).toHaveLength(1);
	});
});
