import type { INodeProperties, INodeType } from 'n8n-workflow';

import type { Settings } from '../plan';

/** The names of the node's parameters. Each must exist in its description. */
const NAMES = {
	payOnce: 'avoidPayingTwice.payOnce.per',
	ownKey: 'avoidPayingTwice.payOnce.key',
	maximum: 'maximumCredits',
	minimum: 'minimumCredits',
	alreadyTagged: 'alreadyTagged',
	compareWithOriginal: 'compareWithOriginal',
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

/** Values of Pay Once. */
const CHOICES: Record<Settings['scope'], string> = {
	delivery: 'delivery',
	content: 'content',
	custom: 'ownKey',
	customOnce: 'ownKeyOneJob',
};

/** @throws Error if a parameter no longer exists */
export function checkNames({ description }: INodeType): void {
	const present = new Set(description.properties.flatMap(namesIn));
	const missing = Object.values(NAMES).filter((name) => !present.has(name));
	if (missing.length > 0) throw new Error(`The node has no parameter ${missing.join(', ')}`);
}

/** Names of a property, of its options, and of its groups' fields, as paths. */
function namesIn({ name, options = [] }: INodeProperties): string[] {
	const inside = options.flatMap((option) => {
		if ('values' in option) {
			return option.values.map((value) => `${name}.${option.name}.${value.name}`);
		}
		return 'type' in option ? namesIn(option) : [];
	});
	return [name, ...inside];
}

/** The values of an item that its parameters contain. */
export interface Named {
	ownKey: string;
	url: string;
	jobId: string;
}

export type Operation = 'tag' | 'submit' | 'wait' | 'download';

/** The node's parameters for an item. */
export function parametersOf(operation: Operation, settings: Settings, named: Named) {
	const choice = CHOICES[settings.scope];
	return new Map<string, unknown>([
		['resource', operation === 'tag' || operation === 'submit' ? 'document' : 'job'],
		['operation', operation],
		[NAMES.source, settings.source === 'url' ? 'url' : 'binary'],
		[NAMES.binaryField, 'data'],
		[NAMES.url, named.url],
		[NAMES.ocr, settings.ocr],
		[NAMES.jobId, named.jobId],
		[NAMES.outputField, 'data'],
		option(NAMES.payOnce, choice),
		option(NAMES.ownKey, choice.startsWith('ownKey') ? named.ownKey : ''),
		option(NAMES.maximum, settings.maximum),
		option(NAMES.minimum, settings.minimum),
		option(NAMES.alreadyTagged, settings.alreadyTagged),
		option(NAMES.compareWithOriginal, settings.hasReport ? 'warn' : 'off'),
		option(NAMES.keepSource, settings.keepSource),
		option(NAMES.waitTimeout, settings.waitSeconds),
		option(NAMES.maxInFlight, settings.inFlight),
	]);
}

function option(name: string, value: unknown): [string, unknown] {
	return [`options.${name}`, value];
}
