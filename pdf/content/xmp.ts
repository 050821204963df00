import { findEncoding } from '../syntax/textString';
import { Unknown } from '../unknown';

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const DUBLIN_CORE = 'http://purl.org/dc/elements/1.1/';
/** Namespaces of these prefixes if the XML does not declare them, as in files of ImagePrinter Pro. */
const USUAL_NAMESPACES = new Map([
	['rdf', RDF],
	['dc', DUBLIN_CORE],
]);
/** Attribute with a text's language. Its prefix needs no declaration (Namespaces in XML, 3). */
const XML_LANGUAGE = 'xml:lang';
const DEFAULT_LANGUAGE = 'x-default';
const LISTS = ['Alt', 'Bag', 'Seq'];
/**
 * Maximum number of elements and attributes together. Metadata of pictures with a long history have a few thousand
 * elements. Reading many more than 30,000 would block n8n for too long.
 */
const MAX_ELEMENTS = 30_000;
const MAX_DEPTH = 100;
/** Longest title that is read; a longer one is unknown. The answer has at most its first 1 kB. */
const MAX_TITLE_CHARACTERS = 32 * 1024;
const ENTITIES = new Map([
	['amp', '&'],
	['lt', '<'],
	['gt', '>'],
	['quot', '"'],
	['apos', "'"],
]);

/**
 * The Dublin Core title of XMP metadata (ISO 16684-1); empty without one. If it has several languages, the text in
 * the default one counts, or else the first text.
 *
 * @param isComplete whether these are all bytes of the metadata; if not, they must contain the end of the RDF
 * @throws Unknown if the XML is not well-formed or is cut off, exceeds a limit, has several titles, or has a title in
 * an unexpected place or form
 */
export function readXmpTitle(bytes: Buffer, isComplete: boolean): string {
	const xml = new TextDecoder(findXmlEncoding(bytes)).decode(bytes);
	const metadata = new MetadataReader();
	const isEnded = readXml(xml, metadata);
	if (!isEnded && !(isComplete && metadata.isClosed)) throw new Unknown(NOT_READABLE);
	const title = metadata.getTitle();
	// A title in another place may be the document's, or the title of something in the document.
	if (title === undefined && TITLE_SOMEWHERE.test(xml)) throw new Unknown(NOT_READABLE);
	return title ?? '';
}

const NOT_READABLE = 'its metadata cannot be read';
const TITLE_SOMEWHERE = /[\s:<]title[\s/>=]/;

/**
 * The encoding that a byte order mark, or a zero beside the first `<`, shows; undefined without either. Then the
 * XML is UTF-8.
 */
function findXmlEncoding(bytes: Buffer): string | undefined {
	if (bytes[0] === 0x3c && bytes[1] === 0) return 'utf-16le';
	if (bytes[0] === 0 && bytes[1] === 0x3c) return 'utf-16be';
	return findEncoding(bytes);
}

/** Receives the parts of an XML document, one after the other. If `end` returns true, the reading ends. */
interface XmlHandler {
	begin(name: string, attributes: ReadonlyMap<string, string>): void;
	/** @param isLiteral whether each `&` stands for itself, as in CDATA, and does not begin an entity */
	text(text: string, isLiteral: boolean): void;
	end(name: string): boolean;
}

/**
 * Reads XML, and calls the handler for each part.
 *
 * @returns whether the handler has ended the reading; false at the end of the XML
 * @throws Unknown if the XML is not well-formed, has a document type or is too large
 */
function readXml(xml: string, handler: XmlHandler): boolean {
	let elements = 0;
	for (let at = 0; at < xml.length;) {
		const tag = xml.indexOf('<', at);
		if (tag !== at) handler.text(xml.slice(at, tag < 0 ? xml.length : tag), false);
		if (tag < 0) break;
		if (xml.startsWith('<!--', tag)) {
			at = findAfter(xml, '-->', tag + 4);
		} else if (xml.startsWith('<![CDATA[', tag)) {
			at = findAfter(xml, ']]>', tag);
			handler.text(xml.slice(tag + 9, at - 3), true);
		} else if (xml.startsWith('<?', tag)) {
			at = findAfter(xml, '?>', tag);
		} else if (xml.startsWith('</', tag)) {
			at = findAfter(xml, '>', tag);
			if (handler.end(xml.slice(tag + 2, at - 1).trim())) return true;
		} else {
			const { attributes, end, isEmpty, name } = readTag(xml, tag);
			at = end;
			elements += 1 + attributes.size;
			if (elements > MAX_ELEMENTS) throw new Unknown('its metadata are too large');
			handler.begin(name, attributes);
			if (isEmpty && handler.end(name)) return true;
		}
	}
	return false;
}

