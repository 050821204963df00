import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeTypeDescription,
} from 'n8n-workflow';
import type { WorkflowNode } from '../../host/harness/rest/workflows';

/**
 * Parameters of a node that n8n would not understand: unknown names, names that do not apply beside the
 * others, and values outside the choices. Choices left to the user are no error.
 */
export function misunderstood(node: WorkflowNode, description: INodeTypeDescription): string[] {
	const { parameters } = node;
	const { properties } = description;
	const known = NodeHelpers.getNodeParameters(
		properties,
		parameters as INodeParameters,
		true,
		false,
		node,
		description,
	);
	const issues = NodeHelpers.getNodeParametersIssues(
		properties,
		node as unknown as INode,
		description,
	);
	const wrong = Object.values(issues?.parameters ?? {}).flat();
	return [
		...missing(parameters, known ?? {}).map((path) => `${node.name}: no parameter "${path}"`),
		...wrong.filter((text) => !text.includes('is required')).map((text) => `${node.name}: ${text}`),
	];
}

/** Types of the credentials that a node with these parameters requires. */
export function credentialTypes(node: WorkflowNode, description: INodeTypeDescription): string[] {
	const { parameters } = node;
	const known = NodeHelpers.getNodeParameters(
		description.properties,
		parameters as INodeParameters,
		true,
		false,
		node,
		description,
	);
	return (description.credentials ?? [])
		.filter((each) => NodeHelpers.displayParameter(known ?? {}, each, node, description))
		.map(({ name }) => name);
}

/** Paths that are in `given` and not in `known`. */
function missing(given: unknown, known: unknown, path = ''): string[] {
	if (given === null || typeof given !== 'object') return known === undefined ? [path] : [];
	if (known === null || typeof known !== 'object') return [path];
	return Object.entries(given).flatMap(([key, value]) =>
		missing(value, (known as Record<string, unknown>)[key], path ? `${path}.${key}` : key),
	);
}
