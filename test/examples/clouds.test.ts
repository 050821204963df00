import { closedBy } from '../closing';
import { makeDocument, readTitle } from '../host/harness/documents';
import { NODE_TYPES } from '../host/harness/package';
import { finishedExecutions, type Execution } from '../host/harness/rest/executions';
import { serviceOf } from '../host/harness/rest/credentials';
import { activate } from '../host/harness/rest/workflows';
import { until } from '../host/harness/until';
import { readExample } from './examples';
import { press } from './press';
import { connected, startCloud, TOKEN, type Cloud } from './servers/cloud/cloud';
import { gmail, googleDrive, type DriveFile } from './servers/cloud/google';
import { mailWith, type CloudMail } from './servers/cloud/mails';
import { oneDrive, outlook } from './servers/cloud/microsoft';
import { buttonOf, slack, type SlackMessage } from './servers/cloud/slack';
import { startS3, type S3 } from './servers/s3';
import { openStage, type Stage } from './stage';

const GOOGLE = { googleDriveOAuth2Api: connected(), gmailOAuth2: connected() };
const MICROSOFT = {
	microsoftOutlookOAuth2Api: connected({ useShared: false }),
	microsoftOneDriveOAuth2Api: connected(),
};
/** Expected files in the drive of the mail whose PDFs can all be tagged; its first attachment is a picture. */
const FILED = [
	'2026-11-22 09.15 Annual report_ 2026 (1) report-tagged.pdf',
	'2026-11-22 09.15 Annual report_ 2026 (2) annex-tagged.pdf',
];

/** Those of the other mail, once its second PDF can be tagged. */
const FILED_LATER = [
	'2026-11-22 09.15 Half of it (1) letter-tagged.pdf',
	'2026-11-22 09.15 Half of it (2) mended-tagged.pdf',
];

const mails: CloudMail[] = [];
const drive: DriveFile[] = [];
const oneDriveFiles = new Map<string, Buffer>();
const messages: SlackMessage[] = [];

/** Whether the drives refuse every request. */
let driveIsDown = false;

let cloud: Cloud;
let s3: S3;
let stage: Stage;
const closing = closedBy(afterAll);
beforeAll(async () => {
	cloud = closing(
		await startCloud((server) => {
			server.addHook('onRequest', async ({ url }, reply) => {
				if (driveIsDown && url.includes('/drive/')) await reply.code(503).send({});
			});
			gmail(server, mails);
			googleDrive(server, drive);
			outlook(server, mails);
			oneDrive(server, oneDriveFiles);
			slack(server, messages);
		}),
	);
	s3 = closing(await startS3());
	stage = closing(await openStage({ env: cloud.env }));
});
beforeEach(async () => {
	stage.sandbox.reset();
	driveIsDown = false;
	drive.splice(0);
	oneDriveFiles.clear();
	mails.splice(0);
	mails.push(
		await mailWith('whole', 'Annual report: 2026', ['report.pdf', 'annex.pdf']),
		await mailWith('half', 'Half of it', ['letter.pdf', 'broken.pdf']),
	);
});

afterEach(() => {
	// The workflow made no request that the stand-ins do not know.
	expect(cloud.unknown.filter((each) => /^[A-Z]+ /.test(each))).toEqual([]);
});

const readMails = () => mails.filter(({ read }) => read).map(({ id }) => id);
const message = ({ data }: Execution) => data.resultData.error?.message;

