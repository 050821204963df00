import { splitPieces, type Pieces } from '../../../../pdf/streams/pieces';

function* piecesOf(...texts: string[]): Pieces {
	for (const text of texts) yield Buffer.from(text);
	return true;
}

test('pieces are split, and empty ones are passed on', () => {
	const split = [...splitPieces(piecesOf('abcdef', '', 'gh', 'ijklm'), 3)];
	expect(split.map(String)).toEqual(['abc', 'def', '', 'gh', 'ijk', 'lm']);
});
