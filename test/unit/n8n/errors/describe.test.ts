import {
	ERROR_CODES,
	TagPdfError,
	type ErrorCode,
	type ErrorFacts,
} from '../../../../nodes/client/errors';
import { describe as describeError, InputError } from '../../../../nodes/n8n/errors';
import { texts } from '../../../../nodes/n8n/errors/texts';
import { failedRequests, oneOfEach } from './facts';

const descriptionOf = (code: ErrorCode, facts: ErrorFacts = {}) =>
	describeError(new TagPdfError(code, facts)).description;

const EXISTS = 'Job job_7 exists and is paid for: use Job → Wait and Job → Download with this ID.';
const UNKNOWN = 'Whether job job_7 exists could not be checked.';
const NOTHING = 'Nothing was charged.';

describe('every text', () => {
	const all = [
		...oneOfEach.map((error) => ({ name: error.message, error })),
		...failedRequests.map(({ error, request, failure }) => ({
			name: `${request}, ${JSON.stringify(failure)}`,
			error,
		})),
	];
	test('there is one of each code', () => {
		expect(oneOfEach.map(({ code }) => code)).toEqual([...ERROR_CODES]);
	});

	test.each(all)('$name: says what happened and how to get on', ({ error }) => {
		const { message, description } = describeError(error);
		expect(message.length).toBeGreaterThan(20);
		expect(description.length).toBeGreaterThan(20);
		const words = `${message} ${description}`;
		expect(words).not.toMatch(/\b(error|problem|failure|mistake|undefined|null|NaN)\b/i);
		expect(words).not.toMatch(/ {2}|\.\.|^ | $/);
		// n8n would take the execution for a stopped one.
		expect(words).not.toMatch(/canceled/i);
	});

	test.each(all)('$name: names the document, once', ({ error }) => {
		const { message } = describeError(error.naming('report.pdf'));
		expect(message.split('"report.pdf"')).toHaveLength(2);
		expect(describeError(error).message).not.toContain('report.pdf');
	});

	test('that says nothing of a document begins with its name', () => {
		const error = new TagPdfError('UNAUTHORIZED', { fileName: 'report.pdf' });
		expect(describeError(error).message).toBe(
			'"report.pdf": The service does not accept the API key',
		);
		const text = { message: 'The file "report.pdf" is empty', description: '' };
		expect(describeError(new InputError(text).naming('report.pdf')).message).toBe(text.message);
		expect(describeError(new InputError(text).naming('rep')).message).toBe(
			`"rep": ${text.message}`,
		);
	});

	test('is one line of bounded length, whatever is in it', () => {
		const facts = { jobId: `job\r\n${'x'.repeat(5_000)}`, jobExists: true };
		const error = new TagPdfError('NOT_SAVED', facts, {
			cause: new Error(`a\n${'y'.repeat(900)}`),
		});
		const { message, description } = describeError(error);
		expect(message.length).toBeLessThanOrEqual(2_000);
		expect(description.length).toBeLessThanOrEqual(2_000);
		expect(message + description).not.toMatch(/\p{Cc}/u);
		const { message: short } = describeError(
			new TagPdfError('NOT_SAVED', { jobId: 'j' }, { cause: new Error('y'.repeat(900)) }),
		);
		expect(short).toMatch(/ y{499}…$/);
	});

	test('spells a word so that n8n does not take the execution for a stopped one', () => {
		const text = { message: 'canceled', description: 'Canceled and CANCELED' };
		expect(describeError(new InputError(text))).toEqual({
			message: 'cancelled',
			description: 'cancelled and cancelled',
		});
	});
});

describe('what was charged', () => {
	const beforeJob = failedRequests.filter(({ error }) => error.facts.jobId === undefined);

	test.each(
		beforeJob.filter(
			({ error: { code }, request }) => request !== 'getAccount' && code !== 'CONFLICT',
		),
	)('$request, $failure: nothing, before there is a job', ({ error }) => {
		expect(describeError(error).description).toMatch(/ Nothing was charged\.$/);
	});

	test.each(beforeJob.filter(({ request }) => request === 'getAccount'))(
		'getAccount, $failure: not a word, as nothing was to be paid for',
		({ error }) => {
			expect(describeError(error).description).not.toMatch(/charge/);
		},
	);

	test.each(['INVALID_INPUT', 'UNFORESEEN'] as const)('%s: not a word', (code) => {
		expect(descriptionOf(code)).not.toMatch(/charged|paid|Whether/);
	});

	test.each(['NOT_FOUND', 'CONFLICT', 'KEY_ALREADY_USED'] as const)(
		'%s: what its own words say, and no more',
		(code) => {
			const facts: ErrorFacts = { request: 'submitJob', jobId: 'job_7' };
			expect(descriptionOf(code, facts)).toBe(texts[code](facts, '').description);
		},
	);

	test.each(['OVER_BUDGET', 'PAGES_UNKNOWN', 'ALREADY_TAGGED'] as const)(
		'%s: the document was not submitted',
		(code) => {
			expect(descriptionOf(code)).toMatch(/ This run did not submit the document\.$/);
		},
	);

	test('credits below the limit: the document was not submitted', () => {
		expect(descriptionOf('CREDITS_BELOW_LIMIT')).toBe(
			'Add credits or lower the limit. This run did not submit the document.',
		);
	});

	test.each(['STOPPED', 'NOT_STARTED'] as const)('%s: nothing was submitted', (code) => {
		expect(descriptionOf(code)).toBe('Nothing was submitted for this item.');
		expect(descriptionOf(code, { request: 'submitJob', unanswered: false })).toBe(
			'Nothing was submitted for this item.',
		);
	});
});

