import { HASH, linesOf, wordsOf } from './codeNode';

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
			{ file: 'b.pdf', status: 'ready', decision: 'keep', expected_credits: 7 },
			{ file: 'c.pdf', status: 'failed', reason: 'It is gone', credits: 0, earlier_credits: 0 },
		);
		expect(words.subject).toBe('PDF backlog: 1 of 3 tagged, 1 failed');
		expect(words.text).toContain('3 files: 1 tagged, 1 ready, 1 failed.');
		expect(words.text).toContain('4 credits spent; 7 more for what is ready; 0 saved.');
		expect(words.text).toContain('- c.pdf (failed): It is gone');
	});

	test('a row that waits for the budget is told with its reason', () => {
		const reason = 'OVER_BUDGET: 7 pages do not fit';
		const { text } = wordsOf({ file: 'b.pdf', status: 'ready', decision: 'keep', reason });
		expect(text).toContain(`- b.pdf (ready): ${reason}`);
	});

	test('the hash of the evidence is told, and how to check it', () => {
		const { text } = wordsOf({ file: 'a.pdf', status: 'tagged' });
		expect(text).toContain(`evidence.js verify evidence-2026-11-23.jsonl --hash ${HASH}`);
	});

	test('a row that is ready and has no decision is told', () => {
		const { text } = wordsOf({ file: 'b.pdf', status: 'ready', decision: '' });
		expect(text).toContain('- b.pdf (ready): Nobody has decided to keep it');
	});

	test('pages that are not paid for are saved: skipped, archived, deleted, and copies', () => {
		const { text } = wordsOf(
			{ status: 'skipped', pages: 1 },
			{ status: 'archive', pages: 20 },
			{ status: 'delete', pages: 300 },
			{ status: 'tagged', pages: 4_000, same_job_as: 'a.pdf' },
			{ status: 'tagged', pages: 50_000, same_job_as: '' },
			{ status: 'review', pages: 600_000 },
		);
		expect(text).toContain('; 4321 saved.');
	});

	test('tagged PDFs that lost something are counted, in text and HTML', () => {
		const worse = { status: 'tagged', regressions: 'title links' };
		const { text, html } = wordsOf(worse, worse, { status: 'tagged', regressions: '' });
		const sentence = '2 tagged PDFs lost something that the original had.';
		expect([text, html]).toEqual([
			expect.stringContaining(sentence),
			expect.stringContaining(sentence),
		]);
		expect(wordsOf({ status: 'tagged', regressions: '' }).text).not.toContain('lost');
	});

	describe('tell what is left at the pace', () => {
		const settled = (settled_at: string) => ({ status: 'tagged', settled_at });
		const open = { status: 'ready', decision: 'keep' };

		test('of the last seven days', () => {
			const old = settled('2026-11-01T10:00:00.000Z');
			const recent = Array.from({ length: 7 }, () => settled('2026-11-20T10:00:00.000Z'));
			const { text } = wordsOf(old, ...recent, open, open, open);
			expect(text).toContain('3 files left, about 3 days at the pace of the last 7 days.');
		});

		test('of the first day', () => {
			const { text } = wordsOf(settled('2026-11-23T10:00:00.000Z'), open);
			expect(text).toContain('1 file left, about 1 day at the pace of the last 1 day.');
		});

		test('only if something was finished', () => {
			const { text } = wordsOf(settled('2026-11-01T10:00:00.000Z'), open);
			expect(text).toContain('1 file left. Nothing was finished in the last 7 days.');
		});
	});

	test('of more than fifty the rest is counted', () => {
		const failed = Array.from({ length: 53 }, (_, n) => ({ file: `${n}.pdf`, status: 'failed' }));
		const { text } = wordsOf(...failed);
		expect(text).toContain('- 49.pdf');
		expect(text).not.toContain('- 50.pdf');
		expect(text).toContain('- and 3 more, in the CSV');
	});
});

describe('HTML of the mail', () => {
	const review = (file: string, inspected_at: string) => {
		return { file, status: 'review', reason: 'It is signed', inspected_at, pages: 2 };
	};

	test('has the numbers as a table, and the bar with the same shares in words', () => {
		const { html } = wordsOf(
			{ file: 'a.pdf', status: 'tagged', pages: 2, credits: 2 },
			{ file: 'b.pdf', status: 'tagged', pages: 3, credits: 3 },
			{ file: 'c.pdf', status: 'failed', pages: 4 },
			review('d.pdf', '2026-11-20T10:00:00.000Z'),
		);
		expect(html).toContain('aria-label="Progress: Tagged 50 %, To review 25 %, Failed 25 %"');
		expect(html).toMatch(/<th [^>]*>Tagged<\/th><td [^>]*>2<\/td><td [^>]*>5<\/td>/);
	});

	test('lists the ten oldest files under review', () => {
		const files = Array.from({ length: 12 }, (_, n) =>
			review(`${n}.pdf`, `2026-11-${String(22 - n).padStart(2, '0')}T10:00:00.000Z`),
		);
		const { html } = wordsOf(...files);
		const listed = [...String(html).matchAll(/>(\d+)\.pdf</g)].map(([, n]) => Number(n));
		expect(listed).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
	});

	test('shows names and reasons as text', () => {
		const { html } = wordsOf({ file: '<script>', status: 'failed', reason: '"a" & <b>' });
		expect(html).toContain('&lt;script&gt;');
		expect(html).toContain('&quot;a&quot; &amp; &lt;b&gt;');
		expect(html).not.toMatch(/<script|<img|<link|<style|https?:/);
	});
});
