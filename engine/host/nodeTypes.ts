import { type IDataObject, type INodeType, type INodeTypes, NodeHelpers } from 'n8n-workflow';

/** n8n's own node that starts most example workflows; here it passes the start items on. */
export const START_NODE_TYPE = 'n8n-nodes-base.manualTrigger';

const startNode: INodeType = {
	description: {
		displayName: 'Start',
		name: 'manualTrigger',
		group: ['trigger'],
		version: 1,
		description: 'Passes on the start items',
		defaults: { name: 'Start' },
		inputs: [],
		outputs: ['main'],
		properties: [],
	},
	execute() {
		return Promise.resolve([this.getInputData()]);
	},
};

/** The node types of a run, by the full name that workflows use, e.g. `n8n-nodes-x.y`. */
export class EngineNodeTypes implements INodeTypes {
	private readonly types: Map<string, INodeType>;

	constructor(types: Record<string, INodeType>) {
		this.types = new Map([[START_NODE_TYPE, startNode], ...Object.entries(types)]);
	}

	getByName(type: string): INodeType {
		const nodeType = this.types.get(type);
		if (nodeType) return nodeType;
		throw new Error(`Node type ${type} is not known; known: ${[...this.types.keys()].join(', ')}`);
	}

	getByNameAndVersion(type: string, version?: number): INodeType {
		return NodeHelpers.getVersionedNodeType(this.getByName(type), version);
	}

	getKnownTypes(): IDataObject {
		return {};
	}
}
