import type { Clock } from '../../client/runtime';
import { setNewest } from '../../client/setNewest';

type Secrets = readonly string[];

interface SecretsReading {
	/** Milliseconds since the epoch. */
	at: number;
	secrets: Secrets;
}

interface Entry {
	/** The last reading that succeeded. */
	lastSuccess?: SecretsReading;
	/** The last reading that began. It may be pending, or have failed. */
	lastReading: { at: number; secrets: Promise<Secrets> };
}

export interface SecretsMemoryLimits {
	/** How long secrets are used without reading the credential again, in milliseconds. */
	lifetimeMs: number;
	/** Shortest time between two readings of a credential, in milliseconds. */
	pauseMs: number;
	/** Maximum number of credentials that are remembered. The one that was read longest ago is dropped first. */
	capacity: number;
}

/** `docs/trigger.md` says how long a removed secret remains valid. */
export const SECRETS_LIMITS: SecretsMemoryLimits = {
	lifetimeMs: 30_000,
	pauseMs: 1_000,
	capacity: 1_000,
};

/**
 * Caches signing secrets, because reading a credential costs n8n more than storing an execution. A removed
 * secret remains valid for `lifetimeMs` at most. A new secret is valid at once: if no cached secret matches,
 * the credential is read again, unless it was read within `pauseMs`.
 */
export class SecretsMemory {
	private readonly entries = new Map<string, Entry>();

	constructor(
		private readonly clock: Pick<Clock, 'now'>,
		private readonly limits: SecretsMemoryLimits,
	) {}

	/**
	 * Verifies a delivery by the secrets of a credential.
	 *
	 * @param key identifies the credential and its node
	 * @param read returns its secrets
	 * @param check returns `genuine`, or why not
	 * @throws errors of `read`, even if it failed before, within `pauseMs`
	 */
	async verify<Refusal>(
		key: string,
		read: () => Promise<Secrets>,
		check: (secrets: Secrets) => Refusal | 'genuine',
	): Promise<Refusal | 'genuine'> {
		const remembered = this.findRemembered(key);
		const verdict = remembered && check(remembered);
		if (verdict === 'genuine') return verdict;
		const secrets = await this.readCurrent(key, read);
		return verdict !== undefined && secrets === remembered ? verdict : check(secrets);
	}

	private findRemembered(key: string): Secrets | undefined {
		const read = this.entries.get(key)?.lastSuccess;
		return read && this.isWithin(this.limits.lifetimeMs, read.at) ? read.secrets : undefined;
	}

	private async readCurrent(key: string, read: () => Promise<Secrets>): Promise<Secrets> {
		const last = this.entries.get(key);
		if (last && this.isWithin(this.limits.pauseMs, last.lastReading.at))
			return await last.lastReading.secrets;
		const at = this.clock.now();
		const entry: Entry = { lastSuccess: last?.lastSuccess, lastReading: { at, secrets: read() } };
		setNewest(this.entries, key, entry, this.limits.capacity);
		const secrets = await entry.lastReading.secrets;
		entry.lastSuccess = { at, secrets };
		return secrets;
	}

	/** `abs`, because the machine's clock may have been set back. */
	private isWithin(ms: number, at: number): boolean {
		return Math.abs(this.clock.now() - at) < ms;
	}
}
