import { Command, Option } from 'commander';
import { DEFAULT_OPTIONS as DEFAULTS, type SandboxOptions } from '../options';
import { gathered, integer, port, rateLimit } from './values';

const DEFAULT_PORT = 4010;

/** Options of the command line: every switch except the functions and the limits of the records. */
export type Arguments = Omit<SandboxOptions, 'fails' | 'kept' | 'now' | 'sleep'> & {
	quiet: boolean;
};

/**
 * Reads the command line. Prints help and exits on --help, and on arguments that it does not know.
 *
 * @param argv as in process.argv
 */
export function parseArguments(argv: string[]): Arguments {
	const { storagePort, ...given } = command()
		.parse(argv)
		.opts<Omit<Arguments, 'storagePort'> & { storagePort?: number }>();
	const next = given.port === 0 ? 0 : given.port + 1;
	return { ...given, storagePort: storagePort ?? next };
}

function command(): Command {
	const choice = (
		flags: string,
		text: string,
		key: keyof Arguments & keyof SandboxOptions,
		choices: string[],
	) => new Option(flags, text).choices(choices).default(DEFAULTS[key]);
	return new Command('npm run sandbox --')
		.description(
			'The Document Tagging Service on this machine: API, storage, credits and jobs, no key needed.',
		)
		.optionsGroup('Addresses:')
		.option(
			'--listen <address>',
			'address to listen on, e.g. 0.0.0.0 in a container',
			DEFAULTS.listen,
		)
		.option('-p, --port <port>', 'port of the API; 0 takes a free one', port, DEFAULT_PORT)
		.option('--storage-port <port>', 'port of the storage (default: the next one)', port)
		.optionsGroup('Accounts and limits:')
		.option(
			'-c, --credits <n>',
			'credits of each of the two accounts',
			integer(0),
			DEFAULTS.credits,
		)
		.option('--max-pages <n>', 'maximum pages of a document', integer(1), DEFAULTS.maxPages)
		.option('--max-bytes <n>', 'maximum bytes of a document', integer(1), DEFAULTS.maxBytes)
		.addOption(
			new Option('--rate-limit <calls/seconds>', 'calls per account and window, e.g. 60/10')
				.argParser(rateLimit)
				.default(null, 'none'),
		)
		.addOption(
			new Option('--seed <text>', 'the same seed gives the same keys').default(
				DEFAULTS.seed,
				'a random one',
			),
		)
		.optionsGroup('Jobs:')
		.addOption(
			choice('-t, --tagger <name>', 'what tags the documents', 'tagger', [
				'auto',
				'opendataloader',
				'stamp',
				'copy',
			]),
		)
		.option(
			'--processing-ms <ms>',
			'processing time of a job; the shortest one with --processing-max-ms',
			integer(0),
			DEFAULTS.processingMs,
		)
		.option(
			'--processing-max-ms <ms>',
			'longest processing time; most jobs are short, a few very long (0: all take the same time)',
			integer(0),
			DEFAULTS.processingMaxMs,
		)
		.option('--parallel-jobs <n>', 'jobs processed at a time', integer(1), DEFAULTS.parallelJobs)
		.option(
			'--creation-ms <ms>',
			'time during which a repeat gets 409, because the job is "still being created"',
			integer(0),
			DEFAULTS.creationMs,
		)
		.optionsGroup('Open questions of the interface:')
		.addOption(
			choice(
				'--idempotency <reading>',
				'answer to a repeated key: the current job, the first answer, or 409 to another body',
				'idempotency',
				['first-job', 'replay', 'conflict'],
			),
		)
		.option(
			'--store-refusals',
			'a repeated key gets the refusal (400, 402) that it got at first',
			DEFAULTS.storeRefusals,
		)
		.option(
			'--key-expiry-seconds <s>',
			'time until a key is forgotten (0: it lives as long as its job)',
			integer(0),
			DEFAULTS.keyExpirySeconds,
		)
		.option(
			'--job-delay-ms <ms>',
			'time after its creation in which a job is not found (404)',
			integer(0),
			DEFAULTS.jobDelayMs,
		)
		.option(
			'--result-delay-ms <ms>',
			'time after the end of a job in which its result is not found (404)',
			integer(0),
			DEFAULTS.resultDelayMs,
		)
		.option(
			'--unreadable-credits <n>',
			'credits charged for an unreadable document',
			integer(0),
			DEFAULTS.unreadableCredits,
		)
		.option('--refund-failed-jobs', 'refund the credits of a failed job', DEFAULTS.refundFailedJobs)
		.addOption(
			choice('--echoed-options <reading>', "a job's options show", 'echoedOptions', [
				'all',
				'as-sent',
				'null',
			]),
		)
		.option('--nulls', 'every field that may be null is null', DEFAULTS.nulls)
		.option(
			'--upload-expiry-seconds <s>',
			'validity of a presigned upload',
			integer(0),
			DEFAULTS.uploadExpirySeconds,
		)
		.option(
			'--stored-expiry-seconds <s>',
			'time a stored upload waits for its job',
			integer(0),
			DEFAULTS.storedExpirySeconds,
		)
		.option(
			'--result-expiry-seconds <s>',
			'validity of a result URL',
			integer(0),
			DEFAULTS.resultExpirySeconds,
		)
		.addOption(
			new Option('--store-status <status>', 'status of a successful upload')
				.choices(['200', '201', '204'])
				.argParser(Number)
				.default(DEFAULTS.storeStatus),
		)
		.addOption(
			choice('--id-format <name>', 'format of ids and keys', 'idFormat', [
				'prefixed',
				'uuid',
				'unusual',
			]),
		)
		.addOption(
			choice('--error-types <name>', 'values of error.type', 'errorTypes', [
				'words',
				'status',
				'uniform',
			]),
		)
		.optionsGroup('Webhooks (also on the Developers page):')
		.option(
			'--endpoints <url>',
			'an address for events, registered at the start; can be repeated',
			gathered,
			DEFAULTS.endpoints,
		)
		.addOption(
			choice('--hmac-encoding <name>', 'encoding of signatures', 'hmacEncoding', ['hex', 'base64']),
		)
		.option(
			'--delivery-attempts <n>',
			'tries per delivery, including the first',
			integer(1, 20),
			DEFAULTS.deliveryAttempts,
		)
		.option(
			'--delivery-backoff-ms <ms>',
			'pause before the second try; it doubles each time',
			integer(0),
			DEFAULTS.deliveryBackoffMs,
		)
		.option(
			'--delivery-timeout-ms <ms>',
			'time an endpoint may take to answer',
			integer(1),
			DEFAULTS.deliveryTimeoutMs,
		)
		.option(
			'--delivery-copies <n>',
			'how often each event is sent',
			integer(1, 20),
			DEFAULTS.deliveryCopies,
		)
		.option(
			'--delivery-delay-ms <ms>',
			'time from the end of a job to its event',
			integer(0),
			DEFAULTS.deliveryDelayMs,
		)
		.option(
			'--delivery-shuffle-ms <ms>',
			'random extra delay, so that events overtake each other',
			integer(0),
			DEFAULTS.deliveryShuffleMs,
		)
		.option(
			'--signature-age-seconds <s>',
			'age of the timestamp in signatures',
			integer(0),
			DEFAULTS.signatureAgeSeconds,
		)
		.option('--wrong-secret', 'sign with a secret that no endpoint has', DEFAULTS.wrongSecret)
		.optionsGroup('Output:')
		.option('-q, --quiet', 'print the address of the API and nothing else', false)
		.optionsGroup('Help:')
		.helpOption('-h, --help', 'show this help')
		.addHelpText('after', '\nOrdered faults and the ledger: docs/sandbox.md');
}
