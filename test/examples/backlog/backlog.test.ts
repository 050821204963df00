import { closedBy } from '../../closing';
import { makeDocument } from '../../host/harness/documents';
import { onVersion1, openSetup, type Setup } from '../../host/harness/setup';
import { until } from '../../host/harness/until';
import { startS3, type S3 } from '../servers/s3';
import { startSmtp, type Smtp } from '../servers/smtp';
import { tell } from '../outcomes';
import { attachedLedger } from './csv';
import { attachedEvidence, verifyEvidence, type Evidence } from './evidence';
import { importKit, NAMES, type Kit } from './kit';
import { documents } from './documents';
import { answerForm, questionsOf } from './form';
import { chargesByContent, misfiled, sum } from './proof';
import { openRelay, type Relay } from './relay';
import { dataTable, postgresql, type Table } from './tables';

/** Number of documents; the whole test has 2,000. */
const COUNT = Number(process.env.TAG_PDF_BACKLOG ?? 60);
/** Jobs that fail at the service, each once. */
const FAILING = 5;
/** Credit limit of a run of 2-work, for tests that reach it. */
const BUDGET = 12;
/** A file that disappears after it was listed. */
const MISSING = 'originals/missing.pdf';
/** Documents that are to be archived: one by the mail, one in the ledger. */
const OLD = ['originals/old/1.pdf', 'originals/old/2.pdf'];
/** Number of rows that 2-work processes at a time. */
const SLICE = 50;
/** One event in this many is lost. */
const LOST = 20;

jest.setTimeout(3_600_000);

const LEDGERS = { 'Data Table': dataTable, PostgreSQL: postgresql };
/** Ledgers for which this n8n has nodes. */
const ledgers = Object.entries(LEDGERS).filter(([name]) => !(onVersion1 && name === 'Data Table'));

