import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { Readable } from 'node:stream';

/** Calls of the node to n8n that a kill can interrupt. */
export type Call =
	'createUpload' | 'store' | 'submitJob' | 'getJob' | 'getResult' | 'download' | 'save' | 'other';

/** Moment of a kill: at the n-th such call, either before its effect or after it, with the answer lost. */
export interface Moment {
	call: Call;
	nth?: number;
	when: 'before' | 'after';
}

type Helper = (...given: unknown[]) => Promise<unknown>;

/** Error of every call in a killed process. It ends the run without a retry, and nobody sees it. */
class Gone extends Error {
	readonly code = 'KILLED';
}

/** One process. Until the kill its calls reach n8n; afterwards no call has an effect or an answer. */
export class Process {
	/** Resolves when the process is killed. */
	readonly killed: Promise<void>;
	/** Calls of these kinds wait for their promise. */
	readonly held: Partial<Record<Call, Promise<unknown>>> = {};
	/** Called when a call arrives, before it takes effect. */
	onCall: (call: Call) => void = () => undefined;
	/** IDs of jobs whose results are gone. */
	readonly gone = new Set<string>();
	private readonly counts = new Map<Call, number>();
	private isDead = false;
	private markKilled: () => void = () => undefined;

	constructor(private readonly moment?: Moment) {
		this.killed = new Promise((resolve) => (this.markKilled = resolve));
	}

	kill(): void {
		this.isDead = true;
		this.markKilled();
	}

	/** The node's view of n8n in this process. */
	readonly seenBy = (context: IExecuteFunctions): IExecuteFunctions => {
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
		const answer = this.isGone(call, given) ? GONE() : await original(...given);
		if (isMoment) this.kill();
		if (this.hasEnded()) throw new Gone();
		return answer;
	}

	/** Evaluated again after a call, because the process may have been killed meanwhile. */
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
