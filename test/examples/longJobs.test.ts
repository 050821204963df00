import { createHash } from 'node:crypto';
import type { Email } from 'postal-mime';
import { closedBy } from '../closing';
import { makeDocument, readTitle } from '../host/harness/documents';
import { finishedExecutions, listExecutions } from '../host/harness/rest/executions';
import { activate, type Workflow } from '../host/harness/rest/workflows';
import { until } from '../host/harness/until';
import { present } from '../present';
import { readExample } from './examples';
import { startSmtp, type Smtp } from './servers/smtp';
import { openStage, type Stage } from './stage';

const EXAMPLE = 'long-jobs';
/** Whom the form names, and who runs the workflow. */
const [PERSON, OWNER] = ['person@example.org', 'accessibility@example.com'];
/** The shortest wait that n8n keeps in its database, with a second to spare. */
const WAIT = { resume: 'timeInterval', amount: 66, unit: 'seconds' };
const PROCESSING = { fields: { status: 'processing' } };

const failing = new Set<string>();
const fails = (sha256: string) => failing.has(sha256);

let stage: Stage;
let smtp: Smtp;
const closing = closedBy(afterAll);
beforeAll(async () => {
	stage = closing(await openStage({ sandbox: { fails } }));
});
beforeEach(async () => {
	stage.sandbox.faults.clear();
	stage.sandbox.reset();
	smtp = closing(await startSmtp());
});

/** Publishes the example with these parameters of its nodes. */
async function publish(parameters: Readonly<Record<string, object>> = {}): Promise<Workflow> {
	const workflow = await stage.prepare(EXAMPLE, {
		credentials: { smtp: smtp.credential },
		parameters: { Wait: WAIT, ...parameters },
	});
	await activate(stage.session, workflow);
	return workflow;
}

/** Uploads files, by their names, through the form. */
async function upload(files: Readonly<Record<string, Buffer>>): Promise<void> {
	const form = readExample(EXAMPLE).nodes.find(({ type }) => type.endsWith('.formTrigger'));
	const body = new FormData();
	for (const [name, content] of Object.entries(files)) {
		body.append('field-0', new Blob([content], { type: 'application/pdf' }), name);
	}
	body.set('field-1', PERSON);
	const url = `${stage.n8n.url}/form/${String(present(form).webhookId)}`;
	expect((await fetch(url, { method: 'POST', body })).status).toBe(200);
}

/** The first `count` mails: by subject, the title of the attached PDF, or the text and who gets a copy. */
async function outcomes(count: number): Promise<Record<string, unknown>> {
	const found: Array<readonly [string, unknown]> = [];
	for (let n = 1; n <= count; n += 1) {
		const { attachments, cc = [], subject = '', text, to }: Email = await smtp.mail(n);
		expect(to).toEqual([expect.objectContaining({ address: PERSON })]);
		const [file] = attachments;
		const copies = cc.map(({ address }) => address);
		const title = file && (await readTitle(Buffer.from(file.content as ArrayBuffer)));
		found.push([subject, title ?? { text, copies }]);
	}
	return Object.fromEntries(found);
}

const told = (text: string) => ({ text: expect.stringContaining(text), copies: [OWNER] });

test('each PDF is mailed, or the reason, although n8n is killed while it waits', async () => {
	const documents = {
		'annual report.pdf': await makeDocument('Annual report', 2),
		'plan.pdf': await makeDocument('Plan', 3),
		'broken.pdf': await makeDocument('Broken', 4),
		'page.pdf': Buffer.from('<html>'),
	};
	failing.add(createHash('sha256').update(documents['broken.pdf']).digest('hex'));
	stage.sandbox.faults.order({ step: 'getJob', fault: PROCESSING, times: 'always' });
	const workflow = await publish();
	await upload(documents);
	await until({ what: 'the execution waits' }, async () => {
		const [execution] = await listExecutions(stage.session, workflow.id);
		return execution?.status === 'waiting';
	});
	await stage.n8n.kill();
	await stage.restart();
	// It finds all jobs in process in the first round.
	await stage.sandbox.requestAnswered('getJob', 3);
	stage.sandbox.faults.clear();

	const executions = await finishedExecutions(stage.session, workflow.id);
	expect(executions.map(({ status }) => status)).toEqual(['success']);
	expect(executions[0]?.data.resultData.runData['Look at the jobs']).toHaveLength(2);
	expect(await outcomes(4)).toEqual({
		'annual report-tagged.pdf': 'Annual report',
		'plan-tagged.pdf': 'Plan',
		'Not ready: broken.pdf': told('"broken.pdf" could not be tagged'),
		'Not ready: page.pdf': told('"page.pdf" is a web page, not a PDF'),
	});
	expect(smtp.count()).toBe(4);
	expect(stage.sandbox.ledger.charges.map(({ credits }) => credits).sort()).toEqual([2, 3, 4]);
});

test('a PDF that is not ready after all rounds, or was not submitted, is told, and free or paid for once later', async () => {
	const documents = {
		'slow.pdf': await makeDocument('Slow', 2),
		'costly.pdf': await makeDocument('Costly', 3),
	};
	stage.sandbox.accounts[0].credits = 2;
	stage.sandbox.faults.order({ step: 'getJob', fault: PROCESSING, times: 'always' });
	const none = JSON.stringify(readExample(EXAMPLE)).match(/\$runIndex < \d+/) ?? [];
	expect(none).toHaveLength(1);
	const { conditions } = present(
		readExample(EXAMPLE).nodes.find(({ name }) => name === 'Is a round left?'),
	).parameters;
	const last = JSON.parse(
		JSON.stringify(conditions).replace(/\$runIndex < \d+/, '$runIndex < 0'),
	) as object;
	const workflow = await publish({ 'Is a round left?': { conditions: last } });
	await upload(documents);
	expect(await outcomes(2)).toEqual({
		'Not ready: slow.pdf': told('you get the same job and do not pay again'),
		'Not ready: costly.pdf': told('Not enough credits for "costly.pdf"'),
	});

	stage.sandbox.faults.clear();
	stage.sandbox.accounts[0].credits = 100;
	await upload(documents);
	const executions = await finishedExecutions(stage.session, workflow.id, 2);
	expect(executions.map(({ status }) => status)).toEqual(['success', 'success']);
	expect(await outcomes(4)).toMatchObject({ 'slow-tagged.pdf': 'Slow', 'costly-tagged.pdf': 'Costly' });
	expect(stage.sandbox.ledger.charges.map(({ credits }) => credits).sort()).toEqual([2, 3]);
});
