import type { Ids } from '../state/ids';

/** One of the sandbox's accounts. `credits` and `revoked` may be set while it runs. */
export interface SandboxAccount {
	readonly accountId: string;
	readonly apiKey: string;
	credits: number;
	/** A revoked key answers 401 (interface 5.1). */
	revoked: boolean;
}

/** The two accounts of a sandbox; their keys depend on the seed alone. */
export function createAccounts(ids: Ids, credits: number): [SandboxAccount, SandboxAccount] {
	const account = (name: string): SandboxAccount => ({
		accountId: `acct_${ids.secret(`account ${name}`).slice(0, 12)}`,
		apiKey: `tag_${ids.secret(`api key ${name}`)}`,
		credits,
		revoked: false,
	});
	return [account('first'), account('second')];
}
