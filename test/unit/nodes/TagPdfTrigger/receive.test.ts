import { TagPdfTrigger } from '../../../../nodes/TagPdfTrigger/TagPdfTrigger.node';
import { FakeWebhook, type FakeWebhookSetup } from '../../support/fakeWebhook';
import { hmacOf } from '../../../host/harness/events';
import { jobEvent, signedDelivery } from '../../support/events';

const trigger = new TagPdfTrigger();
const deliver = async (setup: FakeWebhookSetup) => {
	const fake = new FakeWebhook(setup);
	const result = await trigger.webhook.call(fake.context);
	return { fake, result, answer: [fake.response.statusCode, fake.response.body] };
};
const DONE = { noWebhookResponse: true };
const acknowledged = jobEvent();

describe('admits', () => {
	test('a genuine event of a chosen type, as the service sent it, and leaves the answer to n8n', async () => {
		const event = jobEvent();
		const { fake, result } = await deliver(signedDelivery(event));
		expect(result).toEqual({ workflowData: [[{ json: event }]] });
		expect(fake.response.body).toBeUndefined();
		expect(fake.log.lines).toEqual([]);
	});

	test('an acknowledged job only once', async () => {
		const event = jobEvent();
		const first = await deliver(signedDelivery(event));
		first.fake.response.end(200);
		const again = await deliver(signedDelivery({ ...event, id: 'evt_other' }));
		expect(again.result).toEqual(DONE);
		expect(again.answer).toEqual([200, { message: 'Received before.' }]);
	});

	test.each([{ node: { id: 'node_2' } }, { workflow: { id: 'workflow_2' } }])(
		'a job that another node has received: %j',
		async (elsewhere) => {
			const event = jobEvent();
			const first = await deliver(signedDelivery(event));
			first.fake.response.end(200);
			const { result } = await deliver({ ...signedDelivery(event), ...elsewhere });
			expect(result).toEqual({ workflowData: [[{ json: event }]] });
		},
	);

	test.each([404, 503])(
		'a job again if its first delivery was answered with %d',
		async (statusCode) => {
			const event = jobEvent();
			const first = await deliver(signedDelivery(event));
			first.fake.response.end(statusCode);
			expect((await deliver(signedDelivery(event))).result.workflowData).toHaveLength(1);
		},
	);

	describe('a job that n8n acknowledged long ago, because its store decides then:', () => {
		const NOW = 1_764_000_000_000;
		beforeEach(() => jest.useFakeTimers({ now: NOW, doNotFake: ['nextTick'] }));
		afterEach(() => jest.useRealTimers());

		test.each([
			[599, DONE],
			[600, { workflowData: [[{ json: expect.anything() as unknown }]] }],
		])('after %d seconds', async (seconds, expected) => {
			const event = jobEvent();
			const first = await deliver(signedDelivery(event));
			first.fake.response.end(200);
			expect((await deliver(signedDelivery(event))).result).toEqual(DONE);
			jest.setSystemTime(NOW + seconds * 1000);
			expect((await deliver(signedDelivery(event))).result).toEqual(expected);
		});
	});

	test('every delivery to the Test URL', async () => {
		const event = jobEvent();
		for (let n = 0; n < 2; n += 1) {
			const { fake, result } = await deliver({ ...signedDelivery(event), mode: 'manual' });
			fake.response.end(200);
			expect(result.workflowData).toHaveLength(1);
		}
	});
});

