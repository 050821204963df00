import type { Session } from './session';

/** A row of a Data Table with n8n's own columns. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: number };

/** A column of a new Data Table. */
export interface Column {
	readonly name: string;
	readonly type: 'boolean' | 'date' | 'number' | 'string';
}

const PAGE = 50;

/** A Data Table of the owner's project, by name; undefined if there is none yet. */
export class DataTable {
	private constructor(
		private readonly session: Session,
		private readonly route: string,
	) {}

	/** Makes a Data Table in the owner's project. */
	static async make(
		session: Session,
		name: string,
		columns: readonly Column[],
	): Promise<DataTable> {
		const root = await rootOf(session);
		const { id } = await session.call<{ id: string }>('POST', root, { name, columns });
		return new DataTable(session, `${root}/${id}`);
	}

	static async find(session: Session, name: string): Promise<DataTable | undefined> {
		const root = await rootOf(session);
		const { data } = await session.call<{ data: Array<{ id: string; name: string }> }>('GET', root);
		const found = data.find((table) => table.name === name);
		return found && new DataTable(session, `${root}/${found.id}`);
	}

	/** All rows in the order of their IDs. */
	async rows(): Promise<Row[]> {
		const rows: Row[] = [];
		for (;;) {
			const page = new URLSearchParams({
				take: String(PAGE),
				skip: String(rows.length),
				sortBy: 'id:asc',
			});
			const { data } = await this.session.call<{ data: Row[] }>(
				'GET',
				`${this.route}/rows?${page.toString()}`,
			);
			rows.push(...data);
			if (data.length < PAGE) return rows;
		}
	}

	/** Adds rows. */
	async insert(rows: ReadonlyArray<Record<string, unknown>>): Promise<void> {
		await this.session.call('POST', `${this.route}/insert`, { data: rows, returnType: 'count' });
	}

	/** Changes the rows where `column` has that value. */
	async update(column: string, value: string, data: Record<string, unknown>): Promise<void> {
		const filter = { type: 'and', filters: [{ columnName: column, condition: 'eq', value }] };
		await this.session.call('PATCH', `${this.route}/rows`, { filter, data });
	}
}

/** Route of the Data Tables in the owner's project. */
async function rootOf(session: Session): Promise<string> {
	const { id } = await session.call<{ id: string }>('GET', '/rest/projects/personal');
	return `/rest/projects/${id}/data-tables`;
}
