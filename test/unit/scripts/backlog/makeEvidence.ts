import { NOW, linesOf, nodes, runCode, type Json } from './codeNode';

/** A day's evidence. */
export interface Evidence {
	readonly content: Buffer;
	/** SHA-256 of its last line. */
	readonly hash: string;
}

/** Answers of Inspect, as the ledger stores them. */
export const inspected = (answers: Json) =>
	JSON.stringify({ findings: [], unknownFindings: [], ...answers });

/** Runs 4 · Report's code over rows of the ledger. */
export function makeEvidence(rows: readonly Json[], before?: Evidence): Evidence {
	const $ = nodes({ 'The ledger': rows, 'Lines of the CSV': linesOf(...rows) });
	const last = { json: before ? { hash: before.hash } : {} };
	const context = { $, $now: NOW, $input: { first: () => last } };
	const [item] = runCode(['report/compare', 'report/sha256', 'report/evidence'], context);
	const { text, hash } = item?.json as { text: string; hash: string };
	return { content: Buffer.from(text), hash };
}

/** Rows as they are in a ledger, with names that are not only ASCII. */
export function rowsOf(count: number): Json[] {
	return Array.from({ length: count }, (_, n) => ({
		id: n + 1,
		file: `originals/${n} Größe 木.pdf`,
		tagged_file: `tagged/${n} Größe 木.pdf`,
		status: ['tagged', 'failed', 'review', 'ready'][n % 4],
		reason: n % 4 === 2 ? 'It is "signed"\nand damaged' : null,
		pages: n,
		sha256: String(n).padStart(64, 'a'),
		tagged_sha256: String(n).padStart(64, 'b'),
		inspected_before: inspected({ tagged: false, pages: n, links: 2, findings: ['7.1 06-001'] }),
		inspected_after: inspected({ tagged: true, pages: n, links: n % 3 }),
		job_id: `job_${n}`,
		credits: n,
		settled_at: '2026-11-23T10:00:00.000Z',
	}));
}
