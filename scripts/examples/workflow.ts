import { createHash } from 'node:crypto';
import type { WorkflowDefinition, WorkflowNode } from '../../test/host/harness/rest/workflows';

/** A node before it has a place. */
export interface Part {
	readonly name: string;
	readonly type: string;
	readonly typeVersion: number;
	readonly parameters: Readonly<Record<string, unknown>>;
	/** Settings of the node beside its parameters, such as `onError`. */
	readonly settings?: Readonly<Record<string, unknown>>;
	/** Column and row in the drawing. n8n runs the upper of two branches first. */
	readonly at: readonly [number, number];
}

/** From a node, by its output, to a node. */
export type Arrow = readonly [from: string, output: number, to: string];

const COLUMN = 220;
const ROW = 190;

/** A sticky note on the left of the drawing. */
export function note(content: string, height: number): Part {
	return {
		name: 'About',
		type: 'n8n-nodes-base.stickyNote',
		typeVersion: 1,
		parameters: { content, height, width: 500 },
		at: [-560 / COLUMN, -340 / ROW],
	};
}

/** The workflow as n8n exports it. */
export function assemble(
	name: string,
	parts: readonly Part[],
	arrows: readonly Arrow[],
	settings: Readonly<Record<string, unknown>> = {},
): WorkflowDefinition {
	const names = new Set(parts.map((part) => part.name));
	const connections: Record<
		string,
		{ main: Array<Array<{ node: string; type: string; index: number }>> }
	> = {};
	for (const [from, output, to] of arrows) {
		for (const end of [from, to]) if (!names.has(end)) throw new Error(`${name}: no node "${end}"`);
		const { main } = (connections[from] ??= { main: [] });
		while (main.length <= output) main.push([]);
		main[output]?.push({ node: to, type: 'main', index: 0 });
	}
	return {
		name,
		nodes: parts.map((part) => place(name, part)),
		connections,
		settings: { executionOrder: 'v1', ...settings },
		...{ active: false, pinData: {} },
	};
}

function place(workflow: string, { at: [column, row], settings, ...part }: Part): WorkflowNode {
	const position = [Math.round(column * COLUMN), Math.round(row * ROW)] as const;
	return { ...part, id: idOf(workflow, part.name), position, ...settings };
}

/** n8n's IDs are UUIDs. Derived ones stay the same when the examples are written again. */
function idOf(workflow: string, node: string): string {
	const hex = createHash('sha256').update(`${workflow}\n${node}`).digest('hex');
	return [
		hex.slice(0, 8),
		hex.slice(8, 12),
		`4${hex.slice(13, 16)}`,
		`8${hex.slice(17, 20)}`,
		hex.slice(20, 32),
	].join('-');
}
