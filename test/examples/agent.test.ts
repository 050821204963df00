import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closedBy } from '../closing';
import { makeDocument, readTitle } from '../host/harness/documents';
import { startModel, type Model } from '../host/harness/model';
import { finishedExecutions, outputs } from '../host/harness/rest/executions';
import { activate } from '../host/harness/rest/workflows';
import { onVersion1 } from '../host/harness/setup';
import { readExample } from './examples';
import { tell } from './outcomes';
import { press } from './press';
import { startSmtp, type Smtp } from './servers/smtp';
import { openStage, type Stage } from './stage';

const EXAMPLE = 'agent-with-approval';

// n8n 1 has no human review of tools (import.test.ts).
(onVersion1 ? describe.skip : describe)('the agent', () => {
	let stage: Stage;
	let smtp: Smtp;
	let model: Model;
	const closing = closedBy(afterAll);
	beforeAll(async () => {
		const pdf = await makeDocument('Behind a link', 2);
		const web = closing(createServer((_request, response) => response.end(pdf)));
		web.listen(0, '127.0.0.1');
		await once(web, 'listening');
		const url = `http://127.0.0.1:${(web.address() as AddressInfo).port}/report.pdf`;
		smtp = closing(await startSmtp());
		model = closing(
			await startModel([
				() => ({ name: 'Inspect_the_PDF', arguments: { url } }),
				() => ({ name: 'Tag_the_PDF', arguments: { url } }),
				([, tagged = '']) => ({
					name: 'Get_the_link',
					arguments: { job: /"id":"([^"]+)"/.exec(tagged)?.[1] ?? '' },
				}),
			]),
		);
		stage = closing(await openStage());
	});

	test('pays only once somebody has agreed by mail, and answers with a link to the tagged PDF', async () => {
		const openAiApi = { apiKey: 'none', url: model.url, header: false };
		const workflow = await stage.prepare(EXAMPLE, {
			credentials: { openAiApi, smtp: smtp.credential },
			parameters: {
				// The chat's own page needs a browser; its address does not.
				'When chat message received': { public: true, mode: 'webhook' },
				Model: { model: { __rl: true, mode: 'id', value: 'test' } },
			},
		});
		await activate(stage.session, workflow);
		const { webhookId } = readExample(EXAMPLE).nodes.find(({ type }) =>
			type.endsWith('.chatTrigger'),
		) ?? { webhookId: '' };
		const chat = fetch(`${stage.n8n.url}/webhook/${String(webhookId)}/chat`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ action: 'sendMessage', sessionId: '1', chatInput: 'Tag it' }),
		});
		const { html = '', subject } = await smtp.mail();
		expect(subject).toBe('May the agent tag a PDF?');
		expect(stage.sandbox.ledger.charges).toHaveLength(0);

		const [, approve = ''] = /href="([^"]*approved=true[^"]*)"/.exec(html) ?? [];
		await press(approve.replaceAll('&amp;', '&'));
		await chat;
		const [execution] = await finishedExecutions(stage.session, workflow.id);
		expect(execution?.data.resultData.error?.message).toBeUndefined();
		expect(stage.sandbox.ledger.spent).toBe(2);
		const link = /"result_url":"([^"]+)"/.exec(model.toolResults().at(-1) ?? '')?.[1] ?? '';
		const tagged = Buffer.from(await (await fetch(link)).arrayBuffer());
		expect(await readTitle(tagged)).toBe('Behind a link');
		expect(outputs(execution as never, 'Agent')[0]).toHaveLength(1);
		tell(EXAMPLE, 'executed', 'a link to it in the agent’s answer');
	});
});
