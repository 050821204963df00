import { createHash } from 'node:crypto';
import type { Sandbox } from '../../../sandbox';
import type { S3 } from '../servers/s3';
import type { Line } from './csv';

/** Returns the SHA-256, hex. */
export const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/** Sums up a column of numbers. */
export const sum = (lines: readonly Line[], column: string) =>
	lines.reduce((total, line) => total + Number(line[column]), 0);

/** How often the service has charged each content, by SHA-256. */
export function chargesByContent({ ledger }: Sandbox): Map<string, number> {
	const charges = new Map<string, number>();
	for (const { sha256: content } of ledger.charges) {
		charges.set(content, (charges.get(content) ?? 0) + 1);
	}
	return charges;
}

/** The tagged lines whose original or tagged PDF does not have the SHA-256 in the line. */
export async function misfiled(
	lines: readonly Line[],
	originals: ReadonlyMap<string, Buffer>,
	s3: S3,
): Promise<Line[]> {
	const wrong: Line[] = [];
	for (const line of lines.filter(({ status }) => status === 'tagged')) {
		const original = originals.get(line.file ?? '');
		const tagged = await s3.get(line.tagged_file ?? '').catch(() => undefined);
		const fits = (file: Buffer | undefined, hash = '') => file && sha256(file) === hash;
		if (!fits(original, line.sha256) || !fits(tagged, line.tagged_sha256)) wrong.push(line);
	}
	return wrong;
}
