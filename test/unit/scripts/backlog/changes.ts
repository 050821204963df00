import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { Evidence } from './makeEvidence';

/** A changed copy of a file. */
export interface Change {
	readonly kind: string;
	readonly content: Buffer;
	/** Number of the first line, in the copy, that differs from the original. */
	readonly line: number;
}

/** The lines, each with its newline. */
export function splitLines(content: Buffer): Buffer[] {
	const lines: Buffer[] = [];
	for (let start = 0; start < content.length; start += lines.at(-1)?.length ?? 1) {
		lines.push(content.subarray(start, content.indexOf(0x0a, start) + 1));
	}
	return lines;
}

/** Changes of one place each: bytes, lines and the end of the file. */
export function changesOf({ content }: Evidence): fc.Arbitrary<Change> {
	const lines = splitLines(content);
	const line = fc.nat(lines.length - 1);
	const of = (kind: string, parts: readonly Buffer[], index: number): Change => {
		return { kind, content: Buffer.concat(parts), line: index + 1 };
	};
	const place = (offset: number) => {
		return content.subarray(0, offset).filter((byte) => byte === 0x0a).length;
	};
	const offset = fc.nat(content.length - 1);
	const changedByte = fc.tuple(offset, fc.integer({ min: 1, max: 255 })).map(([at, change]) => {
		const copy = Buffer.from(content);
		copy[at] = (copy[at] as number) ^ change;
		return of('byte', [copy], place(at));
	});
	const insertedByte = fc.tuple(offset, fc.integer({ min: 0, max: 255 })).map(([at, byte]) => {
		return of(
			'inserted byte',
			[content.subarray(0, at), Buffer.from([byte]), content.subarray(at)],
			place(at),
		);
	});
	const removed = line.map((at) => of('removed', lines.toSpliced(at, 1), at));
	const swapped = fc
		.tuple(line, line)
		.filter(([one, other]) => one !== other)
		.map(([one, other]) => {
			const copy = [...lines];
			[copy[one], copy[other]] = [lines[other] as Buffer, lines[one] as Buffer];
			return of('swapped', copy, Math.min(one, other));
		});
	const inserted = fc.tuple(line, line).map(([from, at]) => {
		return of('inserted', lines.toSpliced(at, 0, lines[from] as Buffer), at);
	});
	const truncated = offset.map((end) => of('truncated', [content.subarray(0, end)], place(end)));
	const cut = line.map((count) => of('cut after a line', lines.slice(0, count), count));
	const edited = fc.tuple(line, fc.nat(99)).map(([at, credits]) => {
		const text = String(lines[at]).replace(/"credits":\d+/, `"credits":${credits + 1_000}`);
		return of('edited', lines.with(at, Buffer.from(text)), at);
	});
	const forged = edited.map(({ content: copy, line: at }) => {
		return { kind: 'forged', content: chained(splitLines(copy)), line: at };
	});
	return fc.oneof(
		...[changedByte, insertedByte, removed, swapped, inserted, truncated, cut, edited, forged],
	);
}

/** Gives every line the hash of the line before it, as a forger would. */
function chained(lines: readonly Buffer[]): Buffer {
	let before: string | undefined;
	const copies = lines.map((line) => {
		const text = String(line);
		const copy = before ? text.replace(/"previous":"\w+"/, `"previous":"${before}"`) : text;
		before = createHash('sha256').update(copy.slice(0, -1)).digest('hex');
		return Buffer.from(copy);
	});
	return Buffer.concat(copies);
}
