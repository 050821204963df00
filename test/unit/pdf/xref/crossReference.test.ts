import type { PdfObject } from '../../../../nodes/pdf/syntax';
import { FREE, followSections, type Section } from '../../../../nodes/pdf/xref';
import { NO_TURNS } from '../reading';

function makeSection(
	offset: number,
	entries: Array<[number: number, place: number]>,
	trailer: Record<string, PdfObject> = {},
): Section {
	return {
		offset,
		trailer: new Map(Object.entries(trailer)),
		isIntact: true,
		numbers: entries.map(([number]) => number),
		places: entries.map(([, place]) => place),
	};
}

async function follow(sections: Section[], startxref: number | undefined = sections[0]?.offset) {
	const find = (offset: number) => sections.find((section) => section.offset === offset);
	const found = await followSections(startxref, find, NO_TURNS);
	return found && { ...found, places: [...found.places] };
}

test('newer sections count before older ones', async () => {
	const newest = makeSection(
		9,
		[
			[1, 90],
			[2, FREE],
		],
		{ Prev: 5 },
	);
	const oldest = makeSection(
		5,
		[
			[1, 50],
			[2, 51],
			[3, 52],
		],
		{ Prev: null },
	);
	expect(await follow([newest, oldest])).toEqual({
		places: [
			[1, 90],
			[2, FREE],
			[3, 52],
		],
		trailer: newest.trailer,
	});
});

test('finds an object in the stream of a table that lists it as free', async () => {
	const table = makeSection(
		9,
		[
			[1, FREE],
			[2, 90],
			[3, FREE],
		],
		{ XRefStm: 5 },
	);
	const stream = makeSection(5, [
		[1, 50],
		[2, 51],
		[4, FREE],
	]);
	const found = new Map((await follow([table, stream]))?.places);
	expect(found).toEqual(
		new Map([
			[1, 50],
			[2, 90],
			[3, FREE],
			[4, FREE],
		]),
	);
});

test('continues from a section with a stream to the previous section', async () => {
	const sections = [
		makeSection(9, [[1, 90]], { XRefStm: 5, Prev: 3 }),
		makeSection(5, [[2, 50]]),
		makeSection(3, [
			[1, 30],
			[2, 31],
			[3, 32],
		]),
	];
	expect((await follow(sections))?.places).toEqual([
		[1, 90],
		[2, 50],
		[3, 32],
	]);
});

test('stops at a circle of sections', async () => {
	const places = [
		[1, 90],
		[2, 50],
	];
	const sections = [makeSection(9, [[1, 90]], { Prev: 5 }), makeSection(5, [[2, 50]], { Prev: 9 })];
	expect((await follow(sections))?.places).toEqual(places);
	const hybrid = [
		makeSection(9, [[1, 90]], { XRefStm: 5, Prev: 5 }),
		makeSection(5, [[2, 50]], { Prev: 1 }),
	];
	expect((await follow(hybrid))?.places).toEqual(places);
});

test.each<[string, Section[]]>([
	['no section', []],
	['one that is damaged', [{ ...makeSection(9, []), isIntact: false }]],
	['one without a trailer', [{ ...makeSection(9, []), trailer: undefined }]],
	['none before it', [makeSection(9, [], { Prev: 5 })]],
	['no place of the one before it', [makeSection(9, [], { Prev: -5 }), makeSection(-5, [])]],
	['no stream beside it', [makeSection(9, [], { XRefStm: 5 })]],
	['no place of the stream beside it', [makeSection(9, [], { XRefStm: null })]],
	[
		'a damaged stream',
		[makeSection(9, [], { XRefStm: 5 }), { ...makeSection(5, []), isIntact: false }],
	],
])('%s: the chain is broken', async (_, sections) => {
	expect(await follow(sections, 9)).toBeUndefined();
});

test('an object without an offset is free', () => {
	expect(FREE).toBeLessThan(0);
});

test('finds no section without a start offset', async () => {
	expect(await followSections(undefined, () => makeSection(0, []), NO_TURNS)).toBeUndefined();
});
