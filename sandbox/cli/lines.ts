import { styleText } from 'node:util';
import type { Delivery, JobRecord, SandboxAccount, SeenRequest } from '../index';

const time = (at: number) => styleText('dim', new Date(at).toTimeString().slice(0, 8));

/** One line per request: time, account, call, status, duration, faults. */
export function requestLine(seen: SeenRequest, accounts: readonly SandboxAccount[]): string {
	const account = accounts.findIndex(({ accountId }) => accountId === seen.accountId) + 1 || '-';
	const { status } = seen;
	const color = status === null || status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green';
	const parts = [
		time(seen.at),
		styleText('dim', `#${account}`),
		styleText(color, String(status ?? 'cut')),
		seen.method.padEnd(4),
		seen.path,
		styleText('dim', `${seen.tookMs ?? 0} ms`),
	];
	if (seen.faults.length > 0)
		parts.push(styleText('magenta', `fault ${JSON.stringify(seen.faults)}`));
	return parts.join(' ');
}

/** One line per finished job. */
export function jobLine(job: JobRecord): string {
	const pages = job.pages === null ? 'no pages' : `${job.pages} page${job.pages === 1 ? '' : 's'}`;
	const status =
		job.status === 'failed'
			? styleText('red', `failed: ${job.failure}`)
			: styleText('green', job.status);
	const detail =
		job.failureDetail === null ? '' : `\n${styleText('dim', job.failureDetail.trim())}`;
	return `${time(job.finishedAt ?? 0)} ${styleText('dim', 'job')} ${job.id} ${status} ${styleText('dim', `${pages}, ${job.creditsUsed} credits`)}${detail}`;
}

/** One line per attempt to deliver an event. */
export function deliveryLine({ attempts, event, status, url }: Delivery): string {
	const last = attempts.at(-1);
	const color = ({ delivered: 'green', pending: 'yellow', failed: 'red' } as const)[status];
	const outcome = last ? String(last.status ?? last.answer) : 'endpoint is off';
	const next = { delivered: '', pending: ', to be tried again', failed: ', given up' }[status];
	return `${time(last?.at ?? 0)} ${styleText('dim', 'event')} ${event.type} ${styleText(color, outcome)} ${url} ${styleText('dim', `try ${attempts.length}${next}`)}`;
}
