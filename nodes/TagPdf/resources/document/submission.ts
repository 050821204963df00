import type { IExecuteFunctions } from 'n8n-workflow';

import type { Job, JobOptions } from '../../../client/contract';
import { stopped, TagPdfError } from '../../../client/errors';
import { fingerprint, type IdempotencyScope } from '../../../client/idempotency';
import { uploadDocument } from '../../../client/upload';
import type { Run } from '../../run';
import { sourceOf } from '../../source';

interface SubmissionParameters {
	ocr?: boolean;
	embedFonts?: boolean;
	idempotencyScope?: IdempotencyScope['scope'];
	idempotencyKey?: unknown;
}

/**
 * Gets the job of an item's document: a new one, or the one it already has.
 *
 * @returns the job, and the item's own name for the document: items that share a job may differ
 */
export async function submit(run: Run, itemIndex: number): Promise<{ job: Job; fileName: string }> {
	const { context, host, service, signal, submissions } = run;
	const parameters = context.getNodeParameter('options', itemIndex, {}) as SubmissionParameters;
	const options: JobOptions = {
		ocr: parameters.ocr === true,
		embed_fonts: parameters.embedFonts === true,
	};
	const scope = scopeOf(run, parameters);
	const source = sourceOf(run, itemIndex);
	const upload = async () => {
		if (signal.aborted) throw stopped(signal);
		return await uploadDocument(host, service, await source.open(), signal);
	};
	const job = await submissions.jobFor({
		itemIndex,
		fingerprint: fingerprint([host.rateGateKey, scope, options, source.fileName, source.mark]),
		fileName: source.fileName,
		options,
		scope,
		upload,
		approve: run.approve,
	});
	host.log('debug', `job ${job.id} (${job.status})`);
	return { job, fileName: source.fileName };
}

function scopeOf({ context, progress }: Run, parameters: SubmissionParameters): IdempotencyScope {
	switch (parameters.idempotencyScope) {
		case 'content':
			return { scope: 'content' };
		case 'custom':
			return { scope: 'custom', key: customKey(parameters.idempotencyKey) };
		default:
			return executionScope(context, progress.executionId);
	}
}

function executionScope(context: IExecuteFunctions, executionId: string): IdempotencyScope {
	return {
		scope: 'execution',
		instanceId: context.getInstanceId(),
		executionId,
		nodeId: context.getNode().id,
	};
}

function customKey(value: unknown): string {
	const key = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
	// A header value: printable ASCII only, of a length that servers take.
	if (/^[\x21-\x7e][\x20-\x7e]{0,254}$/.test(key)) return key;
	throw new TagPdfError({
		code: 'INVALID_INPUT',
		message:
			key === ''
				? 'Idempotency Key is empty'
				: 'Idempotency Key has characters that cannot be sent',
		description:
			'With the scope Custom Key each document needs a key of up to 255 letters, digits and signs without accents, e.g. {{ $json.id }}.',
	});
}
