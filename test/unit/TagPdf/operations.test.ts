import type { INodeExecutionData } from 'n8n-workflow';

import type { Item } from '../../../nodes/TagPdf/item';
import { operations, runOperation } from '../../../nodes/TagPdf/operations';
import { present } from '../../present';
import { jobOf, type FakeService } from '../support/fakeService';
import { openDocument } from './resources/document/fixture';
import { openJob } from './resources/openJob';

const run = async (resource: string, name: string, item: Item): Promise<INodeExecutionData> => {
	const [output] = await runOperation(present(operations[resource]?.[name]), item);
	return present(output);
};

/** The service puts a field `error` into every job and account. */
const withError = (service: FakeService, error: unknown) => {
	const body = JSON.stringify({ ...jobOf('job_7'), credits_available: 7, error });
	service.instead = (asked) =>
		/jobs(\/job_7)?$|me$/.test(asked) ? { statusCode: 200, body } : undefined;
	service.jobs.set('job_7', jobOf('job_7'));
};

describe.each([null, '', { message: 'of the service' }])('a field error of %j', (error) => {
	test.each([
		['document', 'submit'],
		['document', 'tag'],
		['job', 'get'],
		['job', 'wait'],
		['job', 'download'],
		['account', 'get'],
	])('is renamed in the output of %s: %s, so that no item fails', async (resource, name) => {
		const isDocument = resource === 'document';
		const { item, service } = isDocument ? await openDocument(name as 'tag') : await openJob();
		withError(service, error);
		const { binary, json } = await run(resource, name, item);
		expect(json).not.toHaveProperty('error');
		expect(json).toMatchObject({ error_source: error });
		expect(Object.keys(binary ?? {})).toEqual(/tag|download/.test(name) ? ['data'] : []);
	});

	test('of kept input is renamed, and that of the job stays in the job', async () => {
		const { fake, item, service } = await openDocument('submit', {
			options: { keepSource: 'json' },
		});
		withError(service, 'of the service');
		const [input] = fake.context.getInputData();
		Object.assign(present(input).json, { error, error_source: 'taken', subject: 'Minutes' });
		expect((await run('document', 'submit', item)).json).toEqual({
			error_source: 'taken',
			error_source_2: error,
			subject: 'Minutes',
			job: { ...jobOf('job_7'), credits_available: 7, error: 'of the service' },
		});
	});
});

test('leaves an output without a field error unchanged', async () => {
	const { item, service } = await openJob();
	service.jobs.set('job_7', jobOf('job_7'));
	expect((await run('job', 'get', item)).json).toEqual(jobOf('job_7'));
});
