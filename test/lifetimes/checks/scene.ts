import type { ExecutionPlan, Plan } from '../plan';
import type { Clock } from '../world/clock';
import type { N8n } from '../world/n8n';
import type { Call, Execution } from '../world/records';
import type { ServiceModel } from '../world/service';
import type { Ledger } from './ledger';
import type { Report } from './violation';

/** How often each kind of sentence was compared with the ledger. */
export type ClaimCounts = Map<string, number>;

/** View of a life for the checks. */
export interface Scene {
	claims: ClaimCounts;
	clock: Clock;
	ledger: Ledger;
	n8n: N8n;
	plan: Plan;
	report: Report;
	service: ServiceModel;
	execute(plan: ExecutionPlan): Promise<Execution>;
	pass(ms: number): Promise<void>;
}

/** Content of the document of a call's item, if no other item of the execution has the same. */
export function findOwnContent({ entries, execution }: Call, index: number): number | undefined {
	const content = entries[index]?.content.content;
	const same = execution.entries.filter((entry) => entry.content.content === content);
	return same.length === 1 ? content : undefined;
}
