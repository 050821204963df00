import { EventEmitter, once } from 'node:events';
import { reportElapsed } from '../../host/harness/elapsed';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('prints the elapsed time only while the work runs', async () => {
	const told: string[] = [];
	const ending = new EventEmitter();
	const work = once(ending, 'end');
	const reported = reportElapsed(
		(step) => told.push(step),
		'downloading',
		async () => (await work) as unknown[],
	);
	jest.advanceTimersByTime(65_000);
	ending.emit('end', 7);
	expect(await reported).toEqual([7]);
	jest.advanceTimersByTime(60_000);
	expect(told).toHaveLength(14);
	expect([told[0], told[1], told[13]]).toEqual([
		'downloading',
		'downloading (0:05 min)',
		'downloading (1:05 min)',
	]);
});

test('ends if the work fails', async () => {
	const told: string[] = [];
	const fails = async () => await Promise.reject(new Error('offline'));
	await expect(reportElapsed((step) => told.push(step), 'downloading', fails)).rejects.toThrow(
		'offline',
	);
	jest.advanceTimersByTime(60_000);
	expect(told).toEqual(['downloading']);
});
