import { createEngine, type EngineOptions, type NodeSetup } from '../../engine';
import { variants } from '../../test/host/harness/documents';
import type { Task } from './run';

/** Runs a node on a task's documents in n8n-core's engine, which keeps files on disk, and prints the item count. */
export async function tagInEngine(
	{ documents, bytes }: Task,
	node: NodeSetup,
	options: EngineOptions,
): Promise<void> {
	const engine = await createEngine({ binaryMode: 'filesystem', ...options });
	const items = (await variants(documents, bytes)).map((content, n) => ({
		binary: { data: { content, fileName: `${n}.pdf`, mimeType: 'application/pdf' } },
	}));
	const execution = await engine.run({ nodes: [node], items });
	if (execution.error) throw execution.error;
	console.log(execution.items().length);
	await engine.close();
}
