import { NOW, nodes, runCode, type Json } from './codeNode';

const item = (json: Json) => ({ json });
const jsons = (items: ReadonlyArray<{ readonly json: Json }>) => items.map(({ json }) => json);

describe('Proposals', () => {
	/** Proposals for rows by rules of [condition, proposal, reason, owner]. */
	function propose(
		rules: ReadonlyArray<readonly string[]>,
		rows: readonly Json[],
		more: { readonly numbers?: readonly Json[]; readonly sameContent?: readonly Json[] } = {},
	): Json[] {
		const $ = nodes({
			Inspected: rows,
			'Same content': more.sameContent ?? rows,
			Numbers: more.numbers ?? [],
			'The rules': rules.map(([condition, proposal, reason, owner], place) => {
				return { place, condition, proposal, reason, owner };
			}),
		});
		return jsons(runCode(['triage/propose'], { $, $now: NOW }));
	}
	const proposal = (rule: string, row: Json, numbers: readonly Json[] = []) =>
		propose([[rule, 'archive', 'It fits']], [row], { numbers })[0]?.proposal;

	test('are those of the first rule that fits, with its reason', () => {
		const rules = [
			['pages > 100', 'archive', 'It is long'],
			['pages > 10', 'delete', 'It is rather long'],
			['', 'keep', 'It is short'],
		];
		expect(propose(rules, [{ pages: 200 }, { pages: 20 }, { pages: 2 }])).toMatchObject([
			{ proposal: 'archive', proposal_reason: 'It is long' },
			{ proposal: 'delete', proposal_reason: 'It is rather long' },
			{ proposal: 'keep', proposal_reason: 'It is short' },
		]);
	});

	test('follow the place of a rule, not its row', () => {
		const $ = nodes({
			Inspected: [{ pages: 1 }],
			'The rules': [
				{ place: 20, condition: '', proposal: 'keep' },
				{ place: 10, condition: '', proposal: 'delete' },
			],
		});
		expect(jsons(runCode(['triage/propose'], { $, $now: NOW }))).toMatchObject([
			{ proposal: 'delete' },
		]);
	});

	test('are to keep a document that no rule fits', () => {
		expect(propose([], [{ pages: 1 }])).toMatchObject([
			{ proposal: 'keep', proposal_reason: 'No rule applies' },
		]);
	});

	test.each([
		['pages >= 3', { pages: 3 }, 'archive'],
		['pages > 3', { pages: 3 }, 'keep'],
		['pages <= 3', { pages: 3 }, 'archive'],
		['pages < 3', { pages: 3 }, 'keep'],
		['size > 1000', { size: '1001' }, 'archive'],
		['file begins with Originals/Press/', { file: 'originals/press/a.pdf' }, 'archive'],
		['file begins with originals/press/', { file: 'originals/a.pdf' }, 'keep'],
		['file contains "terms and conditions"', { file: 'Terms and conditions.pdf' }, 'archive'],
		['producer contains word and pages > 1', { producer: 'MS Word', pages: 2 }, 'archive'],
		['producer contains word and pages > 1', { producer: 'MS Word', pages: 1 }, 'keep'],
		['recommendation = tagWithOcr', { recommendation: 'tagWithOcr' }, 'archive'],
		['age > 3', { document_modified: '2023-11-20T00:00:00Z' }, 'archive'],
		['age > 3', { document_modified: '2023-11-26T00:00:00Z' }, 'keep'],
		['age > 3', { document_modified: '', document_created: '2019' }, 'archive'],
	])('%s and %j: %s', (rule, row, expected) => {
		expect(proposal(rule, row)).toBe(expected);
	});

	test.each(['pages < 3', 'hits < 3', 'links < 3', 'age < 3', 'producer = '])(
		'do not follow from a fact that is not known: %s',
		(rule) => {
			const row = { pages: null, producer: '', document_modified: '' };
			expect(proposal(rule.endsWith('= ') ? 'producer contains a' : rule, row)).toBe('keep');
		},
	);

	test('use hits and links from the CSV, and keep zero apart from empty', () => {
		const row = { file: 'a.pdf' };
		expect(proposal('hits < 1', row, [{ file: 'a.pdf', hits: '0', links: '' }])).toBe('archive');
		expect(proposal('links < 1', row, [{ file: 'a.pdf', hits: '0', links: '' }])).toBe('keep');
		expect(proposal('hits < 1', row, [{ file: 'b.pdf', hits: '0' }])).toBe('keep');
		expect(proposal('hits < 1', row, [{ error: 'The file is missing' }])).toBe('keep');
	});

	test('know a copy by its content; the first file of the content is none', () => {
		const rows = [
			{ id: 7, file: 'b.pdf', sha256: 'ab' },
			{ id: 3, file: 'a.pdf', sha256: 'ab' },
			{ id: 9, file: 'c.pdf', sha256: 'cd' },
		];
		expect(propose([['duplicate = yes', 'delete', 'A copy']], rows)).toMatchObject([
			{ id: 7, same_as: 'a.pdf', proposal: 'delete' },
			{ id: 3, same_as: '', proposal: 'keep' },
			{ id: 9, same_as: '', proposal: 'keep' },
		]);
	});

	test('have the owner of the first rule that names one', () => {
		const rules = [
			['file begins with press/', '', '', 'Press office'],
			['', 'keep', 'All others', 'Library'],
		];
		const owners = propose(rules, [{ file: 'press/a.pdf' }, { file: 'b.pdf' }]);
		expect(owners).toMatchObject([
			{ owner: 'Press office', proposal: 'keep' },
			{ owner: 'Library', proposal: 'keep' },
		]);
	});

	test.each(['hitz < 1', 'pages < many', 'pages', 'pages near 3'])(
		'are not made while a rule is not understood: %s',
		(rule) => {
			expect(() => proposal(rule, { pages: 1 })).toThrow(
				`Rule 0 in tag_pdf_rules is not understood: ${rule}`,
			);
		},
	);

	test('are keep, archive or delete and nothing else', () => {
		expect(() => propose([['', 'burn', '']], [{ pages: 1 }])).toThrow('not understood: burn');
	});

	test('the rules to begin with are understood, and are added only once', () => {
		const first = runCode(['triage/defaultRules'], { $input: { all: () => [item({})] } });
		const rules = jsons(first).map(({ condition, proposal: kind, reason }) => {
			return [String(condition), String(kind), String(reason)];
		});
		const numbers = [{ file: 'a.pdf', hits: '0', links: '0' }];
		const row = { file: 'a.pdf', document_modified: '2020-01-01' };
		expect(propose(rules, [row], { numbers })).toMatchObject([{ proposal: 'archive' }]);
		const again = { $input: { all: () => [item({ id: 1, place: 5 })] } };
		expect(runCode(['triage/defaultRules'], again)).toEqual([]);
	});
});

