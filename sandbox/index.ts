import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createAccounts } from './ledger/accounts';
import { RateWindows } from './api/rate';
import { createApi } from './api/server';
import { PAGE } from './developers/routes';
import { createEnding } from './state/ending';
import { createEvents } from './state/events';
import { Faults } from './faults/faults';
import { Ids } from './state/ids';
import { Idempotency } from './jobs/idempotency';
import { finishJob } from './jobs/finish';
import { removeDocuments } from './jobs/job';
import { Worker } from './jobs/worker';
import { Ledger } from './ledger/ledger';
import { DEFAULT_OPTIONS, type SandboxOptions } from './options';
import { Records } from './state/records';
import { viewOf, type Sandbox } from './sandbox';
import type { Service } from './service';
import { createStorage } from './storage/server';
import { isUploadOver, removeDocument } from './storage/uploads';
import { chooseTagger } from './tagging/choose';
import { Webhooks } from './webhooks/webhooks';

export type { SandboxAccount } from './ledger/accounts';
export { STEPS } from './faults/fault';
export type { Fault, FaultOrder, StatusFault, Step } from './faults/fault';
export type { JobRecord } from './jobs/job';
export type { LedgerEntry } from './ledger/ledger';
export type { RateLimit, SandboxOptions } from './options';
export type { SeenPart, SeenRequest } from './state/requests';
export type { Sandbox } from './sandbox';
export type { Attempt, Delivery } from './webhooks/delivery';
export type { Endpoint } from './webhooks/endpoints';
export type { DeliverySwitches } from './webhooks/switches';

/**
 * Starts the Document Tagging Service on this machine.
 *
 * @param given switches that differ from DEFAULT_OPTIONS
 * @throws Error when a port is taken, or when the requested tagger cannot run
 */
export async function startSandbox(given: Partial<SandboxOptions> = {}): Promise<Sandbox> {
	const options: SandboxOptions = { ...DEFAULT_OPTIONS, ...given };
	// With a seed that everybody knows, everybody could sign events for any address.
	if (options.seed === '') options.seed = randomUUID();
	const tagger = await chooseTagger(options.tagger);
	const { kept } = options;
	const ids = new Ids(options.seed, options.idFormat);
	const accounts = createAccounts(ids, options.credits);
	const events = createEvents();
	const closing = createEnding();
	const idempotency = new Idempotency(options);
	const folder = await mkdtemp(join(tmpdir(), 'tag-pdf-sandbox-'));
	const service: Service = {
		options,
		ids,
		accounts,
		ledger: new Ledger(kept.ledgerEntries, options.now),
		faults: new Faults(),
		rates: new RateWindows(options.rateLimit, options.now),
		idempotency,
		uploads: new Records(kept.uploads, (upload) => isUploadOver(upload, options), removeDocument),
		jobs: new Records(
			kept.jobs,
			({ finishedAt }) => finishedAt !== null,
			(job) => {
				removeDocuments(job);
				idempotency.forget(job);
			},
		),
		requests: [],
		violations: [],
		events,
		webhooks: new Webhooks(ids, options, (delivery) => events.emit('attempted', delivery)),
		worker: new Worker(tagger, folder, options, (job) => finishJob(service, job)),
		tagger,
		folder,
		storageUrl: '',
		closing: closing.signal,
	};
	for (const address of options.endpoints) service.webhooks.endpoints.add(accounts[0], address);
	const storage = createStorage(service);
	const api = createApi(service);
	const close = async () => {
		closing.abort();
		service.worker.end();
		service.webhooks.end();
		await Promise.all([api.close(), storage.close(), service.webhooks.settled()]);
		await rm(service.folder, { recursive: true, force: true, maxRetries: 3 });
	};
	try {
		service.storageUrl = await listen(storage, options.storagePort, options.listen);
		const url = await listen(api, options.port, options.listen);
		return Object.assign(viewOf(service), { url, developersUrl: url + PAGE, accounts, close });
	} catch (error) {
		await close();
		throw error;
	}
}

/** Returns the address on loopback. */
async function listen(server: FastifyInstance, port: number, host: string): Promise<string> {
	await server.listen({ port, host });
	return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}
