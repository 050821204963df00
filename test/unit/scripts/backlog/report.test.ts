import { linesOf, nodes, runCode, type Json } from './codeNode';

const HASH = 'ab'.repeat(32);

function wordsOf(...lines: readonly Json[]): Json {
	const $ = nodes({ 'Lines of the CSV': lines, Evidence: [{ hash: HASH, day: '2026-11-23' }] });
	const context = { $, $input: { first: () => ({ binary: {} }) } };
	return runCode(['words'], context)[0]?.json ?? {};
}

describe('Lines of the CSV', () => {
	test('a job counts where it is named first, and the others name that file', () => {
		const lines = linesOf(
			{ file: 'a.pdf', job_id: 'job_1', credits: 3 },
			{ file: 'b.pdf', job_id: 'job_1', credits: 3 },
		);
		expect(lines).toMatchObject([
			{ file: 'a.pdf', credits: 3, same_job_as: '' },
			{ file: 'b.pdf', credits: 0, same_job_as: 'a.pdf' },
		]);
	});

	test('jobs before the last one count apart, each once', () => {
		const lines = linesOf(
			{ file: 'a.pdf', job_id: 'job_3', credits: 2, earlier_jobs: 'job_1=2 job_2=2' },
			{ file: 'b.pdf', job_id: 'job_3', credits: 2, earlier_jobs: 'job_1=2' },
		);
		expect(lines).toMatchObject([
			{ credits: 2, earlier_credits: 4 },
			{ credits: 0, earlier_credits: 0 },
		]);
	});

	test('a row without a job costs nothing, and names no tagged PDF', () => {
		const row = { file: 'a.pdf', tagged_file: 'tagged/a.pdf', status: 'ready', job_id: null };
		expect(linesOf(row, row)).toMatchObject([
			{ credits: 0, earlier_credits: 0, same_job_as: '', tagged_file: '' },
			{ credits: 0, same_job_as: '' },
		]);
	});

	test('dates are told in UTC, whichever ledger they come from', () => {
		const [line] = linesOf({ file: 'a.pdf', submitted_at: '2026-11-22T10:00:00+02:00' });
		expect(line).toMatchObject({ submitted_at: '2026-11-22T08:00:00.000Z', settled_at: '' });
	});
});

describe('Words of the mail', () => {
	test('say what was done, what it has cost and will cost, and what failed', () => {
		const words = wordsOf(
			{ file: 'a.pdf', status: 'tagged', credits: 2, earlier_credits: 2 },
			{ file: 'b.pdf', status: 'ready', credits: 0, earlier_credits: 0, expected_credits: 7 },
			{ file: 'c.pdf', status: 'failed', reason: 'It is gone', credits: 0, earlier_credits: 0 },
		);
		expect(words.subject).toBe('PDF backlog: 1 of 3 tagged, 1 failed');
		expect(words.text).toContain('3 files: 1 tagged, 1 ready, 1 failed.');
		expect(words.text).toContain('4 credits spent; 7 more for what is ready.');
		expect(words.text).toContain('- c.pdf (failed): It is gone');
	});

	test('a row that waits for the budget is told with its reason', () => {
		const reason = 'OVER_BUDGET: 7 pages do not fit';
		const { text } = wordsOf({ file: 'b.pdf', status: 'ready', reason });
		expect(text).toContain(`- b.pdf (ready): ${reason}`);
	});

	test('the hash of the evidence is told, and how to check it', () => {
		const { text } = wordsOf({ file: 'a.pdf', status: 'tagged' });
		expect(text).toContain(`evidence.js verify evidence-2026-11-23.jsonl --hash ${HASH}`);
	});

	test('of more than fifty the rest is counted', () => {
		const failed = Array.from({ length: 53 }, (_, n) => ({ file: `${n}.pdf`, status: 'failed' }));
		const { text } = wordsOf(...failed);
		expect(text).toContain('- 49.pdf');
		expect(text).not.toContain('- 50.pdf');
		expect(text).toContain('- and 3 more, in the CSV');
	});
});
