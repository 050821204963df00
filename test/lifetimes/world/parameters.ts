import type { INodeProperties, INodeType } from 'n8n-workflow';

import type { Settings } from '../plan';

/** The names of the node's parameters. Each must exist in its description. */
const NAMES = {
	newJob: 'newJobPerExecution',
	maxJobs: 'maxJobsPerDocument',
	maximum: 'maxCreditsPerExecution',
	alreadyTagged: 'alreadyTagged',
	keepSource: 'keepInputData',
	waitTimeout: 'waitTimeout',
	maxInFlight: 'maxDocumentsAtOnce',
	source: 'source',
	binaryField: 'binaryPropertyName',
	url: 'url',
	ocr: 'ocr',
	jobId: 'jobId',
	outputField: 'binaryPropertyOutput',
} as const;

/** @throws Error if a parameter no longer exists */
export function checkNames({ description }: INodeType): void {
	const present = new Set(description.properties.flatMap(namesIn));
	const missing = Object.values(NAMES).filter((name) => !present.has(name));
	if (missing.length > 0) throw new Error(`The node has no parameter ${missing.join(', ')}`);
}

/** Names of a property, and of the options in it. */
function namesIn({ name, options = [] }: INodeProperties): string[] {
	return [name, ...options.flatMap((option) => ('type' in option ? namesIn(option) : []))];
}

/** The values of an item that its parameters contain. */
export interface Named {
	/** New Job per Execution. */
	isNew: boolean;
	/** Max Jobs per Document. */
	maxJobs: number;
	url: string;
	jobId: string;
}

export type Operation = 'tag' | 'submit' | 'wait' | 'download';

/** The node's parameters for an item. */
export function parametersOf(operation: Operation, settings: Settings, named: Named) {
	const isOfDocument = operation === 'tag' || operation === 'submit';
	const ofDocuments = [
		option(NAMES.newJob, named.isNew),
		option(NAMES.maxJobs, named.maxJobs),
		option(NAMES.maximum, settings.maximum),
		option(NAMES.alreadyTagged, settings.alreadyTagged),
	];
	return new Map<string, unknown>([
		['resource', isOfDocument ? 'document' : 'job'],
		['operation', operation],
		[NAMES.source, settings.source === 'url' ? 'url' : 'binary'],
		[NAMES.binaryField, settings.filesPerItem > 1 ? '' : 'data'],
		[NAMES.url, named.url],
		[NAMES.ocr, settings.ocr],
		[NAMES.jobId, named.jobId],
		[NAMES.outputField, 'data'],
		...(isOfDocument ? ofDocuments : []),
		option(NAMES.keepSource, settings.keepSource),
		option(NAMES.waitTimeout, settings.waitSeconds),
		option(NAMES.maxInFlight, settings.inFlight),
	]);
}

function option(name: string, value: unknown): [string, unknown] {
	return [`options.${name}`, value];
}
