import { Workflow, type INodeParameters, type INodeType, type INodeTypes } from 'n8n-workflow';

/** The subtitle that n8n shows under a node on the canvas. */
export function subtitleOf(nodeType: INodeType, parameters: INodeParameters): unknown {
	const node = { id: '1', name: 'It', type: 'it', typeVersion: 1, parameters };
	const workflow = new Workflow({
		nodes: [{ ...node, position: [0, 0] }],
		connections: {},
		active: false,
		nodeTypes: { getByNameAndVersion: () => nodeType } as unknown as INodeTypes,
	});
	const [onCanvas] = Object.values(workflow.nodes);
	if (!onCanvas) throw new Error('The workflow has no node');
	const { subtitle } = nodeType.description;
	return workflow.expression.getSimpleParameterValue(onCanvas, subtitle, 'manual', {});
}
