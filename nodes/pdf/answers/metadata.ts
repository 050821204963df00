import { Unknown } from '../syntax';

const PDFUA = 'http://www.aiim.org/pdfua/ns/id/';
/** Binds a prefix, or the empty one, to PDF/UA's namespace. */
const DECLARATION = new RegExp(`\\sxmlns(?::([\\w.-]{1,64}))?\\s*=\\s*["']${PDFUA}["']`, 'g');
const MAX_PREFIXES = 20;
/** Most characters of a text that are decoded; entities count undecoded. */
const MAX_TEXT = 32 * 1024;
/** Dublin Core with a prefix other than `dc`. */
const OTHER_DC =
	/\sxmlns(?!:dc\s*=)[\w:.-]*\s*=\s*["']http:\/\/purl\.org\/dc\/elements\/1\.1\/["']/;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** XMP metadata (ISO 16684-1) as text, in any of its encodings. */
export function xmpText(bytes: Buffer): string {
	if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
	if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
	return new TextDecoder('utf-8').decode(bytes);
}

/** The part of PDF/UA that is claimed (ISO 14289-1, clause 5); 0 without a claim. */
export function pdfUaPartIn(xmp: string): number {
	const text = withoutComments(xmp);
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
export function titleIn(xmp: string): string {
	const title = behind(withoutComments(xmp), /<dc:title[^<>]*>/);
	const first = behind(title, /<rdf:li(?:\s[^<>]*[^<>/])?>/);
	return decoded(first.slice(0, Math.max(0, first.indexOf('</rdf:li>'))));
}

/** Text of XML, with its entities decoded. */
function decoded(text: string): string {
	return text
		.slice(0, MAX_TEXT)
		.replace(/&#(x?)([0-9a-f]+);/gi, (_, hex: string, digits: string) => {
			const code = Number.parseInt(digits, hex === '' ? 10 : 16);
			return code <= 0x10ffff ? String.fromCodePoint(code) : '';
		})
		.replace(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
		.trim();
}

function withoutComments(xml: string): string {
	const parts: string[] = [];
	let at = 0;
	while (at < xml.length) {
		const start = xml.indexOf('<!--', at);
		parts.push(xml.slice(at, start < 0 ? undefined : start));
		if (start < 0) break;
		const end = xml.indexOf('-->', start + 4);
		at = end < 0 ? xml.length : end + 3;
	}
	return parts.join(' ');
}

/**
 * Whether there is a Dublin Core title, as an element or as an attribute.
 *
 * @throws Unknown for an empty title, which only a person can judge, and for an unusual prefix
 */
export function hasTitle(xmp: string): boolean {
	if (titleIn(xmp) !== '' || propertyIn(xmp, 'dc:title') !== '') return true;
	const text = withoutComments(xmp);
	if (text.includes('dc:title')) throw new Unknown('the title in its metadata is empty');
	if (OTHER_DC.test(text)) throw new Unknown('its metadata have a prefix that is not foreseen');
	return false;
}

/** A property with a simple value, as an element or as an attribute; empty without one. */
export function propertyIn(xmp: string, name: string): string {
	const text = withoutComments(xmp);
	const attribute = behind(text, new RegExp(`\\s${name}\\s*=\\s*(?=["'])`));
	const value =
		attribute === ''
			? /^[^<]*/.exec(behind(text, new RegExp(`<${name}(?:\\s[^<>]*[^<>/])?>`)))?.[0]
			: /^(["'])(.*?)\1/s.exec(attribute)?.[2];
	return decoded(value ?? '');
}

/** The text after the first match; empty without one. One expression for two parts is slow on damaged text. */
function behind(text: string, expression: RegExp): string {
	const found = expression.exec(text);
	return found ? text.slice(found.index + found[0].length) : '';
}
