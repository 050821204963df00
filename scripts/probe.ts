/**
 * Asks a real service what its interface leaves open, and the rule about money relies on: which answer a repeated
 * Idempotency-Key gets, whether refusals are stored under it, in which form times come, and how long a completed job
 * stays. It uploads a page twice and costs one credit.
 *
 *     TAG_PDF_API_KEY=… npm run probe -- --base-url https://api.example.com
 *     TAG_PDF_API_KEY=… npm run probe -- --base-url https://api.example.com --job <id>
 */
import { Command } from 'commander';
import { asError } from './asError';
import { probeJob, probeKeys } from './probe/probe';

const command = new Command('probe')
	.description('Shows how the service answers a repeated Idempotency-Key. Costs one credit.')
	.requiredOption('--base-url <url>', "the service's address, without /v1")
	.option('--job <id>', 'only asks whether this job and its result are still there; free')
	.addHelpText(
		'after',
		'\nThe API key is read from the environment variable TAG_PDF_API_KEY. With another key of the same account in\nTAG_PDF_SECOND_API_KEY, it also asks whether idempotency keys belong to an API key or to the account.',
	);

async function main(): Promise<void> {
	const { baseUrl, job } = command.parse().opts<{ baseUrl: string; job?: string }>();
	const apiKey = process.env.TAG_PDF_API_KEY;
	if (!apiKey) throw new Error('Set TAG_PDF_API_KEY to an API key of the service.');
	const service = { baseUrl: baseUrl.replace(/\/+$/, ''), apiKey };
	const tell = (line: string) => console.log(line);
	const secondKey = process.env.TAG_PDF_SECOND_API_KEY;
	const second = secondKey ? { ...service, apiKey: secondKey } : undefined;
	if (job === undefined) await probeKeys(service, tell, second);
	else await probeJob(service, job, tell);
}

main().catch((error: unknown) => {
	console.error(asError(error).message);
	process.exitCode = 1;
});
