import { createEngine } from '../../../engine';
import { startSandbox, type SandboxOptions } from '../../../sandbox';
import { hurried } from '../setup';
import { Process } from './kill';
import type { World } from './run';

/** Pauses short enough for hundreds of runs. */
const LIMITS = {
	retry: { askAgainBudgetMs: 25 },
	waiting: { pollMinMs: 5, pollMaxMs: 10 },
};

/** An engine whose runs can be killed, and a sandbox. */
export async function openWorld(options: Partial<SandboxOptions>): Promise<World> {
	const sandbox = await startSandbox({ tagger: 'stamp', credits: 100_000, ...options });
	const [account] = sandbox.accounts;
	const node = hurried(
		() => LIMITS,
		(context) => (world.processes.get(context.getExecutionId()) ?? world.others).seenBy(context),
	);
	const engine = await createEngine({
		nodeTypes: { 'n8n-nodes-tag-pdf.tagPdf': node },
		credentials: { tagPdfApi: { apiKey: account.apiKey, baseUrl: sandbox.url } },
	});
	const world: World = {
		engine,
		sandbox,
		processes: new Map(),
		others: new Process(),
		close: async () => {
			await engine.close();
			await sandbox.close();
		},
	};
	return world;
}
