import { createMemory } from '../../../../pdf/budget';
import type { Content } from '../../../../pdf/content/contentScan';
import { addContent, findContent } from '../../../../pdf/content/contentTable';
import { ByteTable, MAX_OFFSET } from '../../../../pdf/file/byteTable';
import { READER_LIMITS } from '../../../../pdf/readerLimits';

const open = (limits = READER_LIMITS) => new ByteTable(createMemory(limits), 100, MAX_OFFSET);
const NOTHING: Content = {
	characters: 0,
	inlinePixels: 0,
	names: Buffer.alloc(0),
	hasInlineImage: false,
	hasDrawing: false,
	isComplete: false,
};

test.each<[string, Partial<Content>]>([
	['nothing', {}],
	['characters', { characters: 127 }],
	['pixels', { inlinePixels: 2 ** 22 - 1 }],
	['names', { names: Buffer.from('/Im1/Fm2') }],
	['an inline image', { hasInlineImage: true }],
	['drawings', { hasDrawing: true }],
	['an end', { isComplete: true }],
	[
		'everything',
		{ characters: 101, inlinePixels: 5, hasInlineImage: true, hasDrawing: true, isComplete: true },
	],
])('content with %s is found as it was added', (_, more) => {
	const contents = open();
	const content = { ...NOTHING, ...more };
	addContent(contents, 7, { ...NOTHING, characters: 3 });
	addContent(contents, 70, content);
	expect(findContent(contents, 70)).toEqual(content);
	expect(findContent(contents, 7)).toMatchObject({ characters: 3 });
});

test('parts of pixels, and those that are too many, do not change anything else', () => {
	const contents = open();
	addContent(contents, 1, { ...NOTHING, inlinePixels: 10.9 });
	addContent(contents, 2, { ...NOTHING, inlinePixels: 1e12, characters: 1 });
	expect(findContent(contents, 1)).toEqual({ ...NOTHING, inlinePixels: 10 });
	expect(findContent(contents, 2)).toEqual({
		...NOTHING,
		inlinePixels: 2 ** 22 - 1,
		characters: 1,
	});
});

test('a stream that was not read has no content', () => {
	expect(findContent(open(), 7)).toBeUndefined();
});

test('without room for its names, content is not complete', () => {
	const contents = open({ ...READER_LIMITS, keptBytes: 10 });
	addContent(contents, 1, { ...NOTHING, names: Buffer.from('/Im1'), isComplete: true });
	expect(findContent(contents, 1)).toEqual({ ...NOTHING, isComplete: false });
});
