import type { PdfDocument } from '../document';
import { Unknown } from '../syntax';
import { readInformation, readMetadata } from './catalog';
import { findProperty } from './metadata';
import { cleanText, type DecryptString } from './texts';

/** ISO 32000-1, 7.9.4; all parts but the year are optional. */
const PDF_DATE =
	/^(?:D:)?(\d{4})(?:(\d\d)(?:(\d\d)(?:(\d\d)(?:(\d\d)(?:(\d\d))?)?(?:(Z)|([+-]\d\d)'?(\d\d)?)?)?)?)?/;
/** ISO 16684-1, 8.2.1.3. */
const XMP_DATE = /^\d{4}(-\d\d(-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?)?)?$/;

/** The software that wrote the file; empty without one. */
export function readProducer(document: PdfDocument, decrypt: DecryptString): string {
	const producer = readInformation(document, 'Producer', decrypt);
	return producer ?? cleanText(findProperty(readMetadata(document) ?? '', 'pdf:Producer'));
}

/** When the document was created or changed, as ISO 8601; empty if it does not say so. */
export function readDate(
	document: PdfDocument,
	key: 'CreationDate' | 'ModDate',
	property: 'xmp:CreateDate' | 'xmp:ModifyDate',
	decrypt: DecryptString,
): string {
	const given = readInformation(document, key, decrypt);
	const date =
		given === undefined
			? findProperty(readMetadata(document) ?? '', property)
			: toIsoDate(given.trim());
	if (date === '') return '';
	if (XMP_DATE.test(date) && isRealDate(date)) return date;
	throw new Unknown('its date is not valid');
}

/** `Date.parse` accepts February 30 as a day of March. */
function isRealDate(date: string): boolean {
	const [day = ''] = date.split('T');
	const parsed = Number.isNaN(Date.parse(date)) ? NaN : Date.parse(day);
	return !Number.isNaN(parsed) && new Date(parsed).toISOString().startsWith(day);
}

/** Converts a PDF date. A date in XMP's format is returned unchanged. */
function toIsoDate(date: string): string {
	const parts = XMP_DATE.test(date) ? undefined : PDF_DATE.exec(date);
	if (!parts) return date;
	const [, year = '', month, day, hour, minute = '00', second = '00', utc, zone, rest = '00'] =
		parts;
	const days = [year, month, day].filter((part) => part !== undefined).join('-');
	if (hour === undefined) return days;
	return `${days}T${hour}:${minute}:${second}${utc ?? (zone === undefined ? '' : `${zone}:${rest}`)}`;
}
