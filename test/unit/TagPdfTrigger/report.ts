/**
 * Last step of `npm run test:webhooks`: prints the results of the long signature checks. Exits with 1 if
 * a check failed.
 */
import Table from 'cli-table3';
import { styleText } from 'node:util';
import {
	tryGenuine,
	trySandboxSigned,
	trySpoilt,
	tryStripeSigned,
	tryStripeVerified,
	type Tally,
} from './signatureChecks';

interface Check {
	name: string;
	run: () => Tally;
	expected: 'accepted' | 'refused';
}

const CHECKS: Check[] = [
	{ name: 'Mutated headers and bodies', run: () => trySpoilt(100_000), expected: 'refused' },
	{ name: 'Genuine deliveries', run: () => tryGenuine(20_000), expected: 'accepted' },
	{
		name: 'Signed by the stripe library, verified by the trigger',
		run: () => tryStripeSigned(1000),
		expected: 'accepted',
	},
	{
		name: 'Signed by the sandbox, verified by the stripe library',
		run: () => tryStripeVerified(1000),
		expected: 'accepted',
	},
	{
		name: 'Signed by the sandbox in base64, verified by the trigger',
		run: () => trySandboxSigned(1000),
		expected: 'accepted',
	},
];

const number = (value: number) => value.toLocaleString('en-US');

const table = new Table({
	head: ['Webhook signatures', 'tried', 'accepted', 'refused', ''],
	colAligns: ['left', 'right', 'right', 'right', 'left'],
	style: { head: [], border: [] },
});
const surprises: string[] = [];
for (const { name, run, expected } of CHECKS) {
	process.stderr.write(styleText('dim', `${name} …\n`));
	const { tried, accepted, surprises: found } = run();
	const refused = tried - accepted;
	const isGood = (expected === 'accepted' ? refused : accepted) === 0;
	const mark = isGood ? styleText('green', 'as it must be') : styleText('red', 'NOT as it must be');
	table.push([name, number(tried), number(accepted), number(refused), mark]);
	surprises.push(...found);
}
console.log(table.toString());
for (const surprise of surprises) console.log(styleText('red', surprise));
if (surprises.length > 0) process.exitCode = 1;
