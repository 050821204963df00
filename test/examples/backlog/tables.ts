import { psql, startPostgresql, type Backend } from '../../host/harness/queue/services';
import type { Setup } from '../../host/harness/setup';

/** A ledger from its user's point of view. */
export interface Table {
	/** Folder of the workflows in `examples/backlog`. */
	readonly folder: string;
	/** Data of n8n's credential for it, if it needs a credential. */
	readonly credential?: Readonly<Record<string, unknown>>;
	/** How many rows have each status. */
	readonly counts: () => Promise<Record<string, number>>;
	/** Changes the status of rows. */
	readonly change: (from: string, to: string) => Promise<void>;
	/** Writes a decision into the rows that are proposed; with a file, only into its row. */
	readonly decide: (decision: string, by: string, file?: string) => Promise<void>;
	/** Adds a rule before all others. */
	readonly addRule: (condition: string, proposal: string, owner: string) => Promise<void>;
	readonly close: () => Promise<void>;
}

const NAME = 'tag_pdf_ledger';
const RULES = 'tag_pdf_rules';
const STATUSES = [
	'listed',
	'inspected',
	'proposed',
	'ready',
	'archive',
	'delete',
	'skipped',
	'review',
	'submitted',
	'tagged',
	'failed',
];

interface Named {
	readonly id: string;
	readonly name: string;
}

/** n8n's Data Table, through the calls that n8n's editor makes. */
export async function dataTable(setup: Setup): Promise<Table> {
	const call = async <T>(method: string, path: string, body?: object): Promise<T> =>
		await setup.session.call(method, path, body);
	const { id: project } = await call<Named>('GET', '/rest/projects/personal');
	const tables = `/rest/projects/${project}/data-tables`;
	const route = async (table = NAME) => {
		const { data } = await call<{ data: Named[] }>('GET', tables);
		const found = data.find(({ name }) => name === table);
		return `${tables}/${String(found?.id)}/rows`;
	};
	const having = (status: string, file?: string) => ({
		type: 'and',
		filters: Object.entries({ status, ...(file && { file }) }).map(([columnName, value]) => {
			return { columnName, condition: 'eq', value };
		}),
	});
	return {
		folder: 'data-table',
		counts: async () => {
			const rows = await route();
			const counts: Record<string, number> = {};
			for (const status of STATUSES) {
				const query = new URLSearchParams({ take: '1', filter: JSON.stringify(having(status)) });
				const { count } = await call<{ count: number }>('GET', `${rows}?${query.toString()}`);
				if (count > 0) counts[status] = count;
			}
			return counts;
		},
		change: async (from, to) => {
			await call('PATCH', await route(), { filter: having(from), data: { status: to } });
		},
		decide: async (decision, by, file) => {
			const data = { decision, decided_by: by };
			await call('PATCH', await route(), { filter: having('proposed', file), data });
		},
		addRule: async (condition, proposal, owner) => {
			const data = [{ place: 1, condition, proposal, reason: 'The rule of the test', owner }];
			await call('POST', (await route(RULES)).replace(/rows$/, 'insert'), { data });
		},
		close: async () => {},
	};
}

/** PostgreSQL with its own server. */
export async function postgresql(): Promise<Table> {
	const server = await startPostgresql();
	return { ...postgresqlIn(server, 'postgres'), close: server.stop };
}

/** A database of a running PostgreSQL, by its own client. */
export function postgresqlIn({ port }: Pick<Backend, 'port'>, database: string): Table {
	const send = async (statement: string) => await psql(port, database, statement);
	return {
		folder: 'postgres',
		credential: {
			host: '127.0.0.1',
			port,
			database,
			user: 'postgres',
			password: 'unused',
			ssl: 'disable',
		},
		counts: async () => {
			const lines = await send(`SELECT status, count(*) FROM ${NAME} GROUP BY status`);
			const pairs = lines.map((line) => line.split('|'));
			return Object.fromEntries(
				pairs.map(([status = '', count]) => [status, Number(count)] as const),
			);
		},
		change: async (from, to) => {
			await send(`UPDATE ${NAME} SET status = '${to}' WHERE status = '${from}'`);
		},
		decide: async (decision, by, file) => {
			const which = `status = 'proposed'${file ? ` AND file = '${file}'` : ''}`;
			await send(
				`UPDATE ${NAME} SET decision = '${decision}', decided_by = '${by}' WHERE ${which}`,
			);
		},
		addRule: async (condition, proposal, owner) => {
			const values = [condition, proposal, 'The rule of the test', owner];
			const quoted = values.map((value) => `'${value}'`).join(', ');
			const columns = 'place, condition, proposal, reason, owner';
			await send(`INSERT INTO ${RULES} (${columns}) VALUES (1, ${quoted})`);
		},
		close: async () => {},
	};
}
