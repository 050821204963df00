import type { Operation } from './operation';
import { accountOperations } from './resources/account';
import { documentOperations } from './resources/document';
import { jobOperations } from './resources/job';

/** Every operation of the node: by resource, then by operation. */
export const operations: Record<string, Record<string, Operation>> = {
	account: accountOperations,
	document: documentOperations,
	job: jobOperations,
};
