import pc from 'picocolors';
import type { Delivery, JobRecord, SandboxAccount, SeenRequest } from '../index';

const time = (at: number) => pc.dim(new Date(at).toTimeString().slice(0, 8));

/** One line per request: time, account, call, status, duration, faults. */
export function requestLine(seen: SeenRequest, accounts: readonly SandboxAccount[]): string {
	const account = accounts.findIndex(({ accountId }) => accountId === seen.accountId) + 1 || '-';
	const { status } = seen;
	const color = status === null || status >= 500 ? pc.red : status >= 400 ? pc.yellow : pc.green;
	const parts = [
		time(seen.at),
		pc.dim(`#${account}`),
		color(String(status ?? 'cut')),
		seen.method.padEnd(4),
		seen.path,
		pc.dim(`${seen.tookMs ?? 0} ms`),
	];
	if (seen.faults.length > 0) parts.push(pc.magenta(`fault ${JSON.stringify(seen.faults)}`));
	return parts.join(' ');
}

/** One line per finished job. */
export function jobLine(job: JobRecord): string {
	const pages = job.pages === null ? 'no pages' : `${job.pages} page${job.pages === 1 ? '' : 's'}`;
	const status = job.status === 'failed' ? pc.red(`failed: ${job.failure}`) : pc.green(job.status);
	const detail = job.failureDetail === null ? '' : `\n${pc.dim(job.failureDetail.trim())}`;
	return `${time(job.finishedAt ?? 0)} ${pc.dim('job')} ${job.id} ${status} ${pc.dim(`${pages}, ${job.creditsUsed} credits`)}${detail}`;
}

/** One line per attempt to deliver an event. */
export function deliveryLine({ attempts, event, status, url }: Delivery): string {
	const last = attempts.at(-1);
	const color = { delivered: pc.green, pending: pc.yellow, failed: pc.red }[status];
	const outcome = last ? String(last.status ?? last.answer) : 'endpoint is off';
	const next = { delivered: '', pending: ', to be tried again', failed: ', given up' }[status];
	return `${time(last?.at ?? 0)} ${pc.dim('event')} ${event.type} ${color(outcome)} ${url} ${pc.dim(`try ${attempts.length}${next}`)}`;
}
