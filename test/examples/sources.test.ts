import { closedBy } from '../closing';
import { makeDocument } from '../host/harness/documents';
import { DataTable, type Row } from '../host/harness/rest/dataTables';
import { finishedExecutions, type Execution } from '../host/harness/rest/executions';
import { runManually, type Workflow } from '../host/harness/rest/workflows';
import { until } from '../host/harness/until';
import { present } from '../present';
import {
	copiedTitles,
	gmailPlace,
	googleDrivePlace,
	outlookPlace,
	s3Place,
	sftpPlace,
	type Place,
	type Servers,
} from './places';
import { startCloud, type Cloud } from './servers/cloud/cloud';
import { gmail, googleDrive, type DriveFile } from './servers/cloud/google';
import type { CloudMail } from './servers/cloud/mails';
import { oneDrive, outlook } from './servers/cloud/microsoft';
import { startS3, type S3 } from './servers/s3';
import { startSftp, type Sftp } from './servers/sftp';
import { startSmtp, type Smtp } from './servers/smtp';
import { openStage, type Stage } from './stage';

const LEDGER = 'Tag PDF ledger';
const BROKEN = Buffer.from('no PDF');

const drive: DriveFile[] = [];
const mails: CloudMail[] = [];
let cloud: Cloud;
let s3: S3;
let sftp: Sftp;
let smtp: Smtp;
let stage: Stage;
const closing = closedBy(afterAll);
beforeAll(async () => {
	cloud = closing(
		await startCloud((server) => {
			gmail(server, mails);
			googleDrive(server, drive);
			outlook(server, mails);
			oneDrive(server, drive);
		}),
	);
	s3 = closing(await startS3());
	sftp = closing(await startSftp());
	smtp = closing(await startSmtp());
	stage = closing(await openStage({ env: cloud.env }));
});
beforeEach(async () => {
	stage.sandbox.reset();
	stage.sandbox.faults.clear();
	drive.splice(0);
	mails.splice(0);
	await s3.empty();
	await sftp.empty();
	s3.refuse(() => false);
	cloud.refuse(() => false);
});
afterEach(() => {
	// The workflow made no request that the stand-ins do not know.
	expect(cloud.unknown.filter((each) => /^[A-Z]+ /.test(each))).toEqual([]);
});

let sources = 0;

/** An example that is set up at its place, with a part of the ledger for itself. */
class Run {
	private count = 0;
	private constructor(
		readonly place: Place,
		readonly workflow: Workflow,
		readonly source: string,
	) {}

	static async prepare(choose: (servers: Servers) => Place): Promise<Run> {
		const place = choose({ s3, sftp, cloud, drive, mails });
		const source = `${place.example} ${(sources += 1)}`;
		const workflow = await stage.prepare(place.example, {
			credentials: { ...place.credentials, smtp: smtp.credential },
			parameters: place.parameters,
			assignments: { Settings: { ...place.settings, source } },
		});
		return new Run(place, workflow, source);
	}

	/** Starts a run without waiting for it. */
	async start(): Promise<void> {
		await runManually(stage.session, this.workflow, this.place.trigger);
		this.count += 1;
	}

	/** Waits for the runs so far; the last one. */
	async ended(): Promise<Execution> {
		const executions = await finishedExecutions(stage.session, this.workflow.id, this.count);
		return present(executions[this.count - 1]);
	}

	/**
	 * Runs to the end.
	 *
	 * @throws Error if the run ends with an error
	 */
	async run(): Promise<Execution> {
		await this.start();
		const execution = await this.ended();
		const { error, lastNodeExecuted } = execution.data.resultData;
		if (error) throw new Error(`${lastNodeExecuted}: ${error.message}`);
		return execution;
	}

	async rows(): Promise<Row[]> {
		const table = await DataTable.find(stage.session, LEDGER);
		return ((await table?.rows()) ?? []).filter(({ source }) => source === this.source);
	}

	/** How many rows have each state. */
	async states(): Promise<Record<string, number>> {
		const states: Record<string, number> = {};
		for (const { state } of await this.rows())
			states[String(state)] = (states[String(state)] ?? 0) + 1;
		return states;
	}

	/** Makes all that waits, or was claimed, come again with the next run. */
	async makeDue(): Promise<void> {
		const table = present(await DataTable.find(stage.session, LEDGER));
		await table.update('source', this.source, { due_at: '2026-01-01T00:00:00.000Z' });
	}
}

