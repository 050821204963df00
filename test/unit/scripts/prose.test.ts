import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import execa from 'execa';
import { ROOT } from '../../../scripts/docs/paths';

const PROSE_WORDS = 'really '.repeat(23);
/** 29 words; code counts as one of them. */
const LONG = `The node ${PROSE_WORDS}really retries \`the request of this document\` once.`;
const LIMIT = LONG.replace('really ', '');
const PASSIVE = 'The request is repeated by the node.\n\n';
const ACTIVE = 'The node repeats the request.\n\n';

const REFUSED = {
	length: `${ACTIVE}${ACTIVE}${LONG}\n`,
	abbreviation: LONG.replace('really retries', 'retries, e.g.'),
	what: 'The node waits. What is cut stays.',
	whoever: 'The node waits. Whoever reads it waits.',
	whatever: 'The node waits. Whatever fails is free.',
	of: 'The node waits. Of two files the node takes one.',
	where: 'The node waits. Where a file is missing, the item fails.',
	thatWhich: 'The node waits. That which fails is free.',
	bold: '**What it stores.** The key.',
	passive: PASSIVE.repeat(6) + ACTIVE.repeat(17),
};
const ACCEPTED = {
	limit: LIMIT,
	parentheses: `The node retries (${PROSE_WORDS} and ${PROSE_WORDS}).`,
	smallLetters: `${LIMIT} n8n waits for the document. \`npm\` does not wait for it.`,
	question: 'Where does the file come from?',
	heading: `# What you pay ${PROSE_WORDS} ${PROSE_WORDS}`,
	label: '- What to do with the document',
	table: `| What | Of |\n| --- | --- |\n| Where it is. | ${LONG} |`,
	code: `\`\`\`\nWhat is this. ${LONG}\n\`\`\``,
	fivePassives: PASSIVE.repeat(5),
	aQuarterPassive: PASSIVE.repeat(6) + ACTIVE.repeat(18),
	adjectives: 'The PDF is tagged.\n\n'.repeat(6),
	'docs/evidence/generated': LONG,
};
const CODE = {
	comments: [
		'// The node waits.',
		'// Of two files it takes one.',
		'/**',
		' * Returns a name. What is cut',
		' * stays.',
		' *',
		' * @param {string} name Whatever fails',
		' */',
		'// Where is it? It waits. What to do',
		`// ${LONG}`,
	],
	texts: [
		"export const cut = 'What is cut stays';",
		'export const some = (file) => `<b>Of ${file}</b> two pages remain`;',
		`export const long = ${JSON.stringify(LONG)};`,
		"export const label = 'What now';",
	],
	passives: Array.from({ length: 6 }, (_, i) => `export const a${i} = 'Page ${i} was sent again';`),
	samePassive: Array.from({ length: 6 }, (_, i) => `export const a${i} = 'Page was sent again';`),
};

