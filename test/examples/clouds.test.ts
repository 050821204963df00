import { closedBy } from '../closing';
import { makeDocument, readTitle } from '../host/harness/documents';
import { NODE_TYPES } from '../host/harness/package';
import { finishedExecutions } from '../host/harness/rest/executions';
import { activate } from '../host/harness/rest/workflows';
import { until } from '../host/harness/until';
import { readExample } from './examples';
import { tell } from './outcomes';
import { connected, startCloud, type Cloud } from './servers/cloud/cloud';
import { gmail, googleDrive, type DriveFile } from './servers/cloud/google';
import type { CloudMail } from './servers/cloud/mails';
import { oneDrive, outlook } from './servers/cloud/microsoft';
import { buttonOf, slack, type SlackMessage } from './servers/cloud/slack';
import { startS3, type S3 } from './servers/s3';
import { openStage, type Stage } from './stage';

const GOOGLE = { googleDriveOAuth2Api: connected(), gmailOAuth2: connected() };
const mails: CloudMail[] = [];
const drive: DriveFile[] = [];
const oneDriveFiles = new Map<string, Buffer>();
const messages: SlackMessage[] = [];

let cloud: Cloud;
let s3: S3;
let stage: Stage;
const closing = closedBy(afterAll);
beforeAll(async () => {
	cloud = closing(
		await startCloud((server) => {
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
	mails.splice(0);
	drive.splice(0);
	mails.push(
		await mail('whole', 'Annual report', ['report.pdf', 'annex.pdf']),
		await mail('half', 'Half of it', ['letter.pdf', 'broken.pdf']),
	);
});

const mail = async (id: string, subject: string, names: readonly string[]): Promise<CloudMail> => ({
	id,
	subject,
	read: false,
	attachments: [
		{ filename: 'logo.png', contentType: 'image/png', content: Buffer.from('PNG') },
		...(await Promise.all(
			names.map(async (filename) => ({
				filename,
				contentType: 'application/pdf',
				content: filename === 'broken.pdf' ? Buffer.from('no PDF') : await makeDocument(filename),
			})),
		)),
	],
});
const readMails = () => mails.filter(({ read }) => read).map(({ id }) => id);

test('gmail-to-google-drive: filed once, and only the mail that is filed whole is marked', async () => {
	const workflow = await stage.prepare('gmail-to-google-drive', { credentials: GOOGLE });
	const first = await stage.run(workflow, 'Every 15 minutes');
	expect(first.data.resultData.error?.message).toBeUndefined();
	expect(drive.map(({ name }) => name).sort()).toEqual([
		'Annual report - annex-tagged.pdf',
		'Annual report - report-tagged.pdf',
		'Half of it - letter-tagged.pdf',
	]);
	expect(await readTitle(drive[0]?.content ?? Buffer.alloc(0))).toMatch(/\.pdf$/);
	expect(readMails()).toEqual(['whole']);
	expect(stage.sandbox.ledger.spent).toBe(3);

	for (const each of mails) each.read = false;
	await stage.run(workflow, 'Every 15 minutes', 2);
	expect(readMails()).toEqual(['whole']);
	expect(stage.sandbox.ledger.spent).toBe(3);
	tell('gmail-to-google-drive', 'executed', `Google Drive (stand-in): ${drive[0]?.name}`);
});

test('outlook-to-onedrive: filed once, and only the mail that is filed whole is marked', async () => {
	const credentials = {
		microsoftOutlookOAuth2Api: connected({ useShared: false }),
		microsoftOneDriveOAuth2Api: connected(),
	};
	const workflow = await stage.prepare('outlook-to-onedrive', { credentials });
	const first = await stage.run(workflow, 'Every 15 minutes');
	expect(first.data.resultData.error?.message).toBeUndefined();
	expect([...oneDriveFiles.keys()].sort()).toEqual([
		'Annual report - annex-tagged.pdf',
		'Annual report - report-tagged.pdf',
		'Half of it - letter-tagged.pdf',
	]);
	const filed = oneDriveFiles.get('Annual report - report-tagged.pdf');
	expect(await readTitle(filed ?? Buffer.alloc(0))).toBe('report.pdf');
	expect(readMails()).toEqual(['whole']);

	for (const each of mails) each.read = false;
	await stage.run(workflow, 'Every 15 minutes', 2);
	expect(stage.sandbox.ledger.spent).toBe(3);
	tell('outlook-to-onedrive', 'executed', 'OneDrive (stand-in): Annual report - report-tagged.pdf');
});

test('google-drive-folder: copies in the second folder, originals as they were, paid for once', async () => {
	const original = await makeDocument('Original', 2);
	drive.push({ id: 'original', name: 'original.pdf', folder: 'Inbox', content: original });
	const workflow = await stage.prepare('google-drive-folder', { credentials: GOOGLE });
	const first = await stage.run(workflow, 'Every 15 minutes');
	expect(first.data.resultData.error?.message).toBeUndefined();
	expect(drive).toMatchObject([
		{ id: 'original', name: 'original.pdf', folder: 'Inbox', content: original },
		{ name: 'original.pdf', folder: 'Tagged' },
	]);
	expect(await readTitle(drive[1]?.content ?? Buffer.alloc(0))).toBe('Original');
	await stage.run(workflow, 'Every 15 minutes', 2);
	expect(drive).toHaveLength(2);

	// Emptied, it is filled again, and nothing is paid for again.
	drive.splice(1);
	await stage.run(workflow, 'Every 15 minutes', 3);
	expect(drive).toHaveLength(2);
	expect(stage.sandbox.ledger.spent).toBe(2);
	tell('google-drive-folder', 'executed', 'Google Drive (stand-in): Tagged/original.pdf');
});

test('failed-jobs-to-slack: the button tries once more', async () => {
	const { sandbox, session, n8n } = stage;
	const example = readExample('failed-jobs-to-slack');
	const trigger = example.nodes.find(({ type }) => type === NODE_TYPES.tagPdfTrigger);
	const address = `${n8n.url}/webhook/${String(trigger?.webhookId)}/webhook`;
	const { secret } = sandbox.webhooks.endpoints.add(sandbox.accounts[0], address);
	const workflow = await stage.prepare('failed-jobs-to-slack', {
		credentials: {
			tagPdfWebhookApi: { signingSecret: secret },
			slackApi: { accessToken: 'given' },
			s3: s3.credential,
		},
	});
	await activate(session, workflow);
	await s3.put('inbox/report.pdf', await makeDocument('Tried again', 2));
	sandbox.faults.order({ step: 'submitJob', fault: { failJob: true } });
	const submit = await stage.prepare('nightly-batch', {
		credentials: {
			s3: s3.credential,
			smtp: { host: '127.0.0.1', port: 1, user: '', password: '' },
		},
	});
	await stage.run(submit, 'Every night');
	const [message] = await until({ what: 'Slack is told' }, () => messages.length > 0 && messages);
	expect(message?.channel).toBe('#accessibility');
	expect(JSON.stringify(message?.blocks)).toContain('*report.pdf* could not be tagged');

	const before = sandbox.jobs.length;
	expect((await fetch(buttonOf(message as SlackMessage, 'Try again'))).status).toBe(200);
	const [execution] = await finishedExecutions(session, workflow.id);
	expect(execution?.data.resultData.error?.message).toBeUndefined();
	expect(sandbox.jobs.slice(before)).toMatchObject([{ filename: 'report.pdf' }]);
	tell('failed-jobs-to-slack', 'executed', 'Slack (stand-in), and submitted once more');
});

test('nothing else of the cloud was asked for', () => {
	expect(cloud.unknown.filter((each) => /^[A-Z]+ /.test(each))).toEqual([]);
});
