import type { INodeProperties, INodeType } from 'n8n-workflow';

import type { Settings } from '../plan';

/** The names of the node's parameters, in this one place; each must be in its description. */
const NAMES = {
	scope: 'idempotencyScope',
	ownKey: 'idempotencyKey',
	once: 'oneJobPerKey',
	maximum: 'maximumCredits',
	minimum: 'minimumCredits',
	alreadyTagged: 'alreadyTagged',
	report: 'report',
	keepSource: 'keepSource',
	waitTimeout: 'waitTimeout',
	maxInFlight: 'maxInFlight',
	source: 'source',
	binaryField: 'binaryPropertyName',
	url: 'url',
	ocr: 'ocr',
	jobId: 'jobId',
	outputField: 'outputBinaryField',
} as const;

/** @throws Error when the node has no such parameter any more */
export function checkNames({ description }: INodeType): void {
	const present = new Set(description.properties.flatMap(namesIn));
	const missing = Object.values(NAMES).filter((name) => !present.has(name));
	if (missing.length > 0) throw new Error(`The node has no parameter ${missing.join(', ')}`);
}

function namesIn({ name, options = [] }: INodeProperties): string[] {
	const inside = options.filter((option) => 'displayName' in option && 'type' in option);
	return [name, ...inside.flatMap((option) => namesIn(option))];
}

/** An item as its parameters name it. */
export interface Named {
	ownKey: string;
	url: string;
	jobId: string;
}

export type Operation = 'tag' | 'submit' | 'wait' | 'download';

/** The parameters of the node, as n8n gives them for an item. */
export function parametersOf(operation: Operation, settings: Settings, named: Named) {
	const { scope } = settings;
	const isCustom = scope === 'custom' || scope === 'customOnce';
	return new Map<string, unknown>([
		['resource', operation === 'tag' || operation === 'submit' ? 'document' : 'job'],
		['operation', operation],
		[NAMES.source, settings.source === 'url' ? 'url' : 'binary'],
		[NAMES.binaryField, 'data'],
		[NAMES.url, named.url],
		[NAMES.ocr, settings.ocr],
		[NAMES.jobId, named.jobId],
		[NAMES.outputField, 'data'],
		option(NAMES.scope, isCustom ? 'custom' : scope),
		option(NAMES.ownKey, isCustom ? named.ownKey : ''),
		option(NAMES.once, scope === 'customOnce'),
		option(NAMES.maximum, settings.maximum),
		option(NAMES.minimum, settings.minimum),
		option(NAMES.alreadyTagged, settings.alreadyTagged),
		option(NAMES.report, settings.hasReport),
		option(NAMES.keepSource, settings.keepSource),
		option(NAMES.waitTimeout, settings.waitSeconds),
		option(NAMES.maxInFlight, settings.inFlight),
	]);
}

function option(name: string, value: unknown): [string, unknown] {
	return [`options.${name}`, value];
}
