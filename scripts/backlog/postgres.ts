import { COLUMNS } from './columns';
import type { Step } from './draft';
import { TABLE, type Ledger, type Rows, type Value } from './ledger';

const TYPES = { string: 'text', number: 'integer', date: 'timestamptz' } as const;

/** The statements that create the table. */
export function schema(): string {
	const columns = COLUMNS.map(({ name, type, holds }) => {
		return `\t-- ${holds}\n\t${name} ${type === 'number' && name === 'size' ? 'bigint' : TYPES[type]}`;
	});
	return [
		`CREATE TABLE IF NOT EXISTS ${TABLE} (`,
		'\tid serial PRIMARY KEY,',
		`${columns.join(',\n')},`,
		'\tUNIQUE (file)',
		');',
		`CREATE INDEX IF NOT EXISTS ${TABLE}_turn ON ${TABLE} (status, not_before);`,
		`CREATE INDEX IF NOT EXISTS ${TABLE}_job ON ${TABLE} (job_id);`,
		'',
	].join('\n');
}

function query(name: string, text: string, parameters: readonly Value[] = []): Step {
	const options =
		parameters.length > 0
			? { queryReplacement: `={{ [${parameters.map(term).join(', ')}] }}` }
			: {};
	return {
		name,
		type: 'n8n-nodes-base.postgres',
		typeVersion: 2.6,
		parameters: { operation: 'executeQuery', query: text, options },
	};
}

/** A value as part of an expression. */
function term(value: Value): string {
	const [, expression] = /^=\{\{ (.*) \}\}$/s.exec(String(value)) ?? [];
	return expression ?? JSON.stringify(value);
}

/** `a = $1 AND b = $2`, numbered from `first`. */
function pairs(rows: Rows, glue: string, first = 1): string {
	return Object.keys(rows)
		.map((column, index) => `${column} = $${first + index}`)
		.join(glue);
}

/** A table of PostgreSQL. */
export const postgres: Ledger = {
	title: 'PostgreSQL',
	credentialStep: 'Every **Postgres** node: choose your Postgres account.',
	create: (name) => query(name, schema()),
	// The table itself refuses a second row for a file.
	lacking: () => [],
	insert: (name, values) => {
		const columns = Object.keys(values);
		const numbers = columns.map((_, index) => `$${index + 1}`).join(', ');
		return query(
			name,
			`INSERT INTO ${TABLE} (${columns.join(', ')}) VALUES (${numbers}) ON CONFLICT (file) DO NOTHING`,
			Object.values(values),
		);
	},
	take: (name, { status, limit }) =>
		query(
			name,
			`SELECT * FROM ${TABLE} WHERE status = $1 AND not_before <= now() ORDER BY id LIMIT $2`,
			[status, limit],
		),
	find: (name, rows) =>
		query(name, `SELECT * FROM ${TABLE} WHERE ${pairs(rows, ' AND ')}`, Object.values(rows)),
	all: (name) => query(name, `SELECT * FROM ${TABLE} ORDER BY id`),
	update: (name, rows, values) => {
		const set = pairs(values, ', ');
		const which = pairs(rows, ' AND ', Object.keys(values).length + 1);
		return query(name, `UPDATE ${TABLE} SET ${set} WHERE ${which} RETURNING *`, [
			...Object.values(values),
			...Object.values(rows),
		]);
	},
};
