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

/** From a node, by its output, to a node and its input (0, unless it is given). */
export type Arrow = readonly [from: string, output: number, to: string, input?: number];

const COLUMN = 220;
const ROW = 190;

/** Pixels of a node. */
const NODE = 96;
/** Pixels between a section's edge and its nodes; above them are its heading and a line of text. */
const MARGIN = 60;
const HEADING = 110;

/** What the sticky note of an unattended example says. */
export interface About {
	readonly title: string;
	/** What you get, in one sentence. */
	readonly what: string;
	readonly how: string;
	readonly setUp: readonly string[];
	/** How to see it run at once, if not by a click. */
	readonly begin?: string;
	readonly goodToKnow: readonly string[];
	/** Pixels that the text needs. */
	readonly height: number;
}

/** The sticky note on the left of the drawing, with what all unattended examples have in common. */
export function note({
	title,
	what,
	how,
	setUp,
	begin = 'To begin at once, click **Execute workflow**.',
	goodToKnow,
	height,
}: About): Part {
	const steps = [
		'Install the community node **n8n-nodes-tag-pdf**.',
		...setUp,
		'**Tag the PDF**: choose your Tag PDF credential. *Max Credits per Execution* limits what one run may spend.',
		'**Mail what was not tagged**: choose your SMTP credential, and enter *From Email* and *To Email*.',
		"Set up *Tell about errors* (another example). In this workflow's settings, choose it as *Error Workflow*. It mails you if a run stops.",
		`Publish. ${begin}`,
	];
	const facts = [
		...goodToKnow,
		'To try a failed document again, delete its row in the ledger.',
		'For another folder or mailbox, duplicate this workflow, and change *source* in **Settings**: each source has its own rows.',
		"n8n keeps the files of finished executions. To keep less, choose *Do not save* for *Save successful production executions* in this workflow's settings.",
	];
	const content = [
		`## ${title}\n${what}`,
		`### How it works\n${how}`,
		'**Tag the PDF** costs 1 credit per page. A PDF that is tagged already is free, and is filed unchanged. You pay once for each version of a document, as long as the service remembers its idempotency key.',
		'The data table *Tag PDF ledger* has a row for each document. What may pass, such as an outage or missing credits, is tried again for 14 days. What failed comes in one mail, with the reason and what to do.',
		`### Set up (n8n 2)\n${steps.map((step, n) => `${n + 1}. ${step}`).join('\n')}`,
		`### Good to know\n${facts.map((fact) => `- ${fact}`).join('\n')}`,
	].join('\n\n');
	const width = 620;
	const at = [(-2 * MARGIN - width) / COLUMN, -400 / ROW] as const;
	return sticky('About', { content, height, width }, at);
}

/** A white note around nodes, as high as `beside`. */
export function section(
	text: string,
	parts: readonly Part[],
	beside: readonly Part[] = parts,
): Part {
	const columns = parts.map(({ at: [column] }) => column);
	const rows = beside.map(({ at: [, row] }) => row);
	const left = Math.min(...columns) * COLUMN - MARGIN;
	const top = Math.min(...rows) * ROW - HEADING;
	const size = {
		width: Math.max(...columns) * COLUMN + NODE + MARGIN - left,
		height: Math.max(...rows) * ROW + NODE + MARGIN - top,
	};
	const [heading = ''] = text.split('\n');
	return sticky(heading, { content: `### ${text}`, ...size, color: WHITE }, [
		left / COLUMN,
		top / ROW,
	]);
}

/** n8n's number of the colour. Without one, a note is yellow. */
const WHITE = 7;

/** A sticky note. */
export function sticky(name: string, parameters: object, at: Part['at']): Part {
	return {
		name,
		type: 'n8n-nodes-base.stickyNote',
		typeVersion: 1,
		parameters: { ...parameters },
		at,
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
	for (const [from, output, to, input = 0] of arrows) {
		for (const end of [from, to]) if (!names.has(end)) throw new Error(`${name}: no node "${end}"`);
		const { main } = (connections[from] ??= { main: [] });
		while (main.length <= output) main.push([]);
		main[output]?.push({ node: to, type: 'main', index: input });
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
