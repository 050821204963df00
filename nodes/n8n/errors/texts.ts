import { toOneLine, showsGone, type ErrorCode, type FactsOf } from '../../client/errors';
import { describeUnexpected, describeUnreachable } from './requestTexts';
import { formatCount, formatDuration, nameDocument, type Words } from './words';

const CHECK_STORE = "Check n8n's file storage.";

/** The texts for every code. Details of a request are in Error details. */
export const texts: { readonly [Code in ErrorCode]: (facts: FactsOf<Code>) => Words } = {
	INVALID_INPUT: () => ({
		message: 'wrong parameter',
		fix: 'Check the parameters.',
		more: 'An expression may give an unexpected value.',
	}),
	NOT_A_PDF: (facts) => ({
		message: `The URL of ${nameDocument(facts, 'the document')} has no PDF`,
		fix: 'Use a direct link.',
		more: 'The link must open the file without a sign-in.',
	}),
	SOURCE_UNAVAILABLE: (facts) => ({
		message: `${nameDocument(facts)} could not be fetched`,
		fix: 'Check its URL.',
		more: 'The URL must open without a sign-in.',
	}),
	DOCUMENT_UNREADABLE: (facts) => ({
		message: `${nameDocument(facts)} could not be read`,
		fix: CHECK_STORE,
		more: 'The file may be truncated.',
	}),
	UNAUTHORIZED: () => ({
		message: 'API key not accepted',
		fix: 'Check the API key.',
		more: "The service's Developers page lists valid keys.",
	}),
	NOT_ENOUGH_CREDITS: ({ failure, ...facts }) => ({
		message: `Not enough credits for ${nameDocument(facts, 'the document')}`,
		fix: 'Add credits.',
		more:
			failure.kind === 'status' && failure.message !== undefined
				? `The service says: ${toOneLine(failure.message, MAX_OUTSIDE_LETTERS).replace(/\.$/, '')}.`
				: undefined,
	}),
	CREDITS_BELOW_LIMIT: ({ credits: { left, limit, needed }, ...facts }) => ({
		message: `${nameDocument(facts)} exceeds the credit limit`,
		fix: 'Add credits.',
		more: describeCredits(needed, left - limit),
	}),
	OVER_BUDGET: ({ credits: { left, needed }, ...facts }) => ({
		message: `${nameDocument(facts)} exceeds the credit limit`,
		fix: 'Raise Credits to Spend at Most.',
		more: describeCredits(needed, left),
	}),
	PAGES_UNKNOWN: ({ reason, ...facts }) => ({
		message: `The cost of ${nameDocument(facts, 'the document')} is unknown`,
		fix: 'Repair it, or remove the limit.',
		more: `Its pages cannot be counted: ${toOneLine(reason, MAX_OUTSIDE_LETTERS)}.`,
	}),
	ALREADY_TAGGED: (facts) => ({
		message: `${nameDocument(facts)} is tagged already`,
		fix: 'Change Already Tagged.',
		more: 'Skip passes the file on, Tag Anyway pays for new tags.',
	}),
	KEY_ALREADY_USED: (facts) => ({
		message: `${nameDocument(facts)} has another file's key`,
		fix: 'Give each document its own key.',
		more: 'Other options need a new key.',
	}),
	INVALID_REQUEST: (facts) => ({
		message: `The service refused ${nameDocument(facts, 'the document')}`,
		fix: 'Check the options.',
		more: 'The service says why in Error details.',
	}),
	NOT_FOUND: (facts) => {
		const name = nameDocument(facts, 'the document');
		if (facts.jobExists !== true) {
			return {
				message:
					facts.fileName === undefined
						? 'The job does not exist'
						: `The job of ${name} does not exist`,
				fix: 'Check the job ID.',
				more: 'It must be from the account of the credential.',
			};
		}
		return showsGone(facts)
			? {
					message: `The tagged ${name} is gone`,
					fix: `${facts.isOnlyJob === true ? 'Use a new Own Key' : 'Submit it again'}, which costs credits.`,
					isWhole: true,
				}
			: { message: `The job of ${name} was not read` };
	},
	// The two meanings of 409 on submission look alike (interface 4.3).
	CONFLICT: (facts) => ({
		message: `${nameDocument(facts)} was submitted before`,
		fix: 'Run again later.',
		more: 'Or use Job → Download with the ID in the log. A new Own Key pays again.',
		isWhole: true,
	}),
	NOT_COMPLETED: (facts) => ({
		message: `${nameDocument(facts)} is not completed yet`,
		fix: 'Use Job → Wait first.',
		isWhole: true,
	}),
	TOO_LARGE: ({ failure, request, ...facts }) =>
		failure.kind === 'oversize'
			? {
					message: `${request === 'download' ? 'Tagged ' : ''}${nameDocument(facts)} is too large`,
					fix: 'Raise File Size Limit.',
				}
			: {
					message: `${nameDocument(facts)} is too large`,
					fix: 'Split the PDF.',
					more: 'The service does not accept files of this size.',
				},
	RATE_LIMITED: ({ retryAfterMs }) => ({
		message: 'rate limit is used up',
		fix:
			retryAfterMs === undefined
				? 'Wait some minutes.'
				: `Wait ${formatDuration(Math.ceil(retryAfterMs / 1000) * 1000)}.`,
		more: 'A lower Max Documents at Once helps.',
	}),
	UNREACHABLE: describeUnreachable,
	UNEXPECTED_ANSWER: describeUnexpected,
	JOB_FAILED: (facts) => ({
		message: `${nameDocument(facts)} could not be tagged`,
		fix: 'Check the PDF.',
		more: 'It must open without a password.',
	}),
	FAILED_REPEATEDLY: ({ attempts, ...facts }) => ({
		message: `${nameDocument(facts)} failed ${formatCount(attempts, 'time')} in a row`,
		fix: 'Check the PDF.',
		more: 'To pay for another job, use a new Own Key.',
	}),
	WAIT_TIMEOUT: ({ waitedMs, ...facts }) => ({
		message: `${nameDocument(facts)} takes over ${formatDuration(waitedMs)}`,
		fix: '',
	}),
	RESULT_WORSE: ({ lost, ...facts }) => ({
		message: `${nameDocument(facts)} lost ${describeLosses(lost)}`,
		fix: 'Look at the report.',
	}),
	NOT_SAVED: ({ jobId, ...facts }) => ({
		message: `${jobId === undefined ? nameDocument(facts) : `Tagged ${nameDocument(facts, 'PDF')}`} was not stored`,
		fix: CHECK_STORE,
		more: 'Its disk may be full.',
	}),
	STOPPED: () => ({ message: 'the run was stopped', fix: '' }),
	NOT_STARTED: (facts) => ({
		message: `${nameDocument(facts, 'The item')} was not started`,
		fix: '',
		more: 'Another item failed first.',
	}),
	UNFORESEEN: (facts) => ({
		message: `${nameDocument(facts, 'The item')} hit a bug in this node`,
		fix: 'Please report it.',
		more: 'Error details say what happened.',
	}),
};

/** Longest text from outside. */
const MAX_OUTSIDE_LETTERS = 50;

function describeCredits(needed: number, left: number): string {
	const rest = Math.max(0, left);
	return `It needs ${formatCount(needed, 'credit')}, ${rest} ${rest === 1 ? 'is' : 'are'} left.`;
}

const LOSS_WORDS: Record<string, string> = {
	pages: 'pages',
	text: 'text',
	imageOnlyPages: 'text',
	title: 'its title',
	language: 'its language',
	links: 'links',
	formFields: 'fields',
	tagged: 'its tags',
};

/** The first loss, and how many more there are. */
function describeLosses(lost: readonly string[]): string {
	const [first = 'content', ...others] = new Set(lost.map((field) => LOSS_WORDS[field] ?? field));
	return others.length === 0 ? first : `${first} and ${others.length} more`;
}
