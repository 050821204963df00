import {
	Name,
	objectIn,
	parseObject,
	PdfString,
	Reference,
	Unknown,
} from '../../../../nodes/pdf/syntax';

const parsed = (text: string) => parseObject(Buffer.from(text, 'latin1'));
const string = (text: string) => new PdfString(Buffer.from(text, 'latin1'));

test.each([
	['12', 12],
	['-.5', -0.5],
	['+7.', 7],
	['true', true],
	['null', null],
	['/A#42c', new Name('ABc')],
	['(a(b)\\)\\n\\101\\\r\nc)', string('a(b))\nAc')],
	['<48 6 5 7>', string('Hep')],
	['12 0 R', new Reference(12, 0)],
	['[1 2 0 R 3 4]', [1, new Reference(2, 0), 3, 4]],
	['% a comment\n[/A/B]', [new Name('A'), new Name('B')]],
	[
		'<</A<</B[]>>/C null/D>>',
		new Map<string, unknown>([
			['A', new Map([['B', []]])],
			['C', null],
			['D', null],
		]),
	],
	['<</A word>>', new Map([['A', null]])],
])('%j', (text, object) => {
	expect(parsed(text)).toEqual(object);
});

test.each(['', '(without an end', '<48', '[1 2', '<</A 1', '<<1 2>>', ']', '['.repeat(200)])(
	'%j is no object',
	(text) => {
		expect(() => parsed(text)).toThrow(Unknown);
		expect(objectIn(Buffer.from(text))).toBeUndefined();
	},
);
