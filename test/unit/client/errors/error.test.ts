import { HALT_REASON, TagPdfError, throwIfStopped } from '../../../../nodes/client/errors';
import { requestFacts } from '../../support/failureOf';

/** The error that {@link throwIfStopped} throws. */
function thrown(signal: AbortSignal | undefined): unknown {
	try {
		throwIfStopped(signal, { jobId: 'j' });
	} catch (error) {
		return error;
	}
	return undefined;
}

describe('TagPdfError', () => {
	it('carries a code, facts and the exception behind it', () => {
		const cause = new Error('socket hang up');
		const facts = requestFacts({ jobId: 'j' });
		const error = new TagPdfError('UNREACHABLE', facts, { cause });
		expect(error).toBeInstanceOf(Error);
		expect(error.name).toBe('TagPdfError');
		expect(error.code).toBe('UNREACHABLE');
		expect(error.facts).toEqual(facts);
		expect(error.cause).toBe(cause);
	});

	it('adds the name of a document and changes nothing else', () => {
		const cause = new Error('socket hang up');
		const error = new TagPdfError('WAIT_TIMEOUT', { jobId: 'j', waitedMs: 7 }, { cause }).addFacts({
			fileName: 'a.pdf',
		});
		expect(error).toMatchObject({
			code: 'WAIT_TIMEOUT',
			facts: { jobId: 'j', waitedMs: 7, fileName: 'a.pdf' },
		});
		expect(error.cause).toBe(cause);
	});

	it('names code and request in its message, and nothing else', () => {
		const facts = requestFacts({ jobId: 'j' });
		expect(new TagPdfError('NOT_FOUND', facts).message).toBe('NOT_FOUND (getJob)');
		expect(new TagPdfError('JOB_FAILED', { jobId: 'j' }).message).toBe('JOB_FAILED');
	});

	it('has a cause only if one is given', () => {
		const error = new TagPdfError('UNFORESEEN', {});
		expect('cause' in error).toBe(false);
	});
});

describe('throwIfStopped', () => {
	it('does nothing without a stop', () => {
		expect(thrown(undefined)).toBeUndefined();
		expect(thrown(new AbortController().signal)).toBeUndefined();
	});

	it("distinguishes the user's Stop from a halted run, and adds the facts", () => {
		expect(thrown(AbortSignal.abort())).toMatchObject({ code: 'STOPPED', facts: { jobId: 'j' } });
		for (const reason of ['halt', ''])
			expect(thrown(AbortSignal.abort(reason))).toMatchObject({ code: 'STOPPED' });
		expect(thrown(AbortSignal.abort(HALT_REASON))).toMatchObject({
			code: 'NOT_STARTED',
			facts: { jobId: 'j' },
		});
	});

	it('keeps the first of two reasons', () => {
		const stop = new AbortController();
		const halt = new AbortController();
		const both = AbortSignal.any([stop.signal, halt.signal]);
		halt.abort(HALT_REASON);
		stop.abort();
		expect(thrown(both)).toMatchObject({ code: 'NOT_STARTED' });
	});

	it('works without facts', () => {
		expect(() => throwIfStopped(AbortSignal.abort())).toThrow(TagPdfError);
	});
});
