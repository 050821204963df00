import { createHmac, randomUUID } from 'node:crypto';
import type { SandboxOptions } from '../options';

/**
 * Keys, secrets and ids of a sandbox. Keys and secrets depend on its seed. Ids are new in every run, because
 * receivers of events remember the jobs that they have seen.
 */
export class Ids {
	private readonly run = randomUUID();
	private count = 0;

	constructor(
		private readonly seed: string,
		private readonly format: SandboxOptions['idFormat'],
	) {}

	/** A secret of 32 hex digits that depends on the seed and the name alone. */
	secret(name: string): string {
		return createHmac('sha256', this.seed).update(name).digest('hex').slice(0, 32);
	}

	/** A new id for clients to keep (job, upload key), in the chosen format. */
	next(kind: 'job' | 'upload'): string {
		const hex = this.unique(kind);
		if (this.format === 'unusual') return `${kind}/${hex.slice(0, 8)} é?#%2F`;
		if (this.format === 'uuid') {
			const [, ...parts] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(hex) ?? [];
			return `${parts[0]}-${parts[1]}-4${parts[2]}-8${parts[3]}-${parts[4]}`;
		}
		return `${kind}_${hex.slice(0, 16)}`;
	}

	/** A new request id. */
	request(): string {
		return `req_${this.unique('request').slice(0, 16)}`;
	}

	/** 32 hex digits, new on every call. */
	unique(kind: string): string {
		this.count += 1;
		return this.secret(`${kind} ${this.run} ${this.count}`);
	}
}
