import { WorkBudget } from '../../../../pdf/budget';
import { Body } from '../../../../pdf/file/body';
import { toCompressedKey } from '../../../../pdf/file/crossReference';
import { READER_LIMITS, type ReaderLimits } from '../../../../pdf/readerLimits';
import { Unknown } from '../../../../pdf/unknown';
import { makeDictionary } from '../dictionaries';

const open = (limits: Partial<ReaderLimits> = {}) => {
	const all = { ...READER_LIMITS, ...limits };
	return new Body(all, new WorkBudget(all));
};
const KNOWN = new Set([7]);

describe('another pass', () => {
	test('is needed for a wrong length that none has ignored yet', () => {
		const body = open();
		expect(body.needsOtherLengths(KNOWN)).toBe(false);
		body.addWrongLength(7);
		expect(body.needsOtherLengths(KNOWN)).toBe(false);
		body.addWrongLength(8);
		expect(body.needsOtherLengths(KNOWN)).toBe(true);
	});

	test.each([
		[97, true],
		[98, false],
		[100, false],
		[101, true],
	])(
		'is needed if the length comes later, is %d, and 100 bytes were found: %p',
		(given, isNeeded) => {
			const body = open();
			body.addSearchedStream({ offset: 9, length: 100, lengthIn: 11 });
			// It may be missing for ever.
			expect(body.needsOtherLengths(KNOWN)).toBe(false);
			body.integers.set(11, given);
			expect(body.needsOtherLengths(KNOWN)).toBe(isNeeded);
			expect(body.needsOtherLengths(new Set([9]))).toBe(false);
		},
	);
});

test('without room, sections, titles, lengths and searched streams are left out', () => {
	const body = open({ parsedBytes: 0 });
	body.addSection(1, { trailer: makeDictionary(''), start: 0, end: 0 });
	body.addTitle(2, 'Title');
	body.addWrongLength(3);
	body.addSearchedStream({ offset: 4, length: 1, lengthIn: 5 });
	body.integers.set(5, 99);
	expect([body.sections.size, body.titles.size, body.wrongLengths.size]).toEqual([0, 0, 0]);
	expect(body.needsOtherLengths(new Set())).toBe(false);
});

test('a title takes memory for its text', () => {
	const body = open({ parsedBytes: 1_300 });
	body.addTitle(1, 'x'.repeat(351));
	expect(body.titles.size).toBe(0);
	body.addTitle(2, 'x'.repeat(350));
	body.addTitle(3, new Unknown('it is damaged'));
	expect([...body.titles.keys()]).toEqual([2]);
});

test('an object in an object stream may be as far from the start as any other', () => {
	const { compressed, objects } = open();
	const last = 2 ** 32 - 1;
	objects.add(last, 1, Buffer.from('a'));
	compressed.add(toCompressedKey(last, 300_000), 2, Buffer.from('b'));
	expect([objects, compressed].map((table) => table.hasDropped)).toEqual([false, false]);
	expect(compressed.findRow(toCompressedKey(last, 300_000))).toBe(0);
	objects.add(last + 1, 3, Buffer.from('c'));
	expect(objects.hasDropped).toBe(true);
});

test('trailers have a limit of their own', () => {
	const body = open({ trailerBytes: 100 });
	expect([body.tryTakeTrailer(60), body.tryTakeTrailer(40), body.tryTakeTrailer(1)]).toEqual([
		...[true, true, false],
	]);
	expect(open({ parsedBytes: 500 }).tryTakeTrailer(51)).toBe(false);
});

test('so much may be damaged, and not more', () => {
	const body = open({ damagedParts: 2 });
	body.countDamage();
	body.countDamage();
	expect(() => body.countDamage()).toThrow(new Unknown('too much of it is damaged'));
});
