import { DAYS, LEDGER, RULES, SHAPES, type Shape } from './columns';
import type { Step } from './draft';
import type { Ledger, Rows, Table, Value } from './ledger';

const TYPES = { string: 'text', number: 'integer', date: 'timestamptz' } as const;

/** The statements that create all tables. */
export function schema(): string {
	return SHAPES.map(statements).join('\n');
}

function statements({ name: table, columns, unique, indexes = {} }: Shape): string {
	const lines = columns.map(({ name, type, holds }) => {
		return `\t-- ${holds}\n\t${name} ${type === 'number' && name === 'size' ? 'bigint' : TYPES[type]}`;
	});
	const constraint = unique === undefined ? [] : [`\tUNIQUE (${unique})`];
	return [
		`CREATE TABLE IF NOT EXISTS ${table} (`,
		'\tid serial PRIMARY KEY,',
		[...lines, ...constraint].join(',\n'),
		');',
		...Object.entries(indexes).map(([index, indexed]) => {
			return `CREATE INDEX IF NOT EXISTS ${table}_${index} ON ${table} (${indexed.join(', ')});`;
		}),
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

function table(shape: Shape): Table {
	const { name: table, unique } = shape;
	return {
		create: (name) => query(name, statements(shape)),
		insert: (name, values) => {
			const columns = Object.keys(values);
			const numbers = columns.map((_, index) => `$${index + 1}`).join(', ');
			const insert = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${numbers})`;
			const once = unique === undefined ? '' : ` ON CONFLICT (${unique}) DO NOTHING`;
			return query(name, insert + once, Object.values(values));
		},
		find: (name, rows) =>
			query(name, `SELECT * FROM ${table} WHERE ${pairs(rows, ' AND ')}`, Object.values(rows)),
		all: (name) => query(name, `SELECT * FROM ${table} ORDER BY id`),
		last: (name) => ({
			...query(name, `SELECT * FROM ${table} ORDER BY id DESC LIMIT 1`),
			alwaysOutputData: true,
		}),
		update: (name, rows, values) => {
			const set = pairs(values, ', ');
			const which = pairs(rows, ' AND ', Object.keys(values).length + 1);
			return query(name, `UPDATE ${table} SET ${set} WHERE ${which} RETURNING *`, [
				...Object.values(values),
				...Object.values(rows),
			]);
		},
	};
}

/** Tables of PostgreSQL. */
export const postgres: Ledger = {
	...table(LEDGER),
	title: 'PostgreSQL',
	credentialStep: 'Every **Postgres** node: choose your Postgres account.',
	// The table itself refuses a second row for a file.
	lacking: () => [],
	take: (name, { status, limit, also = {} }) => {
		const which = `${pairs({ status, ...also }, ' AND ')} AND not_before <= now()`;
		const order = `ORDER BY id LIMIT $${2 + Object.keys(also).length}`;
		const text = `SELECT * FROM ${LEDGER.name} WHERE ${which} ${order}`;
		return query(name, text, [status, ...Object.values(also), limit]);
	},
	days: table(DAYS),
	rules: table(RULES),
	decided: (name) =>
		query(name, `SELECT * FROM ${LEDGER.name} WHERE status = 'proposed' AND decision <> ''`),
};
