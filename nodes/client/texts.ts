import type { Fault, Step } from './faults';

/** Codes of {@link TagPdfError}; stable, so that workflows can branch on them. */
export type ErrorCode =
	| 'INVALID_INPUT'
	| 'NOT_A_PDF'
	| 'SOURCE_UNAVAILABLE'
	| 'UNAUTHORIZED'
	| 'NOT_ENOUGH_CREDITS'
	| 'CREDITS_BELOW_LIMIT'
	| 'INVALID_REQUEST'
	| 'NOT_FOUND'
	| 'CONFLICT'
	| 'NOT_COMPLETED'
	| 'TOO_LARGE'
	| 'RATE_LIMITED'
	| 'UNREACHABLE'
	| 'UNEXPECTED_ANSWER'
	| 'JOB_FAILED'
	| 'WAIT_TIMEOUT'
	| 'NOT_SAVED'
	| 'STOPPED'
	| 'NOT_STARTED';

export interface Text {
	code: ErrorCode;
	/** What happened. */
	message: string;
	/** How to get on. */
	description: string;
}

const DOING: Record<Step, string> = {
	fetchSource: 'fetching the document from its URL',
	getAccount: 'reading the account',
	createUpload: 'asking for an upload',
	store: 'sending the document to storage',
	submitJob: 'submitting the job',
	getJob: 'asking for the job',
	getResult: 'asking for the result',
	download: 'downloading the tagged PDF',
};

const CHECK_BASE_URL = 'Check the Base URL in the credential.';
const CHECK_STORAGE =
	'The service names this address for its storage: check that this n8n can reach it.';

const isStorage = (step: Step) => step === 'store' || step === 'download';

/** What to tell the user about a fault that no retry has mended. */
export function textFor(step: Step, fault: Fault, host: string, jobId: string | undefined): Text {
	if (step === 'fetchSource') return sourceText(fault, host);
	if (fault.kind === 'network') return networkText(step, fault.code, host);
	if (fault.kind === 'unreadable') {
		return {
			code: 'UNEXPECTED_ANSWER',
			message: `The answer could not be used while ${DOING[step]}: ${fault.reason}`,
			description: isStorage(step)
				? `${host} is the storage that the service names, but something else may have answered, such as a proxy in between. Try again later.`
				: `${host} answered, but not as the Document Tagging Service does. ${CHECK_BASE_URL} If it is right, a proxy in between may have answered instead; try again later.`,
		};
	}
	return statusText(step, fault, host, jobId);
}

function sourceText(fault: Fault, host: string): Text {
	if (fault.kind === 'unreadable') {
		return {
			code: 'NOT_A_PDF',
			message: `The URL does not lead to a PDF: ${fault.reason}`,
			description:
				'A page that asks to sign in, or a preview of the file, often stands at such a URL; use the direct download link.',
		};
	}
	const answer =
		fault.kind === 'status'
			? `${host} answered ${fault.statusCode}`
			: `${host} gave no complete answer (${fault.code})`;
	return {
		code: 'SOURCE_UNAVAILABLE',
		message: `The document could not be fetched from its URL: ${answer}`,
		description: 'Check that the URL opens without signing in and leads straight to the PDF.',
	};
}

function networkText(step: Step, code: string, host: string): Text {
	const text = (message: string, description: string): Text => ({
		code: 'UNREACHABLE',
		message: `${message} while ${DOING[step]}`,
		description,
	});
	const check = isStorage(step) ? CHECK_STORAGE : CHECK_BASE_URL;
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
		return text(`The host ${host} cannot be found`, `${check} (${code})`);
	}
	if (code === 'ECONNREFUSED') {
		return text(`Nothing answers at ${host}`, `${check} Is the service running? (${code})`);
	}
	if (code === 'SSRF_BLOCKED') {
		return text(
			`n8n does not allow requests to ${host}`,
			'The address is in a range that this n8n blocks. An administrator can allow it with N8N_SSRF_ALLOWED_IP_RANGES or N8N_SSRF_ALLOWED_HOSTNAMES.',
		);
	}
	if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO|EPROTO/.test(code)) {
		return text(
			`No secure connection to ${host} could be made`,
			`The certificate of ${host} is not accepted (${code}). ${check}`,
		);
	}
	return text(
		`The connection to ${host} broke`,
		`No complete answer came after several tries (${code}). Try again later.`,
	);
}

