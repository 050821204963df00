import type { ExecutionPlan, Plan } from '../plan';
import type { Clock } from '../world/clock';
import type { Given, N8n } from '../world/n8n';
import { type Call, type Entry, type Execution, isSameDocument } from '../world/records';
import type { ServiceModel } from '../world/service';
import type { Charges } from './charges';
import type { Report } from './violation';

/** How often each kind of claim was compared with the truth. */
export type ClaimCounts = Map<string, number>;

/** View of a life for the checks. */
export interface Scene {
	claims: ClaimCounts;
	clock: Clock;
	charges: Charges;
	n8n: N8n;
	plan: Plan;
	report: Report;
	service: ServiceModel;
	/** Calls a check when the life is over. */
	judgeAtEnd(check: () => void): void;
	/** Runs an execution to its end. */
	execute(plan: ExecutionPlan, given?: Given): Promise<Execution>;
	pass(ms: number): Promise<void>;
}

export function count({ claims }: Pick<Scene, 'claims'>, name: string): void {
	claims.set(name, (claims.get(name) ?? 0) + 1);
}

/** A document of a call, if no other item of the execution has the same. */
export function findOwnEntry({ entries, execution }: Call, index: number): Entry | undefined {
	const own = entries[index];
	if (!own) return undefined;
	const same = execution.entries.filter((entry) => isSameDocument(execution, entry, own));
	return same.length === 1 ? own : undefined;
}
