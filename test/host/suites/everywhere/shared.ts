import { closedBy } from '../../../closing';
import { openSetup, type Setup } from '../../harness/setup';

const closing = closedBy(afterAll);
let opened: Promise<Setup> | undefined;

/** One n8n for all suites that run on every version: each start takes longer than most of them. */
export async function openSharedSetup(): Promise<Setup> {
	opened ??= openSetup().then(closing);
	return await opened;
}
