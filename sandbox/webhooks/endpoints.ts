import type { SandboxAccount } from '../ledger/accounts';
import { ApiError } from '../api/errors';
import type { Ids } from '../state/ids';

/** A registered address that receives an account's events (interface 4.6). */
export interface Endpoint {
	readonly id: string;
	readonly accountId: string;
	readonly url: string;
	/** Signs deliveries to this endpoint; each endpoint has its own secret (interface 5.2). */
	secret: string;
	enabled: boolean;
}

/** The endpoints of both accounts, in the order in which they were added. */
export class Endpoints {
	private readonly byId = new Map<string, Endpoint>();

	constructor(private readonly ids: Ids) {}

	get all(): Endpoint[] {
		return [...this.byId.values()];
	}

	get enabled(): Endpoint[] {
		return this.all.filter(({ enabled }) => enabled);
	}

	/**
	 * Adds an endpoint. Its secret depends only on seed, account and address, so that a credential with this
	 * secret still works after a restart of the sandbox.
	 *
	 * @throws ApiError 400 when it is not an http(s) address, 409 when it is already registered
	 */
	add({ accountId }: SandboxAccount, address: string): Endpoint {
		const url = URL.canParse(address) ? new URL(address) : undefined;
		if (!url || !/^https?:$/.test(url.protocol))
			throw new ApiError(400, 'The address must begin with http:// or https://.');
		const name = `endpoint ${accountId} ${url.href}`;
		const id = `we_${this.ids.secret(name).slice(0, 16)}`;
		if (this.byId.has(id))
			throw new ApiError(409, 'There is already an endpoint with this address.');
		const secret = `whsec_${this.ids.secret(`${name} secret`)}`;
		const endpoint: Endpoint = { id, accountId, url: url.href, secret, enabled: true };
		this.byId.set(id, endpoint);
		return endpoint;
	}

	/** @throws ApiError 404 */
	find(id: string): Endpoint {
		const endpoint = this.byId.get(id);
		if (!endpoint) throw new ApiError(404, 'There is no such endpoint.');
		return endpoint;
	}

	/** Gives the endpoint another secret; the old one signs nothing any more. */
	renewSecret(endpoint: Endpoint): Endpoint {
		endpoint.secret = `whsec_${this.ids.unique('secret')}`;
		return endpoint;
	}

	remove({ id }: Endpoint): void {
		this.byId.delete(id);
	}
}
