import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { SeenStore } from '../../nodes/client/journal';

/**
 * A row as n8n's deduplication store has it (n8n 2.41, deduplication-helper): read whole, compared and
 * written whole, as JSON with an MD5 in base64 for each mark.
 */
export class RowStore implements SeenStore {
	calls = 0;
	/** Bytes written so far. */
	bytes = 0;

	constructor(
		private readonly file: string,
		private readonly maxEntries: number,
	) {}

	/** Starts with this many marks of other documents. */
	async fill(marks: number): Promise<void> {
		await this.write(Array.from({ length: marks }, (_, n) => hash(`other ${n}`)));
		this.calls = 0;
		this.bytes = 0;
	}

	async record(keys: readonly string[]): Promise<ReadonlySet<string>> {
		const row = await this.read();
		const known = keys.filter((key) => row.includes(hash(key)));
		const added = keys.filter((key) => !known.includes(key)).map(hash);
		await this.write([...row, ...added].slice(-this.maxEntries));
		return new Set(known);
	}

	async remove(keys: readonly string[]): Promise<void> {
		const row = await this.read();
		for (const key of keys) {
			const at = row.indexOf(hash(key));
			if (at >= 0) row.splice(at, 1);
		}
		await this.write(row);
	}

	private async read(): Promise<string[]> {
		return (JSON.parse(await readFile(this.file, 'utf8')) as { data: string[] }).data;
	}

	private async write(data: string[]): Promise<void> {
		const text = JSON.stringify({ mode: 'entries', data });
		this.calls += 1;
		this.bytes += text.length;
		await writeFile(this.file, text, { flush: true });
	}
}

function hash(key: string): string {
	return createHash('md5').update(key).digest('base64');
}
