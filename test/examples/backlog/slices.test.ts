import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { psql, startPostgresql, type Backend } from '../../host/harness/queue/services';
import { closedBy } from '../../closing';
import { readExample } from '../examples';

/** Rows of the ledger, most of them tagged already. */
const ROWS = 20_000;
const READY = 5_000;
const SCHEMA = join(__dirname, '../../../examples/backlog/postgres/ledger.sql');
const LATER = '2100-01-01';

/** The query of a node of the kit. */
function queryOf(workflow: string, node: string): string {
	const { nodes } = readExample(`backlog/postgres/${workflow}`);
	return String(nodes.find(({ name }) => name === node)?.parameters.query);
}
/** Statements that take the next slice of ready rows, with the values that n8n fills in. */
const TAKE = `PREPARE slice AS ${queryOf('2-work', 'Take a slice')}`;
const SLICE = `EXECUTE slice('ready', 'keep', 50, '${LATER}')`;

describe('The queries of the ledger in PostgreSQL', () => {
	const closing = closedBy(afterAll);
	let server: Backend;
	const send = async (...statements: string[]) =>
		await psql(server.port, 'postgres', statements.join(';\n'));

	beforeAll(async () => {
		const started = await startPostgresql('max_prepared_transactions=1');
		server = closing({ ...started, close: started.stop });
		await send(readFileSync(SCHEMA, 'utf8'));
	});
	beforeEach(async () => {
		await send(
			'TRUNCATE tag_pdf_ledger RESTART IDENTITY',
			`INSERT INTO tag_pdf_ledger (file, status, decision, not_before, reason)
			SELECT 'originals/' || n, CASE WHEN n > ${ROWS - READY} THEN 'ready' ELSE 'tagged' END, 'keep', now() - interval '1 day' + n * interval '1 s', repeat('x', 500)
			FROM generate_series(1, ${ROWS}) n`,
			'ANALYZE tag_pdf_ledger',
		);
	});

	/** The rows of a slice, by the names of their files. */
	const files = (lines: readonly string[]) =>
		lines.flatMap((line) => /originals\/(\d+)/.exec(line)?.[1] ?? []).map(Number);

	test('two runs at the same moment take different rows, the oldest first, and neither waits', async () => {
		// The transaction of the first run stays open.
		const first = await send(TAKE, 'BEGIN', SLICE, "PREPARE TRANSACTION 'first'");
		const second = await send("SET lock_timeout = '5s'", TAKE, SLICE);
		await send("COMMIT PREPARED 'first'");
		const from = (start: number) => Array.from({ length: 50 }, (_, n) => start + n);
		expect(files(first)).toEqual(from(ROWS - READY + 1));
		expect(files(second)).toEqual(from(ROWS - READY + 51));
		// Both slices are hidden until later.
		expect(files(await send(TAKE, SLICE))).toEqual(from(ROWS - READY + 101));
	});

	test('a slice reads no more of the ledger when most rows are done', async () => {
		const plan = (await send(TAKE, `EXPLAIN ANALYZE ${SLICE}`)).join('\n');
		expect(plan).toContain('rows=50');
		expect(plan).not.toContain('Rows Removed by Filter');
	});

	test('decisions are noted in parts, and incomplete ones keep nobody waiting', async () => {
		await send(
			"UPDATE tag_pdf_ledger SET status = 'proposed', reason = NULL",
			`UPDATE tag_pdf_ledger SET decided_by = 'Ada' WHERE id > ${ROWS - 700}`,
		);
		const decided = queryOf('1b-triage', 'Decided in the ledger');
		const [first = '', ...others] = await send(decided);
		expect(first).toContain(`${ROWS - 699}|keep|Ada`);
		expect(others).toHaveLength(499);
		await send(`UPDATE tag_pdf_ledger SET status = 'ready' WHERE decided_by = 'Ada'`);
		expect((await send(decided))[0]).toBe('1|keep||');
	});
});
