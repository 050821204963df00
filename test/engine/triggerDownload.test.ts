import { readBinary } from '../../engine';
import { present } from '../present';
import { openAtSandbox, type TriggerAtSandbox } from './triggerAtSandbox';

let trigger: TriggerAtSandbox;
const open = async ({ parameters, ...options }: Parameters<typeof openAtSandbox>[0] = {}) =>
	(trigger = await openAtSandbox({
		...options,
		parameters: { downloadTaggedPdf: true, ...parameters },
	}));
afterEach(async () => {
	expect(trigger.webhook.errors).toEqual([]);
	await trigger.close();
});

describe.each(['default', 'filesystem'] as const)('binary mode %s', (binaryMode) => {
	test('the item holds the event and the tagged PDF', async () => {
		const { deliver, emitted, sandbox } = await open({ binaryMode });
		await deliver();
		const [item, ...others] = await emitted();
		expect(others).toEqual([]);
		expect(item?.json).toEqual(sandbox.webhooks.deliveries[0]?.event);
		expect(item?.binary?.data).toMatchObject({
			fileName: 'report-tagged.pdf',
			mimeType: 'application/pdf',
		});
		expect(item?.binary?.data?.id === undefined).toBe(binaryMode === 'default');
		if (!item) throw new Error('nothing was emitted');
		const pdf = await readBinary(item);
		expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
		expect(pdf.length).toBe(sandbox.jobs[0]?.result?.bytes);
	});
});

test('the field and the file name are the chosen ones', async () => {
	const parameters = {
		outputBinaryField: 'tagged',
		options: { outputFileName: 'out/final report.pdf' },
	};
	const { deliver, emitted } = await open({ parameters });
	await deliver();
	const [item] = await emitted();
	expect(Object.keys(item?.binary ?? {})).toEqual(['tagged']);

	expect(item?.binary?.tagged?.fileName).toBe('final report.pdf');
});

test('a failed job has no file, and none is asked for', async () => {
	const events = ['job.completed', 'job.failed'];
	const { deliver, emitted, engine, sandbox } = await open({ parameters: { events } });
	delete engine.credentials.tagPdfApi;
	sandbox.faults.order({ step: 'submitJob', fault: { failJob: true } });
	await deliver();
	const [item] = await emitted();
	expect(item?.json.type).toBe('job.failed');
	expect(item?.binary).toBeUndefined();
	expect(sandbox.requestsOf('getResult')).toEqual([]);
});

test('the event is acknowledged before the download begins', async () => {
	const { emitted, sandbox, submit } = await open();
	sandbox.faults.order({ step: 'getResult', fault: { delayMs: 300 } });
	await submit();
	await sandbox.requestArrived('getResult');
	await sandbox.webhooks.settled();
	expect(await emitted()).toHaveLength(1);
	const [delivery] = sandbox.webhooks.deliveries;
	expect(delivery?.attempts.map(({ status }) => status)).toEqual([200]);
	const { at, tookMs } = present(delivery?.attempts[0]);
	expect(at + tookMs).toBeLessThanOrEqual(present(sandbox.requestsOf('download')[0]).at);
});

test('breaks on the way are mended as in the action node: 503, expired address, cut body', async () => {
	const { deliver, emitted, sandbox } = await open();
	sandbox.faults.order({ step: 'getResult', fault: { status: 503 } });
	sandbox.faults.order({ step: 'download', fault: { expired: true } });
	sandbox.faults.order({ step: 'download', nth: 2, fault: { truncate: 0.5 } });
	await deliver();
	expect((await emitted()).map(({ binary }) => binary?.data?.mimeType)).toEqual([
		'application/pdf',
	]);
	expect(sandbox.requestsOf('download')).toHaveLength(3);
});

describe('when the download is not possible', () => {
	const failedExecution = async () => {
		trigger.sandbox.faults.order({ step: 'getResult', fault: { status: 401 } });
		const id = await trigger.deliver();
		const [execution] = await trigger.webhook.executions();
		if (!execution) throw new Error('nothing was started');
		return { id, execution };
	};

	test('the execution fails, and says which job it is about and what to do', async () => {
		await open();
		const { id, execution } = await failedExecution();
		expect(execution.status).toBe('error');
		expect(execution.error).toMatchObject({
			message: 'The service does not accept the API key',
			description: expect.stringContaining(id),
		});
		const stored = JSON.stringify(execution.storedData()) + trigger.engine.log.toString();
		const [account] = trigger.sandbox.accounts;
		for (const secret of [account.apiKey, trigger.endpoint.secret])
			expect(stored).not.toContain(secret);
	});

	test('a manual Retry of it downloads, and is no duplicate', async () => {
		await open();
		const { execution } = await failedExecution();
		const retried = await trigger.engine.retry(execution);
		expect(retried.status).toBe('success');
		expect(retried.items('Tag PDF Trigger').map(({ binary }) => Object.keys(binary ?? {}))).toEqual(
			[['data']],
		);
	});

	test('Retry On Fail tries again within the execution, and is no duplicate', async () => {
		await open({ settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } });
		const { execution } = await failedExecution();
		expect(execution.status).toBe('success');
		expect(execution.items('Tag PDF Trigger')).toHaveLength(1);
	});

	test('a missing API credential is said so, before anything is sent', async () => {
		await open();
		delete trigger.engine.credentials.tagPdfApi;
		await trigger.deliver();
		const [execution] = await trigger.webhook.executions();
		expect(execution?.status).toBe('error');
		expect(trigger.sandbox.requestsOf('getResult')).toEqual([]);
	});

	test('with On Error → Continue, the item says what happened', async () => {
		await open({ settings: { onError: 'continueRegularOutput' } });
		const { id, execution } = await failedExecution();
		expect(execution.status).toBe('success');
		expect(execution.items('Tag PDF Trigger')[0]?.json).toMatchObject({
			error: { code: 'UNAUTHORIZED', jobId: id },
		});
	});
});
