import type { Plan } from '../plan';
import type { ServiceModel } from '../world/service';
import type { Ledger } from './ledger';
import type { Report } from './violation';

/** How often each kind of sentence was compared with the ledger. */
export type ClaimCounts = Map<string, number>;

export interface ClaimContext {
	claims: ClaimCounts;
	ledger: Ledger;
	plan: Plan;
	report: Report;
	service: ServiceModel;
}
