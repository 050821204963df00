import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

/** The n8n nodes that the example workflows use, reduced to the features they need. */
export const baseNodes: Record<string, INodeType> = {
	'n8n-nodes-base.stickyNote': node('stickyNote', {}),
	'n8n-nodes-base.formTrigger': node('formTrigger', { group: ['trigger'], inputs: [] }),
	'n8n-nodes-base.noOp': node('noOp', {}),
	'n8n-nodes-base.if': {
		...node('if', { outputs: ['main', 'main'] }, [
			{
				displayName: 'Conditions',
				name: 'conditions',
				type: 'filter',
				default: {},
				typeOptions: { filter: { version: 2 } },
			},
		]),
		/** As n8n's own: the engine evaluates parameters of type `filter`. */
		execute(this: IExecuteFunctions) {
			const outputs: INodeExecutionData[][] = [[], []];
			for (const [index, item] of this.getInputData().entries()) {
				const options = { extractValue: true };
				const isTrue = this.getNodeParameter('conditions', index, false, options) as boolean;
				outputs[isTrue ? 0 : 1]?.push(item);
			}
			return Promise.resolve(outputs);
		},
	},
};

function node(
	name: string,
	description: Partial<INodeTypeDescription>,
	properties: INodeProperties[] = [],
): INodeType {
	return {
		description: {
			displayName: name,
			name,
			group: ['transform'],
			version: [1, 2, 2.2],
			defaultVersion: 1,
			description: name,
			defaults: { name },
			inputs: ['main'],
			outputs: ['main'],
			properties,
			...description,
		},
		execute() {
			return Promise.resolve([this.getInputData()]);
		},
	};
}
