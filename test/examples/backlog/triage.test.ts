import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Table from 'cli-table3';
import { closedBy } from '../../closing';
import { openSetup, type Setup } from '../../host/harness/setup';
import { until } from '../../host/harness/until';
import { startS3, type S3 } from '../servers/s3';
import { startSmtp, type Smtp } from '../servers/smtp';
import { attachedLedger, type Line } from './csv';
import { answerForm } from './form';
import { importKit, type Kit } from './kit';
import { sha256 } from './proof';
import { openRelay } from './relay';
import { dataTable, type Table as Ledger } from './tables';

/** Folder of PDFs of public suites, as in `npm run test:corpus`; without it, these tests are skipped. */
const FOLDER = process.env.CORPUS;
const CORPUS = FOLDER === undefined ? undefined : join(FOLDER, 'files');
const SLICE = 50;
/** Every third document has been opened; every fifth has a link; every seventh is unknown. */
const numbersOf = (n: number) =>
	n % 7 === 0 ? '' : `${n % 3 === 0 ? n : 0},${n % 5 === 0 ? 1 : 0}`;

jest.setTimeout(3_600_000);

const pagesOf = (lines: readonly Line[]) =>
	lines.reduce((sum, { pages }) => sum + Number(pages ?? 0), 0);

const isThere = CORPUS !== undefined && existsSync(CORPUS);
(isThere ? describe : describe.skip)('Triage of PDFs that nobody here made', () => {
	const closing = closedBy(afterAll);
	const originals = new Map<string, Buffer>();
	let setup: Setup;
	let s3: S3;
	let smtp: Smtp;
	let kit: Kit;
	let ledger: Ledger;

	beforeAll(async () => {
		setup = closing(await openSetup({ sandbox: { credits: 100_000, parallelJobs: 500 } }));
		s3 = closing(await startS3());
		smtp = closing(await startSmtp());
		const relay = closing(await openRelay(1));
		ledger = closing(await dataTable(setup));
		kit = await importKit(setup, { s3, smtp, relay, table: ledger });
		for (const name of readdirSync(CORPUS ?? '').filter((each) => each.endsWith('.pdf'))) {
			originals.set(`originals/${name}`, readFileSync(join(CORPUS ?? '', name)));
		}
		const [first] = originals.values();
		originals.set('originals/copy.pdf', first as Buffer);
		for (const [key, content] of originals) await s3.put(key, content);
		const lines = [...originals.keys()].flatMap((file, n) => {
			const numbers = numbersOf(n);
			return numbers === '' ? [] : [`"${file}",${numbers}`];
		});
		await s3.put('numbers.csv', Buffer.from(['file,hits,links', ...lines, ''].join('\n')));
	});

	const counts = async (what: string, are: (counts: Record<string, number>) => boolean) =>
		await until({ what, within: 1_800_000, every: 1_000 }, async () => {
			const now = await ledger.counts();
			const all = Object.values(now).reduce((total, count) => total + count, 0);
			return all === originals.size && are(now) && now;
		});

	test('each is proposed with a reason, and only those to keep are submitted', async () => {
		await kit.run('0-set-up');
		await kit.run('1-inventory');
		await kit.activate('1-inventory');
		await kit.activate('1b-triage');
		await counts('all are proposed', ({ listed = 0, inspected = 0 }) => listed + inspected === 0);
		await kit.start('1b-triage');
		await answerForm(await smtp.mail(1), setup.n8n.url, 'Ada', ({ proposal }) => proposal);
		const { ready = 0 } = await counts('all are decided', ({ proposed = 0 }) => proposed === 0);
		for (let taken = 0; taken < ready; taken += SLICE) {
			await kit.workOnce({ maximumCredits: 100_000 });
		}
		await kit.run('4-report');
		const mail = await smtp.mail(2);
		const lines = attachedLedger(mail);

		const proposed = lines.filter(({ proposal }) => proposal !== '');
		expect(proposed.length).toBeGreaterThan(150);
		for (const { proposal_reason, proposal, decision, decided_by } of proposed) {
			expect(proposal_reason).not.toBe('');
			expect({ decision, decided_by }).toEqual({ decision: proposal, decided_by: 'Ada' });
		}
		const contentsOf = (of: readonly Line[]) =>
			new Set(of.map(({ file }) => sha256(originals.get(file ?? '') as Buffer)));
		const kept = contentsOf(lines.filter(({ decision }) => decision === 'keep'));
		const { charges } = setup.sandbox.ledger;
		expect(charges.length).toBeGreaterThan(50);
		for (const { sha256: content } of charges) expect(kept).toContain(content);
		const others = lines.filter(({ decision }) => decision !== 'keep');
		expect(others.filter(({ job_id }) => job_id !== '')).toEqual([]);
		print(lines);
		console.log(mail.text?.split('\n').slice(0, 3).join('\n'));
	});
});

/** Prints what was proposed and why. */
function print(lines: readonly Line[]): void {
	const groups = new Map<string, Line[]>();
	for (const line of lines) {
		const why = line.proposal ? `${line.proposal}: ${line.proposal_reason}` : `${line.status}`;
		groups.set(why, [...(groups.get(why) ?? []), line]);
	}
	const table = new Table({ head: ['Proposal', 'Files', 'Pages', 'Submitted', 'For example'] });
	for (const [why, of] of [...groups].sort(([, one], [, other]) => other.length - one.length)) {
		const submitted = of.filter(({ job_id }) => job_id !== '').length;
		table.push([why, of.length, pagesOf(of), submitted, of[0]?.file ?? '']);
	}
	console.log(table.toString());
}
