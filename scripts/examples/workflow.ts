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

/** Texts of a sticky note. */
export interface About {
	readonly title: string;
	readonly what: string;
	readonly setUp: readonly string[];
	readonly goodToKnow: readonly string[];
}

/** A sticky note on the left of the drawing, with what all unattended examples have in common. */
export function note({ title, what, setUp, goodToKnow }: About): Part {
	const steps = [
		...setUp,
		'**Tag the PDF**: choose your Tag PDF credential. *Max Credits per Execution* limits what one run may spend.',
		'**Mail what was not tagged**: choose your SMTP account, and enter sender and recipient.',
		'**Settings → Error Workflow** of this workflow: choose *Tell about errors* (another example), so that you hear of a run that stops.',
		'Publish.',
	];
	const facts = [
		...goodToKnow,
		'The Data Table *Tag PDF ledger* has one row for each original. The first run creates it. To try a failed document again, delete its row.',
		'What may pass (an outage, missing credits) comes again for 14 days. What does not is in one mail.',
		'n8n keeps the files of finished executions. To keep less: **Settings → Save successful production executions: Do not save**.',
		'This workflow needs n8n 2.',
	];
	const content = [
		`## ${title}`,
		what,
		'### Set up',
		steps.map((step, n) => `${n + 1}. ${step}`).join('\n'),
		'### Good to know',
		facts.map((fact) => `- ${fact}`).join('\n'),
	].join('\n\n');
	return {
		name: 'About',
		type: 'n8n-nodes-base.stickyNote',
		typeVersion: 1,
		parameters: { content, height: 900, width: 560 },
		at: [-640 / COLUMN, -500 / ROW],
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
