import fc from 'fast-check';

import {
	computeDocumentId,
	fingerprint,
	computeIdempotencyKey,
	type IdempotencyScope,
	type KnownDocument,
} from '../../../../nodes/client/submission/idempotencyKey';

/** The document, its attempt, and whether the store answers. */
interface SubmissionIdentity extends Omit<KnownDocument, 'scope'> {
	attempt: number;
	journaled: boolean;
}

const computeKey = (
	scope: IdempotencyScope,
	{ attempt, journaled, ...content }: SubmissionIdentity,
) => computeIdempotencyKey({ scope, ...content }, attempt, journaled);

const computeMark = (
	account: string,
	scope: IdempotencyScope,
	content: Omit<KnownDocument, 'scope'>,
) => computeDocumentId(account, { scope, digest: content.digest, options: content.options });

const text = fc.string({ maxLength: 12 });
const identity: fc.Arbitrary<SubmissionIdentity> = fc.record({
	digest: fc.stringMatching(/^[0-9a-f]{64}$/),
	options: fc.record({ ocr: fc.boolean(), embed_fonts: fc.boolean() }),
	attempt: fc.integer({ min: 1, max: 9 }),
	journaled: fc.boolean(),
});
const scope: fc.Arbitrary<IdempotencyScope> = fc.oneof(
	fc
		.tuple(text, text, text, text)
		.map(([execution, ...owner]) => ({ scope: 'delivery' as const, owner, execution })),
	fc.constant({ scope: 'content' as const }),
);

/** All parts that decide about a key; the execution counts only for a delivery without a journal. */
function partsOf(given: IdempotencyScope, { journaled, ...rest }: SubmissionIdentity): string {
	if (given.scope !== 'delivery') return JSON.stringify([given, rest]);
	const { execution, ...owned } = given;
	return JSON.stringify([owned, rest, journaled || execution]);
}

const document: SubmissionIdentity = {
	digest: 'ab',
	options: {},
	attempt: 1,
	journaled: true,
};
const delivery = (...owner: string[]): IdempotencyScope => ({
	scope: 'delivery',
	owner,
	execution: '7',
});
const custom: IdempotencyScope = { scope: 'custom', key: 'invoice-7' };

