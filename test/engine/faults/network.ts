import { STEPS, type FlowStep } from './cell';
import { API, lasting, misled, passing, row, STORAGE, type CellAt } from './rows';
import { broken, nobodyThere, unknownHost, untrusted } from './expectedErrors';

const NONE = { orders: [] };

/** The credential's address is unreachable or wrong. */
const atBaseUrl = (baseUrl: string, cell: CellAt): CellAt => {
	return (step) => ({ ...cell(step), ...NONE, unseen: true, setting: { baseUrl } });
};

/** The API becomes unreachable after the answer to the previous step. */
const outage = (length: 'brief' | 'lasting', cell: CellAt): CellAt => {
	return (step) => ({
		...cell(step),
		...NONE,
		unseen: true,
		setting: { ...cell(step).setting, outage: length },
	});
};

const any = { delayMs: 1 };
const once = passing(any);
const refused = (host: string) => lasting(any, nobodyThere(host));
const start: FlowStep[] = ['createUpload'];

/** Lost or incomplete answers. */
export const network = [
	row(
		'connection refused, then back',
		[API, outage('brief', once)],
		[STORAGE, misled('http://{refused}/', once)],
	),
	row(
		'connection refused',
		[API, outage('lasting', refused('{api}'))],
		[STORAGE, misled('http://{refused}/', refused('{refused}'))],
	),
	row('host name unknown, then known', [STORAGE, misled('https://{unknown}/', once)]),
	row(
		'host name unknown',
		[start, atBaseUrl('https://{unknown}', lasting(any, unknownHost))],
		[STORAGE, misled('https://{unknown}/', lasting(any, unknownHost))],
	),
	row(
		'certificate nobody has signed',
		[start, atBaseUrl('https://{selfsigned}', lasting(any, untrusted, { tries: 1 }))],
		[STORAGE, misled('https://{selfsigned}/', lasting(any, untrusted, { tries: 1 }))],
	),
	row('reset before the effect', [STEPS, passing({ reset: 'before' })]),
	row('reset before the effect, every time', [
		STEPS,
		lasting({ reset: 'before' }, broken('ECONNRESET')),
	]),
	row('reset after the effect', [STEPS, passing({ reset: 'after' })]),
	row(
		'reset after the effect, every time',
		[
			['createUpload', 'store', 'getJob', 'getResult', 'download'],
			lasting({ reset: 'after' }, broken('ECONNRESET')),
		],
		[['submitJob'], lasting({ reset: 'after' }, broken('ECONNRESET'), { jobs: 1 })],
	),
	row('no answer', [STEPS, passing({ stall: 'headers' })]),
	row('half an answer, then silence', [[...API, 'download'], passing({ stall: 'body' })]),
	row('half an answer, then the end', [[...API, 'download'], passing({ truncate: 0.5 })]),
	row('half an answer, then the end, every time', [
		['download'],
		lasting({ truncate: 0.5 }, broken('ECONNRESET')),
	]),
];
