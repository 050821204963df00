import { unzipSync } from 'fflate';
import type { Email } from 'postal-mime';

/** A line of the ledger, by the names of its columns. */
export type Line = Readonly<Record<string, string>>;

/** The ZIP file that is attached to a mail. */
export function attachedZip({ attachments }: Email): Uint8Array {
	const content = attachments.find(({ filename }) => filename?.endsWith('.zip'))?.content;
	if (content === undefined || typeof content === 'string') {
		throw new Error('No ZIP file is attached');
	}
	return new Uint8Array(content);
}

/** The file whose name has this ending, in the ZIP file that is attached to a mail. */
export function attachment(mail: Email, ending: string): Buffer {
	const files = Object.entries(unzipSync(attachedZip(mail)));
	const [, content] = files.find(([name]) => name.endsWith(ending)) ?? [];
	if (content === undefined) throw new Error(`No ${ending} is attached`);
	return Buffer.from(content);
}

/** The ledger that is attached to a mail. */
export function attachedLedger(mail: Email): Line[] {
	// The file begins with a byte order mark, which is not part of the first column's name.
	const [head = [], ...rows] = fieldsOf(new TextDecoder().decode(attachment(mail, '.csv')));
	return rows.map((row) => {
		const fields = row.map((field, index) => [String(head[index]), field] as const);
		return Object.fromEntries(fields);
	});
}

/** RFC 4180: fields may be quoted; quoted fields may contain line breaks and doubled quotes. */
function fieldsOf(text: string): string[][] {
	const rows: string[][] = [[]];
	for (const [, quoted, plain, end] of text.matchAll(
		/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g,
	)) {
		rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
		if (end === '') break;
		if (end !== ',') rows.push([]);
	}
	return rows.filter((row) => row.length > 1);
}