const names = (from: number, to: number) =>
	Array.from({ length: to - from }, (_, n) => `doc-${String(from + n).padStart(2, '0')}.pdf`);

async function put(place: Place, files: readonly string[]): Promise<void> {
	for (const name of files) await place.put(name, await makeDocument(name));
}

describe.each([
	['nightly-batch', s3Place],
	['sftp-folder', sftpPlace],
	['google-drive-folder', googleDrivePlace],
	['gmail-to-google-drive', gmailPlace],
	['outlook-to-onedrive', outlookPlace],
])('%s', (_example, choose) => {
	test('no document stops another; what may pass comes again, the rest is told once', async () => {
		const run = await Run.prepare(choose);
		const { place } = run;
		const files = names(0, 23);
		await put(place, files);
		await place.put(present(files[3]), BROKEN);
		await place.put('second broken.pdf', BROKEN);
		await place.refuse({ fetch: files[5], file: files[17] });
		const mailsBefore = smtp.count();

		await run.run();
		// A mail's broken PDF is another mail beside the good one.
		const good = place.hasVersions ? files.filter((name) => name !== files[3]) : files;
		const refused = [files[5], files[17]];
		expect(await copiedTitles(place)).toEqual(good.filter((name) => !refused.includes(name)));
		expect(await run.states()).toEqual({ tagged: good.length - 2, failed: 2, waiting: 2 });
		expect(smtp.count()).toBe(mailsBefore + 1);
		const { subject, text } = await smtp.mail(mailsBefore + 1);
		expect(subject).toBe('2 documents were not tagged');
		expect(text).toMatch(/second broken/);
		expect(text).not.toMatch(/undefined|null/);
		const codes = (await run.rows()).map(({ code }) => code).filter(Boolean);
		expect(codes.sort()).toEqual(['NOT_A_PDF', 'NOT_A_PDF', 'NOT_FETCHED', 'NOT_FILED']);
		expect(stage.sandbox.ledger.spent).toBe(good.length - 1);

		// Not due yet.
		const fetched = place.fetches?.();
		await place.refuse({});
		await run.run();
		expect(place.fetches?.()).toBe(fetched);

		await run.makeDue();
		await run.run();
		expect(await copiedTitles(place)).toEqual(good);
		expect(await run.states()).toEqual({ tagged: good.length, failed: 2 });
		expect(stage.sandbox.ledger.spent).toBe(good.length);
		expect(smtp.count()).toBe(mailsBefore + 1);

		// A service that forgets its keys is not asked again.
		stage.sandbox.reset();
		await run.run();
		expect(place.fetches?.()).toBe(fetched && fetched + 2);
		expect(stage.sandbox.ledger.spent).toBe(0);
	});

	test('two originals of one name and minute, and a new version, are filed each for itself', async () => {
		const run = await Run.prepare(choose);
		const { place } = run;
		await place.put('scan.pdf', await makeDocument('first'));
		await place.putTwin('scan.pdf', await makeDocument('second'));
		await run.run();
		expect(await copiedTitles(place)).toEqual(['first', 'second']);
		expect(await run.states()).toEqual({ tagged: 2 });
		if (!place.hasVersions) return;
		await place.put('scan.pdf', await makeDocument('first, mended'));
		await run.run();
		expect(await copiedTitles(place)).toContain('first, mended');
		expect(stage.sandbox.ledger.spent).toBe(3);
		expect(await run.states()).toEqual({ tagged: 2 });
	});

	test('runs that overlap file and pay once', async () => {
		const run = await Run.prepare(choose);
		const { place } = run;
		const files = names(0, 12);
		await put(place, files);
		stage.sandbox.faults.order({ step: 'submitJob', fault: { delayMs: 3000 }, times: 'always' });
		await run.start();
		await until({ what: 'the documents are claimed' }, async () => (await run.states()).working);
		await run.start();
		await run.ended();
		expect(await copiedTitles(place)).toEqual(files);
		expect(stage.sandbox.ledger.spent).toBe(12);
		expect(await run.states()).toEqual({ tagged: 12 });
	});

	test('killed between filing and recording, and then without the service, it files and pays once', async () => {
		const run = await Run.prepare(choose);
		const { place } = run;
		const files = names(0, 12);
		await put(place, files);
		await run.start();
		await until({ what: 'a copy is filed' }, async () => (await place.copies()).length > 0);
		await stage.n8n.kill();
		await stage.restart();
		await run.makeDue();
		// This status is not tried again, so the node gives up at once.
		for (const step of ['getAccount', 'createUpload'] as const)
			stage.sandbox.faults.order({ step, fault: { status: 501 }, times: 'always' });
		await run.run();
		const { tagged = 0, waiting = 0 } = await run.states();
		expect(tagged + waiting).toBe(12);
		const unreached = (await run.rows()).filter(({ code }) => code === 'UNREACHABLE');
		expect(unreached).toHaveLength(waiting);
		expect(waiting).toBeGreaterThan(0);
		stage.sandbox.faults.clear();
		await run.makeDue();
		await run.run();
		expect(await copiedTitles(place)).toEqual(files);
		expect(stage.sandbox.ledger.spent).toBe(12);
		expect(await run.states()).toEqual({ tagged: 12 });
	});

	test('nothing new among 2,000 rows is fetched', async () => {
		const run = await Run.prepare(choose);
		await put(run.place, ['only.pdf']);
		await run.run();
		const table = present(await DataTable.find(stage.session, LEDGER));
		const others = Array.from({ length: 2000 }, (_, n) => ({
			source: run.source,
			original: `other ${n}`,
			version: '1',
			state: 'tagged',
		}));
		await table.insert(others);
		const fetched = run.place.fetches?.();
		const { data } = await run.run();
		expect(run.place.fetches?.()).toBe(fetched);
		expect(data.resultData.runData).not.toHaveProperty('Claim it');
	});

	test('without credits everything waits, and comes again', async () => {
		const run = await Run.prepare(choose);
		const { place } = run;
		const [account] = stage.sandbox.accounts;
		const files = names(0, 3);
		await put(place, files);
		const { credits } = account;
		account.credits = 0;
		await run.run();
		expect(await run.states()).toEqual({ waiting: 3 });
		account.credits = credits;
		await run.makeDue();
		await run.run();
		expect(await copiedTitles(place)).toEqual(files);
		expect(await run.states()).toEqual({ tagged: 3 });
	});
});

