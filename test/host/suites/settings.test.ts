import { closedBy } from '../../closing';
import { openSetup } from '../harness/setup';
import { writeDocuments } from '../harness/documents';
import { runFlow } from '../harness/flow';
import { readFiles, tagPdf } from '../harness/workflow';

const closing = closedBy(afterAll);

// n8n 1 has no such protection.
test('if n8n protects its network, the error says who can allow the address', async () => {
	const setup = closing(await openSetup({ env: { N8N_SSRF_PROTECTION_ENABLED: 'true' } }));
	const pattern = await writeDocuments(setup.documents, 1);
	const { data, status } = await runFlow(setup, readFiles(pattern), tagPdf(setup.credential));
	expect(status).toBe('error');
	expect(data.resultData.error?.message).toMatch(/n8n blocks/);
	expect(data.resultData.error?.description).toMatch(/N8N_SSRF_ALLOWED/);
	expect(setup.sandbox.requests).toEqual([]);
});
