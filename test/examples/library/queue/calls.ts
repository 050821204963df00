import { psql, type Backend } from '../../../host/harness/queue/services';

/** Makes PostgreSQL count statements; its counts outlast a restart. */
export const COUNTING = [
	'shared_preload_libraries=pg_stat_statements',
	'pg_stat_statements.max=10000',
] as const;

/** Begins to count at zero. */
export async function countCalls({ port }: Backend): Promise<void> {
	await psql(port, 'postgres', 'CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
	await psql(port, 'postgres', 'SELECT pg_stat_statements_reset()');
}

/** Number of statements that each database has executed. */
export async function callsOf({ port }: Backend): Promise<Record<string, number>> {
	const rows = await psql(
		port,
		'postgres',
		'SELECT datname, sum(calls) FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid GROUP BY 1',
	);
	return Object.fromEntries(
		rows.map((row) => {
			const [name = '', calls] = row.split('|');
			return [name, Number(calls)] as const;
		}),
	);
}
