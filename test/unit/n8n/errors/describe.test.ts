import { faultError, stopped, TagPdfError, waitTimeout } from '../../../../nodes/client/errors';
import { STEPS, type Fault } from '../../../../nodes/client/errors';

const FAULTS: Fault[] = [
	...['ECONNREFUSED', 'ENOTFOUND', 'ECONNRESET', 'CERT_HAS_EXPIRED', 'SSRF_BLOCKED', 'STALLED'].map(
		(code): Fault => ({ kind: 'network', code }),
	),
	...[302, 400, 401, 402, 403, 404, 409, 413, 429, 500, 503].map((statusCode): Fault => ({
		kind: 'status',
		statusCode,
		message: 'Subscription canceled',
	})),
	{ kind: 'unreadable', reason: 'a web page came back' },
];
const all = STEPS.flatMap((step) => FAULTS.map((fault) => ({ step, fault })));

describe('texts', () => {
	it.each(all)('$step, $fault: say what happened and how to get on', ({ step, fault }) => {
		const paid = ['getJob', 'getResult', 'download'].includes(step) ? 'job_7' : undefined;
		const { message, description } = faultError(step, fault, 'api.example.com', paid, false);
		expect(message.length).toBeGreaterThan(20);
		expect(description.length).toBeGreaterThan(20);
		expect(message + description).not.toMatch(/\b(error|problem|failure|mistake|undefined)\b/i);
		// n8n would take the execution for a stopped one.
		expect(message + description).not.toContain('canceled');
	});

	it.each(all.filter(({ step }) => ['getJob', 'getResult', 'download'].includes(step)))(
		'$step, $fault: name a job that is paid for',
		({ step, fault }) => {
			const error = faultError(step, fault, 'api.example.com', 'job_7', false);
			expect(error.jobId).toBe('job_7');
			if (error.code !== 'NOT_FOUND') expect(error.description).toContain('job_7');
		},
	);
});

describe('TagPdfError', () => {
	it('spells a word so that n8n does not take the execution for a stopped one', () => {
		const error = new TagPdfError({
			code: 'UNREACHABLE',
			message: 'canceled',
			description: 'Canceled',
		});
		expect(error.message).toBe('cancelled');
		expect(error.description).toBe('cancelled');
	});

	it('names job, state, time and the way on when a wait takes too long', () => {
		const error = waitTimeout('job_7', 'processing', 61_400);
		expect(error.message).toBe('Job job_7 is still "processing" after 61 seconds');
		expect(error.description).toMatch(/Job → Wait and Job → Download/);
	});

	it('tells a stop by the user from a run that another item has ended', () => {
		expect(stopped(AbortSignal.abort(), 'job_7')).toMatchObject({
			code: 'STOPPED',
			jobId: 'job_7',
		});
		expect(stopped(AbortSignal.abort('halted'))).toMatchObject({ code: 'NOT_STARTED' });
	});
});