function statusText(
	step: Step,
	fault: Extract<Fault, { kind: 'status' }>,
	host: string,
	jobId = '',
): Text {
	const { statusCode } = fault;
	const said = fault.message ? `: ${fault.message}` : '';
	if (statusCode === 413 && BEFORE_THE_JOB.includes(step)) return TOO_LARGE;
	if (step === 'store' || step === 'download') return storageText(step, fault, host);

	if (statusCode === 401) {
		return {
			code: 'UNAUTHORIZED',
			message: 'The service does not accept the API key',
			description:
				"It is missing, mistyped or revoked. Check the API Key in the credential; keys are created on the service's Developers page.",
		};
	}
	if (statusCode === 429) {
		return {
			code: 'RATE_LIMITED',
			message: `The service asks for a longer pause than this run allows while ${DOING[step]}`,
			description: `Its rate limit for this API key is used up${inSeconds(fault.retryAfterMs)}. Run again after that, or lower Max Parallel Documents.`,
		};
	}
	if (statusCode === 402) {
		return {
			code: 'NOT_ENOUGH_CREDITS',
			message: `The account has not enough credits for this document${said}`,
			description: 'A document costs 1 credit per page: add credits to the account and run again.',
		};
	}
	if (statusCode === 404 && (step === 'getJob' || step === 'getResult')) {
		return {
			code: 'NOT_FOUND',
			message: `The service knows no job ${jobId} for this account`,
			description:
				'Check the job ID, and that the credential belongs to the account that submitted the job. Job → Wait and Job → Download then find it.',
		};
	}
	if (statusCode === 409 && step === 'submitJob') return conflictText(said);
	if (statusCode === 409 && step === 'getResult') return notCompletedText();
	if (statusCode === 400 && step === 'submitJob') {
		return {
			code: 'INVALID_REQUEST',
			message: `The service did not accept the submission${said}`,
			description:
				'Check the options of the node. The upload may also have expired: a second run makes a new one.',
		};
	}
	if (statusCode >= 300 && statusCode < 400) {
		return {
			code: 'UNEXPECTED_ANSWER',
			message: `${host} redirects to ${fault.redirectTo ?? 'another address'}`,
			description: `The API key is not sent there. ${CHECK_BASE_URL}`,
		};
	}
	return {
		code: statusCode >= 500 ? 'UNREACHABLE' : 'UNEXPECTED_ANSWER',
		message: `The service answered ${statusCode} while ${DOING[step]}${said}`,
		description:
			statusCode >= 500
				? 'Several tries did not help. Try again later.'
				: `The interface of the service has no such answer here. ${CHECK_BASE_URL}`,
	};
}

const BEFORE_THE_JOB: readonly Step[] = ['createUpload', 'store', 'submitJob'];
const TOO_LARGE: Text = {
	code: 'TOO_LARGE',
	message: 'The document is larger than the service takes',
	description: 'Split the document or make it smaller.',
};

function storageText(
	step: 'store' | 'download',
	{ statusCode, type }: Extract<Fault, { kind: 'status' }>,
	host: string,
): Text {
	if (step === 'store' && type === 'EntityTooLarge') return TOO_LARGE;
	const named = type ? `${statusCode} ${type}` : String(statusCode);
	return {
		code: statusCode >= 500 ? 'UNREACHABLE' : 'UNEXPECTED_ANSWER',
		message: `The storage at ${host} answered ${named} while ${DOING[step]}`,
		description:
			'Try again later; if it stays so, show this message to the support of the service.',
	};
}

/** The two meanings of 409 on submission look alike (interface 4.3), so both are told. */
function conflictText(said: string): Text {
	return {
		code: 'CONFLICT',
		message: `The service holds back this submission because of an earlier one${said}`,
		description:
			'No second charge was made. Either a job of an earlier submission of this document is still being created: run again in a minute, the very same submission is sent again. Or this idempotency key was used before for another request: the earlier job exists and is paid for; take its ID from the earlier execution and use Job → Wait or Job → Download, or choose another Idempotency Scope or Key to pay for a new job.',
	};
}

export function notCompletedText(): Text {
	return {
		code: 'NOT_COMPLETED',
		message: 'The job is not completed yet',
		description: 'Wait for it with Job → Wait, then download again.',
	};
}

function inSeconds(ms: number | undefined): string {
	return ms === undefined ? '' : ` and resets in ${Math.ceil(ms / 1000)} seconds`;
}
