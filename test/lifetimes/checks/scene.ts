import type { ExecutionPlan, Plan } from '../plan';
import type { Clock } from '../world/clock';
import type { N8n } from '../world/n8n';
import { credentialOf, type Call, type Entry, type Execution } from '../world/records';
import { accountOf, type ServiceModel } from '../world/service';
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
	/** Calls a check when the life is over. */
	judgeAtEnd(check: () => void): void;
	execute(plan: ExecutionPlan): Promise<Execution>;
	pass(ms: number): Promise<void>;
}

/** A document of a call, if no other item of the execution has the same. */
export function findOwnEntry({ entries, execution }: Call, index: number): Entry | undefined {
	const own = entries[index];
	const account = accountOf(credentialOf(execution, own));
	const same = execution.entries.filter(
		(entry) =>
			entry.content === own?.content && accountOf(credentialOf(execution, entry)) === account,
	);
	return same.length === 1 ? own : undefined;
}

/** The document that an error is about: an item with several PDFs is told by the name of the file. */
export function findNamed(
	{ entries, error, itemOf, jobIds }: Call,
	text: string,
): number | undefined {
	if (entries.length === 0 && jobIds.length > 0) return error?.itemIndex;
	const ofItem = [...itemOf.keys()].filter((index) => itemOf[index] === error?.itemIndex);
	if (ofItem.length <= 1) return ofItem[0];
	const named = ofItem.filter((index) =>
		text.includes(`document-${entries[index]?.content.content}.pdf`),
	);
	return named.length === 1 ? named[0] : undefined;
}
