/** A contestant: Document → Tag of the packed package, in the newest n8n under test. */
import { writeVariants } from '../../test/host/harness/documents';
import { publishFlow } from '../../test/host/harness/flow';
import { outputs } from '../../test/host/harness/rest/executions';
import { openSetup } from '../../test/host/harness/setup';
import { readFiles, tagPdf } from '../../test/host/harness/workflow';
import type { Row } from './rows';
import { QUIET } from '../contestants/inN8n';
import { summarizeRequests, type Run } from '../contestants/seen';

/** Runs a row in n8n. */
export async function runInN8n(row: Row): Promise<Run> {
	const setup = await openSetup({ sandbox: { credits: 1_000_000, ...row.service } });
	try {
		const pattern = await writeVariants(setup.documents, row.documents);
		const options = row.inFlight === undefined ? {} : { maxInFlight: row.inFlight };
		const node = tagPdf(setup.credential, { options });
		const flow = await publishFlow(setup, [readFiles(pattern), node], QUIET);
		await flow.start();
		const execution = await flow.ended();
		const delivered = outputs(execution, node.name)[0]?.length ?? 0;
		return { delivered, ...summarizeRequests(setup.sandbox) };
	} finally {
		await setup.close();
	}
}
