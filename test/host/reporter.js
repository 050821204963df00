/**
 * Stores test counts for the compatibility table (scripts/compatibility.ts): one file per suite and n8n
 * in test/results, with the counts of each group of tests. It counts only projects named `n8n <version>`.
 */
const { mkdirSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const RESULTS = join(__dirname, '..', 'results');

class Reporter {
	/**
	 * @param {{ testNamePattern?: string, nonFlagArgs: string[] }} config jest's global one
	 * @param {{ suite: string }} options
	 */
	constructor(config, { suite }) {
		this.suite = suite;
		/** A partial run would leave gaps in the table. */
		this.whole = !config.testNamePattern && config.nonFlagArgs.length === 0;
		/** Groups that ran, by display name. */
		this.ran = new Map();
	}

	onTestResult(_test, { displayName, testResults, testExecError, testFilePath }) {
		if (!displayName.name.startsWith('n8n ')) return;
		const groups = this.ran.get(displayName.name) ?? {};
		this.ran.set(displayName.name, groups);
		const count = (title, key) => {
			groups[title] ??= { passed: 0, failed: 0 };
			groups[title][key] += 1;
		};
		for (const { ancestorTitles, title, status } of testResults) {
			if (status === 'passed' || status === 'failed') count(ancestorTitles[0] ?? title, status);
		}
		if (testExecError) count(testFilePath, 'failed');
	}

	onRunComplete() {
		for (const [name, groups] of this.ran) {
			if (this.whole) this.keep(name, groups);
			const sum = (key) => Object.values(groups).reduce((total, group) => total + group[key], 0);
			console.log(`${this.suite}, ${name}: ${sum('passed')} passed, ${sum('failed')} failed`);
		}
	}

	keep(name, groups) {
		const [, n8n] = name.split(' ');
		const date = new Date().toISOString().slice(0, 10);
		const result = { suite: this.suite, n8n, date, groups };
		mkdirSync(RESULTS, { recursive: true });
		const path = join(RESULTS, `${this.suite}-${n8n}.json`);
		writeFileSync(path, `${JSON.stringify(result, null, 2)}\n`);
	}
}

module.exports = Reporter;
