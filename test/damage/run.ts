/**
 * Checks on PDFs that others made that no intact file counts as damaged by a program that read it as text, and how many
 * damaged ones are found. The files are below ../shared/corpus, or below the folders that the command names.
 *
 *     npm run test:damage -- [folder ...]
 */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Table from 'cli-table3';
import { styleText } from 'node:util';
import { startsLikePdf } from '../../client/pdfMarks';
import { isReadAsText } from '../../client/textDamage';

const CORPUS = process.env.CORPUS ?? join(__dirname, '../../../shared/corpus');
const CHUNK_BYTES = 64 * 1024;

/** Minimum share of damaged files that are found; the others mostly have no compressed stream. */
const MIN_FOUND = 0.95;

const toHex = (code: number) => code.toString(16).toUpperCase().padStart(2, '0');

/** What programs make of a file that they read as text and write as UTF-8, or leave in a mail's encoding. */
const DAMAGES: Record<string, (content: Buffer) => Buffer> = {
	'UTF-8': (content) => Buffer.from(content.toString('utf8')),
	'Latin 1': (content) => Buffer.from(content.toString('latin1')),
	'7 bits': (content) => Buffer.from(content.toString('ascii')),
	ASCII: (content) => Buffer.from(content.toString('latin1').replace(/[^\0-\x7f]/g, '?')),
	'quoted-printable': (content) => {
		const encoded = content
			.toString('latin1')
			.replace(/[^\t\n\r -<>-~]/g, (letter) => `=${toHex(letter.charCodeAt(0))}`);
		return Buffer.from(encoded.replace(/[^\r\n]{70}/g, '$&=\r\n'));
	},
	'Windows 1252': (content) => Buffer.from(new TextDecoder('windows-1252').decode(content)),
};

async function* chunksOf(content: Buffer): AsyncGenerator<Buffer, void, void> {
	for (let at = 0; at < content.length; at += CHUNK_BYTES)
		yield await Promise.resolve(content.subarray(at, at + CHUNK_BYTES));
}

async function isFound(content: Buffer): Promise<boolean> {
	const chunks = chunksOf(content);
	const { value: start } = await chunks.next();
	return start !== undefined && (await isReadAsText(start, chunks));
}

async function main(): Promise<void> {
	const given = process.argv.slice(2);
	const folders = (given.length > 0 ? given : [CORPUS]).filter((folder) => existsSync(folder));
	if (folders.length === 0) {
		console.log(`There is no corpus at ${CORPUS}. CORPUS names another folder.`);
		return;
	}
	const alarms: string[] = [];
	const counts = Object.keys(DAMAGES).map((name) => ({ name, damaged: 0, found: 0 }));
	let files = 0;
	for (const folder of folders) {
		const entries = await readdir(folder, { recursive: true, withFileTypes: true });
		for (const entry of entries.filter((each) => each.isFile())) {
			const path = join(entry.parentPath, entry.name);
			const content = await readFile(path);
			if (!startsLikePdf(content)) continue;
			files += 1;
			if (await isFound(content)) alarms.push(path);
			for (const count of counts) {
				const damaged = DAMAGES[count.name]?.(content) ?? content;
				// A file without compressed streams survives.
				if (
					damaged.equals(content) ||
					!/\/(Flate|DCT|LZW|JPX|CCITTFax|JBIG2)/.test(content.toString('latin1'))
				)
					continue;
				count.damaged += 1;
				if (await isFound(damaged)) count.found += 1;
			}
		}
	}
	const table = new Table({ head: ['read as', 'damaged files', 'found'] });
	table.push(...counts.map(({ name, damaged, found }) => [name, damaged, found]));
	console.log(`${files} PDFs\n${table.toString()}`);
	const missed = counts.filter(({ damaged, found }) => found < MIN_FOUND * damaged);
	for (const path of alarms) console.error(styleText('red', `Counts as damaged: ${path}`));
	for (const { name } of missed) console.error(styleText('red', `Too few are found: ${name}`));
	if (alarms.length + missed.length > 0) process.exitCode = 1;
}

void main();
