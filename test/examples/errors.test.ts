import { closedBy } from '../closing';
import { finishedExecutions, listExecutions } from '../host/harness/rest/executions';
import { activate, addWorkflow } from '../host/harness/rest/workflows';
import { startSmtp, type Smtp } from './servers/smtp';
import { openStage, type Stage } from './stage';
import { fetchAlone } from '../host/harness/fetchAlone';

let stage: Stage;
let smtp: Smtp;
const closing = closedBy(afterAll);
beforeAll(async () => {
	smtp = closing(await startSmtp());
	stage = closing(await openStage());
});

test('tell-about-errors: once it is published, a mail tells about a workflow that has stopped', async () => {
	const { session, n8n } = stage;
	const telling = await stage.prepare('tell-about-errors', {
		credentials: { smtp: smtp.credential },
	});
	const stopping = await addWorkflow(session, {
		name: 'It stops',
		nodes: [
			{
				id: 'a9f7a1a0-0000-4000-8000-000000000001',
				name: 'Start',
				type: 'n8n-nodes-base.webhook',
				typeVersion: 2,
				position: [0, 0],
				parameters: { path: 'stops', options: {} },
				webhookId: 'stops',
			},
			{
				id: 'a9f7a1a0-0000-4000-8000-000000000002',
				name: 'Stop here',
				type: 'n8n-nodes-base.stopAndError',
				typeVersion: 1,
				position: [220, 0],
				parameters: { errorMessage: 'The disk is full' },
			},
		],
		connections: { Start: { main: [[{ node: 'Stop here', type: 'main', index: 0 }]] } },
		settings: { errorWorkflow: telling.id },
	});
	await activate(session, stopping);
	const stop = async (count: number) => {
		await fetchAlone(`${n8n.url}/webhook/stops`);
		await finishedExecutions(session, stopping.id, count);
	};
	await stop(1);
	await activate(session, telling);
	await stop(2);
	const mail = await smtp.mail();
	expect(mail.subject).toBe('n8n: It stops has stopped');
	expect(mail.text).toMatch(/The disk is full[^]*Node: Stop here[^]*\/executions\//);
	// n8n 2 has not started it for the first one.
	expect(await listExecutions(session, telling.id)).toHaveLength(1);
});