describe('The form', () => {
	const row = (id: number, more: Json = {}) => {
		return {
			id,
			proposal: 'keep',
			proposal_reason: 'People open it',
			owner: '',
			pages: 2,
			...more,
		};
	};
	const groups = (...rows: readonly Json[]) =>
		jsons(runCode(['triage/groups'], { $input: { all: () => rows.map(item) } }));

	test('asks once for all documents with the same proposal, reason and owner', () => {
		const archive = { proposal: 'archive', proposal_reason: 'Old', owner: 'Press' };
		const [form] = groups(row(1), row(2, archive), row(3), row(4, { ...archive, pages: null }));
		expect(form?.asked).toMatchObject([
			{ ids: [1, 3], question: '1. 2 files, 4 pages. Proposal: keep. People open it' },
			{ ids: [2, 4], question: '2. Press, 2 files, 2 pages. Proposal: archive. Old' },
		]);
		const fields = JSON.parse(String(form?.fields)) as Json[];
		expect(fields.map(({ fieldLabel, requiredField }) => [fieldLabel, requiredField])).toEqual([
			['Your name', true],
			['1. 2 files, 4 pages. Proposal: keep. People open it', false],
			['2. Press, 2 files, 2 pages. Proposal: archive. Old', false],
		]);
	});

	test('is not sent if nothing waits for a decision', () => {
		expect(groups({})).toEqual([]);
		expect(groups(row(1, { decision: 'keep' }))).toEqual([]);
	});

	const answers = (data?: Json) => {
		const [form] = groups(row(1), row(2), row(3, { proposal: 'delete' }));
		const context = {
			$: nodes({ Groups: [form ?? {}] }),
			$now: NOW,
			$input: { first: () => item(data ? { data } : {}) },
		};
		return jsons(runCode(['triage/answers'], context));
	};
	const KEEP = '1. 2 files, 4 pages. Proposal: keep. People open it';
	const DELETE = '2. 1 file, 2 pages. Proposal: delete. People open it';

	test('decides for every document of a group, with name and date', () => {
		const decided = answers({ 'Your name': ' Ada ', [KEEP]: 'keep', [DELETE]: 'archive' });
		const who = { decided_by: 'Ada', decided_at: NOW.toISO() };
		expect(decided).toMatchObject([
			{ id: 1, status: 'ready', decision: 'keep', ...who },
			{ id: 2, status: 'ready', decision: 'keep', ...who },
			{ id: 3, status: 'archive', decision: 'archive', ...who },
		]);
	});

	test('leaves groups without an answer for later', () => {
		expect(answers({ 'Your name': 'Ada', [KEEP]: 'decide later', [DELETE]: '' })).toEqual([]);
	});

	test('decides nothing without a name, or if nobody sent it', () => {
		expect(answers({ 'Your name': ' ', [KEEP]: 'keep' })).toEqual([]);
		expect(answers()).toEqual([]);
	});
});

describe('Decisions in the ledger', () => {
	const decide = (row: Json) => {
		const context = { $now: NOW, $input: { all: () => [item({ id: 1, ...row })] } };
		return jsons(runCode(['triage/decisions'], context));
	};

	test.each([
		['Keep ', 'ready', 'keep'],
		['archive', 'archive', 'archive'],
		['delete', 'delete', 'delete'],
	])('%s leads to %s', (written, status, decision) => {
		const [noted] = decide({ decision: written, decided_by: 'Ada' });
		expect(noted).toMatchObject({ status, decision, decided_by: 'Ada', decided_at: NOW.toISO() });
	});

	test('have the time at which they were complete, not that of an incomplete one', () => {
		const [noted] = decide({ decision: 'keep', decided_by: 'Ada', decided_at: '2026-01-01' });
		expect(noted).toMatchObject({ decided_at: NOW.toISO() });
	});

	test.each([
		['another word', { decision: 'yes', decided_by: 'Ada' }],
		['no name', { decision: 'keep', decided_by: '' }],
	])('with %s keep the row proposed, and say why once', (_, row) => {
		const [noted] = decide(row);
		expect(noted).toMatchObject({ status: 'proposed', reason: expect.stringContaining('name') });
		expect(decide({ ...row, reason: noted?.reason })).toEqual([]);
	});

	test('that are empty are none', () => {
		expect(decide({ decision: '' })).toEqual([]);
	});
});
