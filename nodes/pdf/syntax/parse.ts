import { Keyword, Lexer, type Token } from './lexer';
import { Name, Reference, type Dictionary, type PdfObject } from './objects';
import { Unknown } from './unknown';

/** Arrays and dictionaries inside each other; real documents stay below ten. */
const DEEPEST = 100;

const DELIMITERS = /[)>{}\]]/;

const CONSTANTS = new Map<string, PdfObject>([
	['true', true],
	['false', false],
]);

/**
 * Reads one object.
 *
 * @throws Unknown when the bytes are not one
 */
export function parseObject(bytes: Buffer): PdfObject {
	return new Parser(new Lexer(bytes)).object();
}

/** The same; undefined when the bytes are none. */
export function objectIn(bytes: Buffer): PdfObject | undefined {
	try {
		return parseObject(bytes);
	} catch {
		return undefined;
	}
}

class Parser {
	constructor(private readonly lexer: Lexer) {}

	/** @throws Unknown when no object stands here */
	object(token = this.lexer.next(), depth = 0): PdfObject {
		if (this.lexer.unfinished) throw new Unknown('a string in it has no end');
		if (typeof token === 'number') return this.numberOrReference(token);
		if (!(token instanceof Keyword)) {
			if (token === undefined) throw new Unknown('an object is cut off');
			return token;
		}
		if (depth > DEEPEST) throw new Unknown('its objects are nested too deeply');
		if (token.word === '[') return this.array(depth);
		if (token.word === '<<') return this.dictionary(depth);
		// A closing bracket too many is damage; any other word stands for nothing, as other readers take it.
		if (DELIMITERS.test(token.word)) throw new Unknown('an object in it is not written as PDF');
		return CONSTANTS.get(token.word) ?? null;
	}

	private numberOrReference(number: number): PdfObject {
		if (!Number.isInteger(number) || number < 0) return number;
		const generation = this.lexer.generation();
		return generation === undefined ? number : new Reference(number, generation);
	}

	private array(depth: number): PdfObject[] {
		const elements: PdfObject[] = [];
		for (;;) {
			const token = this.lexer.next();
			if (is(token, ']')) return elements;
			elements.push(this.object(token, depth + 1));
		}
	}

	private dictionary(depth: number): Dictionary {
		const entries: Dictionary = new Map();
		for (;;) {
			const key = this.lexer.next();
			if (is(key, '>>')) return entries;
			if (!(key instanceof Name)) throw new Unknown('a dictionary in it is not written as PDF');
			const value = this.lexer.next();
			// A key without a value: `/Key >>`.
			entries.set(key.name, is(value, '>>') ? null : this.object(value, depth + 1));
			if (is(value, '>>')) return entries;
		}
	}
}

function is(token: Token | undefined, word: string): boolean {
	return token instanceof Keyword && token.word === word;
}