describe('a job', () => {
	const paid: ErrorFacts = { jobId: 'job_7', jobExists: true };

	const ofJob = failedRequests.filter(({ error }) => error.facts.jobExists === true);

	test.each(ofJob)(
		'$request, $failure: exists, is paid for, and this is how to get it',
		({ error }) => {
			expect(describeError(error).description).toMatch(new RegExp(` ${EXISTS}$`));
		},
	);

	test.each(['UNREACHABLE', 'UNFORESEEN', 'NOT_SAVED', 'STOPPED', 'NOT_STARTED'] as const)(
		'%s: exists, is paid for, and this is how to get it',
		(code) => {
			expect(descriptionOf(code, { ...paid, request: 'getJob' })).toMatch(
				new RegExp(`(^| )${EXISTS}$`),
			);
		},
	);

	test('that takes too long: it exists, and waiting can go on or take longer', () => {
		expect(descriptionOf('WAIT_TIMEOUT', { ...paid, jobStatus: 'queued', waitedMs: 1_000 })).toBe(
			`Nothing is lost: its job goes on, and was last seen as "queued". ${EXISTS} To wait longer, raise Wait Timeout.`,
		);
	});

	test('is not named without its ID', () => {
		expect(descriptionOf('STOPPED', { jobExists: true })).toBe(
			'Nothing was submitted for this item.',
		);
	});

	test('that has failed is not said to be there to fetch', () => {
		expect(descriptionOf('JOB_FAILED', paid)).toBe(texts.JOB_FAILED(paid, '').description);
	});

	test('that somebody has typed and nobody knows is not said to exist', () => {
		const facts: ErrorFacts = { request: 'getJob', jobId: 'job_7' };
		expect(descriptionOf('NOT_FOUND', facts)).not.toContain('paid for');
	});

	// An ID that somebody has typed proves nothing.
	test.each(
		failedRequests.filter(
			({ request, error }) => request === 'getJob' && error.code !== 'NOT_FOUND',
		),
	)('$failure: is not said to exist while only its ID is known', ({ error }) => {
		const facts: ErrorFacts = { ...error.facts, jobExists: undefined };
		const description = descriptionOf(error.code, facts);
		expect(description).toMatch(new RegExp(` ${UNKNOWN}$`));
		expect(description).not.toMatch(/paid for|charged/);
		expect(descriptionOf(error.code, { ...facts, jobExists: false })).toBe(description);
	});
});

describe('a submission whose outcome is not known', () => {
	const facts: ErrorFacts = {
		request: 'submitJob',
		failure: { kind: 'network', code: 'ECONNRESET' },
		server: 'api.example.com',
		unanswered: true,
		idempotencyKey: 'key-1',
	};
	const OUTCOME =
		'Whether the job was created is not known. A new execution with Avoid Paying Twice set to Per Own Key, and the key key-1, does not pay for it twice.';

	test('gives the key, and does not say that nothing was charged', () => {
		expect(descriptionOf('UNREACHABLE', facts)).toMatch(new RegExp(` ${OUTCOME}$`));
		expect(descriptionOf('UNREACHABLE', facts)).not.toContain(NOTHING);
	});

	test('gives the key alone when another item ended the run', () => {
		expect(descriptionOf('NOT_STARTED', facts)).toBe(OUTCOME);
	});

	test('names another run where it has the same key', () => {
		expect(descriptionOf('UNREACHABLE', { ...facts, keyLasts: true })).toMatch(
			/ Whether the job was created is not known\. Running the workflow again sends this document under the same key, key-1: it is not paid for twice\.$/,
		);
	});

	test.each(['UNREACHABLE', 'NOT_STARTED', 'STOPPED'] as const)(
		'%s: speaks of no retry, which n8n does not give after Stop or a success with error items',
		(code) => {
			for (const keyLasts of [true, false]) {
				expect(descriptionOf(code, { ...facts, keyLasts })).not.toMatch(/retry/i);
			}
		},
	);

	test('is none where a key is refused', () => {
		expect(descriptionOf('KEY_ALREADY_USED', { idempotencyKey: 'key-1' })).not.toContain(
			'not known',
		);
	});

	test('says nothing of a key that is not known', () => {
		const { description } = describeError(
			new TagPdfError('UNREACHABLE', { ...facts, idempotencyKey: undefined }),
		);
		expect(description).not.toMatch(/not known|key|Nothing was charged/);
	});

	test('a key is not talked of when the service has refused the submission', () => {
		const refused = { ...facts, unanswered: false };
		expect(descriptionOf('NOT_ENOUGH_CREDITS', refused)).toMatch(/ Nothing was charged\.$/);
		expect(descriptionOf('NOT_ENOUGH_CREDITS', refused)).not.toContain('key-1');
	});
});

describe('UNFORESEEN', () => {
	const unforeseen = (cause: unknown, facts: ErrorFacts = {}) =>
		describeError(new TagPdfError('UNFORESEEN', facts, { cause }));

	test('gives what the exception says, and asks for a report', () => {
		const { message, description } = unforeseen(new TypeError('x is not a function'));
		expect(message).toMatch(/: x is not a function$/);
		expect(description).toMatch(/^Please report it with this message/);
		expect(unforeseen('a bare text').message).toMatch(/: a bare text$/);
	});

	test('names the job that it came between', () => {
		const { description } = unforeseen(new Error('x'), { jobId: 'job_7', jobExists: true });
		expect(description).toMatch(new RegExp(`issues ${EXISTS}$`));
	});
});

test('an input keeps its own words', () => {
	const text = { message: 'Job ID is empty', description: 'Enter the ID of a job.' };
	expect(describeError(new InputError(text))).toEqual(text);
	expect(describeError(new InputError(text, 'NOT_A_PDF'))).toEqual(text);
});
