import { constants, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks';

import { runUnderWatch } from '../../../client/http';
import { loadAsOfNode } from '../support/loadAsOfNode';
import { contentOf, streamOf } from '../support/pdf';
import { ScriptedRuntime } from '../support/scriptedRuntime';

const explain = () => ({ kind: 'document', reason: 'EIO' }) as const;

describe('minor collections', () => {
	const load = async () => ({
		...(await import('../../../client/collectGarbage')),
		...(await import('../../../client/chunks')),
	});
	const isMinor = (entry: PerformanceEntry) =>
		(entry as { detail?: { kind?: number } }).detail?.kind === constants.NODE_PERFORMANCE_GC_MINOR;

	it.each([
		[22, 0],
		[24, 1],
		[26, 1],
		[27, 0],
		[undefined, 0],
	])('are provoked by the chunks of a stream in some Node.js: %p', async (version, count) => {
		const fresh = await loadAsOfNode(version, load);
		const before = fresh.provokeMinorCollection(0);
		const getBounds = () => ({ silenceMs: 60_000 });
		await runUnderWatch(new ScriptedRuntime(), undefined, getBounds, async (watch) => {
			const source = streamOf(Buffer.alloc(32 * 1024));
			await contentOf(fresh.createStream(fresh.readChunks(source, watch, explain)));
		});
		expect(fresh.provokeMinorCollection(0) === before).toBe(count === 0);
	});

	it('happen before 64 MB of chunks pile up', async () => {
		const { provokeMinorCollection } = await loadAsOfNode(24, load);
		let looks = 0;
		const observer = new PerformanceObserver((list) => {
			looks += list.getEntries().filter(isMinor).length;
		});
		observer.observe({ entryTypes: ['gc'] });
		for (let passed = 0; passed < 512; passed += 1) provokeMinorCollection(1024 ** 2);
		// Node.js reports collections later, in turn.
		const deadline = Date.now() + 5_000;
		while (looks < 512 / 64 && Date.now() < deadline) await new Promise(setImmediate);
		observer.disconnect();
		expect(looks).toBeGreaterThanOrEqual(512 / 64);
	});
});
