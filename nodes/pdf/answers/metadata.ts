import { findEncoding, Unknown } from '../syntax';

const PDFUA = 'http://www.aiim.org/pdfua/ns/id/';
/** Binds a prefix, or the empty one, to PDF/UA's namespace. */
const DECLARATION = new RegExp(`\\sxmlns(?::([\\w.-]{1,64}))?\\s*=\\s*["']${PDFUA}["']`, 'g');
const MAX_PREFIXES = 20;
/** Maximum number of characters of a text that are decoded; entities count undecoded. */
const MAX_TEXT_CHARACTERS = 32 * 1024;
/** Dublin Core with a prefix other than `dc`. */
const OTHER_DC_PREFIX =
	/\sxmlns(?!:dc\s*=)[\w:.-]*\s*=\s*["']http:\/\/purl\.org\/dc\/elements\/1\.1\/["']/;
const ENTITIES = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }));

/** XMP metadata (ISO 16684-1) as text, in any of its encodings. */
export function decodeXmp(bytes: Buffer): string {
	return new TextDecoder(findEncoding(bytes)).decode(bytes);
}

/** The part of PDF/UA that is claimed (ISO 14289-1, clause 5); 0 without a claim. */
export function findPdfUaPart(xmp: string): number {
	const text = removeComments(xmp);
	const prefixes = new Set<string>();
	for (const [, prefix = ''] of text.matchAll(DECLARATION)) {
		if (prefixes.size < MAX_PREFIXES) prefixes.add(prefix);
	}
	for (const prefix of prefixes) {
		const name = prefix === '' ? 'part' : `${prefix}:part`;
		// An attribute without a prefix is in no namespace.
		const claim = new RegExp(
			`<${name}(?:\\s[^<>]*)?>\\s*(\\d{1,3})|\\s${name}\\s*=\\s*["'](\\d{1,3})`,
		);
		const found = claim.exec(text);
		if (found) return Number(found[1] ?? found[2]);
	}
	return 0;
}

/** The first Dublin Core title; empty without one. */
export function findTitle(xmp: string): string {
	const title = sliceAfter(removeComments(xmp), /<dc:title[^<>]*>/);
	const first = sliceAfter(title, /<rdf:li(?:\s[^<>]*[^<>/])?>/);
	return decodeEntities(first.slice(0, Math.max(0, first.indexOf('</rdf:li>'))));
}

/** Text of XML, with its entities decoded. */
function decodeEntities(text: string): string {
	return text
		.slice(0, MAX_TEXT_CHARACTERS)
		.replace(/&#(x?)([0-9a-f]+);/gi, (_, hex: string, digits: string) => {
			const code = Number.parseInt(digits, hex === '' ? 10 : 16);
			return code <= 0x10ffff ? String.fromCodePoint(code) : '';
		})
		.replace(/&(\w+);/g, (entity, name: string) => ENTITIES.get(name) ?? entity)
		.trim();
}

/** A comment without an end extends to the end of the text. */
function removeComments(xml: string): string {
	return xml.replace(/<!--.*?(?:-->|$)/gs, ' ');
}

/**
 * Whether there is a Dublin Core title, as an element or as an attribute.
 *
 * @throws Unknown for an empty title, which only a person can judge, and for an unusual prefix
 */
export function hasTitle(xmp: string): boolean {
	if (findTitle(xmp) !== '' || findProperty(xmp, 'dc:title') !== '') return true;
	const text = removeComments(xmp);
	if (text.includes('dc:title')) throw new Unknown('the title in its metadata is empty');
	if (OTHER_DC_PREFIX.test(text)) throw new Unknown('its metadata has an unknown prefix');
	return false;
}

/** A property with a simple value, as an element or as an attribute; empty without one. */
export function findProperty(xmp: string, name: string): string {
	const text = removeComments(xmp);
	const attribute = sliceAfter(text, new RegExp(`\\s${name}\\s*=\\s*(?=["'])`));
	const value =
		attribute === ''
			? /^[^<]*/.exec(sliceAfter(text, new RegExp(`<${name}(?:\\s[^<>]*[^<>/])?>`)))?.[0]
			: /^(["'])(.*?)\1/s.exec(attribute)?.[2];
	return decodeEntities(value ?? '');
}

/** The text after the first match; empty without one. One expression for two parts is slow on damaged text. */
function sliceAfter(text: string, expression: RegExp): string {
	const found = expression.exec(text);
	return found ? text.slice(found.index + found[0].length) : '';
}
