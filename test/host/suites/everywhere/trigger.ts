import { randomInt, randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { present } from '../../../present';
import { type Setup } from '../../harness/setup';
import { openSharedSetup } from './shared';
import { deliver, eventAbout, jobIdOf } from '../../harness/events';
import { readTitle, titleOf, writeDocuments } from '../../harness/documents';
import { runFlow } from '../../harness/flow';
import {
	finishedExecutions,
	listExecutions,
	outputs,
	readBinary,
} from '../../harness/rest/executions';
import {
	addCredential,
	changeCredential,
	serviceOf,
	type CredentialReference,
} from '../../harness/rest/credentials';
import {
	activate,
	addWorkflow,
	runManually,
	type Workflow,
	type WorkflowNode,
} from '../../harness/rest/workflows';
import { until } from '../../harness/until';
import { chain, readFiles, tagPdf, tagPdfTrigger } from '../../harness/workflow';
import { fetchAlone } from '../../harness/fetchAlone';

const SECRETS = {
	productionSigningSecret: 'production secret',
	testSigningSecret: 'test secret',
	otherSigningSecret1: "secret of another workflow's production endpoint",
	otherSigningSecret2: "secret of another workflow's test endpoint",
};
const SIGNED = { secret: SECRETS.productionSigningSecret };

let setup: Setup;
let secrets: CredentialReference;
beforeAll(async () => {
	setup = await openSharedSetup();
	secrets = await addSecrets('Endpoints', SECRETS);
});

/** The trigger does not use them, but n8n 1 stores no credential without. */
const NO_SERVICE = { apiKey: 'none', baseUrl: 'https://service.example' };
type Secrets = Partial<typeof SECRETS>;
const addSecrets = async (name: string, data: Secrets) =>
	await addCredential(setup.session, 'tagPdfApi', name, { ...NO_SERVICE, ...data });
const changeSecrets = async (credential: CredentialReference, data: Secrets) =>
	await changeCredential(setup.session, 'tagPdfApi', credential, { ...NO_SERVICE, ...data });

const listening = async (parameters = {}, ...behind: WorkflowNode[]) => {
	const trigger = tagPdfTrigger(secrets, parameters);
	const workflow = await addWorkflow(setup.session, chain('On a finished job', trigger, ...behind));
	const at = (kind: string) => `${setup.n8n.url}/${kind}/${String(trigger.webhookId)}/webhook`;
	return { workflow, production: at('webhook'), test: at('webhook-test') };
};
const active = async (parameters = {}, ...behind: WorkflowNode[]) => {
	const flow = await listening(parameters, ...behind);
	await activate(setup.session, flow.workflow);
	return flow;
};
const executionsOf = async ({ id }: Workflow) => (await listExecutions(setup.session, id)).length;

describe('Trigger', () => {
	// Jobs of the suites before would be repeated for the same documents.
	beforeAll(() => setup.sandbox.reset());

	test('an event at the production URL starts the workflow with the unchanged event', async () => {
		const { workflow, production } = await active();
		const event = eventAbout('job_1');
		expect(await deliver(production, event, SIGNED)).toBe(200);
		const [execution] = await finishedExecutions(setup.session, workflow.id);
		expect(execution?.status).toBe('success');
		expect(outputs(present(execution), 'Tag PDF Trigger')[0]?.[0]?.json).toEqual(event);
	});

	test('an event at the test URL arrives in the editor, with the secret of its own endpoint', async () => {
		const { workflow, test: url } = await listening();
		const run = await runManually(setup.session, workflow, 'Tag PDF Trigger');
		expect(run.waitingForWebhook).toBe(true);
		const { testSigningSecret: secret } = SECRETS;
		expect(await deliver(url, eventAbout('job_1'), { secret })).toBe(200);
		const [execution] = await finishedExecutions(setup.session, workflow.id);
		expect(execution).toMatchObject({ status: 'success', mode: 'manual' });
	});

	test.each<[string, { secret?: string; away?: number }]>([
		['a wrong secret', { secret: 'guessed' }],
		['a timestamp of ten minutes ago', { away: -600 }],
	])('%s: 401, and no execution', async (_what, { away = 0, ...changes }) => {
		const { workflow, production } = await active();
		const signature = { at: Math.floor(Date.now() / 1000) + away, ...changes };
		expect(await deliver(production, eventAbout('job_1'), { ...SIGNED, ...signature })).toBe(401);
		expect(await executionsOf(workflow)).toBe(0);
	});

	test.each(['text/plain', 'application/octet-stream', 'application/cloudevents+json'])(
		'the raw body of another content type, %s, is checked',
		async (contentType) => {
			const { workflow, production } = await active();
			const event = eventAbout('job_1');
			expect(await deliver(production, event, { secret: 'guessed', contentType })).toBe(401);
			expect(await deliver(production, event, { ...SIGNED, contentType })).toBe(200);
			const [execution] = await finishedExecutions(setup.session, workflow.id);
			expect(outputs(present(execution), 'Tag PDF Trigger')[0]?.[0]?.json).toEqual(event);
		},
	);

	test('a new secret replaces the old one without a restart', async () => {
		const own = await addSecrets('Replaced', { productionSigningSecret: 'first secret' });
		const trigger = tagPdfTrigger(own);
		const workflow = await addWorkflow(setup.session, chain('Replaced', trigger));
		await activate(setup.session, workflow);
		const url = `${setup.n8n.url}/webhook/${String(trigger.webhookId)}/webhook`;
		expect(await deliver(url, eventAbout('job_1'), { secret: 'first secret' })).toBe(200);
		await changeSecrets(own, { productionSigningSecret: 'second secret' });
		// The trigger reads the credential at most once a second.
		await until({ what: 'the new secret counts' }, async () => {
			return (await deliver(url, eventAbout('job_2'), { secret: 'second secret' })) === 200;
		});
		expect(await deliver(url, eventAbout('job_3'), { secret: 'first secret' })).toBe(401);
	});

	test('ten jobs, each delivered five times at once: ten items', async () => {
		const { workflow, production } = await active({ events: ['job.completed', 'job.failed'] });
		const jobs = Array.from({ length: 10 }, (_, n) => `job_${n}`);
		const events = jobs.flatMap((id, n) =>
			Array.from({ length: 5 }, () => eventAbout(id, n % 2 ? 'job.failed' : 'job.completed')),
		);
		const statuses = await Promise.all(
			events.map(async (event) => await deliver(production, event, SIGNED)),
		);
		expect(new Set(statuses)).toEqual(new Set([200]));
		const executions = await finishedExecutions(setup.session, workflow.id, 10);
		const items = executions.flatMap((execution) => outputs(execution, 'Tag PDF Trigger')[0] ?? []);
		const ids = items.map(jobIdOf);
		expect(ids.sort()).toEqual([...jobs].sort());
	});

	test('a job from before a restart of n8n is not emitted again', async () => {
		const { workflow, production } = await active();
		expect(await deliver(production, eventAbout('job_1'), SIGNED)).toBe(200);
		await finishedExecutions(setup.session, workflow.id);
		await setup.n8n.stop();
		await setup.restart();
		expect(await deliver(production, eventAbout('job_1'), SIGNED)).toBe(200);
		const executions = await finishedExecutions(setup.session, workflow.id, 2);
		expect(executions.map((execution) => outputs(execution, 'Tag PDF Trigger').flat())).toEqual([
			[expect.anything()],
			[],
		]);
	});

	test("the service's own delivery starts the workflow, and Job → Download gets its file", async () => {
		const trigger = tagPdfTrigger(undefined);
		const url = `${setup.n8n.url}/webhook/${String(trigger.webhookId)}/webhook`;
		const [account] = setup.sandbox.accounts;
		const { secret } = setup.sandbox.webhooks.endpoints.add(account, url);
		const data = { ...serviceOf(setup.sandbox), productionSigningSecret: secret };
		const own = await addCredential(setup.session, 'tagPdfApi', 'Both', data);
		const node = { ...trigger, credentials: { tagPdfApi: own } };
		const download = tagPdf(own, { resource: 'job', operation: 'download' });
		const workflow = await addWorkflow(setup.session, chain('Delivered', node, download));
		await activate(setup.session, workflow);

		const pattern = await writeDocuments(setup.documents, 1);
		const submit = tagPdf(setup.credential, { operation: 'submit' });
		await runFlow(setup, readFiles(pattern), submit);
		const [execution] = await finishedExecutions(setup.session, workflow.id);
		const [item] = execution ? (outputs(execution, 'Tag PDF Trigger')[0] ?? []) : [];
		expect(item && jobIdOf(item)).toBe(setup.sandbox.jobs.at(-1)?.id);
		await setup.sandbox.webhooks.settled();
		expect(setup.sandbox.webhooks.deliveries.at(-1)?.status).toBe('delivered');
		const [output] = execution ? (outputs(execution, 'Tag PDF')[0] ?? []) : [];
		const file = await readBinary(setup.session, present(output?.binary?.data));
		expect(await readTitle(file)).toBe(titleOf(0));
	});

	test('an unsigned multipart delivery leaves no file on the disk', async () => {
		const { production } = await active();
		const size = 1_000_000 + randomInt(1_000_000);
		/** n8n has written them into the temporary folder before it calls the trigger. */
		const filesLeft = async () => {
			const paths = (await readdir(tmpdir())).map((name) => join(tmpdir(), name));
			const sizes = await Promise.all(
				paths.map(async (path) => (await stat(path).catch(() => undefined))?.size),
			);
			return sizes.filter((each) => each === size).length;
		};
		const form = new FormData();
		for (const name of ['one', 'two', 'two', '__proto__'])
			form.append(name, new Blob([Buffer.alloc(size)]), name);
		expect((await fetchAlone(production, { method: 'POST', body: form })).status).toBe(401);
		await until(
			{ what: 'the files are gone', within: 10_000 },
			async () => (await filesLeft()) === 0,
		);
	});

	test('two workflows with four endpoints share one credential', async () => {
		const [first, second] = [await active(), await active()];
		const delivered = async (url: string, secret: string) => {
			expect(await deliver(url, eventAbout(`job_${randomUUID()}`), { secret })).toBe(200);
		};
		await delivered(first.production, SECRETS.productionSigningSecret);
		await delivered(second.production, SECRETS.otherSigningSecret1);
		// A workflow listens at its test URL, too, while it is active.
		await runManually(setup.session, first.workflow, 'Tag PDF Trigger');
		await delivered(first.test, SECRETS.testSigningSecret);
		// When n8n ends a test, it ends those of all workflows, and a short time after it has answered.
		await until(
			{ what: 'the test has ended' },
			async () => (await deliver(first.test, eventAbout('job_1'), { secret: 'none' })) === 404,
		);
		await runManually(setup.session, second.workflow, 'Tag PDF Trigger');
		await delivered(second.test, SECRETS.otherSigningSecret2);
		for (const { workflow } of [first, second]) {
			const executions = await finishedExecutions(setup.session, workflow.id, 2);
			const modes = executions.map(({ mode, status }) => `${mode} ${status}`);
			expect(modes.sort()).toEqual(['manual success', 'webhook success']);
		}
	});

	describe('without a secret', () => {
		const SECRET = { productionSigningSecret: 'secret of later' };
		const delivery = async (url: string, job: string) =>
			await deliver(url, eventAbout(job), { secret: SECRET.productionSigningSecret });
		/** A trigger whose credential has an API key only. */
		const withoutSecret = async () => {
			const own = await addSecrets('No secret', {});
			const trigger = tagPdfTrigger(own);
			const workflow = await addWorkflow(setup.session, chain('No secret', trigger));
			const url = `${setup.n8n.url}/webhook/${String(trigger.webhookId)}/webhook`;
			return { own, workflow, url };
		};
		const warnings = () =>
			setup.n8n.lines.filter((line) =>
				line.includes('may refuse events: The credential has no signing secret.'),
			);

		test('a test does not begin to listen, and the message says where the secret is', async () => {
			const { workflow } = await withoutSecret();
			await expect(runManually(setup.session, workflow, 'Tag PDF Trigger')).rejects.toThrow(
				/The credential has no signing secret\. Open the credential and fill in 'Signing Secret for Test URL'.*the Developers page of the service shows the secret/,
			);
		});

		test('a workflow becomes active and stays it when n8n starts again; with the secret added, the next event comes through', async () => {
			const { own, workflow, url } = await withoutSecret();
			await activate(setup.session, workflow);
			expect(warnings()).toHaveLength(1);
			expect(await delivery(url, 'job_1')).toBe(401);

			await setup.n8n.stop();
			await setup.restart();
			const { active: isActive } = await setup.session.call<{ active: boolean }>(
				'GET',
				`/rest/workflows/${workflow.id}`,
			);
			expect(isActive).toBe(true);
			expect(await delivery(url, 'job_1')).toBe(401);
			expect(await executionsOf(workflow)).toBe(0);

			await changeSecrets(own, SECRET);
			await until({ what: 'the secret counts' }, async () => {
				return (await delivery(url, 'job_1')) === 200;
			});
			const [execution] = await finishedExecutions(setup.session, workflow.id);
			expect(execution).toMatchObject({ status: 'success', mode: 'webhook' });

			await changeSecrets(own, {});
			await until({ what: 'the removed secret counts no longer' }, async () => {
				return (await delivery(url, 'job_1')) === 401;
			});
		});

		test('without a credential no event is admitted either', async () => {
			const trigger = tagPdfTrigger(undefined);
			const workflow = await addWorkflow(setup.session, chain('No credential', trigger));
			const activated = await activate(setup.session, workflow).then(
				() => true,
				() => false,
			);
			const url = `${setup.n8n.url}/webhook/${String(trigger.webhookId)}/webhook`;
			// 2.x refuses to publish a node without its credential; 1.x activates it.
			expect(await deliver(url, eventAbout('job_1'), SIGNED)).toBe(activated ? 401 : 404);
			expect(await executionsOf(workflow)).toBe(0);
		});
	});
});
