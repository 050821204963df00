import fc from 'fast-check';

import {
	fingerprint,
	idempotencyKey,
	type IdempotencyScope,
	type SubmissionIdentity,
} from '../../../../nodes/client/submission/idempotencyKey';

const text = fc.string({ maxLength: 12 });
const identity: fc.Arbitrary<SubmissionIdentity> = fc.record({
	digest: fc.stringMatching(/^[0-9a-f]{64}$/),
	options: fc.record({ ocr: fc.boolean(), embed_fonts: fc.boolean() }),
	attempt: fc.integer({ min: 1, max: 9 }),
});
const scope: fc.Arbitrary<IdempotencyScope> = fc.oneof(
	fc.tuple(text, text, text).map((owner) => ({ scope: 'execution' as const, owner })),
	fc.constant({ scope: 'content' as const }),
);

const document: SubmissionIdentity = { digest: 'ab', options: {}, attempt: 1 };
const execution = (...owner: string[]): IdempotencyScope => ({ scope: 'execution', owner });
const custom: IdempotencyScope = { scope: 'custom', key: 'invoice-7' };

describe('idempotencyKey', () => {
	it('stays what it is from version to version: another key would be paid for again', () => {
		const ocr = { ...document, options: { ocr: true } };
		expect(idempotencyKey(execution('instance', '17', 'node'), ocr)).toBe(
			'9f996610f03a3d07f9c9e0b51156836961bcb29ca8e56c763820b3630bdd2b56',
		);
		const again = { ...document, options: { embed_fonts: true }, attempt: 2 };
		expect(idempotencyKey({ scope: 'content' }, again)).toBe(
			'3f0bfa379cf0333c8a198b11a4b82d635854c6fb8ae0f36550aae3160b652e40',
		);
	});

	it.each<[string, IdempotencyScope, SubmissionIdentity]>([
		['digest', execution('i', '7', 'n'), { ...document, digest: 'ac' }],
		['ocr', execution('i', '7', 'n'), { ...document, options: { ocr: true } }],
		['embed_fonts', execution('i', '7', 'n'), { ...document, options: { embed_fonts: true } }],
		['attempt', execution('i', '7', 'n'), { ...document, attempt: 2 }],
		['instance', execution('j', '7', 'n'), document],
		['execution', execution('i', '8', 'n'), document],
		['node', execution('i', '7', 'm'), document],
		['scope', { scope: 'content' }, document],
	])('is another one with another %s', (_name, otherScope, other) => {
		expect(idempotencyKey(otherScope, other)).not.toBe(
			idempotencyKey(execution('i', '7', 'n'), document),
		);
	});

	it('keeps the options apart', () => {
		const ocr = idempotencyKey({ scope: 'content' }, { ...document, options: { ocr: true } });
		const fonts = { ...document, options: { embed_fonts: true } };
		expect(idempotencyKey({ scope: 'content' }, fonts)).not.toBe(ocr);
	});

	it('keeps the parts of an owner apart', () => {
		expect(idempotencyKey(execution('a1', '2'), document)).not.toBe(
			idempotencyKey(execution('a', '12'), document),
		);
	});

	it('is the same for the same document and differs as soon as anything differs', () => {
		fc.assert(
			fc.property(scope, scope, identity, identity, (scopeA, scopeB, a, b) => {
				const key = idempotencyKey(scopeA, a);
				expect(key).toMatch(/^[0-9a-f]{64}$/);
				const same = JSON.stringify([scopeA, a]) === JSON.stringify([scopeB, b]);
				expect(idempotencyKey(scopeB, b) === key).toBe(same);
				expect(idempotencyKey({ ...scopeA }, { ...a })).toBe(key);
			}),
		);
	});

	it('takes an option that is left out for false, as the service does', () => {
		const of = (options: SubmissionIdentity['options']) =>
			idempotencyKey({ scope: 'content' }, { ...document, options });
		expect(of({})).toBe(of({ ocr: false, embed_fonts: false }));
	});

	it("sends the user's own key as it is, and a new attempt under one that nobody types", () => {
		expect(idempotencyKey(custom, document)).toBe('invoice-7');
		expect(idempotencyKey(custom, { ...document, digest: 'ac' })).toBe('invoice-7');
		const second = idempotencyKey(custom, { ...document, attempt: 2 });
		expect(second).toBe('e2c7c5cb4778d6a82153db8385ff400911c94ff8400edb846e97b9ad6df8c6d2');
		expect(idempotencyKey(custom, { ...document, digest: 'ac', attempt: 2 })).toBe(second);
		expect(idempotencyKey(custom, { ...document, attempt: 3 })).not.toBe(second);
	});

	it("makes no later attempt of one of the user's own keys another one's", () => {
		const attempt = fc.integer({ min: 2, max: 9 });
		fc.assert(
			fc.property(text, text, attempt, attempt, (a, b, attemptA, attemptB) => {
				const of = (key: string, nth: number) =>
					idempotencyKey({ scope: 'custom', key }, { ...document, attempt: nth });
				expect(of(a, attemptA)).toMatch(/^[0-9a-f]{64}$/);
				expect(of(a, attemptA) === of(b, attemptB)).toBe(a === b && attemptA === attemptB);
				expect(of(a, attemptA)).not.toBe(of(`${a}-${attemptA}`, 1));
			}),
		);
	});
});

describe('fingerprint', () => {
	it('stays what it is from version to version, and tells nothing of what it is made of', () => {
		expect(fingerprint(['a', { ocr: true }])).toBe(
			'7fc50000515d776751cd6951a87b53b6a74df6c7f97d469012935ee545cf306e',
		);
	});

	it('is the same only for the same parts', () => {
		fc.assert(
			fc.property(fc.array(text), fc.array(text), (a, b) => {
				expect(fingerprint(a) === fingerprint(b)).toBe(JSON.stringify(a) === JSON.stringify(b));
			}),
		);
	});
});