describe.each([
	{
		example: 'gmail-to-google-drive',
		credentials: GOOGLE,
		filed: () => new Map(drive.map(({ name, content }) => [name, content])),
	},
	{
		example: 'outlook-to-onedrive',
		credentials: MICROSOFT,
		filed: () => oneDriveFiles,
	},
])('$example', ({ example, credentials, filed }) => {
	test('files a mail once, pays once, and marks no other mail', async () => {
		const workflow = await stage.prepare(example, { credentials });
		const { ledger } = stage.sandbox;
		expect(message(await stage.run(workflow, 'Every 15 minutes'))).toBeUndefined();
		expect([...filed().keys()].sort()).toEqual(FILED);
		expect(await readTitle(filed().get(FILED[0] ?? '') ?? Buffer.alloc(0))).toBe('report.pdf');
		expect(readMails()).toEqual(['whole']);
		expect(ledger.spent).toBe(3);

		filed().clear();
		drive.splice(0);
		expect(message(await stage.run(workflow, 'Every 15 minutes', 2))).toBeUndefined();
		expect([...filed().keys()]).toEqual([]);
		for (const each of mails) each.read = false;
		expect(message(await stage.run(workflow, 'Every 15 minutes', 3))).toBeUndefined();
		expect([...filed().keys()].sort()).toEqual(FILED);
		expect(readMails()).toEqual(['whole']);
		expect(ledger.spent).toBe(3);
	});

	test('files a mail as soon as its last PDF is tagged, and pays for that PDF alone', async () => {
		const workflow = await stage.prepare(example, { credentials });
		const { ledger } = stage.sandbox;
		const [, half] = mails;
		if (!half) throw new Error('There is no second mail');
		mails.splice(0, 1);
		expect(message(await stage.run(workflow, 'Every 15 minutes'))).toBeUndefined();
		expect([...filed().keys()]).toEqual([]);
		expect(readMails()).toEqual([]);
		expect(ledger.spent).toBe(1);

		const { attachments } = await mailWith('half', 'Half of it', ['letter.pdf', 'mended.pdf']);
		mails[0] = { ...half, attachments };
		expect(message(await stage.run(workflow, 'Every 15 minutes', 2))).toBeUndefined();
		expect([...filed().keys()].sort()).toEqual(FILED_LATER);
		expect(readMails()).toEqual(['half']);
		expect(ledger.spent).toBe(2);
	});

	test('leaves a mail unread if the job of one of its PDFs fails', async () => {
		const workflow = await stage.prepare(example, { credentials });
		mails.splice(1);
		stage.sandbox.faults.order({ step: 'submitJob', fault: { failJob: true } });
		expect(message(await stage.run(workflow, 'Every 15 minutes'))).toBeUndefined();
		expect(stage.sandbox.jobs.map(({ status }) => status).sort()).toEqual(['completed', 'failed']);
		expect([...filed().keys()]).toEqual([]);
		expect(readMails()).toEqual([]);
	});

	test('leaves mails without a PDF unread, and files the others', async () => {
		const workflow = await stage.prepare(example, { credentials });
		mails[1] = await mailWith('picture', 'A picture alone', []);
		mails.push({ ...mails[1], id: 'empty', attachments: [] });
		expect(message(await stage.run(workflow, 'Every 15 minutes'))).toBeUndefined();
		expect([...filed().keys()].sort()).toEqual(FILED);
		expect(readMails()).toEqual(['whole']);
	});

	test('leaves a mail unread while the drive is down, and files it later without a charge', async () => {
		const workflow = await stage.prepare(example, { credentials });
		driveIsDown = true;
		expect(message(await stage.run(workflow, 'Every 15 minutes'))).toBeDefined();
		expect([...filed().keys()]).toEqual([]);
		expect(readMails()).toEqual([]);
		expect(stage.sandbox.ledger.spent).toBe(3);

		driveIsDown = false;
		expect(message(await stage.run(workflow, 'Every 15 minutes', 2))).toBeUndefined();
		expect([...filed().keys()].sort()).toEqual(FILED);
		expect(readMails()).toEqual(['whole']);
		expect(stage.sandbox.ledger.spent).toBe(3);
	});
});

test('google-drive-folder: files copies in the second folder, keeps the originals, and pays once', async () => {
	const original = await makeDocument('Original', 2);
	drive.push({ id: 'original', name: 'original.pdf', folder: 'Inbox', content: original });
	const workflow = await stage.prepare('google-drive-folder', { credentials: GOOGLE });
	const copied = [
		{ id: 'original', name: 'original.pdf', folder: 'Inbox', content: original },
		{ name: 'original.pdf', folder: 'Tagged' },
	];
	for (const count of [1, 2]) {
		expect(message(await stage.run(workflow, 'Every 15 minutes', count))).toBeUndefined();
		expect(drive).toMatchObject(copied);
	}
	expect(await readTitle(drive[1]?.content ?? Buffer.alloc(0))).toBe('Original');

	// After the second folder is emptied, it is filled again without another charge.
	drive.splice(1);
	await stage.run(workflow, 'Every 15 minutes', 3);
	expect(drive).toMatchObject(copied);
	expect(stage.sandbox.ledger.spent).toBe(2);
});

test('failed-jobs-to-slack: only the button submits once more', async () => {
	const { sandbox, session, n8n } = stage;
	const example = readExample('failed-jobs-to-slack');
	const trigger = example.nodes.find(({ type }) => type === NODE_TYPES.tagPdfTrigger);
	const address = `${n8n.url}/webhook/${String(trigger?.webhookId)}/webhook`;
	const { secret } = sandbox.webhooks.endpoints.add(sandbox.accounts[0], address);
	const workflow = await stage.prepare('failed-jobs-to-slack', {
		credentials: {
			tagPdfApi: { ...serviceOf(stage.sandbox), productionSigningSecret: secret },
			slackApi: { accessToken: TOKEN },
			s3: s3.credential,
		},
	});
	await activate(session, workflow);
	await s3.put('inbox/report.pdf', await makeDocument('Tried again', 2));
	sandbox.faults.order({ step: 'submitJob', fault: { failJob: true } });
	const smtp = { host: '127.0.0.1', port: 1, user: '', password: '' };
	const nightly = await stage.prepare('nightly-batch', {
		credentials: { s3: s3.credential, smtp },
	});
	await stage.run(nightly, 'Every night');
	const [asked] = await until({ what: 'Slack is told' }, () => messages.length > 0 && messages);
	if (!asked) throw new Error('Nothing was asked in Slack');
	expect(asked.channel).toBe('#accessibility');
	expect(JSON.stringify(asked.blocks)).toMatch(
		/\*report\.pdf\* could not be tagged \(job job_\w+, request req_\w+\)/,
	);
	expect(sandbox.jobs).toMatchObject([{ status: 'failed' }]);

	await press(buttonOf(asked, 'Try again'));
	const [execution] = await finishedExecutions(session, workflow.id);
	expect(execution && message(execution)).toBeUndefined();
	expect(sandbox.jobs.map(({ filename }) => filename)).toEqual(['report.pdf', 'report.pdf']);
	expect(sandbox.ledger.charges).toHaveLength(2);
	const again = await until(
		{ what: 'the second job ends' },
		() => sandbox.jobs[1]?.status !== 'processing' && sandbox.jobs[1],
	);
	expect(again.status).toBe('completed');
});