describe.each(ledgers)('The backlog kit, ledger in %s', (_name, openTable) => {
	const closing = closedBy(afterAll);
	let setup: Setup;
	let s3: S3;
	let smtp: Smtp;
	let relay: Relay;
	let table: Table;
	let kit: Kit;
	const originals = new Map<string, Buffer>();
	const days: Evidence[] = [];
	let seconds = 0;

	beforeAll(async () => {
		const sandbox = {
			credits: 100_000,
			parallelJobs: 100,
			processingMs: 4_000,
			processingMaxMs: 8_000,
		};
		const env = {
			N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
			// A slice may outlast its schedule of seconds, and its runs must not all run at once.
			N8N_CONCURRENCY_PRODUCTION_LIMIT: '5',
		};
		setup = closing(await openSetup({ sandbox, env }));
		s3 = closing(await startS3());
		smtp = closing(await startSmtp());
		relay = closing(await openRelay(LOST));
		table = closing(await openTable(setup));
		kit = await importKit(setup, { s3, smtp, relay, table });
		for (const [n, document] of (await documents(COUNT)).entries()) {
			originals.set(`originals/${String(n % 10)}/file ${n}.pdf`, document);
		}
		const old = (await documents(COUNT + FAILING + OLD.length)).slice(COUNT + FAILING);
		for (const [n, file] of OLD.entries()) originals.set(file, old[n] as Buffer);
		originals.set('originals/copy.pdf', [...originals.values()][0] as Buffer);
		originals.set(MISSING, await makeDocument('Missing'));
		originals.set('originals/no pdf.pdf', Buffer.from('This is text.'));
		for (const [key, content] of originals) await s3.put(key, content);
		await s3.put('originals/notes.txt', Buffer.from('No document.'));
	});

	const counts = async () => {
		// The API is unavailable while n8n starts.
		return await table.counts().catch((): Record<string, number> => ({}));
	};
	const rows = async (what: string, are: (counts: Record<string, number>) => boolean) =>
		await until({ what, within: 3_000_000, every: 1_000 }, async () => {
			const now = await counts();
			const all = Object.values(now).reduce((total, count) => total + count, 0);
			return all === originals.size && are(now) && now;
		});
	const settled = ({ tagged = 0, failed = 0, review = 0, archive = 0 }: Record<string, number>) =>
		tagged + failed + review + archive === originals.size;
	/** Expected counts at the end: one file is missing, and one is not a PDF. */
	const allDone = () => ({
		tagged: originals.size - 2 - OLD.length,
		failed: 1,
		review: 1,
		archive: OLD.length,
	});

	/** Kills n8n after this many more submissions, in the middle of a slice. */
	const killAfter = async (submissions: number) => {
		const before = setup.sandbox.requestsOf('submitJob').length;
		await setup.sandbox.requestAnswered('submitJob', before + submissions);
		await kill();
	};
	const kill = async () => {
		await setup.n8n.kill();
		await setup.restart();
	};
	const report = async () => {
		const before = smtp.count();
		await kit.run('4-report');
		const mail = await smtp.mail(before + 1);
		days.push(attachedEvidence(mail));
		return { mail, lines: attachedLedger(mail) };
	};

	test('inventory lists each PDF once, and says what it will cost', async () => {
		await kit.run('0-set-up');
		await kit.run('1-inventory');
		await rows('every PDF is listed', ({ listed = 0 }) => listed === originals.size);
		await kit.run('1-inventory');
		await kit.activate('1-inventory');
		const known = await rows('every PDF is inspected', ({ listed = 0 }) => listed === 0);
		expect(known).toEqual({ inspected: originals.size - 1, review: 1 });
		await s3.remove(MISSING);
		expect(setup.sandbox.ledger.spent).toBe(0);
	});

	test('nothing is submitted before a person decided to keep it, in a mail or in the ledger', async () => {
		await s3.put('numbers.csv', Buffer.from('file,hits,links\noriginals/copy.pdf,7,0\n'));
		await table.addRule('file begins with "originals/old/"', 'archive', 'Library');
		await kit.activate('1b-triage');
		const proposed = await rows('all have a proposal', ({ inspected = 0 }) => inspected === 0);
		expect(proposed).toEqual({ proposed: originals.size - 1, review: 1 });
		await kit.workOnce({ maximumCredits: 1_000 });
		expect(setup.sandbox.requestsOf('submitJob')).toHaveLength(0);

		await table.decide('archive', 'Somebody', OLD[1]);
		await rows('the first decision is noted', ({ archive = 0 }) => archive === 1);
		await table.change('archive', 'inspected');
		const isAskedAgain = ({ proposed: open = 0 }: Record<string, number>) =>
			open === originals.size - 1;
		await rows('the row has a proposal again, and no decision', isAskedAgain);
		await table.decide('archive', 'Grace', OLD[0]);
		await rows('the decision in the ledger is noted', ({ archive = 0 }) => archive === 1);
		const before = smtp.count();
		await kit.start('1b-triage');
		const mail = await smtp.mail(before + 1);
		const questions = questionsOf(mail).map(({ text }) => text.replace(/^\d+\. /, ''));
		const question = /^Library, 1 file, \d pages?\. Proposal: archive\. The rule of the test$/;
		expect(questions).toContainEqual(expect.stringMatching(question));
		await answerForm(mail, setup.n8n.url, 'Ada', ({ proposal }) => {
			return proposal === 'archive' ? 'archive' : 'keep';
		});
		const decided = await rows('all are decided', ({ proposed: open = 0 }) => open === 0);
		expect(decided).toEqual({ ready: originals.size - 1 - OLD.length, review: 1, archive: 2 });
	});

	test('a run whose budget is reached submits no more: the rows wait, with the reason', async () => {
		const { accounts, ledger } = setup.sandbox;
		await kit.workOnce({ maximumCredits: BUDGET });
		expect(ledger.spent).toBe(BUDGET);
		await kit.workOnce({ minimumCredits: accounts[0].credits });
		expect(ledger.spent).toBe(BUDGET);
		const { lines } = await report();
		const waiting = (code: string) =>
			lines.filter(({ status, reason }) => status === 'ready' && reason?.startsWith(`${code}:`));
		expect(waiting('OVER_BUDGET').length).toBeGreaterThan(0);
		// A second slice runs if the first did not process all ready rows.
		expect(waiting('CREDITS_BELOW_LIMIT').length > 0).toBe(originals.size - 1 - OLD.length > SLICE);
		const submitted = lines.filter(({ status }) => status === 'submitted');
		const jobs = new Set(submitted.map(({ job_id }) => job_id));
		expect(jobs.size).toBe(ledger.charges.length);
	});

	test('work and settle bring every row to its end, however often n8n is killed', async () => {
		const started = Date.now();
		await kit.activate('3-settle');
		await kit.activate('2-work');
		await killAfter(Math.floor(COUNT / 4));
		await killAfter(Math.floor(COUNT / 3));
		const ended = await rows('every row is final', settled);
		expect(ended).toEqual(allDone());
		seconds = Math.round((Date.now() - started) / 1000);
	});

	test('jobs that fail are noted, also where n8n was killed before it knew them, and run again when somebody says so', async () => {
		const { faults, jobs, ledger } = setup.sandbox;
		for (const [n, document] of (await documents(COUNT + FAILING)).slice(COUNT).entries()) {
			originals.set(`originals/failing ${n}.pdf`, document);
			await s3.put(`originals/failing ${n}.pdf`, document);
		}
		const before = { jobs: jobs.length, charges: ledger.charges.length };
		faults.order({ step: 'submitJob', times: FAILING, fault: { failJob: true } });
		// One of the rows does not get the ID of its job.
		faults.order({ step: 'submitJob', fault: { stall: 'headers' } });
		await kit.run('1-inventory');
		const isNew = ({ proposed = 0 }: Record<string, number>) => proposed === FAILING;
		await rows('they have a proposal', isNew);
		await table.decide('keep', 'Grace');
		await until({ what: 'the jobs fail', within: 300_000 }, () => {
			const failed = setup.sandbox.jobs.filter(({ status }) => status === 'failed');
			return failed.length === FAILING;
		});
		await kill();
		await rows('the failures are noted', ({ failed = 0 }) => failed === 1 + FAILING);
		expect(setup.sandbox.jobs).toHaveLength(before.jobs + FAILING);
		expect(ledger.charges).toHaveLength(before.charges + FAILING);
		await table.change('failed', 'ready');
		const ended = await rows('every row is final again', settled);
		expect(ended).toEqual(allDone());
	});

	test('the evidence holds against the hash in the last mail, and so do the files', async () => {
		const { lines } = await report();
		const files = new Map(originals);
		for (const { tagged_file: file } of lines) if (file) files.set(file, await s3.get(file));
		const { stdout, exitCode } = await verifyEvidence(days, files);
		expect(stdout).toContain('Nobody has changed these lines since the mail was sent.');
		expect(stdout).toContain(`${originals.size + allDone().tagged} files fit`);
		expect(exitCode).toBe(0);
		const documents = String(days.at(-1)?.content).split('\n').slice(1, -1);
		const tagged = documents.filter((line) => line.includes('"status":"tagged"'));
		expect(tagged).toHaveLength(allDone().tagged);
		for (const line of tagged) {
			const { before, after } = JSON.parse(line) as Record<string, { tagged: boolean }>;
			expect([before?.tagged, after?.tagged]).toEqual([false, expect.any(Boolean)]);
		}
	});

	test('the CSV says what the service has charged, once for each document', async () => {
		const { mail, lines } = await report();
		const { ledger } = setup.sandbox;
		expect(mail.subject).toBe(
			`PDF backlog: ${allDone().tagged} of ${originals.size} tagged, 1 failed`,
		);
		expect(lines).toHaveLength(originals.size);
		expect(sum(lines, 'credits') + sum(lines, 'earlier_credits')).toBe(ledger.spent);
		const charges = chargesByContent(setup.sandbox);
		const twice = [...charges.values()].filter((times) => times > 1);
		// Only failed documents have two jobs, because the user restarted them.
		expect(twice).toEqual(Array.from({ length: FAILING }, () => 2));
		expect(charges.size).toBe(allDone().tagged - 1);
		expect(await misfiled(lines, originals, s3)).toEqual([]);
		for (const line of lines.filter(({ status }) => status === 'tagged')) {
			expect(line.decision).toBe('keep');
			expect(['Ada', 'Grace']).toContain(line.decided_by);
		}
		const copy = lines.find(({ file }) => file === 'originals/copy.pdf');
		expect(copy).toMatchObject({ hits: '7', links: '0', same_as: 'originals/0/file 0.pdf' });
		const old = lines.filter(({ file }) => OLD.includes(file ?? ''));
		expect(old).toMatchObject([
			{
				decision: 'archive',
				decided_by: 'Grace',
				job_id: '',
				decided_at: expect.stringMatching(/Z$/),
			},
			{
				decision: 'archive',
				decided_by: 'Ada',
				job_id: '',
				decided_at: expect.stringMatching(/Z$/),
			},
		]);
		const by = (who: string) => lines.filter(({ settled_by }) => settled_by === who).length;
		const { lost } = relay.counts;
		const said =
			`${lines.length} rows in ${seconds} s, n8n killed three times, ${lost} events lost; by event ` +
			`${by('event')}, by schedule ${by('schedule')}; ${ledger.charges.length} charges for ` +
			`${setup.sandbox.requestsOf('submitJob').length} submissions, ${ledger.spent} credits as the CSV says`;
		for (const name of NAMES) {
			tell(`backlog/${table.folder}/${name}`, 'executed', name === '3-settle' ? said : '');
		}
	});
});
