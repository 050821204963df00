import type { Service } from '../service';

/** Forgets an Idempotency-Key of both accounts, as a service does whose keys expire: its next use makes a new job. */
export function forgetKey({ accounts, idempotency }: Service, key: string): void {
	for (const { accountId } of accounts) idempotency.forgetKey(accountId, key);
}

/**
 * Forgets faults, jobs, uploads, requests, deliveries and the ledger. Keys and endpoints stay.
 * Credits return to their number at the start.
 */
export function reset(service: Service): void {
	service.faults.clear();
	service.rates.clear();
	service.idempotency.clear();
	service.worker.clear();
	service.uploads.clear();
	service.jobs.clear();
	service.webhooks.clear();
	service.requests.length = 0;
	service.violations.length = 0;
	service.ledger.clear();
	for (const account of service.accounts) {
		account.credits = service.options.credits;
		account.revoked = false;
	}
}
