import { createStoredLedger, Ledger } from '../../../client/ledger';
import { Service } from '../../../client/service';
import { submitAndPayOnce, type DocumentJob, type WantedJob } from '../../../client/submit';
import { tagAndPayOnce } from '../../../client/tag';
import { Watcher } from '../../../client/wait';
import { pdfOf } from './pdf';
import { answered, ScriptedRuntime, streamed, upload } from './scriptedRuntime';

export const NOW = Date.parse('2026-03-01T12:00:00Z');
export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;
export const DATE = { date: new Date(NOW).toUTCString() };
export type Status = 'processing' | 'completed' | 'failed';

/** A job that was made some time before the answer. */
export const jobMade = (msAgo: number, status: Status, id = `job made ${msAgo} ms ago`) => {
	const createdAt = new Date(NOW - msAgo).toISOString();
	return answered(202, { id, status, credits_used: 1, created_at: createdAt }, DATE);
};
export const NEW = jobMade(0, 'processing', 'new');
export const error = (type: string) => ({ error: { type, message: 'No' } });
export const conflict = answered(409, error('conflict'), DATE);
export const missing = answered(404, error('not_found'), DATE);
export const deleted = answered(410, error('gone'), DATE);
export const forbidden = answered(403, error('forbidden'), DATE);
export const badRequest = answered(400, error('invalid'), DATE);
export const noCredits = answered(402, error('credits'), DATE);
export const result = answered(
	200,
	{ result_url: 'https://storage.example.com/r', expires_in: 60 },
	DATE,
);
export const noSuchKey = () => streamed('<Error><Code>NoSuchKey</Code></Error>', {}, 404);

/** The document of a unit with this name. */
export const contentOf = (name: string) => Buffer.concat([pdfOf(60), Buffer.from(name)]);

let executions = 0;

/** What differs from a unit that has one document to itself. */
interface More extends Partial<
	Pick<WantedJob<string>, 'maxJobs' | 'owner' | 'prepare' | 'retryUntil' | 'source' | 'unitKey'>
> {
	ocr?: boolean;
	pages?: number;
}

/** An execution with one credential. */
export function openExecution({ maximum = Infinity, stored = createStoredLedger('first') } = {}) {
	executions += 1;
	const runtime = new ScriptedRuntime();
	const uploadKeys = (function* () {
		for (let n = 1; ; n += 1) yield upload(`upload_${executions}_${n}`);
	})();
	runtime.answer('createUpload', () => {
		const { value } = uploadKeys.next();
		return { ...value, headers: DATE };
	});
	runtime.answer('store', answered(204));
	const ledger = new Ledger(stored, `execution ${executions}`);
	const service = new Service(runtime, ledger.getServiceMemory('account'));
	const stop = new AbortController();
	const { signal } = stop;
	const watcher = new Watcher(runtime, service, signal);
	const connection = { id: 'account', runtime, service, watcher, ledger, maximum, signal };
	let reads = 0;
	const want = (name: string, { ocr = false, pages, ...more }: More) => {
		const turn = ledger.limit.takeTurn();
		const content = contentOf(name);
		const prepare = async () => {
			reads += 1;
			const open = async () => await Promise.resolve(content);
			const document = { fileName: `${name}.pdf`, size: content.length, open };
			return await Promise.resolve({ document, pages });
		};
		const unitKey = `0:${name}`;
		return { unitKey, turn, source: name, options: { ocr }, maxJobs: 1, prepare, ...more };
	};
	const submit = async (name = 'a', more: More = {}) => {
		const wanted = want(name, more);
		const submitting = submitAndPayOnce<string>(connection, wanted);
		return (await submitting.finally(() => ledger.limit.end(wanted.turn))) as DocumentJob;
	};
	const tag = async (name = 'a', more: More = {}) => {
		const save = () => async () => await Promise.resolve('saved');
		const tagging = tagAndPayOnce<string, string>(connection, want(name, more), 30 * MINUTE, save);
		return (await tagging) as DocumentJob;
	};
	const keys = () => runtime.all('submitJob').map(({ headers = {} }) => headers['Idempotency-Key']);
	return { connection, ledger, keys, reads: () => reads, runtime, stop, stored, submit, tag };
}
