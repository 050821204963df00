import { present } from '../present';
import { setupIn, documentOf, MODES } from './setup';
import { expectDelivered, expectRefused } from './expectations';
import { toldBy } from './judge';
import { changed, type Handler } from './service';

/** Answers every request for a job with this `id`. */
const namedAs =
	(id: string): Handler =>
	async (exchange) =>
		exchange.send(changed(await exchange.own(), { id }));

describe.each(MODES)('documents are never mixed up (binary mode %s)', (mode) => {
	const setup = setupIn(mode);

	describe('a 2xx that comes before the whole document was sent', () => {
		/** Larger than the buffers of a connection, and identical at the beginning. */
		const documents = Array.from({ length: 4 }, (_, n) => documentOf(`document ${n}`, 12_000_000));
		const atOnce: Handler = (exchange) => exchange.send({ status: 204 });

		test('once: the document is sent again', async () => {
			setup().service.next('store', atOnce);
			expectDelivered(await setup().tag(documents.slice(0, 1)));
		});

		test('always: is a fault of the step, and nothing is paid for', async () => {
			setup().service.every('store', atOnce);
			expectRefused(await setup().tag(documents));
			expect(setup().service.world.charges).toEqual([]);
		});
	});

	describe('one thing for two documents', () => {
		const mail = ['a', 'b', 'c'].map((name) => documentOf(name));

		test('one upload for a whole mail: no item gets the PDF of another', async () => {
			const { service } = setup();
			let first: object | undefined;
			service.every('createUpload', async (exchange) => {
				const own = await exchange.own();
				first ??= JSON.parse(String(own.body)) as object;
				const { key } = first as { key: string };
				exchange.send(changed(own, { key }));
			});
			const { execution, verdict } = await setup().tag(mail, { reachesDeadline: true });
			expect(execution.status).toBe('error');
			expect(verdict).toMatchObject({ wrongDocuments: [], leaks: [], outlived: false });
		});

		test('one job for a whole mail: no item gets the PDF of another', async () => {
			const { service } = setup();
			let first: string | undefined;
			service.every('submitJob', async (exchange) => {
				const own = await exchange.own();
				first ??= (JSON.parse(String(own.body)) as { id: string }).id;
				exchange.send(changed(own, { id: first }));
			});
			const { execution, verdict } = await setup().tag(mail, { reachesDeadline: true });
			expect(execution.status).toBe('error');
			expect(verdict).toMatchObject({ wrongDocuments: [], leaks: [], outlived: false });
		});
	});

	describe("a job's identity", () => {
		test('an answer about another job does not deliver its PDF', async () => {
			const { service } = setup();
			const known = await setup().tag([documentOf('known')]);
			const other = present(service.world.charges[0]).jobId;
			expectDelivered(known);
			service.every('getJob', namedAs(other));
			const own = await setup().tag([documentOf('own')], { reachesDeadline: true });
			expectRefused(own, present(service.world.charges[1]).jobId);
		});

		test.each(['.', '..', '../me', '%2e%2e', 'a\ud800'])(
			'the Job ID %j leads to no other path',
			async (jobId) => {
				const execution = await setup().engine.run({
					nodes: [{ type: 'tagPdf', parameters: { resource: 'job', operation: 'get', jobId } }],
				});
				expect(execution.status).toBe('error');
				expect(execution.error?.message).not.toMatch(/malformed/i);
				const asked = setup().service.visits.map(({ path }) => path);
				expect(asked.filter((path) => !/^\/v1\/jobs\/[^/]+$/.test(path))).toEqual([]);
				expect(asked.filter((path) => /^\/v1\/jobs\/\.{1,2}$/.test(path))).toEqual([]);
			},
		);

		test.each(['.', '..', 'a/../b', 'id with spaces', '%2e%2e'])(
			'a job with the ID %j is shown by that ID or its key, and leads nowhere else',
			async (id) => {
				const { service } = setup();
				service.every('submitJob', namedAs(id));
				const { execution, verdict } = await setup().tag([documentOf('own')], {
					reachesDeadline: true,
				});
				expect(execution.status).toBe('error');
				expect(verdict).toMatchObject({ leaks: [], wrongDocuments: [], outlived: false });
				const { idempotencyKey } = present(service.world.charges[0]);
				const told = toldBy(execution);
				expect(told.includes(`ob ${id} `) || told.includes(idempotencyKey)).toBe(true);
				const paths = service.visits.map(({ path }) => path);
				expect(
					paths.filter((path) => !/^\/(v1\/(uploads|jobs(\/(?!\.+$)[^/]+)?)|bucket)$/.test(path)),
				).toEqual([]);
			},
		);
	});
});
