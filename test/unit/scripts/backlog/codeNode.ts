import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';

const CODE = join(__dirname, '../../../../scripts/backlog/code');

export type Json = Readonly<Record<string, unknown>>;

/** An item of n8n. */
export interface Item {
	readonly json: Json;
	readonly binary?: unknown;
}

const read = (file: string) => readFileSync(join(CODE, `${file}.js`), 'utf8');

/** Runs code as n8n's Code node does, with the same globals. */
function run(code: string, context: object): unknown {
	const result: unknown = runInNewContext(`(() => {${code}})()`, { Buffer, ...context });
	// Objects of another context have another prototype.
	return JSON.parse(JSON.stringify(result));
}

/** Runs files of code, the last of which returns items. */
export function runCode(files: readonly string[], context: object): Item[] {
	return run(files.map(read).join('\n'), context) as Item[];
}

/** The value of an expression that uses the functions of a file. */
export function evaluate(file: string, expression: string, context: object): unknown {
	return run(`${read(file)}\nreturn ${expression};`, context);
}

const items = (jsons: readonly Json[]): Item[] => jsons.map((json) => ({ json }));

/** `$()` of a Code node: items of other nodes by name; each has an empty binary. */
export function nodes(outputs: Readonly<Record<string, readonly Json[]>>) {
	return (name: string) => ({
		all: () => items(outputs[name] ?? []),
		first: () => ({ json: outputs[name]?.[0], binary: {} }),
	});
}

/** The lines of the CSV for rows of the ledger. */
export function linesOf(...rows: readonly Json[]): Json[] {
	const context = { $input: { all: () => items(rows) } };
	return runCode(['report/compare', 'report/lines'], context).map(({ json }) => json);
}

/** Hash of the evidence, as the text of the mail gives it. */
export const HASH = 'ab'.repeat(32);

/** `$now` of a Code node, on the evening of 2026-11-23. */
export const NOW = {
	toISO: () => '2026-11-23T18:00:00.000Z',
	toISODate: () => '2026-11-23',
	toMillis: () => Date.parse('2026-11-23T18:00:00.000Z'),
	toUTC: () => NOW,
};

/** The mail for lines of the CSV. */
export function wordsOf(...lines: readonly Json[]): Json {
	const filled = lines.map((line) => ({ inspected_at: '', reason: '', ...line }));
	const $ = nodes({ 'Lines of the CSV': filled, Evidence: [{ hash: HASH, day: '2026-11-23' }] });
	const context = { $, $now: NOW, $input: { first: () => ({ binary: {} }) } };
	return runCode(['report/sums', 'report/html', 'report/words'], context)[0]?.json ?? {};
}
