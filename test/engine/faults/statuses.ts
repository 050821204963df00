import { STEPS, type Cell } from './cell';
import { API, final, lasting, passing, row, STORAGE, type CellAt } from './rows';
import {
	badKey,
	conflict,
	invalid,
	limited,
	noCredits,
	noSuchJob,
	notCompleted,
	redirected,
	serverFault,
	storageAnswered,
	tooLarge,
	notThere,
	unexpected,
} from './expectedErrors';

const ORDERED = 'A fault on order.';
const AT_JOB: Array<'getJob' | 'getResult'> = ['getJob', 'getResult'];

/** The sandbox fails by itself, without an ordered fault. */
const byItself = (cell: CellAt, rest: Partial<Cell>): CellAt => {
	return (step) => ({ ...cell(step), orders: [], ...rest });
};

/** Refusals. */
const refusals = [
	row(
		'400',
		[['createUpload', ...AT_JOB], final({ status: 400 }, unexpected(400))],
		[['submitJob'], final({ status: 400 }, invalid(ORDERED))],
		[STORAGE, final({ status: 400 }, storageAnswered('400 InvalidRequest'))],
	),
	row(
		'401',
		[API, final({ status: 401 }, badKey)],
		[STORAGE, final({ status: 401 }, storageAnswered('401 InternalError'))],
	),
	row('402', [['submitJob'], final({ status: 402 }, noCredits)]),
	row(
		'403',
		[API, final({ status: 403 }, unexpected(403))],
		[STORAGE, lasting({ status: 403 }, storageAnswered('403 AccessDenied'), { tries: 2 })],
	),
	row(
		'404',
		[['createUpload'], final({ status: 404 }, notThere)],
		[['submitJob'], final({ status: 404 }, unexpected(404))],
		[AT_JOB, lasting({ status: 404 }, noSuchJob)],
		[['store'], final({ status: 404 }, storageAnswered('404 NoSuchKey'))],
		[['download'], lasting({ status: 404 }, noSuchJob, { tries: 2 })],
	),
	row('404, brief', [AT_JOB, passing({ status: 404 })]),
	row('409, brief', [['submitJob', 'getResult'], passing({ status: 409 })]),
	row(
		'409, lasting',
		[['submitJob'], lasting({ status: 409 }, conflict(ORDERED))],
		[['getResult'], lasting({ status: 409 }, notCompleted)],
	),
	row('409, job still being created', [
		['submitJob'],
		byItself(passing({ status: 409 }), {
			tries: 'several',
			// The answer that ends the conflict may come just before the job is completed.
			polls: 'any',
			// Longer than the timeout of a call, so the first call is aborted.
			setting: { sandbox: { creationMs: 4_600 } },
		}),
	]),
	row('409, key used for another document', [
		['submitJob'],
		byItself(
			lasting(
				{ status: 409 },
				conflict('This Idempotency-Key was used with another request body.'),
			),
			{ setting: { usedKey: true, sandbox: { idempotency: 'conflict' } } },
		),
	]),
	row('413', [['createUpload', 'store', 'submitJob'], final({ status: 413 }, tooLarge)]),
	row('document too large', [
		['store'],
		byItself(final({ status: 400 }, tooLarge), { setting: { sandbox: { maxBytes: 100 } } }),
	]),
];

/** Answers that tell the client to wait. */
const limits = [
	row('429, Retry-After in seconds', [STEPS, passing({ status: 429, retryAfter: 1 })]),
	row('429, Retry-After as a date', [STEPS, passing({ status: 429, retryAfter: '{soon}' })]),
	row('429 without Retry-After', [STEPS, passing({ status: 429 })]),
	row(
		'429 without Retry-After, every time',
		[API, lasting({ status: 429 }, limited(), { tries: 'several' })],
		[STORAGE, lasting({ status: 429 }, storageAnswered('429 SlowDown'))],
	),
	row('429, Retry-After in an hour', [
		API,
		final({ status: 429, retryAfter: 3600 }, limited('60 minutes')),
	]),
	row('503 with Retry-After', [STEPS, passing({ status: 503, retryAfter: 1 })]),
];

/** Answers of an unhealthy service. */
const outages = [
	row('500', [STEPS, passing({ status: 500 })]),
	row(
		'500, every time',
		[API, lasting({ status: 500 }, serverFault(500))],
		[STORAGE, lasting({ status: 500 }, storageAnswered('500 InternalError', 'UNREACHABLE'))],
	),
	row('502 with a web page', [STEPS, passing({ status: 502, body: 'html' })]),
	row(
		'502 with a web page, every time',
		[API, lasting({ status: 502, body: 'html' }, serverFault(502))],
		[STORAGE, lasting({ status: 502, body: 'html' }, storageAnswered('502', 'UNREACHABLE'))],
	),
	row('504 after the effect', [STEPS, passing({ status: 504, afterEffect: true })]),
	row('504 after the effect, every time', [
		['submitJob'],
		lasting({ status: 504, afterEffect: true }, serverFault(504), { jobs: 1 }),
	]),
	row(
		'redirect to another origin',
		[API, final({ redirect: 'http://{elsewhere}{visit}' }, redirected)],
		[['store'], final({ redirect: 'http://{elsewhere}{visit}' }, storageAnswered('307'))],
		[['download'], passing({ redirect: 'http://{elsewhere}{visit}' }, { tries: 1 })],
	),
];

export const statuses = [...refusals, ...limits, ...outages];
