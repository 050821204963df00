import { closedBy } from '../../closing';
import { onVersion1, openSetup } from '../harness/setup';
import { writeDocuments } from '../harness/documents';
import { runFlow } from '../harness/flow';
import { readFiles, tagPdf } from '../harness/workflow';

const closing = closedBy(afterAll);

test('if n8n protects its network, the error says who can allow the address', async () => {
	const setup = closing(await openSetup({ env: { N8N_SSRF_PROTECTION_ENABLED: 'true' } }));
	const pattern = await writeDocuments(setup.documents, 1);
	const { data, status } = await runFlow(setup, readFiles(pattern), tagPdf(setup.credential));
	// 1.x has no SSRF protection.
	expect(status).toBe(onVersion1 ? 'success' : 'error');
	if (onVersion1) return;
	expect(data.resultData.error?.message).toMatch(/n8n blocks/);
	expect(data.resultData.error?.description).toMatch(/N8N_SSRF_ALLOWED/);
	expect(setup.sandbox.requests).toEqual([]);
});
