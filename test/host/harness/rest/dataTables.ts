import { present } from '../../../present';
import type { Session } from './session';

/** A row of a data table, with n8n's own columns `id`, `createdAt` and `updatedAt`. */
export type Row = Readonly<Record<string, unknown>>;

/** A column of a new data table. */
export interface Column {
	readonly name: string;
	readonly type: 'boolean' | 'date' | 'number' | 'string';
}

/** The rows of the owner's data table with that name, at most 100; none if there is no such table. */
export async function readRows(session: Session, name: string): Promise<Row[]> {
	const table = await routeOf(session, name);
	if (table === undefined) return [];
	return (await session.call<{ data: Row[] }>('GET', `${table}/rows?take=100`)).data;
}

/** Makes a data table of the owner, with these rows. */
export async function makeTable(
	session: Session,
	name: string,
	columns: readonly Column[],
	rows: readonly Row[],
): Promise<void> {
	await session.call('POST', await tablesOf(session), { name, columns });
	await addRows(session, name, rows);
}

/** Adds rows to the owner's data table with that name. */
export async function addRows(session: Session, name: string, rows: readonly Row[]): Promise<void> {
	const insert = { data: rows, returnType: 'count' };
	await session.call('POST', `${present(await routeOf(session, name))}/insert`, insert);
}

/** Changes the rows with these values. */
export async function updateRows(
	session: Session,
	name: string,
	values: Row,
	changes: Row,
): Promise<void> {
	const filters = Object.entries(values).map(([columnName, value]) => ({
		columnName,
		condition: 'eq',
		value,
	}));
	const body = { filter: { type: 'and', filters }, data: changes };
	await session.call('PATCH', `${present(await routeOf(session, name))}/rows`, body);
}

/** Route of the owner's data table with that name; undefined if there is none. */
async function routeOf(session: Session, name: string): Promise<string | undefined> {
	const tables = await tablesOf(session);
	const { data } = await session.call<{ data: Array<{ id: string; name: string }> }>('GET', tables);
	const table = data.find((each) => each.name === name);
	return table && `${tables}/${table.id}`;
}

/** Route of the owner's data tables. */
async function tablesOf(session: Session): Promise<string> {
	const { id } = await session.call<{ id: string }>('GET', '/rest/projects/personal');
	return `/rest/projects/${id}/data-tables`;
}
