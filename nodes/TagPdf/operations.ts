import type { Operation } from './operation';
import { accountOperations } from './resources/account';
import { documentOperations } from './resources/document';
import { jobOperations } from './resources/job';
import { avoidErrorField } from './avoidErrorField';

/** Every operation of the node: by resource, then by operation. */
export const operations: Record<string, Record<string, Operation>> = {
	account: avoidErrorFields(accountOperations),
	document: avoidErrorFields(documentOperations),
	job: avoidErrorFields(jobOperations),
};

function avoidErrorFields(resource: Record<string, Operation>): Record<string, Operation> {
	return Object.fromEntries(
		Object.entries(resource).map(([name, operation]) => [name, avoidErrorField(operation)]),
	);
}
