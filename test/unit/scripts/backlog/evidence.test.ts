import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { compareInspections } from '../../../../nodes/TagPdf/report/regressions';
import type { Inspection } from '../../../../nodes/pdf';
import { evaluate, linesOf, type Json } from './codeNode';
import { inspected, makeEvidence, rowsOf, type Evidence } from './makeEvidence';

const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');
const linesIn = ({ content }: Evidence) => content.toString('utf8').split('\n').slice(0, -1);
const valuesIn = (evidence: Evidence) =>
	linesIn(evidence).map((line) => JSON.parse(line) as Record<string, unknown>);

test('the hash in the code is SHA-256', () => {
	const texts = fc.sample(fc.string({ unit: 'binary', maxLength: 300 }), { numRuns: 300, seed: 1 });
	const hashes = evaluate('report/sha256', 'texts.map((text) => sha256(text))', { texts });
	expect(hashes).toEqual(texts.map(sha256));
});

test('each line holds the hash of the line before it, and the mail that of the last line', () => {
	const evidence = makeEvidence(rowsOf(5));
	const lines = linesIn(evidence);
	const previous = valuesIn(evidence).map((values) => values.previous);
	expect(previous).toEqual(['0'.repeat(64), ...lines.slice(0, -1).map(sha256)]);
	expect(evidence.hash).toBe(sha256(lines.at(-1) ?? ''));
});

test('the first line of a day holds the last hash of the day before', () => {
	const monday = makeEvidence(rowsOf(3));
	const [first] = valuesIn(makeEvidence(rowsOf(4), monday));
	expect(first).toMatchObject({ kind: 'day', previous: monday.hash, documents: 4 });
});

test('a line tells what was done to a document: hashes, job, credits, times, and what Inspect found', () => {
	const row = {
		file: 'originals/a.pdf',
		tagged_file: 'tagged/a.pdf',
		status: 'tagged',
		sha256: 'ab',
		tagged_sha256: 'cd',
		job_id: 'job_2',
		credits: 3,
		earlier_jobs: 'job_1=2',
		request_id: 'req_1',
		submitted_at: '2026-11-23T10:00:00+01:00',
		inspected_before: inspected({ tagged: false, pages: 3, links: 2, findings: ['6.2'] }),
		inspected_after: inspected({ tagged: true, pages: 3, links: 1, title: null }),
	};
	const [day, document] = valuesIn(makeEvidence([row]));
	expect(day).toMatchObject({ documents: 1, credits: 5, closed_at: '2026-11-23T18:00:00.000Z' });
	expect(document).toMatchObject({
		kind: 'document',
		sha256: 'ab',
		tagged_sha256: 'cd',
		job_id: 'job_2',
		credits: 3,
		earlier_credits: 2,
		request_id: 'req_1',
		submitted_at: '2026-11-23T09:00:00.000Z',
		before: { findings: ['6.2'] },
		after: { tagged: true, findings: [] },
		regressions: [{ field: 'links', before: 2, after: 1 }],
		needs_person: expect.arrayContaining(['lost: links', 'not compared: title']),
	});
	expect(linesOf(row)).toMatchObject([
		{ findings_before: 1, findings_after: 0, regressions: 'links' },
	]);
});

test('the evidence says that it does not judge accessibility', () => {
	const [day] = valuesIn(makeEvidence(rowsOf(1)));
	expect(day?.about).toContain('does not say that a document is accessible');
	expect(JSON.stringify(day)).not.toMatch(/compliant|conform/i);
});

describe('Regressions', () => {
	const count = fc.option(fc.nat(3));
	const text = fc.option(fc.constantFrom('', 'en', 'A title'));
	const answers = fc.record({
		tagged: fc.option(fc.boolean()),
		pages: count,
		text: fc.option(fc.constantFrom('all', 'some', 'none')),
		imageOnlyPages: count,
		title: text,
		language: text,
		links: count,
		formFields: count,
	});
	/** An inspection with these answers; null means unknown. */
	const inspectionOf = (from: Json) => {
		const unknown = Object.entries(from).filter(([, value]) => value === null);
		const reasons = Object.fromEntries(unknown.map(([field]) => [field, 'a reason']));
		return { ...from, unknown: reasons } as unknown as Inspection;
	};

	test('are those that the node reports', () => {
		const pairs = fc.sample(fc.tuple(fc.option(answers), answers), { numRuns: 500, seed: 1 });
		const found = evaluate(
			'report/compare',
			'pairs.map(([before, after]) => compare(before, after).regressions)',
			{ pairs },
		);
		const reported = pairs.map(([before, after]) => {
			return compareInspections(before ? inspectionOf(before) : undefined, inspectionOf(after))
				.regressions;
		});
		expect(found).toEqual(reported);
		expect(reported.flat().length).toBeGreaterThan(100);
	});
});
