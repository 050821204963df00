/**
 * Adds up jest's JSON reports and prints "N passed, N failed"; exits with 1 if anything failed.
 *
 *     node .ci/sum.mjs <folder of reports> <number of steps that broke>
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const [folder, broken] = process.argv.slice(2);
const reports = readdirSync(folder).map((name) =>
	JSON.parse(readFileSync(join(folder, name), 'utf8')),
);
const sum = (key) => reports.reduce((total, report) => total + report[key], 0);
// A test file that did not even start reports no failed test.
const failed = sum('numFailedTests') + sum('numRuntimeErrorTestSuites') + Number(broken);
console.log(`${sum('numPassedTests')} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
