/** Prints the counts of all suites at the end (tally.ts). */
const { mkdtempSync, readdirSync, readFileSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

class Reporter {
	constructor() {
		this.folder = mkdtempSync(join(tmpdir(), 'tag-pdf-hostile-'));
		// Workers inherit the variable.
		process.env.TAG_PDF_HOSTILE_TALLIES = this.folder;
	}

	onRunComplete() {
		const tallies = readdirSync(this.folder).map((suite) =>
			JSON.parse(readFileSync(join(this.folder, suite, 'tally.json'), 'utf8')),
		);
		rmSync(this.folder, { recursive: true });
		const sum = (name) => tallies.reduce((total, tally) => total + tally[name], 0);
		console.log(
			[
				`cases: ${sum('cases')}`,
				`leaks: ${sum('leaks')}`,
				`mixed-up documents: ${sum('wrongDocuments')}`,
				`charges without a trace: ${sum('untraced')}`,
				`runs that outlived their deadline: ${sum('outlived')}`,
				`peak memory of a process: ${Math.max(0, ...tallies.map(({ peakMb }) => peakMb))} MB`,
			].join('\n'),
		);
	}
}

module.exports = Reporter;
