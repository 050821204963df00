import { type Call, contentsOf, credentialOf } from '../world/records';
import { API_KEYS } from '../world/service';
import type { Scene } from './scene';
import { listTold } from './told';
import type { Report } from './violation';

/** Maximum duration of the last poll after Wait Timeout. */
const LAST_POLL_MS = 8_000;

/** A run of Job → Wait ends within its Wait Timeout. */
export function checkDeadline(call: Call, report: Report): void {
	const { endedAt = 0, execution, operation, startedAt } = call;
	const { plan, settings } = execution;
	if (operation !== 'wait' || plan.clockShiftMs !== 0 || settings.inFlight < call.jobIds.length)
		return;
	const most = settings.waitSeconds * 1000 * 1.1 + LAST_POLL_MS;
	if (endedAt - startedAt <= most) return;
	report('waits beyond Wait Timeout', `${endedAt - startedAt} ms of ${settings.waitSeconds} s`);
}

/** An ended execution leaves no timers, listeners or open calls. */
export function checkSettled({ clock, n8n, report }: Scene): void {
	for (const process of n8n.processes.values()) {
		const timers = clock.pending(process);
		if (timers > 0) report('timers are left', `${timers}`);
		for (const { calls, stop, number, process: own } of n8n.executions) {
			if (own !== process) continue;
			if (stop.signal.listenerCount > 1) {
				report('listeners are left', `${stop.signal.listenerCount} of execution ${number}`);
			}
			const open = calls.filter(({ endedAt }) => endedAt === undefined);
			if (open.length > 0) report('a call never returns', open.map(({ id }) => id).join(', '));
		}
	}
}

/** A restart of the service must not fail documents that were in flight without a job. */
export function checkOutage(call: Call, { charges, report }: Scene): void {
	const { execution } = call;
	const { faults } = execution;
	if (!faults.isOutageAlone) return;
	for (const { code, index = -1, text } of listTold(call)) {
		const entry = call.entries[index];
		if (code !== 'UNREACHABLE' || !entry || !/could not reach the service/.test(text)) continue;
		// An answer shows only that its own credential leads to the service.
		const wasAnswered = faults.answeredBefore.has(API_KEYS[credentialOf(execution, entry)]);
		const contents = contentsOf(execution, entry).map(({ content }) => content);
		const hasJob = charges.all.some(({ job }) => contents.includes(job.content));
		if (!wasAnswered || hasJob) continue;
		report('a restart of the service fails documents', `${call.id}, item ${index}: ${text}`);
	}
}
