import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Email } from 'postal-mime';
import { closedBy } from '../closing';
import { makeDocument, makeReadyDocument, readTitle } from '../host/harness/documents';
import { finishedExecutions, listExecutions } from '../host/harness/rest/executions';
import { activate, deactivate, type Workflow } from '../host/harness/rest/workflows';
import { until } from '../host/harness/until';
import { present } from '../present';
import { readExample } from './examples';
import { STORED_WAIT } from './longJobs';
import { press } from './press';
import { startS3, type S3 } from './servers/s3';
import { startSmtp, type Smtp } from './servers/smtp';
import { startVerapdf, type Verapdf } from './servers/verapdf/verapdf';
import { openStage, type Parameters, type Stage } from './stage';
import { fetchAlone } from '../host/harness/fetchAlone';

const EXAMPLE = 'check-and-review';
const AUTHOR = 'author@example.org';
const REVIEWER = 'reviewer@example.com';
const TICKETS = 'accessibility@example.com';

const failing = new Set<string>();
let stage: Stage;
let smtp: Smtp;
let s3: S3;
let verapdf: Verapdf;
let workflow: Workflow;
const closing = closedBy(afterAll);
beforeAll(async () => {
	const fails = (sha256: string) => failing.has(sha256);
	stage = closing(await openStage({ sandbox: { tagger: 'opendataloader', fails } }));
	s3 = closing(await startS3());
	verapdf = closing(await startVerapdf());
});
beforeEach(async () => {
	stage.sandbox.reset();
	await s3.empty();
	smtp = closing(await startSmtp());
});
afterEach(async () => await deactivate(stage.session, workflow));

/** Publishes the example with these parameters of its nodes. */
async function publish(parameters: Readonly<Record<string, Parameters>> = {}): Promise<void> {
	workflow = await stage.prepare(EXAMPLE, {
		credentials: { smtp: smtp.credential, s3: s3.credential },
		parameters: {
			'Check it with veraPDF': { url: verapdf.url },
			'Wait an hour': { amount: 1, unit: 'seconds' },
			...parameters,
		},
	});
	await activate(stage.session, workflow);
}

/** Uploads a PDF through the form. */
async function upload(name: string, content: Buffer): Promise<void> {
	const form = readExample(EXAMPLE).nodes.find(({ type }) => type.endsWith('.formTrigger'));
	const body = new FormData();
	body.append('field-0', new Blob([content], { type: 'application/pdf' }), name);
	body.set('field-1', AUTHOR);
	const url = `${stage.n8n.url}/form/${String(present(form).webhookId)}`;
	expect((await fetchAlone(url, { method: 'POST', body })).status).toBe(200);
}

/** Mail number `count`; mails to the author alone, to the reviewer, and tickets. */
const mail = async (count: number) => await smtp.mail(count);
const addresses = ({ to = [], cc = [] }: Email) => [...to, ...cc].map(({ address }) => address);
/** Presses a button in the mail to the reviewer. */
const answer = async ({ html = '' }: Email, approved: boolean) => {
	const [, link = ''] = new RegExp(`href="([^"]*approved=${approved}[^"]*)"`).exec(html) ?? [];
	await press(link.replaceAll('&amp;', '&'));
};
const ended = async (count: number) => {
	const executions = await finishedExecutions(stage.session, workflow.id, count);
	expect(new Set(executions.map(({ status }) => status))).toEqual(new Set(['success']));
	return executions;
};

test('what passes is published, a reviewer decides about the rest, and each failure is a ticket', async () => {
	await publish();
	await upload('ready.pdf', await makeReadyDocument('Ready', 2));
	const published = await mail(1);
	expect(addresses(published)).toEqual([AUTHOR]);
	expect(published.subject).toBe('Published: ready.pdf');
	expect(published.text).toContain("It passed veraPDF's checks");
	const [ready = ''] = await s3.keys();
	expect(ready).toMatch(/^published\/\d+-ready-tagged\.pdf$/);
	expect(await readTitle(await s3.get(ready))).toBe('Ready');

	// It is tagged now, so it passes again, free of charge.
	await upload('tägged.pdf', await s3.get(ready));
	expect((await mail(2)).subject).toBe('Published: tägged.pdf');
	expect(stage.sandbox.ledger.spent).toBe(2);

	// The service has lost a part of this one.
	stage.sandbox.faults.order({ step: 'submitJob', fault: { worseResult: true } });
	await upload('lost.pdf', await makeReadyDocument('Lost', 1));
	expect((await mail(3)).html).toContain('StructTreeRoot');
	await answer(await mail(3), false);
	expect((await mail(4)).subject).toBe('Not published: lost.pdf');

	for (const [name, approved] of [
		['a.pdf', true],
		['b.pdf', false],
	] as const) {
		const before = smtp.count();
		await upload(name, await makeDocument(name, 3));
		const asked = await mail(before + 1);
		expect(addresses(asked)).toEqual([REVIEWER]);
		expect(asked.html).toContain('The font programs for all fonts');
		await answer(asked, approved);
		await mail(before + 2);
	}
	expect((await mail(6)).subject).toBe('Published: a.pdf');
	expect((await mail(6)).text).toContain('A reviewer has decided');
	expect((await mail(8)).subject).toBe('Not published: b.pdf');
	expect((await mail(8)).text).toContain('does not want it to be published');
	expect(addresses(await mail(8))).toEqual([TICKETS, AUTHOR]);

	const broken = await makeDocument('Broken', 4);
	failing.add(createHash('sha256').update(broken).digest('hex'));
	await upload('broken.pdf', broken);
	const ticket = await mail(9);
	expect(addresses(ticket)).toEqual([TICKETS, AUTHOR]);
	expect(ticket.text).toContain('"broken.pdf" could not be tagged');
	expect(ticket.text).toContain('Max Jobs per Document');
	await upload('page.pdf', Buffer.from('<html>'));
	expect((await mail(10)).text).toContain('is a web page, not a PDF');

	await ended(7);
	expect(smtp.count()).toBe(10);
	const names = (await s3.keys()).map((key) => key.replace(/\/\d+-/, '/'));
	expect(names.sort()).toEqual([
		'published/a-tagged.pdf',
		'published/ready-tagged.pdf',
		'published/t_gged.pdf',
		'review/a-tagged.pdf',
		'review/b-tagged.pdf',
		'review/lost-tagged.pdf',
	]);
	expect(stage.sandbox.ledger.spent).toBe(2 + 1 + 3 + 3 + 4);
});

