import { COLUMNS } from './columns';
import type { Step } from './draft';
import { code } from './steps';
import { TABLE, type Ledger, type Rows } from './ledger';

const dataTableId = { __rl: true, mode: 'name', value: TABLE };

function node(name: string, parameters: Readonly<Record<string, unknown>>): Step {
	return { name, type: 'n8n-nodes-base.dataTable', typeVersion: 1.1, parameters };
}

function row(name: string, operation: string, parameters: Readonly<Record<string, unknown>>): Step {
	return node(name, { resource: 'row', operation, dataTableId, ...parameters });
}

function where(rows: Rows, ...more: readonly object[]) {
	const equal = Object.entries(rows).map(([keyName, keyValue]) => {
		return { keyName, condition: 'eq', keyValue };
	});
	return { matchType: 'allConditions', filters: { conditions: [...equal, ...more] } };
}

function all(name: string): Step {
	const orderBy = { orderBy: true, orderByColumn: 'id', orderByDirection: 'ASC' };
	return row(name, 'get', { returnAll: true, ...orderBy });
}

/** Columns as the node's resource mapper stores them. */
function values(value: Rows) {
	const schema = COLUMNS.filter(({ name }) => name in value).map(({ name, type }) => ({
		id: name,
		displayName: name,
		required: false,
		defaultMatch: false,
		display: true,
		type: type === 'date' ? 'dateTime' : type,
		readOnly: false,
		removed: false,
	}));
	const columns = { mappingMode: 'defineBelow', value, matchingColumns: [], schema };
	return { columns, options: {} };
}

/** n8n's own table, of n8n 2.20 and newer. */
export const dataTable: Ledger = {
	title: 'Data Table',
	create: (name) =>
		node(name, {
			resource: 'table',
			operation: 'create',
			tableName: TABLE,
			columns: { column: COLUMNS.map(({ name: column, type }) => ({ name: column, type })) },
			options: { createIfNotExists: true },
		}),
	// Reads the table once: without an index, a lookup per file would slow down as rows are added.
	lacking: (name) => [
		{ ...all('Files in the ledger'), executeOnce: true, alwaysOutputData: true },
		code(name, 'newFiles'),
	],
	insert: (name, value) => row(name, 'insert', values(value)),
	take: (name, { status, limit }) =>
		row(name, 'get', {
			...where(
				{ status },
				{ keyName: 'not_before', condition: 'lte', keyValue: '={{ $now.toISO() }}' },
			),
			limit,
			orderBy: true,
			orderByColumn: 'id',
			orderByDirection: 'ASC',
		}),
	find: (name, rows) => row(name, 'get', { ...where(rows), returnAll: true }),
	all,
	update: (name, rows, value) => row(name, 'update', { ...where(rows), ...values(value) }),
};
