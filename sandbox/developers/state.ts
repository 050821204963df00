import type { SandboxAccount } from '../ledger/accounts';
import type { Service } from '../service';
import { DEFAULT_SWITCHES, type DeliverySwitches } from '../webhooks/switches';

/** Rows of each table of the page; the newest come first. */
const SHOWN = 100;

/** Everything that the Developers page shows of one account. */
export function stateOf(service: Service, account: SandboxAccount) {
	const { accounts, jobs, options, webhooks } = service;
	const own = <T extends { accountId: string }>(list: T[]) =>
		list.filter(({ accountId }) => accountId === account.accountId);
	return {
		account,
		accounts: accounts.map(({ accountId, credits }) => ({ accountId, credits })),
		endpoints: own(webhooks.endpoints.all),
		deliveries: own(webhooks.deliveries).slice(-SHOWN).reverse(),
		jobs: own(jobs.all)
			.slice(-SHOWN)
			.reverse()
			.map(({ id, status, filename, pages, creditsUsed, failure, createdAt, finishedAt }) => ({
				...{ id, status, filename, pages, creditsUsed, failure, createdAt, finishedAt },
			})),
		switches: switchesOf(options),
	};
}

/** Selects the delivery switches from all options. */
export function switchesOf(options: DeliverySwitches): DeliverySwitches {
	const names = Object.keys(DEFAULT_SWITCHES) as Array<keyof DeliverySwitches>;
	return Object.fromEntries(
		names.map((name) => [name, options[name]]),
	) as unknown as DeliverySwitches;
}
