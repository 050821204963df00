import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { latestVersion } from '../../test/host/harness/versions';
import type { Row } from './row';

const FILE = join(__dirname, '..', 'results.json');
const GIB = 1024 ** 3;

/** The machine of the measurements. */
export interface Machine {
	cores: number;
	memoryGb: number;
	node: string;
	n8n: string;
}

/** The last measurement of each row, by bench. */
export interface Results {
	machine: Machine;
	benches: Record<string, Row[]>;
}

export async function readResults(): Promise<Results> {
	return JSON.parse(await readFile(FILE, 'utf8')) as Results;
}

/** Replaces rows of the same names. */
export async function saveRows(bench: string, rows: readonly Row[]): Promise<void> {
	const { benches } = await readResults();
	const kept = (benches[bench] ?? []).map(
		(old) => rows.find(({ name }) => name === old.name) ?? old,
	);
	const added = rows.filter(({ name }) => kept.every((old) => old.name !== name));
	const results: Results = {
		machine: machine(),
		benches: { ...benches, [bench]: [...kept, ...added] },
	};
	const short = (_: string, value: unknown) =>
		typeof value === 'number' ? Number(value.toPrecision(4)) : value;
	const text = JSON.stringify(results, short);
	await writeFile(FILE, await format(text, { ...(await resolveConfig(FILE)), filepath: FILE }));
}

function machine(): Machine {
	return {
		cores: cpus().length,
		memoryGb: Math.round(totalmem() / GIB),
		node: latestVersion().nodeVersion,
		n8n: latestVersion().n8n,
	};
}
