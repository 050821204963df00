import type { Random } from './random';

type Change = (content: Buffer, random: Random) => Buffer;

type Choices = readonly [string, ...string[]];

/** Words that a reader looks for. */
const WORDS: Choices = [
	'endobj',
	'endstream',
	'stream\n',
	'xref\n',
	'trailer',
	'%%EOF',
	'startxref\n',
	'obj',
];
const NUMBERS: Choices = ['0', '-1', '1', '65536', '999999999999', '2147483648', '1e9', '.5'];
const OPENERS: Choices = ['[', '<<', '(', '<', 'BT ', 'q '];
const PIECE_BYTES = 200;
const MAX_NESTING = 20_000;
const MAX_CHANGES = 4;

/** Damage, and the changes of a hostile writer. */
const CHANGES: readonly [Change, ...Change[]] = [
	// Bytes that are overwritten.
	(content, random) => {
		const bytes = Buffer.from(
			Array.from({ length: 1 + random.below(12) }, () => random.below(256)),
		);
		return splice(content, random, bytes.length, bytes);
	},
	// A part that is missing or repeated.
	(content, random) => splice(content, random, 1 + random.below(PIECE_BYTES), ''),
	(content, random) => splice(content, random, 0, pieceOf(content, random)),
	// A part copied from another place.
	(content, random) => {
		const piece = pieceOf(content, random);
		return splice(content, random, piece.length, piece);
	},
	(content, random) => content.subarray(0, 1 + random.below(content.length)),
	(content, random) => splice(content, random, 0, `\n${random.pick(WORDS)} `),
	(content, random) =>
		splice(content, random, 0, random.pick(OPENERS).repeat(random.below(MAX_NESTING))),
	// References to other objects, and wrong numbers.
	(content, random) => replaceOne(content, random, /\d+ 0 R/g, () => `${random.below(30)} 0 R`),
	(content, random) => replaceOne(content, random, /\d+/g, () => random.pick(NUMBERS)),
	// Long arrays with equal elements.
	(content, random) =>
		replaceOne(
			content,
			random,
			/\[/g,
			() => `[${`${random.below(30)} 0 R `.repeat(random.below(5000))}`,
		),
];

/** A file with one to four changes. */
export function mutate(original: Buffer, random: Random): Buffer {
	let content = original;
	for (let count = 1 + random.below(MAX_CHANGES); count > 0; count -= 1) {
		content = random.pick(CHANGES)(content, random);
	}
	return content;
}

function splice(content: Buffer, random: Random, length: number, put: string | Buffer): Buffer {
	const at = random.below(content.length + 1);
	const bytes = typeof put === 'string' ? Buffer.from(put, 'latin1') : put;
	return Buffer.concat([content.subarray(0, at), bytes, content.subarray(at + length)]);
}

function pieceOf(content: Buffer, random: Random): Buffer {
	const at = random.below(content.length + 1);
	return content.subarray(at, at + 1 + random.below(PIECE_BYTES));
}

/** Replaces the first match after a random place. */
function replaceOne(content: Buffer, random: Random, pattern: RegExp, put: () => string): Buffer {
	const text = content.toString('latin1');
	pattern.lastIndex = random.below(text.length + 1);
	const found = pattern.exec(text);
	if (!found) return content;
	const after = found.index + found[0].length;
	return Buffer.from(text.slice(0, found.index) + put() + text.slice(after), 'latin1');
}
