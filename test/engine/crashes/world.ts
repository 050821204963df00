import type { INodeType } from 'n8n-workflow';

import { createEngine } from '../../../engine';
import { startSandbox, type SandboxOptions } from '../../../sandbox';
import { hurried } from '../setup';
import { Process } from './kill';
import type { World } from './run';

/** Pauses short enough for hundreds of runs. */
const limitsOf = (reading: SandboxOptions['idempotency']) => ({
	// Long enough for a job that is still being created. With `conflict`, waiting would never help.
	retry: { askAgainBudgetMs: reading === 'conflict' ? 25 : 5_000 },
	waiting: { pollMinMs: 5, pollMaxMs: 10 },
});

/** Opens a sandbox and an engine whose runs can be killed. */
export async function openWorld(
	options: Partial<SandboxOptions>,
	nodeTypes: Record<string, INodeType> = {},
): Promise<World> {
	const sandbox = await startSandbox({ tagger: 'stamp', credits: 100_000, ...options });
	const limits = limitsOf(sandbox.options.idempotency);
	const [account] = sandbox.accounts;
	const node = hurried(
		() => limits,
		(context) => (world.processes.get(context.getExecutionId()) ?? world.others).seenBy(context),
	);
	const engine = await createEngine({
		nodeTypes: { 'n8n-nodes-tag-pdf.tagPdf': node, ...nodeTypes },
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