describe('answers without a workflow', () => {
	test('401 with the reason to a forged delivery at the Test URL', async () => {
		const forged = signedDelivery(jobEvent(), 'whsec_other');
		const { result, answer } = await deliver({ ...forged, mode: 'manual' });
		expect(result).toEqual(DONE);
		expect(answer).toEqual([
			401,
			{
				message:
					'The delivery is not accepted: its signature matches no secret in the credential. Each endpoint has its own secret: copy the secret of the endpoint with this URL.',
			},
		]);
	});

	test.each([
		['an event of a type that is not chosen', jobEvent({ type: 'job.failed' })],
		['an event of an unknown type', jobEvent({ type: 'account.closed' })],
		['no event', Buffer.from('[]')],
		['a job that n8n has acknowledged', acknowledged],
	])('only 401 to any body without a genuine signature: %s', async (_what, body) => {
		if (body === acknowledged) {
			(await deliver(signedDelivery(acknowledged))).fake.response.end(200);
		}
		const forged = signedDelivery(body, 'whsec_other');
		const unsigned = { ...signedDelivery(body), signatures: [] };
		for (const setup of [forged, unsigned]) {
			const { result, answer } = await deliver(setup);
			expect(result).toEqual(DONE);
			expect(answer).toEqual([401, { message: 'The signature is not accepted.' }]);
		}
	});

	test('400 to a signed body that is no event, and logs it', async () => {
		const { fake, result, answer } = await deliver(signedDelivery(Buffer.from('[]')));
		expect(result).toEqual(DONE);
		expect(answer).toEqual([
			400,
			{ message: 'The body is not an event of the Document Tagging Service.' },
		]);
		expect(fake.log.lines).toEqual([
			[
				'warn',
				'"Tag PDF Trigger" in workflow "Inbox" refused a delivery: it is signed, but not an event.',
			],
		]);
	});

	test.each(['job.failed', 'account.closed'])(
		'200 to the unchosen event %s, and does not record its job',
		async (type) => {
			const event = jobEvent();
			const { result, answer } = await deliver(signedDelivery({ ...event, type }));
			expect(result).toEqual(DONE);
			expect(answer).toEqual([
				200,
				{ message: 'Received. This workflow does not listen to this type of event.' },
			]);
			expect((await deliver(signedDelivery(event))).result.workflowData).toHaveLength(1);
		},
	);

	describe('Trigger On, as an expression may return it,', () => {
		let nodes = 0;
		const listen = async (
			events: unknown,
			type = 'job.completed',
			setup: FakeWebhookSetup = {},
		) => {
			nodes += 1;
			const delivery = signedDelivery(jobEvent({ type }));
			return await deliver({
				...delivery,
				parameters: { events },
				node: { id: `types ${nodes}` },
				...setup,
			});
		};

		test.each<[unknown, string]>([
			[['job.completed'], 'job.completed'],
			[['job.failed', 'job.completed'], 'job.failed'],
			['job.completed', 'job.completed'],
			['job.failed', 'job.failed'],
		])('%j listens to %s', async (events, type) => {
			expect((await listen(events, type)).result.workflowData).toHaveLength(1);
		});

		test.each<[unknown, string]>([
			[[], 'job.completed'],
			['job.completed', 'job'],
			['job.completed', 'o'],
			['job.completed', 'job.failed'],
			[['job.completed'], 'job.complete'],
		])('%j does not listen to %s', async (events, type) => {
			const { answer, result } = await listen(events, type);
			expect(result).toEqual(DONE);
			expect(answer).toEqual([
				200,
				{ message: 'Received. This workflow does not listen to this type of event.' },
			]);
		});

		const wrong = [
			...[7, true, {}, { 0: 'job.completed' }, '', 'job', 'job.completed, job.failed'],
			...[[''], [7], [['job.completed']], ['job.completed', undefined], 'Job.Completed'],
		];
		test.each(wrong)('%j starts nothing, and is named', async (events) => {
			const { fake, answer, result } = await listen(events);
			expect(result).toEqual(DONE);
			expect(answer).toEqual([
				500,
				{ message: 'The event could not be handled. Send it again later.' },
			]);
			expect(fake.log.lines).toEqual([
				['warn', expect.stringMatching(/refused a delivery: 'Trigger On' has another value/)],
			]);
		});

		test('is named to the user at the Test URL', async () => {
			const { answer } = await listen(7, 'job.completed', { mode: 'manual' });
			expect(answer).toEqual([
				500,
				{ message: expect.stringMatching(/^The delivery is not accepted: 'Trigger On' has/) },
			]);
		});
	});

	describe('500 if n8n cannot read the credential, so that the service retries,', () => {
		let nodes = 0;
		const openFailing = () => {
			nodes += 1;
			const node = { id: `failing ${nodes}` };
			return async (n = 1) => {
				const credential = new Error(`query ${n} has timed out`);
				return await deliver({ ...signedDelivery(), credential, node });
			};
		};

		test('and logs it', async () => {
			const { fake, result, answer } = await openFailing()();
			expect(result).toEqual(DONE);
			expect(answer).toEqual([
				500,
				{ message: 'The event could not be handled. Send it again later.' },
			]);
			expect(fake.log.lines).toEqual([
				[
					'error',
					'"Tag PDF Trigger" in workflow "Inbox" could not handle a delivery: Error: query 1 has timed out',
				],
			]);
		});

		test('and logs it once a minute, however many deliveries arrive', async () => {
			const fail = openFailing();
			const lines = [];
			for (let n = 0; n < 100; n += 1) lines.push(...(await fail(n)).fake.log.lines);
			expect(lines).toHaveLength(1);
		});
	});
});

