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
	const tables = await tablesOf(session);
	const { data } = await session.call<{ data: Array<{ id: string; name: string }> }>('GET', tables);
	const table = data.find((each) => each.name === name);
	if (!table) return [];
	return (await session.call<{ data: Row[] }>('GET', `${tables}/${table.id}/rows?take=100`)).data;
}

/** Makes a data table of the owner, with these rows. */
export async function makeTable(
	session: Session,
	name: string,
	columns: readonly Column[],
	rows: readonly Row[],
): Promise<void> {
	const tables = await tablesOf(session);
	const { id } = await session.call<{ id: string }>('POST', tables, { name, columns });
	const insert = { data: rows, returnType: 'count' };
	await session.call('POST', `${tables}/${id}/insert`, insert);
}

/** Route of the owner's data tables. */
async function tablesOf(session: Session): Promise<string> {
	const { id } = await session.call<{ id: string }>('GET', '/rest/projects/personal');
	return `/rest/projects/${id}/data-tables`;
}
