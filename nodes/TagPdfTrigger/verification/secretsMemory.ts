import type { Clock } from '../../client/runtime';

type Secrets = readonly string[];

interface Reading {
	/** Milliseconds since the epoch. */
	at: number;
	secrets: Secrets;
}

interface Entry {
	/** The last reading that succeeded. */
	read?: Reading;
	/** The last reading that began. It may be pending, or have failed. */
	begun: { at: number; secrets: Promise<Secrets> };
}

export interface SecretsMemoryLimits {
	/** How long secrets are used without reading the credential again, in milliseconds. */
	lifetimeMs: number;
	/** Shortest time between two readings of a credential, in milliseconds. */
	pauseMs: number;
	/** Most credentials that are remembered. The one that was read longest ago is dropped first. */
	capacity: number;
}

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
	 * Judges a delivery by the secrets of a credential.
	 *
	 * @param key identifies the credential and its node
	 * @param read returns its secrets
	 * @param judge returns `genuine`, or why not
	 * @throws errors of `read`, even if it failed before, within `pauseMs`
	 */
	async judge<Refusal>(
		key: string,
		read: () => Promise<Secrets>,
		judge: (secrets: Secrets) => Refusal | 'genuine',
	): Promise<Refusal | 'genuine'> {
		const remembered = this.remembered(key);
		const verdict = remembered && judge(remembered);
		if (verdict === 'genuine') return verdict;
		const secrets = await this.current(key, read);
		return verdict !== undefined && secrets === remembered ? verdict : judge(secrets);
	}

	private remembered(key: string): Secrets | undefined {
		const read = this.entries.get(key)?.read;
		return read && this.isWithin(this.limits.lifetimeMs, read.at) ? read.secrets : undefined;
	}

	private async current(key: string, read: () => Promise<Secrets>): Promise<Secrets> {
		const last = this.entries.get(key);
		if (last && this.isWithin(this.limits.pauseMs, last.begun.at)) return await last.begun.secrets;
		const at = this.clock.now();
		const entry: Entry = { read: last?.read, begun: { at, secrets: read() } };
		this.keep(key, entry);
		const secrets = await entry.begun.secrets;
		entry.read = { at, secrets };
		return secrets;
	}

	private keep(key: string, entry: Entry): void {
		this.entries.delete(key);
		this.entries.set(key, entry);
		if (this.entries.size <= this.limits.capacity) return;
		for (const oldest of this.entries.keys()) {
			this.entries.delete(oldest);
			return;
		}
	}

	/** `abs`, because the machine's clock may have been set back. */
	private isWithin(ms: number, at: number): boolean {
		return Math.abs(this.clock.now() - at) < ms;
	}
}
