import { DAYS, LEDGER, RULES, SHAPES, type Shape } from './columns';
import type { Step } from './draft';
import type { Ledger, Rows, Slice, Table, Value } from './ledger';
import { condition } from './steps';

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

/** Decisions noted in one run: n8n does nothing else while it fills in values. */
const DECISIONS = 500;

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

/** Drops the item that n8n outputs if a statement that changes rows returns none. */
function onlyRows(name: string): Step {
	const parameters = condition("={{ $json.id ? 'row' : 'none' }}", 'equals', 'row');
	return { name, type: 'n8n-nodes-base.filter', typeVersion: 2.2, parameters };
}

/**
 * The end of a query for the rows that are due, and its values. The rows come in the order of the index: to
 * order them by `id`, PostgreSQL would also read all rows that are done.
 */
function due({ status, limit, also = {} }: Slice): { where: string; values: Value[] } {
	const equal = { status, ...also };
	const values = [...Object.values(equal), limit];
	const where = `WHERE ${pairs(equal, ' AND ')} AND not_before <= now() ORDER BY not_before LIMIT $${values.length}`;
	return { where, values };
}

/** Tables of PostgreSQL. */
export const postgres: Ledger = {
	...table(LEDGER),
	title: 'PostgreSQL',
	credentialStep: 'Every **Postgres** node: choose your Postgres account.',
	// The table itself refuses a second row for a file.
	lacking: () => [],
	take: (name, slice) => {
		const { where, values } = due(slice);
		return query(name, `SELECT * FROM ${LEDGER.name} ${where}`, values);
	},
	hold: (name, slice, { minutes }) => {
		const { where, values } = due(slice);
		// Two runs at the same moment take different rows.
		const ids = `SELECT id FROM ${LEDGER.name} ${where} FOR UPDATE SKIP LOCKED`;
		const later = `={{ $now.plus({ minutes: ${minutes} }).toISO() }}`;
		const update =
			`UPDATE ${LEDGER.name} SET not_before = $${values.length + 1} ` +
			`WHERE id = ANY (ARRAY (${ids})) RETURNING *`;
		const text = `WITH taken AS (${update}) SELECT * FROM taken ORDER BY id`;
		return [query(name, text, [...values, later]), onlyRows('Only rows')];
	},
	days: table(DAYS),
	rules: table(RULES),
	proposed: (name) => {
		const columns = 'id, owner, proposal, proposal_reason, pages, decision';
		const text = `SELECT ${columns} FROM ${LEDGER.name} WHERE status = 'proposed' ORDER BY id`;
		return query(name, text);
	},
	decided: (name) => {
		const known = `lower(trim(decision)) IN ('keep', 'archive', 'delete')`;
		const isWhole = `(${known} AND trim(coalesce(decided_by, '')) <> '')`;
		const which = `WHERE status = 'proposed' AND decision <> ''`;
		// Incomplete decisions must not keep others waiting.
		const order = `ORDER BY ${isWhole} DESC, coalesce(reason, '') <> '', id LIMIT ${DECISIONS}`;
		const columns = 'id, decision, decided_by, reason';
		return query(name, `SELECT ${columns} FROM ${LEDGER.name} ${which} ${order}`);
	},
};
