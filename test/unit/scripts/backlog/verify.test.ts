import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createHash } from 'node:crypto';
import execa from 'execa';
import fc from 'fast-check';
import { changesOf, splitLines, type Change } from './changes';
import { makeEvidence, rowsOf, type Evidence } from './makeEvidence';
import { SCRIPT, verify } from './verifier';

const CHANGES = 1_000;
const evidence = makeEvidence(rowsOf(30));
const problemsIn = ({ content }: Pick<Evidence, 'content'>, hash?: string) =>
	verify(content, hash === undefined ? {} : { hash }).problems;

test('an unchanged file has no problems, with and without the hash in the mail', () => {
	expect(problemsIn(evidence, evidence.hash)).toEqual([]);
	expect(problemsIn(evidence)).toEqual([]);
	expect(verify(evidence.content).hash).toBe(evidence.hash);
});

test(`${CHANGES} random changes are all found against the hash in the mail`, () => {
	const kinds = new Set<string>();
	const isFound = (change: Change) => {
		kinds.add(change.kind);
		const isSame = change.content.equals(evidence.content);
		expect(problemsIn(change, evidence.hash).length > 0).toBe(!isSame);
	};
	fc.assert(fc.property(changesOf(evidence), isFound), { numRuns: CHANGES, seed: 29 });
	expect(kinds.size).toBe(9);
});

test('a changed line is named, wherever its bytes were changed', () => {
	const places = changesOf(evidence).filter(({ kind, content }) => {
		return ['byte', 'inserted byte', 'edited'].includes(kind) && !content.equals(evidence.content);
	});
	fc.assert(
		fc.property(places, (change) => {
			const [first] = problemsIn(change, evidence.hash);
			expect(first?.line).toBe(change.line);
		}),
		{ numRuns: 500, seed: 29 },
	);
});

test('without the hash, all changes are named but a new last line and a new chain', () => {
	const changes = changesOf(evidence).filter(({ kind, line, content }) => {
		return kind !== 'forged' && line < 31 && !content.equals(evidence.content);
	});
	fc.assert(
		fc.property(changes, (change) => {
			expect(problemsIn(change).length).toBeGreaterThan(0);
		}),
		{ numRuns: 500, seed: 29 },
	);
});

describe('Problems say what happened', () => {
	const lines = splitLines(evidence.content);
	const said = (copy: readonly Buffer[]) =>
		problemsIn({ content: Buffer.concat(copy) }, evidence.hash)
			.map(({ line, what }) => `line ${line} ${what}`)
			.join('\n');

	test('a line was removed', () => {
		expect(said(lines.toSpliced(4, 1))).toContain('line 5 comes too early: 1 lines');
	});

	test('two lines were swapped', () => {
		const [one, other] = [lines[4] as Buffer, lines[5] as Buffer];
		expect(said(lines.with(4, other).with(5, one))).toContain('line 6 was inserted or moved');
	});

	test('a line was inserted again', () => {
		expect(said(lines.toSpliced(9, 0, lines[3] as Buffer))).toContain(
			'line 10 was inserted or moved: it has the number 4',
		);
	});

	test('the file was cut', () => {
		expect(said(lines.slice(0, -2))).toContain('is not the last one: 2 lines after it are missing');
	});
});

test('consecutive days are checked together', () => {
	const [monday, tuesday] = [evidence, makeEvidence(rowsOf(4), evidence)];
	expect(verify(tuesday.content, { before: monday.hash }).problems).toEqual([]);
	const other = makeEvidence(rowsOf(2));
	expect(verify(tuesday.content, { before: other.hash }).problems).toEqual([
		{ line: 1, what: 'does not follow the day before' },
	]);
});

describe('The script', () => {
	let folder: string;
	const put = async (path: string, content: string | Buffer) => {
		await mkdir(dirname(join(folder, path)), { recursive: true });
		await writeFile(join(folder, path), content);
	};
	const run = async (...args: readonly string[]) =>
		await execa('node', [SCRIPT, ...args], { cwd: folder, reject: false });
	const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'evidence-'));
	});
	afterEach(async () => await rm(folder, { recursive: true }));

	test('names the changed line, and exits with 1', async () => {
		await put('day.jsonl', String(evidence.content).replace('"credits":7', '"credits":8'));
		const { stdout, exitCode } = await run('verify', 'day.jsonl', '--hash', evidence.hash);
		expect(stdout).toContain('line 9 was changed');
		expect(exitCode).toBe(1);
	});

	test('compares the files that are there', async () => {
		const hashes = { sha256: sha256('before'), tagged_sha256: sha256('after') };
		const row = { status: 'tagged', file: 'in/a.pdf', tagged_file: 'out/a.pdf', ...hashes };
		const day = makeEvidence([row, { ...row, file: '../b.pdf', tagged_file: 'out/b.pdf' }]);
		await put('day.jsonl', day.content);
		await put('files/in/a.pdf', 'before');
		await put('files/out/a.pdf', 'after');
		await put('b.pdf', 'outside of the folder');
		const args = ['verify', 'day.jsonl', '--hash', day.hash, '--files', 'files'];
		const good = await run(...args);
		expect(good.stdout).toContain('2 files fit, 2 are not in files');
		expect(good.stdout).toContain('Nobody has changed these lines since the mail was sent.');
		expect(good.exitCode).toBe(0);
		await put('files/out/a.pdf', 'replaced');
		const replaced = await run(...args);
		expect(replaced.stdout).toContain('line 2 has another SHA-256 than the file out/a.pdf');
		expect(replaced.exitCode).toBe(1);
	});

	test('refuses a hash that is none, and tells how it is used', async () => {
		await put('day.jsonl', evidence.content);
		expect(await run('verify', 'day.jsonl', '--hash', 'abc')).toMatchObject({ exitCode: 2 });
		const { stderr, exitCode } = await run();
		expect(stderr).toContain('node evidence.js verify');
		expect(exitCode).toBe(2);
	});
});