describe('computeIdempotencyKey', () => {
	it('stays the same between versions, because a new key would cost credits', () => {
		const ocr = { ...document, options: { ocr: true } };
		expect(computeKey(delivery('instance', 'workflow', 'node'), ocr)).toBe(
			'20436c50fe0306b727580c8efb7b7de77e86c6e9351d8e93797f8caf4943ea43',
		);
		const again = { ...document, options: { embed_fonts: true }, attempt: 2 };
		expect(computeKey({ scope: 'content' }, again)).toBe(
			'3f0bfa379cf0333c8a198b11a4b82d635854c6fb8ae0f36550aae3160b652e40',
		);
	});

	it.each<[string, IdempotencyScope, SubmissionIdentity]>([
		['digest', delivery('i', 'w', 'n'), { ...document, digest: 'ac' }],
		['ocr', delivery('i', 'w', 'n'), { ...document, options: { ocr: true } }],
		['embed_fonts', delivery('i', 'w', 'n'), { ...document, options: { embed_fonts: true } }],
		['attempt', delivery('i', 'w', 'n'), { ...document, attempt: 2 }],
		['instance', delivery('j', 'w', 'n'), document],
		['workflow', delivery('i', 'v', 'n'), document],
		['node', delivery('i', 'w', 'm'), document],
		['scope', { scope: 'content' }, document],
	])('changes with another %s', (_name, otherScope, other) => {
		expect(computeKey(otherScope, other)).not.toBe(computeKey(delivery('i', 'w', 'n'), document));
	});

	it.each([
		[true, true],
		[false, false],
	])('includes the execution only without a journal (%p)', (journaled, same) => {
		const of = (execution: string) =>
			computeKey(
				{ scope: 'delivery', owner: ['i', 'w', 'n'], execution },
				{ ...document, journaled },
			);
		expect(of('7') === of('8')).toBe(same);
	});

	it('of the content is the same with and without the journal', () => {
		const document = { digest: 'd', options: {}, attempt: 1 };
		const [without, journaled] = [false, true].map((each) =>
			computeKey({ scope: 'content' }, { ...document, journaled: each }),
		);
		expect(without).toBe(journaled);
	});

	it('differs between options', () => {
		const ocr = computeKey({ scope: 'content' }, { ...document, options: { ocr: true } });
		const fonts = { ...document, options: { embed_fonts: true } };
		expect(computeKey({ scope: 'content' }, fonts)).not.toBe(ocr);
	});

	it('separates the parts of an owner', () => {
		expect(computeKey(delivery('a1', '2'), document)).not.toBe(
			computeKey(delivery('a', '12'), document),
		);
	});

	it('is the same only for the same document', () => {
		fc.assert(
			fc.property(scope, scope, identity, identity, (scopeA, scopeB, a, b) => {
				const key = computeKey(scopeA, a);
				expect(key).toMatch(/^[0-9a-f]{64}$/);
				const same = partsOf(scopeA, a) === partsOf(scopeB, b);
				expect(computeKey(scopeB, b) === key).toBe(same);
				expect(computeKey({ ...scopeA }, { ...a })).toBe(key);
			}),
		);
	});

	it('treats a missing option as false, like the service', () => {
		const of = (options: SubmissionIdentity['options']) =>
			computeKey({ scope: 'content' }, { ...document, options });
		expect(of({})).toBe(of({ ocr: false, embed_fonts: false }));
	});

	it("uses the user's own key unchanged, and a hash for later attempts", () => {
		expect(computeKey(custom, document)).toBe('invoice-7');
		expect(computeKey(custom, { ...document, digest: 'ac' })).toBe('invoice-7');
		const second = computeKey(custom, { ...document, attempt: 2 });
		expect(second).toBe('e2c7c5cb4778d6a82153db8385ff400911c94ff8400edb846e97b9ad6df8c6d2');
		expect(computeKey(custom, { ...document, digest: 'ac', attempt: 2 })).toBe(second);
		expect(computeKey(custom, { ...document, attempt: 3 })).not.toBe(second);
	});

	it('keeps later attempts of different own keys apart', () => {
		const attempt = fc.integer({ min: 2, max: 9 });
		fc.assert(
			fc.property(text, text, attempt, attempt, (a, b, attemptA, attemptB) => {
				const of = (key: string, nth: number) =>
					computeKey({ scope: 'custom', key }, { ...document, attempt: nth });
				expect(of(a, attemptA)).toMatch(/^[0-9a-f]{64}$/);
				expect(of(a, attemptA) === of(b, attemptB)).toBe(a === b && attemptA === attemptB);
				expect(of(a, attemptA)).not.toBe(of(`${a}-${attemptA}`, 1));
			}),
		);
	});
});

describe('computeDocumentId', () => {
	const own = delivery('i', 'w', 'n');

	it('is short, and the same in every execution', () => {
		const mark = computeMark('a', own, document);
		expect(mark).toMatch(/^[0-9a-f]{32}$/);
		const elsewhere = { scope: 'delivery', owner: ['i', 'w', 'n'], execution: '8' } as const;
		expect(computeMark('a', elsewhere, document)).toBe(mark);
	});

	it.each<[string, string, IdempotencyScope, Pick<SubmissionIdentity, 'digest' | 'options'>]>([
		['account', 'b', own, document],
		['scope', 'a', { scope: 'content' }, document],
		['owner', 'a', delivery('i', 'w', 'm'), document],
		['digest', 'a', own, { ...document, digest: 'ac' }],
		['option', 'a', own, { ...document, options: { ocr: true } }],
	])('changes with another %s', (_name, account, otherScope, other) => {
		expect(computeMark(account, otherScope, other)).not.toBe(computeMark('a', own, document));
	});

	it('depends only on the key if the user chose one', () => {
		const mark = computeMark('a', custom, document);
		expect(computeMark('a', custom, { digest: 'ac', options: { ocr: true } })).toBe(mark);
		expect(computeMark('b', custom, document)).not.toBe(mark);
		expect(computeMark('a', { scope: 'custom', key: 'invoice-8' }, document)).not.toBe(mark);
	});
});

describe('fingerprint', () => {
	it('stays the same between versions, and does not reveal its input', () => {
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
