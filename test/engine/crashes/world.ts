import type { IExecuteFunctions } from 'n8n-workflow';

import type { SandboxOptions } from '../../../sandbox';
import { openSetup } from '../setup';
import { Process } from './kill';
import type { World } from './run';

/** Opens a sandbox and an engine whose runs can be killed. */
export async function openWorld(options: Partial<SandboxOptions>): Promise<World> {
	const process = (context: IExecuteFunctions) =>
		world.processes.get(context.getExecutionId()) ?? world.others;
	const setup = await openSetup({ credits: 100_000, ...options }, (context) =>
		process(context).seenBy(context),
	);
	const world: World = { ...setup, processes: new Map(), others: new Process() };
	return world;
}