describe.each([
	['gmail-to-google-drive', gmailPlace],
	['outlook-to-onedrive', outlookPlace],
])('%s', (_example, choose) => {
	test('a mail that cannot be stored or marked is told after a day, and comes again', async () => {
		const run = await Run.prepare(choose);
		await put(run.place, ['first.pdf', 'second.pdf']);
		const [first, second] = [present(mails[0]), present(mails[1])];
		mails.splice(1, 1, { ...second, received: new Date(Date.now() - 2 * 86_400_000) });
		const before = smtp.count();
		cloud.refuse(({ method, url, body }) => {
			const text = decodeURIComponent(url) + (Buffer.isBuffer(body) ? '' : JSON.stringify(body));
			return method !== 'GET' && /second/.test(text) && /Inbox/.test(text);
		});
		await run.run();
		const troubles = async () =>
			(await run.rows()).filter(({ code }) => /^NOT_(STORED|MARKED)$/.test(String(code)));
		expect(await troubles()).toMatchObject([{ original: `mail:${second.id}`, code: 'NOT_STORED' }]);
		expect(smtp.count()).toBe(before + 1);
		const { subject, text } = await smtp.mail(before + 1);
		expect(subject).toBe('1 document was not tagged');
		expect(text).toContain('The mail "Scan from the copier"\n');
		expect(text).toContain(second.id);
		expect(text).not.toMatch(/undefined|null|\[object/);

		cloud.refuse(({ method, url }) => method !== 'GET' && /\/messages\//.test(url));
		await run.run();
		expect(await troubles()).toEqual(
			expect.arrayContaining([
				expect.objectContaining({ original: `mail:${second.id}`, code: 'NOT_STORED' }),
				expect.objectContaining({
					original: `mail:${first.id}`,
					code: 'NOT_MARKED',
					what_to_do: expect.stringContaining('Its PDFs are in the folder'),
				}),
			]),
		);
		expect(await copiedTitles(run.place)).toEqual(['first.pdf', 'second.pdf']);

		cloud.refuse(() => false);
		await run.run();
		expect(await run.states()).toEqual({ tagged: 2 });
		expect(mails.every(({ marks }) => marks.length > 0)).toBe(true);
		expect(smtp.count()).toBe(before + 1);
		expect(stage.sandbox.ledger.spent).toBe(2);
	});
});
