import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { Readable } from 'node:stream';

/** What the node asks of n8n, as a run that is killed sees it. */
export type Call =
	| 'createUpload'
	| 'store'
	| 'record'
	| 'submitJob'
	| 'getJob'
	| 'getResult'
	| 'download'
	| 'save'
	| 'remove'
	| 'other';

/** The moment of a kill: at the n-th such call, before it has an effect, or after it and unseen. */
export interface Moment {
	call: Call;
	nth?: number;
	when: 'before' | 'after';
}

type Helper = (...given: unknown[]) => Promise<unknown>;

type Remove = (keys: readonly string[]) => Promise<void>;

/** A journal that is kept wrongly, to see that the matrix sees it. */
export interface Breakage {
	/** @returns what the call gives, or undefined to let it happen */
	instead: (
		call: Call,
		given: unknown[],
		work: () => Promise<unknown>,
		remove: Remove,
	) => Promise<unknown> | undefined;
}

/** What a call of a killed process gets: the run ends with it, unseen, and is not tried again. */
class Gone extends Error {
	readonly code = 'KILLED';
}

/**
 * One process: until it is killed its calls go to n8n; afterwards none has an effect or an answer, as
 * if nobody were there.
 */
export class Process {
	/** Resolves with the kill. */
	readonly killed: Promise<void>;
	/** Held back until then, by kind of call. */
	readonly held: Partial<Record<Call, Promise<unknown>>> = {};
	/** Called when a call arrives, before it takes effect. */
	onCall: (call: Call) => void = () => undefined;
	/** IDs of jobs whose results are gone. */
	readonly gone = new Set<string>();
	private readonly counts = new Map<Call, number>();
	private isDead = false;
	/** Removes marks from the store. */
	private remove: Remove = async () => {
		await Promise.resolve();
	};
	private markKilled: () => void = () => undefined;

	constructor(
		private readonly moment?: Moment,
		private readonly breakage?: Breakage,
	) {
		this.killed = new Promise((resolve) => (this.markKilled = resolve));
	}

	kill(): void {
		this.isDead = true;
		this.markKilled();
	}

	/** What the node sees of n8n in this process. */
	readonly seenBy = (context: IExecuteFunctions): IExecuteFunctions => {
		this.remove = async (keys) => {
			await context.helpers.removeProcessed([...keys], 'node', { mode: 'entries' });
		};
		const helpers = new Proxy(context.helpers, {
			get: (target, name) => {
				const helper: unknown = Reflect.get(target, name);
				if (typeof helper !== 'function') return helper;
				const original = (...given: unknown[]) =>
					Reflect.apply<unknown, unknown[], Promise<unknown>>(helper as Helper, context, given);
				const nameOf = CALLS[String(name)];
				if (!nameOf) return original;
				return async (...given: unknown[]) => await this.call(nameOf(given), given, original);
			},
		});
		return new Proxy(context, {
			get: (target, name) => {
				if (name === 'helpers') return helpers;
				const value: unknown = Reflect.get(target, name, target);
				return typeof value === 'function' ? (value.bind(target) as unknown) : value;
			},
		});
	};

	private async call(call: Call, given: unknown[], original: Helper): Promise<unknown> {
		const nth = (this.counts.get(call) ?? 0) + 1;
		this.counts.set(call, nth);
		this.onCall(call);
		await this.held[call];
		const isMoment = this.moment?.call === call && (this.moment.nth ?? 1) === nth;
		if (isMoment && this.moment.when === 'before') this.kill();
		if (this.isDead) throw new Gone();
		const work = async () => (this.isGone(call, given) ? GONE() : await original(...given));
		const answer = await (this.breakage?.instead(call, given, work, this.remove) ?? work());
		if (isMoment) this.kill();
		if (this.hasEnded()) throw new Gone();
		return answer;
	}

	/** Asked again after a call, during which the process may have been killed. */
	private hasEnded(): boolean {
		return this.isDead;
	}

	private isGone(call: Call, given: unknown[]): boolean {
		const url = call === 'getResult' ? addressOf(given) : '';
		return [...this.gone].some((id) => url.includes(`/${id}/`));
	}
}

const GONE = () => ({
	statusCode: 410,
	headers: {},
	body: Readable.from([Buffer.from('{"error":{"type":"gone","message":"The result is gone"}}')]),
});

const CALLS: Record<string, (given: unknown[]) => Call> = {
	httpRequestWithAuthentication: (given) => stepOf(addressOf(given)),
	httpRequest: ([options]) =>
		(options as IHttpRequestOptions).method === 'POST' ? 'store' : 'download',
	prepareBinaryData: () => 'save',
	checkProcessedAndRecord: () => 'record',
	removeProcessed: () => 'remove',
};

function addressOf(given: unknown[]): string {
	const options = given.find(
		(each): each is IHttpRequestOptions =>
			typeof each === 'object' && each !== null && 'url' in each,
	);
	return options?.url ?? '';
}

function stepOf(url: string): Call {
	if (url.endsWith('/v1/uploads')) return 'createUpload';
	if (url.endsWith('/v1/jobs')) return 'submitJob';
	if (url.endsWith('/result')) return 'getResult';
	return url.includes('/v1/jobs/') ? 'getJob' : 'other';
}
