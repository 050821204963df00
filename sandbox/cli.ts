#!/usr/bin/env tsx
import { styleText } from 'node:util';
import { startSandbox, type Sandbox } from './index';
import { banner } from './cli/banner';
import { deliveryLine, jobLine, requestLine } from './cli/lines';
import { parseArguments } from './cli/arguments';
import { messageOf } from './messageOf';

/** Starts the sandbox from the command line, and closes it on Ctrl-C. */
async function main(): Promise<void> {
	const { quiet, ...options } = parseArguments(process.argv);
	const sandbox = await startSandbox(options);
	if (quiet) {
		console.log(sandbox.url);
	} else {
		console.log(banner(sandbox));
		sandbox.onAnswered((seen) => console.log(requestLine(seen, sandbox.accounts)));
		sandbox.onJobFinished((job) => console.log(jobLine(job)));
		sandbox.onAttempted((delivery) => console.log(deliveryLine(delivery)));
	}
	for (const signal of ['SIGINT', 'SIGTERM'] as const)
		process.once(signal, () => void stop(sandbox, quiet));
}

async function stop(sandbox: Sandbox, quiet: boolean): Promise<void> {
	const unfinished = sandbox.jobs.filter(({ status }) => status === 'processing').length;
	await sandbox.close();
	const note = unfinished > 0 ? `; ${unfinished} unfinished jobs are gone` : '';
	if (!quiet) console.log(styleText('dim', `\nThe sandbox has stopped${note}.`));
}

main().catch((error: unknown) => {
	const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
	const advice = taken ? '. Choose another with --port, or 0 for a free one.' : '';
	console.error(styleText('red', messageOf(error) + advice));
	process.exitCode = 1;
});