describe('the check of pages', () => {
	let found: Map<string, string>;

	beforeAll(async () => {
		const pages = Object.entries({ ...REFUSED, ...ACCEPTED }).map(
			([name, text]) => [`${name}.md`, text] as const,
		);
		const printed = await withFiles(pages, async (folder) => {
			const rules = join(ROOT, '.remarkrc.mjs');
			const options = ['--frail', '--quiet', '--no-stdout', '--no-color', '--rc-path', rules];
			return await run('remark-cli/cli.js', [...options, folder], ROOT);
		});
		const parts = printed.split(/^.*\/(?=\S+\.md$)/m).map((part) => {
			const [name = '', ...lines] = part.split('\n');
			return [name.replace(/\.md$/, ''), lines.join('\n')] as const;
		});
		found = new Map(parts);
	});

	test('names file, line, sentence and rule of a long sentence', () => {
		expect(found.get('length')).toMatch(/^5:1-5:4 +warning +The sentence has 29 words/);
		expect(found.get('length')).toContain(`more than 28: ${LONG}`);
		expect(found.get('length')).toMatch(/ length +prose/);
	});

	test('does not end a sentence at an abbreviation', () => {
		expect(found.get('abbreviation')).toContain('The sentence has 29 words');
	});

	test.each([
		['what', 'What'],
		['whoever', 'Whoever'],
		['whatever', 'Whatever'],
		['of', 'Of'],
		['where', 'Where'],
		['thatWhich', 'That which'],
		['bold', 'What'],
	])('refuses a sentence that begins with a banned word: %s', (page, word) => {
		expect(found.get(page)).toContain(`The sentence begins with "${word}": `);
		expect(found.get(page)).toMatch(/ opening +prose/);
	});

	test('names each passive sentence of a page with too many', () => {
		const lines = found.get('passive')?.match(/is passive, like 26 % .* passive +prose/g);
		expect(lines).toHaveLength(6);
		expect(found.get('passive')).toMatch(/^11:1-11:4 /m);
	});

	test.each(Object.keys(ACCEPTED))('accepts a page: %s', (page) => {
		expect(found.get(page.replace(/.*\//, ''))).toBeUndefined();
	});
});

describe('the check of code', () => {
	let found: Map<string, string[]>;

	beforeAll(async () => {
		const files = Object.entries(CODE).map(
			([name, lines]) => [`${name}.mjs`, lines.join('\n')] as const,
		);
		const config = `import prose from '${ROOT}/scripts/prose/eslint.mjs';
			export default [{ plugins: { prose }, rules: { 'prose/comments': 'error', 'prose/texts': 'error' } }];`;
		const printed = await withFiles(
			[...files, ['eslint.config.mjs', config]],
			async (folder) => await run('eslint/bin/eslint.js', ['--format=json', '*.mjs'], folder),
		);
		const results = JSON.parse(printed) as Result[];
		found = new Map(
			results.map(({ filePath, messages }) => [
				/(\w+)\.mjs$/.exec(filePath)?.[1] ?? '',
				messages.map(({ line, ruleId, message }) => `${line} ${ruleId} ${message}`),
			]),
		);
	});

	test('refuses banned openings in comments, and nothing else', () => {
		expect(found.get('comments')).toEqual([
			'2 prose/comments The sentence begins with "Of" (opening): Of two files it takes one.',
			'4 prose/comments The sentence begins with "What" (opening): What is cut stays.',
			'7 prose/comments The sentence begins with "Whatever" (opening): Whatever fails',
		]);
	});

	test('refuses banned openings and long sentences in texts', () => {
		expect(found.get('texts')).toEqual([
			'1 prose/texts The sentence begins with "What" (opening): What is cut stays',
			'2 prose/texts The sentence begins with "Of" (opening): Of X two pages remain',
			expect.stringMatching(/^3 prose\/texts The sentence has 33 words, more than 28 \(length\): /),
		]);
	});

	test('names each passive sentence of a file with too many', () => {
		expect(found.get('passives')).toHaveLength(6);
	});

	test('counts a repeated passive sentence once', () => {
		expect(found.get('samePassive')).toEqual([]);
	});
});

interface Result {
	filePath: string;
	messages: Array<{ line: number; ruleId: string; message: string }>;
}

/** Writes the files into a new folder, which it removes afterwards. */
async function withFiles(
	files: ReadonlyArray<readonly [name: string, text: string]>,
	use: (folder: string) => Promise<string>,
): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'prose-'));
	try {
		for (const [name, text] of files) {
			await mkdir(dirname(join(folder, name)), { recursive: true });
			await writeFile(join(folder, name), text);
		}
		return await use(folder);
	} finally {
		await rm(folder, { recursive: true });
	}
}

/** The output of a program of node_modules, which may fail. */
async function run(program: string, options: string[], cwd: string): Promise<string> {
	const { all = '' } = await execa(
		process.execPath,
		[join(ROOT, 'node_modules', program), ...options],
		{ cwd, all: true, reject: false },
	);
	return all;
}
