/**
 * Inspects PDFs as Document → Inspect does. Prints one JSON line per file, in the given order.
 *
 *     npm run inspect -- file.pdf …
 */
import { createReadStream } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { basename } from 'node:path';
import { inspect } from '../pdf/inspect';

const HELP = `Usage: npm run inspect -- file.pdf …

Says how many pages each PDF has (1 credit each), whether it is tagged, scanned, encrypted or signed, and
what to do with it. Prints one JSON line per file, in the given order; null means not known, and "reasons"
say why. Nothing leaves this machine. docs/inspect.md explains every field.`;

async function main(files: string[]): Promise<void> {
	if (files.length === 0 || files.some((file) => file.startsWith('-'))) {
		console.log(HELP);
		process.exitCode = files.includes('--help') ? 0 : 1;
		return;
	}
	for (const file of files) {
		const filename = basename(file);
		try {
			const open = () => Promise.resolve(createReadStream(file));
			const inspection = await inspect({ open, pause: async () => await setImmediate() });
			console.log(JSON.stringify({ filename, ...inspection, unknown: undefined }));
		} catch (error) {
			process.exitCode = 1;
			const reason = error instanceof Error ? error.message : String(error);
			console.log(JSON.stringify({ filename, error: reason }));
		}
	}
}

void main(process.argv.slice(2));
