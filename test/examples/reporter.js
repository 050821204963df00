/**
 * Prints each example with its result and the target of its tagged PDF, as the tests recorded them
 * (outcomes.ts).
 */
const { existsSync, mkdirSync, readFileSync, rmSync } = require('node:fs');
const { dirname, join } = require('node:path');

const FILE = join(__dirname, '..', 'results', 'examples.jsonl');

class Reporter {
	onRunStart() {
		mkdirSync(dirname(FILE), { recursive: true });
		rmSync(FILE, { force: true });
	}

	onRunComplete() {
		if (!existsSync(FILE)) return;
		const lines = readFileSync(FILE, 'utf8').trim().split('\n');
		const told = lines.map((line) => JSON.parse(line));
		const nameOf = ({ example, n8n }) => `${example} ${n8n}`;
		const executed = new Set(told.filter(({ done }) => done === 'executed').map(nameOf));
		// An executed example was also imported, so its import is not listed.
		const rows = told.filter((row) => row.done === 'executed' || !executed.has(nameOf(row)));
		rows.sort((a, b) => a.example.localeCompare(b.example) || b.n8n.localeCompare(a.n8n));
		const width = Math.max(...rows.map(({ example }) => example.length));
		for (const { example, n8n, done, where } of rows) {
			console.log(`${example.padEnd(width)}  n8n ${n8n.padEnd(8)}  ${done.padEnd(8)}  ${where}`);
		}
	}
}

module.exports = Reporter;
