import { readStructure } from '../../../../nodes/pdf/answers/structure';
import { NO_ENTRIES, Reference } from '../../../../nodes/pdf/syntax';
import { Turns } from '../../../../nodes/pdf/turns';
import { makeDocument, NO_TURNS } from '../reading';

/** Reads the structure tree with object 10 as its root. */
async function readStructureWith(objects: Record<number, string>, turns = NO_TURNS) {
	const document = await makeDocument({ 1: '<</Type/Catalog/Pages 2 0 R>>', ...objects });
	const root = document.objects.getDictionary(new Reference(10, 0)) ?? NO_ENTRIES;
	return await readStructure(document.objects, root, plain, turns);
}

const plain = (_: Reference, bytes: Buffer) => bytes;
const NONE = { elements: 0, figuresWithoutAlt: 0 };

test('counts each element once', async () => {
	expect(
		await readStructureWith({
			10: '<</Type/StructTreeRoot/K[11 0 R]/RoleMap<</Picture/Drawing/Drawing/Figure>>>>',
			11: '<</S/Document/P 10 0 R/K[12 0 R 13 0 R 13 0 R <</S/Table/P 11 0 R>> 7 15 0 R]>>',
			12: '<</S/Picture/P 11 0 R/K[0 <</Type/MCR/MCID 1>>]>>',
			13: '<</S/Figure/P 11 0 R/Alt(A cat)/K 14 0 R>>',
			14: '<</S/Figure/P 13 0 R/Alt()/K 11 0 R>>',
			15: '[16 0 R]',
			16: '<</S/P/P 11 0 R>>',
		}),
	).toMatchObject({ elements: 6, figuresWithoutAlt: 2 });
});

test.each(['<<>>', '<</K null>>', '<</K[]>>', '<</K 5>>', '<</K 99 0 R>>'])(
	'a tree without elements: %s',
	async (root) => {
		expect(await readStructureWith({ 10: root })).toMatchObject(NONE);
	},
);

test.each([
	['<</S/P>>', { elements: 1 }],
	['<</Type/StructElem/S/P>>', { elements: 1 }],
	['<</Type/MCR/S/P>>', {}],
	['<</Type 5/S/P>>', {}],
	['<</S(P)>>', {}],
	['<</Type/StructElem>>', {}],
	['<</Type/MCR/K<</S/P>>>>', {}],
	['<</S/Figure>>', { elements: 1, figuresWithoutAlt: 1 }],
	['<</S/Figure/Alt/Name>>', { elements: 1, figuresWithoutAlt: 1 }],
	['<</S/Figure/Alt()>>', { elements: 1, figuresWithoutAlt: 1 }],
	['<</S/Figure/Alt()/ActualText()>>', { elements: 1 }],
	['<</S/Figure/ActualText(x)>>', { elements: 1 }],
	['<</S/Figure/Alt 20 0 R>>', { elements: 1 }],
	['<</S/Figure/Alt<FEFF>>>', { elements: 1, figuresWithoutAlt: 1 }],
	['<</S/Figure/Alt( )>>', { elements: 1, figuresWithoutAlt: 1 }],
	['<</S 21 0 R/Type 22 0 R>>', { elements: 1, figuresWithoutAlt: 1 }],
])('%s counts as %j', async (kid, counts) => {
	const objects = { 10: `<</K ${kid}>>`, 20: '(text)', 21: '/Figure', 22: '/StructElem' };
	expect(await readStructureWith(objects)).toMatchObject({ ...NONE, ...counts });
});

describe('roles', () => {
	const chain = (length: number) =>
		Array.from(
			{ length },
			(_, step) => `/R${step}${step + 1 < length ? `/R${step + 1}` : '/Figure'}`,
		);

	test.each([
		['/Head/Figure', 'Head', 1],
		['/Head 20 0 R', 'Head', 1],
		['/Figure/Figure', 'Figure', 1],
		['/Figure/P', 'Figure', 0],
		['/A/B/B/A', 'A', 0],
		['/Head(Figure)', 'Head', 0],
		['/Other/Figure', 'Head', 0],
		[chain(20).join(''), 'R0', 1],
		[chain(21).join(''), 'R0', 0],
	])('%s: %s', async (roles, type, figures) => {
		const objects = { 10: `<</K<</S/${type}>>/RoleMap<<${roles}>>>>`, 20: '/Figure' };
		expect(await readStructureWith(objects)).toMatchObject({
			elements: 1,
			figuresWithoutAlt: figures,
		});
	});
});

test('an unreadable element is a doubt', async () => {
	const objects = { 10: '<</K 11 0 R>>', 11: '<</S' };
	await expect(readStructureWith(objects)).rejects.toMatchObject({ name: 'Unknown' });
});

test('may yield at every kid', async () => {
	const pause = jest.fn(() => Promise.resolve());
	await readStructureWith({ 10: '<</K[0 1]>>' }, new Turns(0, pause));
	expect(pause).toHaveBeenCalledTimes(3);
});

describe('namespaces of PDF 2.0', () => {
	const SSN = '/NS(http://iso.org/pdf2/ssn)';

	test.each([
		['/RoleMapNS<</Head/Figure>>', 'Head', 1],
		['/RoleMapNS<</Head[/Figure 21 0 R]>>', 'Head', 1],
		['/RoleMapNS<</Head[/Over 20 0 R]/Over/Figure>>', 'Head', 1],
		['/RoleMapNS<</Head/Mapped>>', 'Head', 1],
		['/RoleMapNS<</Other/Figure>>', 'Head', 0],
		['', 'Mapped', 0],
		[SSN, 'Figure', 1],
		[`${SSN}/RoleMapNS<</Figure/P>>`, 'Figure', 1],
	])('%s: %s', async (namespace, type, figures) => {
		const objects = {
			10: `<</K<</S/${type}/NS 20 0 R>>/RoleMap<</Mapped/Figure>>>>`,
			20: `<</Type/Namespace${namespace}>>`,
			21: `<<${SSN}>>`,
		};
		expect(await readStructureWith(objects)).toMatchObject({
			elements: 1,
			figuresWithoutAlt: figures,
		});
	});

	test('types of the same name in two namespaces have separate roles', async () => {
		const objects = {
			10: '<</K[<</S/A/NS 20 0 R>><</S/A/NS 21 0 R>><</S/A>>]/RoleMap<</A/Figure>>>>',
			20: '<</RoleMapNS<</A/Figure>>>>',
			21: '<</RoleMapNS<</A/P>>>>',
		};
		expect(await readStructureWith(objects)).toMatchObject({ elements: 3, figuresWithoutAlt: 2 });
	});
});

test('counts the pages whose content is in structure elements', async () => {
	const { pages } = await readStructureWith({
		10: '<</K[11 0 R 12 0 R 13 0 R]>>',
		11: '<</S/P/Pg 50 0 R/K[0 <</S/Span/K 1>>]>>',
		12: '<</S/P/Pg 51 0 R/K<</Type/MCR/Pg 52 0 R/MCID 0>>>>',
		13: '<</S/P/Pg 53 0 R>>',
	});
	expect([...pages]).toEqual(expect.arrayContaining([50, 52]));
	expect(pages.size).toBe(2);
});
