import { createHash } from 'node:crypto';

/** A node of a workflow, before it has a place and an ID. */
export interface Step {
	readonly name: string;
	readonly type: string;
	readonly typeVersion: number;
	readonly parameters: Readonly<Record<string, unknown>>;
	/** Settings beside the parameters, such as `onError`. */
	readonly [setting: string]: unknown;
}

/** Connections of a node, by output: the nodes to which each output leads. */
type Outputs = Array<Array<{ node: string; type: 'main'; index: 0 }>>;

/** Position of a node, in steps from the first. */
interface Place {
	readonly column: number;
	readonly row: number;
}

/** Pixels between two nodes of the editor, and from the sticky note to the first lane. */
const GRID = { column: 220, row: 180 };

/** A workflow under construction. Its IDs are the same in every run of the generator. */
export class Draft {
	private readonly nodes: object[] = [];
	private readonly connections: Record<string, { main: Outputs }> = {};

	/**
	 * @param note text of the sticky note above the nodes, Markdown
	 */
	constructor(
		readonly name: string,
		private readonly settings: Readonly<Record<string, unknown>>,
		note: { readonly content: string; readonly width: number; readonly height: number },
	) {
		const { height } = note;
		const parameters = { ...note };
		const type = 'n8n-nodes-base.stickyNote';
		this.add({ name: 'About', type, typeVersion: 1, parameters }, [-40, -height - 40]);
	}

	/** Places steps beside each other, each connected to the one before. */
	lane({ column, row }: Place, ...steps: readonly Step[]): this {
		for (const [index, step] of steps.entries()) {
			this.add(step, [(column + index) * GRID.column, row * GRID.row]);
			const before = steps[index - 1];
			if (before) this.connect(before.name, step.name);
		}
		return this;
	}

	/** Connects an output of a node to another node; output 1 has the failed items. */
	connect(from: string, to: string, output = 0): this {
		const { main } = (this.connections[from] ??= { main: [] });
		while (main.length <= output) main.push([]);
		main[output]?.push({ node: to, type: 'main', index: 0 });
		return this;
	}

	/** Returns the workflow in the format that n8n imports. */
	toJSON(): object {
		const { name, nodes, connections } = this;
		const settings = { executionOrder: 'v1', ...this.settings };
		return { name, nodes, connections, settings, active: false, pinData: {} };
	}

	private add({ name, type, typeVersion, parameters, ...rest }: Step, position: number[]): void {
		const id = uuidOf(this.name, name);
		// n8n derives the URL of a trigger from this ID.
		const webhook = type.endsWith('tagPdfTrigger') ? { webhookId: uuidOf(this.name, 'URL') } : {};
		this.nodes.push({ parameters, id, name, type, typeVersion, position, ...webhook, ...rest });
	}
}

/** A UUID that depends only on the texts. */
function uuidOf(...texts: readonly string[]): string {
	const hex = createHash('sha256').update(JSON.stringify(texts)).digest('hex');
	const [a, b, c, d] = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(13, 16), hex.slice(17, 20)];
	return `${a}-${b}-4${c}-a${d}-${hex.slice(20, 32)}`;
}
