const PDFUA = 'http://www.aiim.org/pdfua/ns/id/';
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** XMP metadata (ISO 16684-1) as text, whichever way it is written. */
export function xmpText(bytes: Buffer): string {
	if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
	if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
	return new TextDecoder('utf-8').decode(bytes);
}

/** The part of PDF/UA that is claimed (ISO 14289-1, clause 5); 0 without a claim. */
export function pdfUaPartIn(xmp: string): number {
	const prefix = new RegExp(`xmlns:([\\w.-]+)\\s*=\\s*["']${PDFUA}["']`).exec(xmp)?.[1];
	if (prefix === undefined) return 0;
	const claim = new RegExp(`<${prefix}:part[^<>]*>\\s*(\\d+)|\\s${prefix}:part\\s*=\\s*["'](\\d+)`);
	const found = claim.exec(xmp);
	return Number(found?.[1] ?? found?.[2] ?? 0);
}

/** The first title of the Dublin Core; empty without one. */
export function titleIn(xmp: string): string {
	const title = behind(xmp, /<dc:title[^<>]*>/);
	const first = behind(title, /<rdf:li(?:\s[^<>]*[^<>/])?>/);
	return first
		.slice(0, Math.max(0, first.indexOf('</rdf:li>')))
		.replace(/&#(x?)([0-9a-f]+);/gi, (_, hex: string, digits: string) => {
			const code = Number.parseInt(digits, hex === '' ? 10 : 16);
			return code <= 0x10ffff ? String.fromCodePoint(code) : '';
		})
		.replace(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
		.trim();
}

/** What comes after the first match; empty without one. No expression looks for two things: damage makes that slow. */
function behind(text: string, expression: RegExp): string {
	const found = expression.exec(text);
	return found ? text.slice(found.index + found[0].length) : '';
}
