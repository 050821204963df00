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
	/** The last one that began, which may be under way, or have failed. */
	begun: { at: number; secrets: Promise<Secrets> };
}

export interface SecretsMemoryLimits {
	/** How long secrets are taken for good without a look at the credential, in milliseconds. */
	lifetimeMs: number;
	/** From one look at a credential to the next, at least. */
	pauseMs: number;
	/** Credentials that are remembered; the one that was read longest ago makes room. */
	capacity: number;
}

/**
 * Signing secrets, remembered for a while: to read a credential costs n8n more than to store an
 * execution. One that is removed lives on for `lifetimeMs` at most; one that is added counts at once,
 * because what fits no remembered secret is compared with the credential itself, unless that was read
 * within `pauseMs`.
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
	 * @param key of the credential, and of the node that has it
	 * @param read gives its secrets
	 * @param judge says `genuine`, or why not
	 * @throws what `read` throws, also when it did so within `pauseMs`
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

	/** Whichever way the machine's clock was set in between. */
	private isWithin(ms: number, at: number): boolean {
		return Math.abs(this.clock.now() - at) < ms;
	}
}
