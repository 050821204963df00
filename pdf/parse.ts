import { Keyword, Lexer, type Token } from './lexer';
import { Name, PdfString, Reference, Unknown, type Dictionary, type PdfObject } from './objects';

/** Maximum number of nested arrays and dictionaries. Real documents have fewer than ten. */
const MAX_DEPTH = 100;

/** Work per token, in proportion to its time. */
const NUMBER_WORK = 1;
const KEYWORD_WORK = 2;
const NAME_WORK = 3;
const STRING_WORK = 8;
/** Maximum work on one object, which blocks n8n: some 0.1 seconds. 200,000 references count 200,000. */
export const MAX_PARSE_WORK = 200_000;

const CLOSING_DELIMITERS = /[)>{}\]]/;

/**
 * Reads one object, and counts the work.
 *
 * @throws Unknown if the bytes are not an object
 */
export function parseWithWork(bytes: Buffer): { object: PdfObject; work: number } {
	const parser = new Parser(new Lexer(bytes));
	const object = parser.parse();
	return { object, work: parser.work };
}

/** Reads one object; undefined if the bytes are not an object. */
export function tryParseObject(bytes: Buffer): PdfObject | undefined {
	try {
		return parseWithWork(bytes).object;
	} catch {
		return undefined;
	}
}

class Parser {
	work = 0;

	constructor(private readonly lexer: Lexer) {}

	/** @throws Unknown if there is no object here */
	parse(token = this.lexer.readToken(), depth = 0): PdfObject {
		this.work += weighToken(token);
		if (this.work > MAX_PARSE_WORK) throw new Unknown('an object in it is too large');
		if (this.lexer.isUnfinished) throw new Unknown('a string in it has no end');
		if (typeof token === 'number') return this.parseNumberOrReference(token);
		if (!(token instanceof Keyword)) {
			if (token === undefined) throw new Unknown('an object is cut off');
			return token;
		}
		if (depth > MAX_DEPTH) throw new Unknown('its objects are nested too deeply');
		if (token.word === '[') return this.parseArray(depth);
		if (token.word === '<<') return this.parseDictionary(depth);
		// An extra closing bracket is damage. Any other unknown word is null, as in other readers.
		if (CLOSING_DELIMITERS.test(token.word)) throw new Unknown('an object in it is not valid PDF');
		if (token.word === 'true') return true;
		return token.word === 'false' ? false : null;
	}

	private parseNumberOrReference(number: number): PdfObject {
		if (!Number.isInteger(number) || number < 0) return number;
		const generation = this.lexer.readGeneration();
		return generation === undefined ? number : new Reference(number, generation);
	}

	private parseArray(depth: number): PdfObject[] {
		const elements: PdfObject[] = [];
		for (;;) {
			const token = this.lexer.readToken();
			if (isKeyword(token, ']')) return elements;
			elements.push(this.parse(token, depth + 1));
		}
	}

	private parseDictionary(depth: number): Dictionary {
		const entries: Dictionary = new Map();
		for (;;) {
			const key = this.lexer.readToken();
			if (isKeyword(key, '>>')) return entries;
			this.work += NAME_WORK;
			if (!(key instanceof Name)) throw new Unknown('a dictionary in it is not valid PDF');
			const value = this.lexer.readToken();
			// A key without a value: `/Key >>`.
			entries.set(key.name, isKeyword(value, '>>') ? null : this.parse(value, depth + 1));
			if (isKeyword(value, '>>')) return entries;
		}
	}
}

function weighToken(token: Token | undefined): number {
	if (typeof token === 'number') return NUMBER_WORK;
	if (token instanceof Name) return NAME_WORK;
	return token instanceof PdfString ? STRING_WORK : KEYWORD_WORK;
}

function isKeyword(token: Token | undefined, word: string): boolean {
	return token instanceof Keyword && token.word === word;
}
