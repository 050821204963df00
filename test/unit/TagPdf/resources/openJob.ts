import { FakeExecution } from '../../support/fakeExecution';
import { FakeService } from '../../support/fakeService';
import { itemOf } from '../../support/itemOf';

/** An item of a Job operation, at a service that may be down. */
export async function openJob(parameters: Record<string, unknown> = {}) {
	const service = new FakeService();
	const fake = new FakeExecution({
		answer: service.answer,
		parameters: [{ jobId: 'job_7', outputBinaryField: 'data', ...parameters }],
	});
	return { service, fake, item: await itemOf(fake) };
}

/** Every call to the API is answered with this status. */
export function down(service: FakeService, statusCode = 503): void {
	service.instead = () => ({ statusCode, body: '{}' });
}