describe('verification', () => {
	let nodes = 0;
	/** Each delivery gets its own node, because the log reports a refusal only once a minute. */
	const judge = async (setup: FakeWebhookSetup) => {
		nodes += 1;
		const { fake, result } = await deliver({ ...setup, node: { id: `judging ${nodes}` } });
		const { credentialReads, log } = fake;
		return { isAccepted: result.workflowData !== undefined, lines: log.lines, credentialReads };
	};
	const delivery = signedDelivery();
	const signedAt = (timestamp: number): FakeWebhookSetup => ({
		...delivery,
		signatures: [`t=${timestamp},v1=${hmacOf('whsec_one', timestamp, delivery.rawBody, 'hex')}`],
	});

	test('reads a raw body that n8n has not read yet', async () => {
		const readRawBody = async () => await Promise.resolve(delivery.rawBody);
		const { isAccepted } = await judge({ ...delivery, rawBody: undefined, readRawBody });
		expect(isAccepted).toBe(true);
	});

	const aborted = () => Promise.reject(new Error('aborted'));
	const refused: Array<[string, FakeWebhookSetup, RegExp]> = [
		[
			'no credential',
			{ ...delivery, credential: undefined },
			/no signing secret is set, or .*\. Choose/,
		],
		[
			'a credential without a secret',
			{ ...delivery, credential: { productionSigningSecret: '  ' } },
			/no signing secret is set/,
		],
		[
			'no secret and no body either',
			{ ...delivery, credential: undefined, rawBody: undefined },
			/no signing secret is set/,
		],
		[
			'a body that n8n has not kept',
			{ ...delivery, rawBody: undefined },
			/raw body cannot be read/,
		],
		[
			'a body that cannot be read',
			{ ...delivery, rawBody: undefined, readRawBody: aborted },
			/raw body cannot be read/,
		],
		['no header', { ...delivery, signatures: undefined }, /no X-Service-Signature header/],
		['another form', { ...delivery, signatures: ['v1=abc'] }, /not of the form t=/],
		[
			'two headers',
			{ ...delivery, signatures: [...delivery.signatures, ...delivery.signatures] },
			/not of the form t=/,
		],
		['another secret', signedDelivery(jobEvent(), 'whsec_other'), /matches no secret in the/],
		['an altered body', { ...delivery, rawBody: Buffer.from('{}') }, /matches no secret/],
	];
	test.each(refused)('refuses %s, and only the log says why', async (_what, setup, reason) => {
		const { isAccepted, lines } = await judge(setup);
		expect(isAccepted).toBe(false);
		expect(lines).toEqual([['warn', expect.stringMatching(reason)]]);
		expect(lines[0]?.[1]).toMatch(/^"Tag PDF Trigger" in workflow "Inbox" refused a delivery: /);
		expect(lines[0]?.[1]).not.toMatch(/whsec/);
	});

	const hour = 3_600;
	const seconds = Math.floor(Date.now() / 1000);
	const unread: Array<[string, FakeWebhookSetup]> = [
		['no header', { ...delivery, signatures: undefined }],
		['another form', { ...delivery, signatures: ['v1=abc'] }],
		['an old timestamp', signedAt(seconds - hour)],
		['a timestamp to come', signedAt(seconds + hour)],
		['a body that cannot be read', { ...delivery, rawBody: undefined }],
		['no credential', { ...delivery, credential: undefined }],
	];
	test.each(unread)('does not read the credential for %s', async (_what, setup) => {
		const { isAccepted, credentialReads } = await judge(setup);
		expect([isAccepted, credentialReads]).toEqual([false, 0]);
	});

	describe('the timestamp', () => {
		const NOW = 1_764_000_000;
		beforeEach(() => jest.useFakeTimers({ now: NOW * 1000, doNotFake: ['nextTick'] }));
		afterEach(() => jest.useRealTimers());
		const judgeAge = async (age: number, timestampTolerance?: unknown) => {
			const parameters = {
				...delivery.parameters,
				'options.timestampTolerance': timestampTolerance,
			};
			return await judge({ ...signedAt(NOW - age), parameters });
		};
		const isTaken = async (age: number, tolerance?: unknown) =>
			(await judgeAge(age, tolerance)).isAccepted;

		test('may be 300 seconds off unless it is set', async () => {
			expect(await isTaken(300)).toBe(true);
			expect(await isTaken(301)).toBe(false);
			expect(await isTaken(-300)).toBe(true);
			expect(await isTaken(-301)).toBe(false);
		});

		test.each([10, '10'])('may be off by the configured tolerance: %j', async (tolerance) => {
			expect(await isTaken(10, tolerance)).toBe(true);
			expect(await isTaken(11, tolerance)).toBe(false);
		});

		test.each([3_600, 7_200, 1e300, Infinity, '1e300', 'Infinity'])(
			'may be off by at most an hour, whatever an expression returns: %p',
			async (tolerance) => {
				expect(await isTaken(3_600, tolerance)).toBe(true);
				expect(await isTaken(3_601, tolerance)).toBe(false);
				expect(await isTaken(-3_601, tolerance)).toBe(false);
			},
		);

		test.each(['abc', '', NaN, {}, [], true])(
			'may be 300 seconds off if the tolerance is no number: %p',
			async (tolerance) => {
				expect(await isTaken(300, tolerance)).toBe(true);
				expect(await isTaken(301, tolerance)).toBe(false);
			},
		);

		test('is not asked for if there is no signature: an expression that fails would be an answer 500', async () => {
			const parameters = {
				...delivery.parameters,
				'options.timestampTolerance': new Error('no such field'),
			};
			const { isAccepted, lines } = await judge({ ...delivery, signatures: undefined, parameters });
			expect(isAccepted).toBe(false);
			expect(lines.join()).toMatch(/no X-Service-Signature header/);
		});

		test.each([0, -5, -Infinity])(
			'may be one second off if the tolerance is %p',
			async (tolerance) => {
				expect(await isTaken(1, tolerance)).toBe(true);
				expect(await isTaken(2, tolerance)).toBe(false);
			},
		);
	});
});

