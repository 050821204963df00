import { randomUUID } from 'node:crypto';
import { createEngine, type Engine, type Execution, type Webhook } from '../../engine';
import { startSandbox, type Endpoint, type Sandbox, type SandboxOptions } from '../../sandbox';
import { ReferenceClient } from '../reference/client';
import { makeDocument } from '../host/harness/documents';

export interface TriggerAtSandbox {
	engine: Engine;
	sandbox: Sandbox;
	webhook: Webhook;
	endpoint: Endpoint;
	/** Puts a signing secret into the credential. */
	useSecret: (secret: string) => void;
	/** Submits a job as any other client would and returns its ID. */
	submit: () => Promise<string>;
	/** Submits a job and waits until its event is delivered and the executions it started have ended. */
	deliver: () => Promise<string>;
	/** Items that the trigger emitted, over all executions. */
	emitted: () => Promise<ReturnType<Execution['items']>>;
	close: () => Promise<void>;
}

interface TriggerAtSandboxOptions {
	sandbox?: Partial<SandboxOptions>;
}

/** Opens the trigger in the engine and registers it at a sandbox as a user would. */
export async function openAtSandbox(
	options: TriggerAtSandboxOptions = {},
): Promise<TriggerAtSandbox> {
	const sandbox = await startSandbox({
		tagger: 'stamp',
		deliveryBackoffMs: 20,
		...options.sandbox,
	});
	const [account] = sandbox.accounts;
	const service = { apiKey: account.apiKey, baseUrl: sandbox.url };
	const engine = await createEngine({ credentials: { tagPdfApi: service } });
	const useSecret = (testSigningSecret: string) => {
		engine.credentials.tagPdfApi = { ...service, testSigningSecret };
	};
	const node = {
		type: 'tagPdfTrigger',
		// Secrets are remembered per node, so each test has its own.
		id: randomUUID(),
		webhookId: 'hook',
		parameters: {},
	};
	const webhook = await engine.webhook({ nodes: [node] });
	const endpoint = sandbox.webhooks.endpoints.add(account, webhook.url);
	useSecret(endpoint.secret);

	const client = new ReferenceClient(sandbox.url, account.apiKey);
	const key = await client.upload(await makeDocument('Report'));
	const submit = async () => (await client.submitJob({ key, filename: 'report.pdf' })).body.id;
	return {
		engine,
		sandbox,
		webhook,
		endpoint,
		useSecret,
		submit,
		deliver: async () => {
			const id = await submit();
			await sandbox.jobFinished(id);
			await sandbox.webhooks.settled();
			await webhook.executions();
			return id;
		},
		emitted: async () =>
			(await webhook.executions()).flatMap((execution) => execution.items('Tag PDF Trigger')),
		close: async () => {
			await webhook.close();
			await engine.close();
			await sandbox.close();
		},
	};
}