function findAfter(xml: string, end: string, from: number): number {
	const found = xml.indexOf(end, from);
	if (found < 0) throw new Unknown(NOT_READABLE);
	return found + end.length;
}

const NAME = /[^\s/>=<"']+/y;
const ATTRIBUTE = /\s+([^\s/>=<"']+)\s*=\s*(?:"([^<"]*)"|'([^<']*)')/y;
const TAG_END = /\s*(\/?)>/y;

interface Tag {
	name: string;
	attributes: Map<string, string>;
	/** The place after the tag. */
	end: number;
	/** Whether the tag ends with `/>`: the element has no content and no other tag. */
	isEmpty: boolean;
}

/** @throws Unknown if the tag is not well-formed, has too many attributes, or is a document type */
function readTag(xml: string, start: number): Tag {
	const attributes = new Map<string, string>();
	const name = matchAt(NAME, xml, start + 1)?.[0];
	if (name === undefined || name.startsWith('!')) throw new Unknown(NOT_READABLE);
	let at = start + 1 + name.length;
	for (let found = matchAt(ATTRIBUTE, xml, at); found; found = matchAt(ATTRIBUTE, xml, at)) {
		const [all, key = '', quoted, apostrophed] = found;
		attributes.set(key, quoted ?? apostrophed ?? '');
		if (attributes.size > MAX_ELEMENTS) throw new Unknown('its metadata are too large');
		at += all.length;
	}
	const end = matchAt(TAG_END, xml, at);
	if (!end) throw new Unknown(NOT_READABLE);
	return { name, attributes, end: at + end[0].length, isEmpty: end[1] === '/' };
}

function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | null {
	expression.lastIndex = at;
	return expression.exec(text);
}

/**
 * @throws Unknown for an `&` that begins no entity, for a number that is no character, and for an entity that only a
 * document type could define
 */
function decodeEntities(text: string): string {
	if (!text.includes('&')) return text;
	return text.replace(/&(#x?)?(\w+);|&/gi, (_, number: string | undefined, name = '') => {
		const radix = number === '#' ? 10 : 16;
		const code = number === undefined ? NaN : Number.parseInt(name as string, radix);
		const isCharacter = code > 0 && code <= 0x10ffff;
		const character = isCharacter ? String.fromCodePoint(code) : undefined;
		const decoded = character ?? (number === undefined ? ENTITIES.get(name as string) : undefined);
		if (decoded === undefined) throw new Unknown(NOT_READABLE);
		return decoded;
	});
}

/** An element whose end has not been read. */
interface OpenElement {
	/** The name as it is written, with its prefix. */
	name: string;
	/** Namespaces that it declares, by prefix. */
	namespaces: Map<string, string>;
}

/** A title in one language. */
interface Item {
	language: string;
	text: string;
}

function createItem(language = ''): Item {
	return { language, text: '' };
}

/**
 * Finds the document's title. It is a property of a resource directly in the RDF. A resource within that one, such as
 * an ingredient of a picture, may have a title of its own, which does not count.
 */
class MetadataReader implements XmlHandler {
	private readonly open: OpenElement[] = [];
	/** How many elements are open when the RDF begins, including the RDF itself; 0 before that. */
	private rdfDepth = 0;
	/** Items of the title that is being read; undefined outside of a title. */
	private items?: Item[];
	/** Whether these items are in a list. */
	private hasList = false;
	private readonly titles = new Set<string>();

	get isClosed(): boolean {
		return this.open.length === 0;
	}

	/** The title; undefined without one. @throws Unknown if there are different ones, or if it cannot be decoded */
	getTitle(): string | undefined {
		const [title, ...others] = this.titles;
		if (others.length > 0) throw new Unknown('its metadata have several titles');
		// `TextDecoder` puts this character where it cannot decode the bytes.
		if (title?.includes('\ufffd') === true) throw new Unknown(NOT_READABLE);
		return title;
	}

	begin(name: string, attributes: ReadonlyMap<string, string>): void {
		const namespaces = new Map<string, string>();
		for (const [key, value] of attributes) {
			const [prefix, local] = splitName(key);
			if (key === 'xmlns') namespaces.set('', value);
			if (prefix === 'xmlns') namespaces.set(local, value);
		}
		this.open.push({ name, namespaces });
		if (this.open.length > MAX_DEPTH) throw new Unknown('its metadata are too large');
		if (this.rdfDepth === 0) {
			if (this.is(name, RDF, 'RDF')) this.rdfDepth = this.open.length;
			return;
		}
		const depth = this.open.length - this.rdfDepth;
		if (depth === 1) this.readTitleAttribute(attributes);
		if (depth === 2 && this.is(name, DUBLIN_CORE, 'title')) this.beginTitle(attributes);
		if (depth > 2 && this.items) this.beginInTitle(this.items, depth - 2, name, attributes);
	}

	text(text: string, isLiteral: boolean): void {
		const isBlank = text.trim() === '';
		if (this.open.length === 0 && !isBlank) throw new Unknown(NOT_READABLE);
		if (!this.items) return;
		const depth = this.open.length - this.rdfDepth - 2;
		// A title without a list is a single text.
		if (depth === 0 && !isBlank && this.items.length === 0) this.items.push(createItem());
		const isInItem = depth === 2 || (depth === 0 && !this.hasList);
		const item = this.items.at(-1);
		if (!isInItem && !isBlank) throw new Unknown(NOT_READABLE);
		if (!isInItem || !item) return;
		item.text += isLiteral ? text : decodeEntities(text);
		if (item.text.length > MAX_TITLE_CHARACTERS) throw new Unknown('its title is too long');
	}

	end(name: string): boolean {
		const element = this.open.pop();
		if (element?.name !== name) throw new Unknown(NOT_READABLE);
		const depth = this.open.length - this.rdfDepth;
		if (this.items && depth === 1) this.endTitle(this.items);
		return depth === -1 && this.rdfDepth > 0;
	}

	/** Short forms of RDF write simple properties as attributes (ISO 16684-1, 7.9.2.2). */
	private readTitleAttribute(attributes: ReadonlyMap<string, string>): void {
		for (const [key, value] of attributes) {
			// The default namespace does not apply to attributes.
			const isTitle = key.includes(':') && this.is(key, DUBLIN_CORE, 'title');
			if (isTitle) this.titles.add(decodeEntities(value).trim());
		}
	}

	private beginTitle(attributes: ReadonlyMap<string, string>): void {
		for (const key of attributes.keys()) {
			// Other attributes mean that the title is a reference, or in a form of RDF that is not read.
			if (!key.startsWith('xml')) throw new Unknown(NOT_READABLE);
		}
		this.items = [];
		this.hasList = false;
	}

	/** The elements in a title are a list and its texts (ISO 16684-1, 7.7). @throws Unknown for any other element */
	private beginInTitle(
		items: Item[],
		depth: number,
		name: string,
		attributes: ReadonlyMap<string, string>,
	): void {
		const isList = depth === 1 && LISTS.some((local) => this.is(name, RDF, local));
		const isItem = depth === 2 && this.is(name, RDF, 'li');
		if (!isList && !isItem) throw new Unknown(NOT_READABLE);
		if (isList && (this.hasList || items.length > 0)) throw new Unknown(NOT_READABLE);
		this.hasList = true;
		if (isItem) items.push(createItem(attributes.get(XML_LANGUAGE)));
	}

	private endTitle(items: Item[]): void {
		const isDefault = ({ language }: Item) => language.toLowerCase() === DEFAULT_LANGUAGE;
		const item = items.find(isDefault) ?? items[0];
		this.titles.add(item?.text.trim() ?? '');
		this.items = undefined;
	}

	/** Whether `name`, as it is written with its prefix, means `local` in this namespace. */
	private is(name: string, namespace: string, local: string): boolean {
		const [prefix, ownLocal] = splitName(name);
		if (ownLocal !== local) return false;
		const declaring = this.open.findLast(({ namespaces }) => namespaces.has(prefix));
		return (declaring?.namespaces ?? USUAL_NAMESPACES).get(prefix) === namespace;
	}
}

function splitName(name: string): [prefix: string, local: string] {
	const colon = name.indexOf(':');
	return colon < 0 ? ['', name] : [name.slice(0, colon), name.slice(colon + 1)];
}
