import type { Operation } from './operation';
import { accountOperations } from './resources/account';
import { documentOperations } from './resources/document';
import { jobOperations } from './resources/job';
import { withoutError } from './withoutError';

/** Every operation of the node: by resource, then by operation. */
export const operations: Record<string, Record<string, Operation>> = {
	account: all(accountOperations),
	document: all(documentOperations),
	job: all(jobOperations),
};

function all(resource: Record<string, Operation>): Record<string, Operation> {
	return Object.fromEntries(
		Object.entries(resource).map(([name, operation]) => [name, withoutError(operation)]),
	);
}
