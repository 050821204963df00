import type { INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';

/** Small nodes beside this package's nodes. */

function description(name: string): INodeTypeDescription {
	return {
		displayName: name,
		name,
		group: ['transform'],
		version: 1,
		description: name,
		defaults: { name },
		inputs: ['main'],
		outputs: ['main'],
		properties: [],
	};
}

/** The head of a loop of three rounds: returns the items of its first run in each round. */
export const loop: INodeType = {
	description: description('loop'),
	execute() {
		const context = this.getContext('node');
		context.runs = Number(context.runs ?? 0) + 1;
		context.items ??= this.getInputData();
		return Promise.resolve([context.runs > 3 ? [] : (context.items as INodeExecutionData[])]);
	},
};

/** Returns its input. */
export const pass: INodeType = {
	description: description('pass'),
	execute() {
		return Promise.resolve([this.getInputData()]);
	},
};
