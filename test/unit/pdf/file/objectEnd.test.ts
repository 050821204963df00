import { ObjectEndSearch, type ObjectEnd } from '../../../../pdf/file/objectEnd';

/** The end that is found if the bytes come and are searched in steps. */
function find(text: string, received: number, searched: number): ObjectEnd | undefined {
	const bytes = Buffer.from(text, 'latin1');
	const search = new ObjectEndSearch();
	for (let length = received; ; length += received) {
		const isAll = length >= bytes.length;
		do {
			const end = search.continue(bytes.subarray(0, length), isAll, searched);
			if (end) return end;
		} while (!search.isExhausted);
		if (isAll) return undefined;
	}
}

test.each<[string, string | undefined, number]>([
	['<</A 1>> endobj', 'endobj', 9],
	['<</A 1>>endobj 5', 'endobj', 8],
	['<</A 1>>stream\nx', 'stream', 8],
	['<</A(endobj \\) endobj)>> endobj', 'endobj', 25],
	['<</A/endobj>> endobj', 'endobj', 14],
	['5 % endobj\nendobj', 'endobj', 11],
	['<</A 1>> 2 0 obj 5', 'obj', 9],
	['1 2 3 0 obj 5', 'obj', 4],
	['[1 2] obj', 'obj', 6],
	['2 0 obj 5', 'obj', 0],
	['<</A 1>> xref', 'xref', 9],
	['<</A 1>> trailer', 'trailer', 9],
	['<</A 1>> %%EOF', '%%EOF', 9],
	['<</A 1>> % %%EOF\n startxref 5', 'startxref', 18],
	['<</A 1>> object streams', 'obj', 9],
	['<</A 1>> (unfinished', undefined, 0],
	['<</A 1>> word', undefined, 0],
])('%j ends with %s', (text, word, at) => {
	const expected = word === undefined ? undefined : { word, at };
	for (const received of [1, 3, 7, 100]) {
		for (const searched of [1, 4, 1000]) expect(find(text, received, searched)).toEqual(expected);
	}
});
