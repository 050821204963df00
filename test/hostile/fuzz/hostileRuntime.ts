import { Secrets } from '../../../client/secrets';
import { Readable } from 'node:stream';

import type { ByteStream, HttpRequest, HttpResponse } from '../../../client/runtime';
import { contentOf } from '../../unit/support/pdf';
import { noAnswer, ScriptedRuntime } from '../../unit/support/scriptedRuntime';
import { refusal, type Answer, type Step, World } from '../service';
import { hasEffect, mutated } from './mutate';
import type { Mutation } from './mutations';

/** Number of parts of a mutated body. */
const PARTS = 5;

/** A runtime on virtual time with a correct service, whose answers are mutated in transit. */
export class HostileRuntime extends ScriptedRuntime {
	/** The only secrets here are those of the forms. */
	override readonly secrets = new Secrets();
	readonly world = new World('https://s3.example.com');
	/** IDs of the job in answers to the submission, right or wrong. */
	readonly namedIds: unknown[] = [];
	private readonly asks = new Map<Step, number>();

	constructor(private readonly mutations: Mutation[]) {
		super();
		for (const step of [
			'getAccount',
			'createUpload',
			'submitJob',
			'getJob',
			'getResult',
		] as const) {
			this.answer(step, async (request) => await this.exchange(step, request));
		}
		this.answer('store', async (request) => await this.exchange('store', request));
		this.serve(async (request) => await this.exchange('download', request));
	}

	private note({ status, body }: Answer): void {
		if (status >= 300) return;
		try {
			this.namedIds.push((JSON.parse(String(body)) as { id?: unknown } | null)?.id);
		} catch {
			// The answer contains no ID.
		}
	}

	private async exchange(step: Step, request: HttpRequest): Promise<HttpResponse<ByteStream>> {
		const nth = this.asks.get(step) ?? 0;
		this.asks.set(step, nth + 1);
		const mutation = this.mutations.find((known) => known.step === step && known.nth === nth);
		const { network, delayMs = 0, pauseMs = 0 } = mutation ?? {};
		const answer = hasEffect(mutation) ? await this.own(step, request) : refusal(500);
		await this.delay(delayMs, request);
		if (network !== undefined) throw noAnswer(network);
		const sent = mutated(answer, mutation);
		if (step === 'submitJob') this.note(sent);
		const { status, headers = {}, body = '' } = sent;
		const parts = this.parts(Buffer.from(body), pauseMs, request);
		return { statusCode: status, headers: { ...headers }, body: Readable.from(parts) };
	}

	private async own(step: Step, { url, headers, body = '' }: HttpRequest): Promise<Answer> {
		return await this.world.answer(step, {
			url,
			contentType: headers?.['Content-Type'] ?? '',
			idempotencyKey: headers?.['Idempotency-Key'] ?? '',
			body: async () =>
				typeof body === 'object' && !Buffer.isBuffer(body)
					? await contentOf(body)
					: Buffer.from(body),
		});
	}

	/** Like n8n's HTTP client: waits at most for the timeout, and until the signal aborts. */
	private async delay(ms: number, { timeoutMs, signal }: HttpRequest): Promise<void> {
		await this.sleep(Math.min(ms, timeoutMs), signal);
		if (signal?.aborted === true) throw noAnswer('ERR_CANCELED');
		if (ms > timeoutMs) throw noAnswer('ECONNABORTED');
	}

	private async *parts(
		body: Buffer,
		pauseMs: number,
		{ signal }: HttpRequest,
	): AsyncGenerator<Buffer> {
		const size = Math.max(1, Math.ceil(body.length / PARTS));
		for (let at = 0; at < body.length; at += size) {
			if (pauseMs > 0) await this.sleep(pauseMs, signal);
			if (signal?.aborted === true) throw noAnswer('ERR_CANCELED');
			yield body.subarray(at, at + size);
		}
	}
}
