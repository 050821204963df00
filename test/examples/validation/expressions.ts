import { randomUUID } from 'node:crypto';
import type { Session } from '../../host/harness/rest/session';
import { finishedExecutions, outputs, type Item } from '../../host/harness/rest/executions';
import {
	addWorkflow,
	runManually,
	type WorkflowDefinition,
	type WorkflowNode,
} from '../../host/harness/rest/workflows';
import { manualTrigger, node, noOp, target } from '../../host/harness/workflow';
import type { Sample } from '../examples';

/** By the path of an expression in the workflow: what n8n made of it. */
export type Resolved = Readonly<Record<string, unknown>>;

type Links = Readonly<
	Record<string, ReadonlyArray<ReadonlyArray<{ readonly node: string }> | null>>
>;

/** A connection, by the names of its ends; output is counted from 0. */
interface Link {
	readonly from: string;
	readonly output: number;
	readonly to: string;
	readonly type: string;
}

const NOTHING: Item = { json: {} };

/** Only the model can say what is in these. */
const BY_THE_MODEL = /\$fromAI\(|\$tool\b/;

/**
 * Has n8n resolve every expression of an example, on sample data and without running one of its nodes:
 * each is replaced by one of the same name that does nothing and has its sample pinned; beside it stands
 * an Edit Fields node that has its expressions.
 *
 * @throws Error when the run stops
 */
export async function resolveExpressions(
	session: Session,
	example: WorkflowDefinition,
	sample: Sample,
): Promise<Resolved> {
	const start = manualTrigger();
	const links = linksOf(example);
	const nodes = example.nodes.filter(({ type }) => !type.endsWith('.stickyNote'));
	const checks = nodes.flatMap((each) => checkOf(each) ?? []);
	const pinData: Record<string, readonly Item[]> = {};
	const branches = new Map<string, WorkflowNode>();
	/** What stands for an output: the node itself, or for a second output a node behind it. */
	const sourceOf = ({ from, output }: Link) => {
		const items = itemsOf(sample[from], output);
		if (output === 0) return from;
		const name = `${from} (output ${output})`;
		branches.set(name, noOp(name));
		pinData[name] = items;
		connect(from, name);
		return name;
	};
	const connections: Record<string, { main: Array<Array<ReturnType<typeof target>>> }> = {};
	const connect = (from: string, to: string) => {
		const { main } = (connections[from] ??= { main: [[]] });
		const ends = main[0] ?? [];
		if (!ends.some((end) => end.node === to)) ends.push({ node: to, type: 'main', index: 0 });
	};
	for (const { name } of nodes) pinData[name] = itemsOf(sample[name], 0);
	const forward = withoutCircles(links.filter(({ type }) => type === 'main'));
	const isFed = (name: string) => forward.some(({ to }) => to === name);
	const hasMain = (name: string) =>
		links.some((l) => l.type === 'main' && (l.to === name || l.from === name));
	for (const link of forward) connect(sourceOf(link), link.to);
	for (const { name } of nodes) if (hasMain(name) && !isFed(name)) connect(start.name, name);
	for (const check of checks) {
		const at = rootOf(check.of, links);
		const feeds = forward.filter(({ to }) => to === at).map(sourceOf);
		for (const feed of feeds.length > 0 ? feeds : [start.name]) connect(feed, check.node.name);
	}
	const workflow = await addWorkflow(session, {
		name: `Expressions of ${example.name}`,
		nodes: [
			start,
			...nodes.map(({ name }) => noOp(name)),
			...branches.values(),
			...checks.map((check) => check.node),
		],
		connections,
		pinData,
	} as WorkflowDefinition);
	if (checks.length === 0) return {};
	await runManually(session, workflow, start.name);
	const [execution] = await finishedExecutions(session, workflow.id);
	const error = execution?.data.resultData.error;
	if (!execution || error) throw new Error(`${example.name}: ${error?.message ?? 'did not run'}`);
	return Object.fromEntries(
		checks.flatMap((check) => {
			const [item] = outputs(execution, check.node.name)[0] ?? [];
			return check.paths.map((path, index) => [
				`${check.of} → ${path}`,
				item?.json[`value${index}`],
			]);
		}),
	);
}

/** Those of one output; an empty one where the sample says nothing. */
function itemsOf(sample: Sample[string] | undefined, output: number): readonly Item[] {
	if (!sample) return [NOTHING];
	const outputs = (Array.isArray(sample[0]) ? sample : [sample]) as ReadonlyArray<readonly Item[]>;
	return outputs[output] ?? [NOTHING];
}

/** An Edit Fields node with a field for each expression of the node, if there are any. */
function checkOf({ name, parameters }: WorkflowNode) {
	const found = expressionsIn(parameters).filter(([, text]) => !BY_THE_MODEL.test(text));
	if (found.length === 0) return undefined;
	const assignments = found.map(([, value], index) => ({
		id: randomUUID(),
		name: `value${index}`,
		type: 'array',
		// In a list, values of all types pass.
		value: `={{ [${inner(value)}] }}`,
	}));
	const fields = { assignments: { assignments }, options: {} };
	return {
		of: name,
		paths: found.map(([path]) => path),
		node: node(`Expressions of ${name}`, 'n8n-nodes-base.set', 3.4, fields),
	};
}

/** The expression as one value of JavaScript: `=a {{ b }}` is a text with parts. */
function inner(text: string): string {
	const parts = text.slice(1).split(/\{\{(.*?)\}\}/s);
	const whole = parts.length === 3 && parts[0] === '' && parts[2] === '';
	if (whole) return (parts[1] ?? '').trim();
	return parts.map((part, n) => (n % 2 ? `(${part.trim()})` : JSON.stringify(part))).join(' + ');
}

/** Texts that n8n takes for expressions, with their paths. */
function expressionsIn(value: unknown, path = ''): Array<[path: string, text: string]> {
	if (typeof value === 'string') return value.startsWith('=') ? [[path, value]] : [];
	if (value === null || typeof value !== 'object') return [];
	return Object.entries(value).flatMap(([key, each]) =>
		expressionsIn(each, path ? `${path}.${key}` : key),
	);
}

function linksOf({ connections }: WorkflowDefinition): Link[] {
	return Object.entries(connections as Record<string, Links>).flatMap(([from, types]) =>
		Object.entries(types).flatMap(([type, ends]) =>
			ends.flatMap((end, output) => (end ?? []).map((to) => ({ from, output, to: to.node, type }))),
		),
	);
}

/** Without the links that lead back: a pinned loop would have no end. */
function withoutCircles(links: readonly Link[]): Link[] {
	const kept: Link[] = [];
	const leadsTo = (from: string, to: string): boolean =>
		from === to || kept.some((link) => link.from === from && leadsTo(link.to, to));
	for (const link of links) if (!leadsTo(link.to, link.from)) kept.push(link);
	return kept;
}

/** The node whose input a node sees: a tool or a model sees that of the agent it belongs to. */
function rootOf(name: string, links: readonly Link[]): string {
	const up = links.find(({ from, type }) => from === name && type !== 'main');
	return up ? rootOf(up.to, links) : name;
}
