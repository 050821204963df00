import fc from 'fast-check';

import {
	fingerprint,
	idempotencyKey,
	type IdempotencyScope,
	type SubmissionIdentity,
} from '../../../../nodes/client/submission/idempotencyKey';

const identity: fc.Arbitrary<SubmissionIdentity> = fc.record({
	digest: fc.stringMatching(/^[0-9a-f]{64}$/),
	options: fc.record({ ocr: fc.boolean(), embed_fonts: fc.boolean() }),
	attempt: fc.integer({ min: 1, max: 9 }),
});
const text = fc.string({ maxLength: 12 });
const scope: fc.Arbitrary<IdempotencyScope> = fc.oneof(
	fc.tuple(text, text, text).map(([instanceId, executionId, nodeId]) => ({
		scope: 'execution' as const,
		instanceId,
		executionId,
		nodeId,
	})),
	fc.constant({ scope: 'content' as const }),
);

describe('idempotencyKey', () => {
	it('is the same for the same document and differs as soon as anything differs', () => {
		fc.assert(
			fc.property(scope, scope, identity, identity, (scopeA, scopeB, a, b) => {
				const key = idempotencyKey(scopeA, a);
				expect(key).toMatch(/^[0-9a-f]{64}$/);
				const same = JSON.stringify([scopeA, a]) === JSON.stringify([scopeB, b]);
				expect(idempotencyKey(scopeB, b) === key).toBe(same);
				expect(idempotencyKey({ ...scopeA }, { ...a })).toBe(key);
				expect(idempotencyKey(scopeA, { ...a, attempt: a.attempt + 1 })).not.toBe(key);
				expect(
					idempotencyKey(scopeA, { ...a, options: { ...a.options, ocr: !a.options.ocr } }),
				).not.toBe(key);
			}),
		);
	});

	it('keeps the parts of an owner apart', () => {
		const of = (instanceId: string, executionId: string) =>
			idempotencyKey(
				{ scope: 'execution', instanceId, executionId, nodeId: 'n' },
				{ digest: 'd', options: {}, attempt: 1 },
			);
		expect(of('a1', '2')).not.toBe(of('a', '12'));
	});

	it('takes an option that is left out for false, as the service does', () => {
		const of = (options: SubmissionIdentity['options']) =>
			idempotencyKey({ scope: 'content' }, { digest: 'd', options, attempt: 1 });
		expect(of({})).toBe(of({ ocr: false, embed_fonts: false }));
	});

	it("sends the user's own key as it is, and marks a new attempt", () => {
		const custom: IdempotencyScope = { scope: 'custom', key: 'invoice-7' };
		expect(idempotencyKey(custom, { digest: 'd', options: {}, attempt: 1 })).toBe('invoice-7');
		expect(idempotencyKey(custom, { digest: 'd', options: {}, attempt: 2 })).toBe('invoice-7-2');
	});
});

describe('fingerprint', () => {
	it('tells nothing of what it is made of', () => {
		expect(fingerprint(['sk_live_secret', 'https://presigned'])).toMatch(/^[0-9a-f]{64}$/);
	});

	it('is the same only for the same parts', () => {
		fc.assert(
			fc.property(fc.array(text), fc.array(text), (a, b) => {
				expect(fingerprint(a) === fingerprint(b)).toBe(JSON.stringify(a) === JSON.stringify(b));
			}),
		);
	});
});
