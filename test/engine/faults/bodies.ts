import type { Fault } from '../../../sandbox';
import { STEPS, type FlowStep } from './cell';
import { API, final, lasting, passing, row, STORAGE, type CellAt } from './rows';
import { failedJob, invalid, storageAnswered, unreadable } from './expectedErrors';

const PAGE: Fault = { status: 200, body: 'html' };
const webPage = unreadable('a web page came back');
const noJson = unreadable('no JSON (application/json; charset=utf-8)');
const EXPIRED: Fault = { expired: true };

/** The field of each answer that the flow cannot continue without (interface 2.2 to 2.4). */
const FIELDS: Partial<Record<FlowStep, string>> = {
	createUpload: 'key',
	submitJob: 'id',
	getJob: 'status',
	getResult: 'result_url',
};
const fieldAt = (step: FlowStep) => FIELDS[step] ?? '';
const passingWithout: CellAt = (step) => passing({ missingField: fieldAt(step) })(step);
const lastingWithout: CellAt = (step) =>
	lasting(
		{ missingField: fieldAt(step) },
		unreadable(`field "${fieldAt(step)}" is missing or has the wrong type`),
		step === 'submitJob' ? { jobs: 1 } : {},
	)(step);

/** Successful answers that violate the interface, and expired links. */
export const bodies = [
	row('web page with status 200', [STEPS, passing(PAGE)]),
	row(
		'web page with status 200, every time',
		[[...API, 'store'], lasting(PAGE, webPage)],
		[
			['download'],
			lasting(PAGE, unreadable('the download is not a PDF (text/html; charset=utf-8)')),
		],
	),
	row('malformed JSON', [API, passing({ malformedJson: true })]),
	row(
		'malformed JSON, every time',
		[['createUpload', 'getJob', 'getResult'], lasting({ malformedJson: true }, noJson)],
		[['submitJob'], lasting({ malformedJson: true }, noJson, { jobs: 1 })],
	),
	row('missing field', [API, passingWithout]),
	row('missing field, every time', [API, lastingWithout]),
	row('expired', [STORAGE, passing(EXPIRED)]),
	row(
		'expired, every time',
		[STORAGE, lasting(EXPIRED, storageAnswered('403 AccessDenied'), { tries: 2 })],
		[['submitJob'], final(EXPIRED, invalid('No document is stored under this key.'))],
	),
	row('job fails', [
		['getJob'],
		() => ({
			orders: [{ step: 'submitJob', fault: { failJob: true } }],
			ends: failedJob,
			tries: 1,
			jobs: 1,
			setting: {},
		}),
	]),
];
