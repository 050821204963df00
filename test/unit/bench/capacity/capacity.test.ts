import { simulate } from '../../../../bench/capacity/day';
import { limitsOf } from '../../../../bench/capacity/limits';

const cost = { document: 10, execution: 50, calls: 5, row: 2 };
const setting = {
	name: 'one process',
	workers: 1,
	concurrency: 1,
	documents: 100,
	inFlight: 50,
	seconds: 5,
	callsAMinute: 600,
	mb: 1,
	disk: 100,
};

test('the scarcest part comes first', () => {
	const [first, second] = limitsOf(setting, cost);
	// Per second, the rate limit allows 10 calls, for 2 documents. 50 in flight for 5 seconds each are 10 documents.
	expect(first).toEqual(["the service's rate limit", 2 * 86_400]);
	expect(second).toEqual(['waiting (executions × in flight)', 10 * 86_400]);
});

test('an execution for each document makes the processor scarcer', () => {
	const processor = (documents: number) =>
		Object.fromEntries(limitsOf({ ...setting, documents }, cost))["n8n's processor"] ?? NaN;
	expect(processor(100) / processor(1)).toBeCloseTo(60 / 10.5);
});

test('waits for a free slot if all are taken', () => {
	const day = { documents: 4, hours: 1, burst: 4, slots: 2, seconds: [10, 10] as const };
	expect(simulate(day)).toMatchObject({ median: 0, most: 10 });
	expect(simulate({ ...day, slots: 4 })).toMatchObject({ median: 0, most: 0 });
	expect(simulate({ ...day, slots: 1 })).toMatchObject({ median: 10, most: 20 });
});
