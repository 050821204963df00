import { DAYS, LEDGER, RULES, type Shape } from './columns';
import type { Step } from './draft';
import type { Ledger, Rows, Slice, Table } from './ledger';
import { code } from './steps';

type Parameters = Readonly<Record<string, unknown>>;

/** Adds the order by `id`. */
function ordered(orderByDirection: 'ASC' | 'DESC') {
	return { orderBy: true, orderByColumn: 'id', orderByDirection };
}

function where(rows: Rows, ...more: readonly object[]) {
	const equal = Object.entries(rows).map(([keyName, keyValue]) => {
		return { keyName, condition: 'eq', keyValue };
	});
	return { matchType: 'allConditions', filters: { conditions: [...equal, ...more] } };
}

function node(name: string, parameters: Parameters): Step {
	return { name, type: 'n8n-nodes-base.dataTable', typeVersion: 1.1, parameters };
}

/** A step that reads or changes rows of a table. */
function rowStep({ name: value }: Shape) {
	const dataTableId = { __rl: true, mode: 'name', value };
	return (name: string, operation: string, parameters: Parameters): Step =>
		node(name, { resource: 'row', operation, dataTableId, ...parameters });
}

/** Columns as the node's resource mapper stores them. */
function values({ columns }: Shape, value: Rows) {
	const schema = columns
		.filter(({ name }) => name in value)
		.map(({ name, type }) => ({
			id: name,
			displayName: name,
			required: false,
			defaultMatch: false,
			display: true,
			type: type === 'date' ? 'dateTime' : type,
			readOnly: false,
			removed: false,
		}));
	const mapped = { mappingMode: 'defineBelow', value, matchingColumns: [], schema };
	return { columns: mapped, options: {} };
}

function table(shape: Shape): Table {
	const row = rowStep(shape);
	return {
		create: (name) =>
			node(name, {
				resource: 'table',
				operation: 'create',
				tableName: shape.name,
				columns: {
					column: shape.columns.map(({ name: column, type }) => ({ name: column, type })),
				},
				options: { createIfNotExists: true },
			}),
		insert: (name, value) => row(name, 'insert', values(shape, value)),
		find: (name, rows) => row(name, 'get', { ...where(rows), returnAll: true }),
		all: (name) => row(name, 'get', { returnAll: true, ...ordered('ASC') }),
		last: (name) => ({
			...row(name, 'get', { returnAll: false, limit: 1, ...ordered('DESC') }),
			alwaysOutputData: true,
		}),
		update: (name, rows, value) => {
			return row(name, 'update', { ...where(rows), ...values(shape, value) });
		},
	};
}

const ledger = table(LEDGER);

function take(name: string, { status, limit, also = {} }: Slice): Step {
	return rowStep(LEDGER)(name, 'get', {
		...where(
			{ status, ...also },
			{ keyName: 'not_before', condition: 'lte', keyValue: '={{ $now.toISO() }}' },
		),
		limit,
		...ordered('ASC'),
	});
}

/** n8n's own table, of n8n 2.20 and newer. */
export const dataTable: Ledger = {
	...ledger,
	title: 'Data Table',
	// Reads the table once: without an index, a lookup per file would slow down as rows are added.
	lacking: (name) => [
		{ ...ledger.all('Files in the ledger'), executeOnce: true, alwaysOutputData: true },
		code(name, 'newFiles'),
	],
	take,
	hold: (name, slice, { name: hide, minutes }) => {
		const later = `={{ $now.plus({ minutes: ${minutes} }).toISO() }}`;
		const id = { id: '={{ $json.id }}' };
		return [take(name, slice), ledger.update(hide, id, { not_before: later })];
	},
	days: table(DAYS),
	rules: table(RULES),
	proposed: (name) => ledger.find(name, { status: 'proposed' }),
	decided: (name) =>
		rowStep(LEDGER)(name, 'get', {
			...where({ status: 'proposed' }, { keyName: 'decision', condition: 'isNotEmpty' }),
			returnAll: true,
		}),
};
