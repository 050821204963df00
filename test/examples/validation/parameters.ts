import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeTypeDescription,
} from 'n8n-workflow';
import type { WorkflowNode } from '../../host/harness/rest/workflows';

/**
 * What n8n would not understand of a node's parameters: those that its type does not have, or not beside
 * the others, and values that are no choice. A choice that is left to the user is none of them.
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

/** Types of the credentials that a node with these parameters asks for. */
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

/** Paths of what is in `given` and not in `known`. */
function missing(given: unknown, known: unknown, path = ''): string[] {
	if (given === null || typeof given !== 'object') return known === undefined ? [path] : [];
	if (known === null || typeof known !== 'object') return [path];
	return Object.entries(given).flatMap(([key, value]) =>
		missing(value, (known as Record<string, unknown>)[key], path ? `${path}.${key}` : key),
	);
}
