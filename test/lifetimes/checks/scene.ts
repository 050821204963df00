import type { ExecutionPlan } from '../plan';
import type { Clock } from '../world/clock';
import type { N8n } from '../world/n8n';
import type { Execution } from '../world/records';
import type { ClaimContext } from './context';

/** View of a life for the checks. */
export interface Scene extends ClaimContext {
	clock: Clock;
	n8n: N8n;
	execute(plan: ExecutionPlan): Promise<Execution>;
}
