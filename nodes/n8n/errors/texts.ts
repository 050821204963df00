import { showGone, type ErrorCode, type ErrorFacts } from '../../client/errors';
import type { Text } from './inputError';
import { said, unexpectedText, unreachableText, whileDoing } from './requestTexts';
import { capital, documentIn, jobIn, jobNamed, ofDocument, quoted, seconds } from './words';

/** Enough of a key to find it in the log. */
const DIGITS_SHOWN = 12;

/** @param reason what the exception behind the error says */
type TextOf = (facts: ErrorFacts, reason: string) => Text;

/**
 * The words for every code: what happened, and how to get on. What a code means for the user's
 * credits is added by `describe`, and `docs/errors.md` lists it.
 */
export const texts: Record<ErrorCode, TextOf> = {
	INVALID_INPUT: () => ({
		message: 'What the item or a parameter gives cannot be used',
		description: 'Check the parameters of the node and their expressions.',
	}),
	NOT_A_PDF: ({ failure, ...facts }) => ({
		message: `The URL${ofDocument(facts)} does not lead to a PDF${failure?.kind === 'unreadable' ? `: ${failure.reason}` : ''}`,
		description:
			'A page that asks to sign in, or a preview of the file, often stands at such a URL; use the direct download link.',
	}),
	SOURCE_UNAVAILABLE: ({ failure, server, ...facts }) => ({
		message: `${documentIn(facts, 'The document')} could not be fetched from its URL: ${
			failure?.kind === 'status'
				? `${server} answered ${failure.statusCode}`
				: `${server} gave no complete answer${failure?.kind === 'network' ? ` (${failure.code})` : ''}`
		}`,
		description: 'Check that the URL opens without signing in and leads straight to the PDF.',
	}),
	DOCUMENT_UNREADABLE: ({ failure, ...facts }) => ({
		message: `${documentIn(facts, 'The document')} could not be read to its end: ${failure?.kind === 'document' ? failure.reason : ''}`,
		description:
			'Check the node that gives the file, and the disk and binary data settings of this n8n.',
	}),
	UNAUTHORIZED: () => ({
		message: 'The service does not accept the API key',
		description:
			"It is missing, mistyped or revoked. Check the API Key in the credential; keys are created on the service's Developers page.",
	}),
	NOT_ENOUGH_CREDITS: (facts) => ({
		message: `Not enough credits for ${documentIn(facts)}${said(facts)}`,
		description: 'A document costs 1 credit per page: add credits to the account and run again.',
	}),
	CREDITS_BELOW_LIMIT: ({ credits, ...facts }) => ({
		message: `${documentIn(facts, 'The document')} was not submitted: it needs ${creditsOf(credits?.needed)}, and of the ${credits?.left} that the account has left ${credits?.limit} must stay (Credits to Keep in Account)`,
		description: 'Add credits or lower the limit.',
	}),
	OVER_BUDGET: ({ credits, ...facts }) => ({
		message: `${documentIn(facts, 'The document')} was not submitted: it needs ${creditsOf(credits?.needed)}, and of the ${credits?.limit} of Credits to Spend at Most ${credits?.left} are left`,
		description: 'Raise the limit, or run the workflow again: each run has its own.',
	}),
	PAGES_UNKNOWN: ({ failure, ...facts }) => ({
		message: `What ${documentIn(facts)} would cost is not known: ${failure?.kind === 'document' ? failure.reason : 'its pages cannot be counted'}`,
		description:
			'With a limit of credits such a document is refused. To submit it all the same, tag it without a limit.',
	}),
	ALREADY_TAGGED: (facts) => ({
		message: `${documentIn(facts, 'The document')} is tagged already`,
		description:
			'It was not uploaded. Choose Skip in Already Tagged to pass it on as it is, or Tag Anyway to have its tags made anew.',
	}),
	KEY_ALREADY_USED: ({ idempotencyKey, isEarlier = false }) => ({
		message: `The key "${idempotencyKey}" is already used for another document${isEarlier ? '' : ' of this execution'}`,
		description:
			'Nothing was submitted for this item. Give each document its own key, e.g. {{ $json.id }}.',
	}),
	INVALID_REQUEST: (facts) => ({
		message: `The service did not accept ${documentIn(facts, 'the submission')}${said(facts)}`,
		description:
			'Check the options of the node. The upload may also have expired: a second run makes a new one.',
	}),
	NOT_FOUND: (facts) => {
		if (facts.jobExists !== true) {
			return {
				message: `The service knows no job ${facts.jobId} for this account`,
				description:
					'Check the job ID, and that the credential belongs to the account that submitted the job.',
			};
		}
		if (!showGone(facts)) {
			return {
				message: `${facts.server} answered 404${whileDoing(facts)}`,
				description:
					'The answer is not from the service: a proxy or a filter may have sent it. Try again later.',
			};
		}
		return {
			message: `The service no longer has the tagged PDF${ofDocument(facts)}`,
			description: `${capital(jobNamed(facts))} was accepted and is paid for, but it or its result is gone. This execution does not pay again. If you run the workflow again, the node submits the document again, which costs credits.`,
		};
	},
	// The two meanings of 409 on submission look alike (interface 4.3), so both are told.
	CONFLICT: (facts) => ({
		message: `The service holds back ${documentIn(facts)}${keyIn(facts)} because of an earlier submission${said(facts)}`,
		description: `No second charge was made. If the job of the earlier submission is still being created, run again in a minute. If it exists, take its ID from the earlier execution, the log of n8n or the Developers page of the service, and use Job → Wait and Job → Download. To pay for a new job, set Avoid Paying Twice to Per Own Key, with a new key.`,
	}),
	NOT_COMPLETED: (facts) => ({
		message: `${capital(jobIn(facts))} is not completed yet`,
		description: 'Wait for it with Job → Wait, then download again.',
	}),
	TOO_LARGE: ({ failure, request, fileName }) =>
		failure?.kind === 'oversize'
			? {
					message: `The ${request === 'download' ? 'tagged PDF' : 'file at the URL'}${ofDocument({ fileName })} was not taken: ${failure.reason}`,
					description: 'If that is right, raise File Size Limit in the options of the node.',
				}
			: {
					message: `${documentIn({ fileName }, 'The document')} is larger than the service takes`,
					description: 'Split the document or make it smaller.',
				},
	RATE_LIMITED: (facts) => ({
		message: `The service asks for a longer pause than this run allows${whileDoing(facts)}`,
		description: `Its rate limit for this API key is used up${resetIn(facts)}. Run again after that, or lower Max Documents at Once.`,
	}),
	UNREACHABLE: unreachableText,
	UNEXPECTED_ANSWER: unexpectedText,
	JOB_FAILED: (facts) => ({
		message: `${documentIn(facts, 'The document')} could not be tagged`,
		description: `${capital(jobNamed(facts))} ended as "failed". Check that the PDF opens and is not protected. This execution does not pay for it again. The next run submits it again, which costs credits, up to three times in a row.`,
	}),
	FAILED_REPEATEDLY: ({ attempts, ...facts }) => ({
		message: `${documentIn(facts, 'The document')} could not be tagged${times(attempts)}, so it was not submitted again`,
		description:
			'Check that the PDF opens and is not protected. To try it all the same, set Avoid Paying Twice to Per Own Key, with a key that was not used before; the job then costs credits again. Nothing was charged for this run.',
	}),
	WAIT_TIMEOUT: ({ jobStatus, waitedMs = 0, ...facts }) => ({
		message: `${documentIn(facts, 'The document')} is still being tagged after ${seconds(waitedMs)}`,
		description: `Nothing is lost: its job goes on, and was last seen as "${jobStatus}".`,
	}),
	RESULT_WORSE: ({ lost = [], ...facts }) => ({
		message: `The tagged PDF${facts.fileName === undefined ? '' : ` of ${quoted(facts.fileName)}`} is worse than the document${lostIn(lost)}`,
		description:
			'Compare With Original is set to Fail. Look at the report and at the tagged PDF; with Warn the next run gives them out at no further cost.',
	}),
	NOT_SAVED: ({ jobId, fileName }, reason) => ({
		message: `n8n could not store ${jobId === undefined ? `${documentIn({ fileName }, 'the document')} from its URL` : `the tagged PDF of ${fileName === undefined ? `job ${jobId}` : quoted(fileName)}`}: ${reason}`,
		description: 'Check the disk space and the binary data settings of this n8n.',
	}),
	STOPPED: () => ({ message: 'The execution was stopped', description: '' }),
	NOT_STARTED: (facts) => ({
		message: `${documentIn(facts, 'The item')} was not carried on because another item stopped the run`,
		description: '',
	}),
	UNFORESEEN: (_, reason) => ({
		message: `Something happened that this node does not foresee: ${reason}`,
		description:
			'Please report it with this message and the versions of n8n and n8n-nodes-tag-pdf: https://github.com/tag-pdf/n8n-nodes-tag-pdf/issues',
	}),
};

function creditsOf(count: number | undefined): string {
	return `${count} credit${count === 1 ? '' : 's'}`;
}

function times(attempts: number | undefined): string {
	return attempts === undefined ? '' : ` ${attempts} times`;
}

/** The key leads to the job in the log. */
function keyIn({ idempotencyKey: key }: ErrorFacts): string {
	if (key === undefined) return '';
	return ` (key ${key.length > DIGITS_SHOWN ? `${key.slice(0, DIGITS_SHOWN)}…` : key})`;
}

function resetIn({ retryAfterMs }: ErrorFacts): string {
	return retryAfterMs === undefined
		? ''
		: ` and resets in ${Math.ceil(retryAfterMs / 1000)} seconds`;
}

const LOST: Record<string, string> = {
	pages: 'pages are missing',
	text: 'text is missing',
	imageOnlyPages: 'text is missing',
	title: 'its title is missing',
	language: 'it names no language',
	links: 'links are missing',
	formFields: 'form fields are missing',
	tagged: 'it has no structure',
};

function lostIn(lost: readonly string[]): string {
	const words = [...new Set(lost.map((field) => LOST[field] ?? field))];
	return words.length === 0 ? '' : `: ${words.join(', ')}`;
}
