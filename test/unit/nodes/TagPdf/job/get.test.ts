import { jobOf } from '../../../support/fakeService';
import { as, id, openJob as open } from '../../../support/openJob';

test.each(['processing', 'completed', 'failed'] as const)(
	'Get returns a job that is %s as it is',
	async (status) => {
		const { run, runtime } = open();
		runtime.answer('getJob', as(status));
		expect(await run('get')).toEqual({ json: jobOf(id, { status }) });
		expect(runtime.order()).toEqual(['getJob']);
	},
);
