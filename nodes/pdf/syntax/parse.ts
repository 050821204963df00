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
	/** Tokens that were looked at and not yet taken. */
	private readonly ahead: Array<Token | undefined> = [];

	constructor(private readonly lexer: Lexer) {}

	/** @throws Unknown when no object stands here */
	object(depth = 0): PdfObject {
		const token = this.take();
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

	private take(): Token | undefined {
		return this.ahead.length > 0 ? this.ahead.shift() : this.lexer.next();
	}

	private peek(index: number): Token | undefined {
		while (this.ahead.length <= index) this.ahead.push(this.lexer.next());
		return this.ahead[index];
	}

	private is(index: number, word: string): boolean {
		const token = this.peek(index);
		return token instanceof Keyword && token.word === word;
	}

	private numberOrReference(number: number): PdfObject {
		if (!Number.isInteger(number) || number < 0) return number;
		const generation = this.peek(0);
		if (typeof generation !== 'number' || !this.is(1, 'R')) return number;
		this.ahead.length = 0;
		return new Reference(number, generation);
	}

	private array(depth: number): PdfObject[] {
		const elements: PdfObject[] = [];
		while (!this.is(0, ']')) elements.push(this.object(depth + 1));
		this.take();
		return elements;
	}

	private dictionary(depth: number): Dictionary {
		const entries: Dictionary = new Map();
		while (!this.is(0, '>>')) {
			const key = this.take();
			if (!(key instanceof Name)) throw new Unknown('a dictionary in it is not written as PDF');
			// A key without a value: `/Key >>`.
			entries.set(key.name, this.is(0, '>>') ? null : this.object(depth + 1));
		}
		this.take();
		return entries;
	}
}