test('missing credits and an outage are no ticket: the PDF comes again by itself, and is paid for once', async () => {
	await publish();
	stage.sandbox.accounts[0].credits = 0;
	await upload('ready.pdf', await makeReadyDocument('Ready', 2));
	const tries = () => stage.sandbox.requestsOf('submitJob').length;
	await until({ what: 'a second round has begun' }, () => tries() >= 2);
	expect(smtp.count()).toBe(0);
	stage.sandbox.accounts[0].credits = 10;
	expect((await mail(1)).subject).toBe('Published: ready.pdf');
	await ended(1);
	expect(stage.sandbox.ledger.spent).toBe(2);
});

test('a PDF that waits in the database keeps its file, also while others come', async () => {
	await publish({ 'Wait an hour': STORED_WAIT });
	stage.sandbox.accounts[0].credits = 0;
	await upload('ready.pdf', await makeReadyDocument('Ready', 2));
	await until({ what: 'the execution waits' }, async () => {
		const [execution] = await listExecutions(stage.session, workflow.id);
		return execution?.status === 'waiting';
	});
	stage.sandbox.accounts[0].credits = 10;
	// If an uploaded file is in a field named data, n8n 1 moves it, and removes all others of this workflow.
	await upload('tagged.pdf', readFileSync(join(__dirname, '../fixtures/tagged.pdf')));
	expect(addresses(await mail(1))).toEqual([REVIEWER]);
	expect((await mail(2)).subject).toBe('Published: ready.pdf');
	expect(stage.sandbox.ledger.spent).toBe(2);
});

test('after the last round, a PDF that has waited is a ticket', async () => {
	const rounds = JSON.stringify(parametersOf('Is a round left?'));
	expect(rounds).toContain('$runIndex < 24');
	const few = JSON.parse(rounds.replace('$runIndex < 24', '$runIndex < 1')) as Parameters;
	await publish({ 'Is a round left?': few });
	stage.sandbox.accounts[0].credits = 0;
	await upload('ready.pdf', await makeReadyDocument('Ready', 2));
	expect((await mail(1)).text).toContain('Not enough credits');
	expect(addresses(await mail(1))).toEqual([TICKETS, AUTHOR]);
	const [execution] = await ended(1);
	expect(execution?.data.resultData.runData['Tag the PDF']).toHaveLength(2);
	expect(stage.sandbox.ledger.spent).toBe(0);
	stage.sandbox.accounts[0].credits = 10_000;
});

test('if veraPDF does not answer, the reviewer is asked, also if n8n is killed meanwhile', async () => {
	await publish();
	verapdf.isDown = true;
	await upload('ready.pdf', await makeReadyDocument('Ready', 2));
	const asked = await mail(1);
	verapdf.isDown = false;
	expect(addresses(asked)).toEqual([REVIEWER]);
	expect(asked.html).toContain('503');
	await until({ what: 'the execution waits' }, async () => {
		const [execution] = await listExecutions(stage.session, workflow.id);
		return execution?.status === 'waiting';
	});
	await stage.n8n.kill();
	await stage.restart();
	await answer(asked, true);
	expect((await mail(2)).subject).toBe('Published: ready.pdf');
	await ended(1);
	expect((await s3.keys()).some((key) => key.startsWith('published/'))).toBe(true);
	expect(stage.sandbox.ledger.spent).toBe(2);
});

test('a store that refuses the PDF, and a reviewer who does not answer, are tickets', async () => {
	// With an error output, n8n would lose the item of a wait that ends by itself.
	const options = parametersOf('Ask the reviewer').options as object;
	const wait = { limitType: 'afterTimeInterval', resumeAmount: 1, resumeUnit: 'minutes' };
	await publish({
		'Ask the reviewer': { options: { ...options, limitWaitTime: { values: wait } } },
	});
	await upload('text.pdf', await makeDocument('Text', 1));
	expect(addresses(await mail(1))).toEqual([REVIEWER]);
	expect((await mail(2)).subject).toBe('Not published: text.pdf');
	expect((await mail(2)).text).toContain('The reviewer has not answered');
	await deactivate(stage.session, workflow);

	await publish({ 'File it': { bucketName: 'missing' } });
	await upload('text.pdf', await makeDocument('Text', 1));
	expect((await mail(3)).subject).toBe('Not published: text.pdf');
	expect((await mail(3)).text).not.toContain('reviewer');
	await ended(1);
	expect(stage.sandbox.ledger.spent).toBe(1);
});

const parametersOf = (name: string): Parameters =>
	present(readExample(EXAMPLE).nodes.find((node) => node.name === name)).parameters;