describe('files of a multipart body, which n8n has written to its disk,', () => {
	const makeFile = () => ({ filepath: '/tmp/file', destroy: jest.fn<undefined, [], object>() });

	test.each<[string, FakeWebhookSetup]>([
		['without a signature', { signatures: undefined }],
		['without a credential', { credential: undefined }],
		['at the Test URL', { mode: 'manual' }],
	])('are removed before the refusal of a delivery %s', async (_what, setup) => {
		const files = [makeFile(), makeFile(), makeFile()];
		const [one, ...others] = files;
		const { fake, result } = await deliver({
			...signedDelivery(),
			rawBody: undefined,
			body: { data: {}, files: { one, others } },
			...setup,
		});
		expect(result).toEqual(DONE);
		expect(fake.response.statusCode).toBe(401);
		for (const file of files) expect(file.destroy.mock.contexts).toEqual([file]);
	});

	test('are removed if their field is called __proto__, as the parser of older n8n leaves them', async () => {
		const file = makeFile();
		// The parser sets a list under the name, which becomes the prototype of its object.
		const files = Object.create([file]) as object;
		await deliver({ ...signedDelivery(), body: { data: {}, files } });
		expect(file.destroy.mock.contexts).toEqual([file]);
	});

	test.each<[string, unknown]>([
		['no object', 'text'],
		['no files', { data: {} }],
		['files as JSON', { files: { a: 'x', b: [1, null], c: { destroy: 'now' } } }],
		['a list of files as JSON', { files: ['x', { destroy: null }] }],
	])('and a body with %s is left alone', async (_what, body) => {
		const { result } = await deliver({ ...signedDelivery(), body });
		expect(result.workflowData).toHaveLength(1);
	});
});
