import { PRODUCT_LIMITS } from '../../../client/limits';
import { Service } from '../../../client/service';
import { Watcher } from '../../../client/wait';
import { jobOf } from '../support/fakeService';
import { job, rateLimited, ScriptedRuntime } from '../support/scriptedRuntime';

test('hardly any poll is refused at a rate limit of 60 per minute', async () => {
	const runtime = new ScriptedRuntime();
	const began = runtime.now();
	const watcher = new Watcher(runtime, new Service(runtime), undefined);
	let refused = 0;
	let polls: number[] = [];
	runtime.answer('getJob', ({ url }) => {
		const now = runtime.now();
		polls = polls.filter((at) => Math.floor(at / 60_000) === Math.floor(now / 60_000));
		if (polls.length >= 60) {
			refused += 1;
			return rateLimited(60 - (Math.floor(now / 1_000) % 60));
		}
		polls.push(now);
		return job(url.split('/').at(-1) ?? '', now - began >= 5_000 ? 'completed' : 'processing');
	});
	const documents = 600;
	const jobs = Array.from({ length: documents }, (_, n) =>
		jobOf(String(n), { status: 'processing' }),
	);
	const deadline = began + 3_600_000;
	await Promise.all(
		jobs.map(async (each) => await watcher.awaitCompletion(each, { since: began, deadline })),
	);
	const windows = Math.ceil((runtime.now() - began) / 60_000);
	const asked = runtime.all('getJob').length;
	process.stdout.write(
		`${documents} at 60 requests a minute: ${asked / documents} polls a document, ${windows} minutes (ideal ${Math.ceil(documents / 60)}), ${refused} refused\n`,
	);
	expect(windows).toBeLessThanOrEqual(documents / 60 + 2);
	// Polls that were in flight when a window closed.
	expect(refused).toBeLessThanOrEqual(windows * PRODUCT_LIMITS.waiting.pollsAtOnce);
	expect(asked).toBeGreaterThanOrEqual(documents);
	expect(asked).toBeLessThan(1.25 * documents);
});
