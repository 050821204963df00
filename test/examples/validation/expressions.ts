import type { Session } from '../../host/harness/rest/session';
import { finishedExecutions, outputs, type Item } from '../../host/harness/rest/executions';
import {
	addWorkflow,
	runManually,
	type WorkflowDefinition,
} from '../../host/harness/rest/workflows';
import { manualTrigger, noOp } from '../../host/harness/workflow';
import type { Sample } from '../examples';
import { checkOf, fieldName } from './check';
import { forwardLinks, linksOf, rootOf, type Link } from './links';

const NOTHING: Item = { json: {} };

/**
 * Lets n8n resolve every expression of an example on sample data, without running its nodes. A node of
 * the same name with pinned sample data replaces each node, next to an Edit Fields node with its
 * expressions.
 *
 * @returns n8n's values, each in a list of one, by the node and the path in its parameters
 * @throws Error if the run stops
 */
export async function resolveExpressions(
	session: Session,
	example: WorkflowDefinition,
	sample: Sample,
): Promise<Record<string, unknown>> {
	const nodes = example.nodes.filter(({ type }) => !type.endsWith('.stickyNote'));
	const checks = nodes.flatMap((each) => checkOf(each) ?? []);
	if (checks.length === 0) return {};

	const start = manualTrigger();
	const links = linksOf(example);
	const forward = forwardLinks(links);
	const drawing = new Drawing(sample);
	for (const { name } of nodes) drawing.pin(name);
	for (const link of forward) drawing.connect(drawing.sourceOf(link), link.to);
	for (const { name } of nodes) {
		const isFirst =
			forward.some(({ from }) => from === name) && !forward.some(({ to }) => to === name);
		if (isFirst) drawing.connect(start.name, name);
	}
	for (const check of checks) {
		const place = rootOf(check.of, links);
		const sources = forward.filter(({ to }) => to === place).map((link) => drawing.sourceOf(link));
		for (const source of sources.length > 0 ? sources : [start.name]) {
			drawing.connect(source, check.node.name);
		}
	}
	const { pinData, connections } = drawing;
	const workflow = await addWorkflow(session, {
		name: `Expressions of ${example.name}`,
		nodes: [start, ...Object.keys(pinData).map(noOp), ...checks.map((check) => check.node)],
		connections,
		...{ pinData },
	});
	await runManually(session, workflow, start.name);
	const [execution] = await finishedExecutions(session, workflow.id);
	const error = execution?.data.resultData.error;
	if (!execution || error) throw new Error(`${example.name}: ${error?.message ?? 'did not run'}`);
	return Object.fromEntries(
		checks.flatMap(({ of, node, paths }) => {
			const [item = NOTHING] = outputs(execution, node.name)[0] ?? [];
			return paths.map((path, index) => [`${of}: ${path}`, item.json[fieldName(index)]]);
		}),
	);
}

/** The replacement nodes and their connections. */
class Drawing {
	readonly pinData: Record<string, readonly Item[]> = {};
	readonly connections: Record<
		string,
		{ main: [Array<{ node: string; type: string; index: number }>] }
	> = {};

	constructor(private readonly sample: Sample) {}

	/** Replaces a node of the example by a node with its sample. */
	pin(name: string): void {
		this.pinData[name] = this.itemsOf(name, 0);
	}

	connect(from: string, to: string): void {
		const [ends] = (this.connections[from] ??= { main: [[]] }).main;
		if (!ends.some(({ node }) => node === to)) ends.push({ node: to, type: 'main', index: 0 });
	}

	/** Pinned items leave by the first output only, so other outputs get a node of their own. */
	sourceOf({ from, output }: Link): string {
		if (output === 0) return from;
		const name = `${from} (output ${output})`;
		this.pinData[name] = this.itemsOf(from, output);
		this.connect(from, name);
		return name;
	}

	private itemsOf(name: string, output: number): readonly Item[] {
		const sample = this.sample[name];
		if (!sample) return [NOTHING];
		const isByOutput = Array.isArray(sample[0]);
		const byOutput = (isByOutput ? sample : [sample]) as ReadonlyArray<readonly Item[]>;
		return byOutput[output] ?? [NOTHING];
	}
}
