import { openSetup, type Setup, type SetupOptions } from '../host/harness/setup';
import { addCredential, type CredentialReference } from '../host/harness/rest/credentials';
import { finishedExecutions, titles, type Execution } from '../host/harness/rest/executions';
import {
	addWorkflow,
	runManually,
	type Workflow,
	type WorkflowNode,
} from '../host/harness/rest/workflows';
import { readExample } from './examples';
import { NodeTypes } from './validation/nodeTypes';
import { credentialTypes } from './validation/parameters';

/** Of a node. */
export type Parameters = WorkflowNode['parameters'];

/** Changes that a user makes to an imported example before it runs. */
export interface Preparation {
	/** Data of the credentials to choose, by type; Tag PDF's credential exists already. */
	readonly credentials?: Readonly<Record<string, Record<string, unknown>>>;
	/** Parameters that replace those of a node, by its name. */
	readonly parameters?: Readonly<Record<string, Parameters>>;
	/** Values that replace those of an Edit Fields node, by its name and the field's. */
	readonly assignments?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
	/** The workflow that n8n starts if this one stops with an error. */
	readonly errorWorkflow?: string;
}

/** A real n8n that prepares and runs examples. */
export interface Stage extends Setup {
	/** {@link prepareExample} in this n8n. */
	readonly prepare: (name: string, preparation?: Preparation) => Promise<Workflow>;
	/** Presses Execute Workflow; returns the workflow's execution number `count` once it has ended. */
	readonly run: (workflow: Workflow, trigger: string, count?: number) => Promise<Execution>;
	/** Titles of the PDFs in a node's output field `data`. */
	readonly titles: (
		execution: Execution,
		node: string,
	) => Promise<ReadonlyArray<string | undefined>>;
}

/** Opens a stage. */
export async function openStage(options: SetupOptions = {}): Promise<Stage> {
	const setup = await openSetup(options);
	const types = await NodeTypes.of(setup.session);
	return Object.assign(setup, {
		prepare: async (name: string, preparation?: Preparation) =>
			await prepareExample(setup, types, name, preparation),
		run: async (workflow: Workflow, trigger: string, count = 1) => {
			await runManually(setup.session, workflow, trigger);
			const executions = await finishedExecutions(setup.session, workflow.id, count);
			return executions[count - 1] as Execution;
		},
		titles: async (execution: Execution, node: string) =>
			await titles(setup.session, execution, node),
	});
}

/** Imports an example, chooses its credentials and makes the changes in its sticky note. */
export async function prepareExample(
	// The session of now, because each start of n8n has another.
	{ session, credential }: Pick<Setup, 'session' | 'credential'>,
	types: NodeTypes,
	name: string,
	{ credentials = {}, parameters = {}, assignments = {}, errorWorkflow }: Preparation = {},
): Promise<Workflow> {
	const chosen: Record<string, CredentialReference> = { tagPdfApi: credential };
	for (const [type, data] of Object.entries(credentials)) {
		chosen[type] = await addCredential(session, type, `${name}: ${type}`, data);
	}
	const example = readExample(name);
	const nodes = example.nodes.map((node) => {
		const written = { ...node.parameters, ...parameters[node.name] };
		const ready = { ...node, parameters: assign(written, assignments[node.name]) };
		return { ...ready, credentials: choose(ready, types, chosen) };
	});
	const settings = { ...example.settings, ...(errorWorkflow && { errorWorkflow }) };
	return await addWorkflow(session, { ...example, nodes, settings });
}

/** The parameters of an Edit Fields node with other values. */
function assign(
	parameters: Parameters,
	values: Readonly<Record<string, unknown>> = {},
): Parameters {
	type Assignment = { readonly name: string; readonly value: unknown };
	const fields = parameters.assignments as { assignments: readonly Assignment[] } | undefined;
	if (!fields) return parameters;
	const assignments = fields.assignments.map((each) =>
		each.name in values ? { ...each, value: values[each.name] } : each,
	);
	return { ...parameters, assignments: { assignments } };
}

/** The credentials for a node, by type. */
function choose(
	node: WorkflowNode,
	types: NodeTypes,
	chosen: Readonly<Record<string, CredentialReference>>,
): Record<string, CredentialReference> {
	const description = types.find(node);
	const wanted = description ? credentialTypes(node, description) : [];
	return Object.fromEntries(
		wanted.map((type) => {
			const credential = chosen[type];
			if (!credential) throw new Error(`${node.name} asks for a credential ${type}`);
			return [type, credential];
		}),
	);
}
