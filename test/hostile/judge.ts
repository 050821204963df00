import { readBinary, type Execution } from '../../engine';
import { sha256, type Charge, type HostileService } from './service';

/** Findings that must not exist, whatever the service answers. */
export interface Verdict {
	/** Places in which a secret was found, e.g. `log`. */
	leaks: string[];
	/** Items with another document or with wrong bytes. */
	wrongDocuments: string[];
	/** Paid jobs that are neither delivered nor named. */
	untraced: string[];
	/** Whether the run was still active after its deadline. */
	outlived: boolean;
}

export const CLEAN: Verdict = { leaks: [], wrongDocuments: [], untraced: [], outlived: false };

/** Input and result of a run. */
export interface Outcome {
	execution: Execution;
	/** The documents, by input item. */
	documents: Buffer[];
	/** Charges of this run. */
	charges: Charge[];
	/** n8n's log. */
	log: string;
	outlived: boolean;
}

/** Checks everything that a run has left behind. */
export async function judge(
	service: HostileService,
	apiKey: string,
	{ execution, documents, charges, log, outlived }: Outcome,
): Promise<Verdict> {
	const told = toldBy(execution);
	const secrets = [apiKey, ...service.world.secrets];
	const shows = (text: string) => secrets.some((secret) => text.includes(secret));
	const strangers = service.visits.filter(
		({ origin, authorization }) => origin !== 'service' && authorization !== undefined,
	);
	return {
		leaks: [
			...strangers.map(({ origin }) => origin),
			...(shows(told) ? ['items or error'] : []),
			...(shows(log) ? ['log'] : []),
			...(shows(JSON.stringify(execution.storedData())) ? ['stored execution data'] : []),
		],
		wrongDocuments: await wrongDocuments(service, execution, documents),
		// An ID from an answer counts as well as the job's own ID, because the node knows no other ID.
		untraced: charges
			.filter(({ jobId, idempotencyKey }) =>
				[jobId, idempotencyKey, ...namesOf(service)].every((trail) => !told.includes(trail)),
			)
			.map(({ jobId }) => jobId),
		outlived,
	};
}

/** IDs in the answers to submissions. */
function namesOf(service: HostileService): string[] {
	return service.of('submitJob').flatMap(({ exchange }) => {
		const id = /"id":"([^"]+)"/.exec(String(exchange.sent?.body))?.[1];
		return id === undefined ? [] : [id];
	});
}

/** Everything that a user sees of a run: items, and the error with its description and details. */
export function toldBy({ error, run }: Execution): string {
	const items = Object.values(run.data.resultData.runData).flatMap((tasks) =>
		tasks.flatMap(({ data }) => (data?.main ?? []).flatMap((output) => output ?? [])),
	);
	const { message, description, context } = error ?? {};
	return JSON.stringify([items.map(({ json }) => json), message, description, context?.data]);
}

async function wrongDocuments(
	{ world }: HostileService,
	execution: Execution,
	documents: Buffer[],
): Promise<string[]> {
	const wrong: string[] = [];
	for (const item of execution.items('Tag PDF')) {
		// A failed item contains its original document.
		if (item.binary?.data === undefined || item.json.error) continue;
		const { item: index } = item.pairedItem as { item: number };
		const document = documents[index];
		const tagged = document && world.taggedOf(sha256(document));
		if (tagged?.equals(await readBinary(item)) !== true) wrong.push(`item ${index}`);
	}
	return wrong;
}
