#!/usr/bin/env node
/**
 * Checks the evidence that 4 · Report mails. Needs Node.js 20 or newer, and nothing else.
 *
 *     node evidence.js verify evidence-2026-11-23.jsonl --hash <hash in the mail> --files <folder>
 */
const { createHash } = require('node:crypto');
const { createReadStream, existsSync, readFileSync } = require('node:fs');
const { resolve, sep } = require('node:path');
const { parseArgs } = require('node:util');

const USAGE = `node evidence.js verify <file.jsonl> … [--hash <hash>] [--files <folder>]

Several files are checked as consecutive days, the oldest first.
  --hash   SHA-256 of the last line, from the last mail; without it, a new end is not noticed
  --files  a copy of the bucket; the SHA-256 of each file that is there is compared`;

const NEWLINE = 0x0a;
const SHA256 = /^[0-9a-f]{64}$/;

/**
 * Finds changed lines. Each line holds the hash of the line before it, so a changed line does not fit
 * the next one.
 *
 * @param {Buffer} content of the file
 * @param {{ hash?: string, before?: string }} known hashes of its last line, and of the last line of the day before
 */
function verify(content, { hash, before } = {}) {
	const lines = readLines(content);
	const problems = new Map();
	const report = (line, what) => {
		if (!problems.has(line)) problems.set(line, what);
	};

	/** Whether the hash in line `index` is that of the line before it; undefined if one is not known. */
	const fits = (index) => {
		const expected = index === lines.length ? hash : lines[index].values?.previous;
		const found = index === 0 ? before : lines[index - 1].sha256;
		return expected === undefined || found === undefined ? undefined : expected === found;
	};
	// Number of the last line in order, and how many lines without a number follow it.
	let number = 0;
	let unreadable = 0;
	for (const [index, { values }] of lines.entries()) {
		const here = index + 1;
		const fitsBefore = values ? fits(index) : undefined;
		if (!values) {
			report(here, 'was changed or inserted: it is no line of evidence');
			unreadable += 1;
			continue;
		}
		const isNext = values.line > number && values.line <= number + 1 + unreadable;
		if (!isNext && (fitsBefore === true || values.kind === 'day')) {
			report(here, `was changed: it has the number ${values.line}`);
			number += 1;
		} else if (!isNext && values.line > number) {
			report(here, `comes too early: ${values.line - number - 1} lines before it are missing`);
			number = values.line;
		} else if (!isNext) {
			report(here, `was inserted or moved: it has the number ${values.line}`);
		} else {
			number = values.line;
			const fitsAfter = fits(here);
			if (fitsBefore === false && index === 0) report(here, 'does not follow the day before');
			else if (fitsBefore === false && fitsAfter === false) report(here, 'was changed');
			else if (fitsBefore === false && !problems.has(index)) {
				report(index, fitsAfter ? 'was changed' : 'or the next line was changed');
			}
		}
		unreadable = 0;
	}
	reportEnd({ content, lines, report, isLastKnown: fits(lines.length) });
	return {
		/** Values of the lines that can be read. */
		values: lines.flatMap((line) => line.values ?? []),
		/** Hash of the last line. */
		hash: lines.at(-1)?.sha256,
		problems: [...problems].map(([line, what]) => ({ line, what })).sort((a, b) => a.line - b.line),
	};
}

function reportEnd({ content, lines, report, isLastKnown }) {
	const last = Math.max(lines.length, 1);
	if (content.at(-1) !== NEWLINE) report(last, 'was cut: it has no end');
	const documents = lines[0]?.values?.documents;
	const missing = Number.isSafeInteger(documents) ? documents + 1 - lines.length : 0;
	if (missing > 0) report(last, `is not the last one: ${missing} lines after it are missing`);
	if (missing < 0) report(last, `is one too many: line 1 tells of ${documents} documents`);
	if (isLastKnown === false) report(last, 'was changed: the mail has the hash of another line');
}

/** The lines, each with its SHA-256, and with its values if it can be read. */
function readLines(content) {
	const lines = [];
	for (let start = 0; start < content.length;) {
		const newline = content.indexOf(NEWLINE, start);
		const end = newline === -1 ? content.length : newline;
		const bytes = content.subarray(start, end);
		const sha256 = createHash('sha256').update(bytes).digest('hex');
		lines.push({ values: readValues(bytes), sha256 });
		start = end + 1;
	}
	return lines;
}

function readValues(bytes) {
	try {
		const values = JSON.parse(bytes.toString('utf8'));
		return Number.isSafeInteger(values.line) && SHA256.test(values.previous) ? values : undefined;
	} catch {
		return undefined;
	}
}

/** Compares the documents and tagged PDFs that are in the folder with their lines. */
async function compareFiles(folder, lines) {
	const root = resolve(folder);
	const counts = { same: 0, missing: 0 };
	const problems = [];
	const recorded = lines.flatMap(({ line, file, sha256, tagged_file, tagged_sha256 }) => [
		{ line, file, sha256 },
		{ line, file: tagged_file, sha256: tagged_sha256 },
	]);
	for (const { line, file, sha256 } of recorded.filter((each) => each.file && each.sha256)) {
		const path = resolve(root, file);
		if (!path.startsWith(root + sep) || !existsSync(path)) counts.missing += 1;
		else if ((await hashFile(path)) === sha256) counts.same += 1;
		else problems.push({ line, what: `has another SHA-256 than the file ${file}` });
	}
	return { ...counts, problems };
}

async function hashFile(path) {
	const hash = createHash('sha256');
	for await (const chunk of createReadStream(path)) hash.update(chunk);
	return hash.digest('hex');
}

/** @returns whether everything fits */
async function checkDays(paths, { hash, files }) {
	let before;
	let isGood = true;
	for (const [index, path] of paths.entries()) {
		const isLast = index === paths.length - 1;
		const day = verify(readFileSync(path), { hash: isLast ? hash : undefined, before });
		const found = files && isLast ? await compareFiles(files, day.values) : undefined;
		const problems = [...day.problems, ...(found?.problems ?? [])];
		before = day.hash;
		isGood &&= problems.length === 0;
		console.log(`${path}: ${day.values.length} lines, ${problems.length} problems`);
		for (const { line, what } of problems) console.log(`  line ${line} ${what}`);
		if (found) console.log(`  ${found.same} files fit, ${found.missing} are not in ${files}`);
	}
	if (isGood && hash) console.log('Nobody has changed these lines since the mail was sent.');
	else if (isGood)
		console.log('The lines fit together. Give --hash, from the mail, to check the end.');
	return isGood;
}

async function main() {
	const options = { hash: { type: 'string' }, files: { type: 'string' } };
	const { values, positionals } = parseArgs({ options, allowPositionals: true });
	const [command, ...paths] = positionals;
	const hash = values.hash?.trim().toLowerCase();
	if (command !== 'verify' || paths.length === 0) throw new Error(USAGE);
	if (hash !== undefined && !SHA256.test(hash)) throw new Error('The hash has 64 digits, 0 to f.');
	if (!(await checkDays(paths, { ...values, hash }))) process.exitCode = 1;
}

module.exports = { verify };

if (require.main === module) {
	main().catch((error) => {
		console.error(error.message);
		process.exitCode = 2;
	});
}
