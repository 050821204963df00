/** Splits English text into sentences, with parse-english. */
import { toString } from 'nlcst-to-string';
import { ParseEnglish } from 'parse-english';
import { visit } from 'unist-util-visit';

const WORDS = ['WordNode', 'SourceNode'];
/** A full stop, perhaps as part of a word. "e.g." and other abbreviations end no sentence. */
const FULL_STOP = /^(?!(?:cf|etc|vs)\.)[^.]*[.!?]$/;

/**
 * @typedef Sentence
 * @property {string} text on one line
 * @property {number} words code counts as one word, and words in parentheses do not count
 * @property first the first part of the sentence, with its position
 */

/** @returns {Sentence[]} of plain text */
export function sentencesOf(text) {
	return sentencesIn(new ParseEnglish().parse(text));
}

/**
 * @param tree of nlcst
 * @returns {Sentence[]}
 */
export function sentencesIn(tree) {
	const sentences = [];
	visit(tree, 'SentenceNode', (node) => {
		for (const parts of atFullStops(node.children)) {
			const from = parts.findIndex(({ type }) => type !== 'WhiteSpaceNode');
			if (from < 0) continue;
			sentences.push({
				text: toString(parts.slice(from)).replaceAll(/\s+/g, ' ').trim(),
				words: countWords(parts),
				first: parts[from],
			});
		}
	});
	return sentences;
}

/**
 * The parser mistakes a full stop before code or a small letter, such as the first one of n8n, for an
 * abbreviation.
 */
function atFullStops(children) {
	const sentences = [[]];
	children.forEach((part, index) => {
		sentences.at(-1).push(part);
		if (FULL_STOP.test(toString(part)) && children[index + 1]?.type === 'WhiteSpaceNode')
			sentences.push([]);
	});
	return sentences;
}

function countWords(parts) {
	let depth = 0;
	let words = 0;
	for (const part of parts) {
		const text = toString(part);
		if (text === '(') depth++;
		else if (text === ')') depth--;
		else if (depth === 0 && WORDS.includes(part.type)) words++;
	}
	return words;
}
