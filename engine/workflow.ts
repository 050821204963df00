import {
	type IConnections,
	type INode,
	type INodeType,
	type IWorkflowSettings,
	NodeConnectionTypes,
	Workflow,
} from 'n8n-workflow';
import type { EngineCredentials } from './host/credentials';
import { type EngineNodeTypes, START_NODE_TYPE } from './host/nodeTypes';

/** A node as a user sets it up. Missing fields get the editor's values. */
export type NodeSetup = Partial<INode> & Pick<INode, 'type'>;

/** A workflow as the editor exports it. Without connections, its nodes are connected in a row. */
export interface WorkflowSetup {
	id?: string;
	name?: string;
	nodes: NodeSetup[];
	connections?: IConnections;
	settings?: IWorkflowSettings;
}

/**
 * Builds n8n's Workflow. Without `connections`, it puts a start node before the given nodes and connects them
 * in their order. A type without a package name, such as `tagPdf`, belongs to this package.
 */
export class WorkflowBuilder {
	constructor(
		private readonly packageName: string,
		private readonly nodeTypes: EngineNodeTypes,
		private readonly credentials: EngineCredentials,
	) {}

	build(setup: WorkflowSetup): Workflow {
		const nodes = setup.nodes.map((node, index) => this.node(node, index));
		if (!setup.connections && !this.isTrigger(nodes[0])) {
			nodes.unshift(this.node({ type: START_NODE_TYPE, name: 'Start' }, nodes.length));
		}
		return new Workflow({
			id: setup.id ?? 'workflow',
			name: setup.name ?? 'Workflow',
			nodes,
			connections: setup.connections ?? inARow(nodes),
			active: false,
			nodeTypes: this.nodeTypes,
			settings: { executionOrder: 'v1', ...setup.settings },
		});
	}

	private node(setup: NodeSetup, index: number): INode {
		const type = setup.type.includes('.') ? setup.type : `${this.packageName}.${setup.type}`;
		const nodeType = this.nodeTypes.getByNameAndVersion(type, setup.typeVersion);
		const { version, defaultVersion, defaults } = nodeType.description;
		return {
			id: `node-${index}`,
			name: String(defaults.name),
			typeVersion: defaultVersion ?? [version].flat().at(-1) ?? 1,
			position: [index * 220, 0],
			parameters: {},
			credentials: this.credentialsOf(nodeType),
			...setup,
			type,
		};
	}

	/** All credentials that the node takes and the engine has, as a user would choose them. */
	private credentialsOf(nodeType: INodeType): INode['credentials'] {
		const names = (nodeType.description.credentials ?? []).map(({ name }) => name);
		return Object.fromEntries(
			names
				.filter((name) => name in this.credentials.data)
				.map((name) => [name, { id: `${name}-1`, name }]),
		);
	}

	private isTrigger(node: INode | undefined) {
		if (!node) return false;
		const { description } = this.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
		return description.group.includes('trigger');
	}
}

function inARow(nodes: INode[]): IConnections {
	const connections: IConnections = {};
	for (const [index, { name }] of nodes.entries()) {
		const next = nodes[index + 1];
		if (!next) continue;
		connections[name] = {
			main: [[{ node: next.name, type: NodeConnectionTypes.Main, index: 0 }]],
		};
	}
	return connections;
}
