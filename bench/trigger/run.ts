import execa from 'execa';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { deliver, eventAbout } from '../../test/host/harness/events';
import type { Run } from '../outcome';
import { CONTESTANTS, type Contestant, type ContestantName } from './contestants';
import type { Load, Outcome } from './load';
import type { Place } from './place';

/**
 * Deliveries per second until the last execution has ended, 99th percentile of the response time, and n8n's
 * processor time per delivery and its execution. Times are in milliseconds.
 */
export const UNITS = { rate: 'a second', p99: 'ms', 'processor time': 'ms' };

/**
 * Delivers to a contestant from a process of its own.
 *
 * @throws Error when an answer is wrong, because the figures would mean nothing
 */
export async function run(
	name: ContestantName,
	place: Place,
	amounts: Pick<Load, 'connections' | 'amount'>,
): Promise<Run> {
	const contestant: Contestant = CONTESTANTS[name];
	const load: Load = { ...contestant.load(place), ...amounts };
	if (contestant.again) {
		load.jobId = `job_${randomUUID()}`;
		await deliver(load.url, eventAbout(load.jobId), load);
	}
	await place.idle();
	const [before, cpuBefore] = [await place.executions(), await place.cpu()];
	const { began, ended, p99, statuses } = await send(load);
	const ms = ((await place.idle()) ? Date.now() : ended) - began;
	const cpu = ((await place.cpu()) - cpuBefore) / load.amount;
	const stored = (await place.executions()) - before;
	const expected = contestant.executes ? load.amount : 0;
	if (statuses[contestant.status] !== load.amount || stored !== expected) {
		throw new Error(`${name}: ${JSON.stringify(statuses)}, ${stored} executions`);
	}
	return { rate: load.amount / (ms / 1_000), p99, 'processor time': cpu };
}

async function send(load: Load): Promise<Outcome> {
	const file = join(__dirname, 'load.ts');
	const { stdout } = await execa('tsx', [file, JSON.stringify(load)], { preferLocal: true });
	return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Outcome;
}
