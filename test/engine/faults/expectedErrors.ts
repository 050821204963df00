/** The texts that users read, whole: a change of wording shows here and in docs/fault-matrix.md. */
import type { FlowStep, ExpectedError } from './cell';
import { ALL_TRIES } from './tries';

const DOING: Record<FlowStep, string> = {
	createUpload: 'asking for an upload',
	store: 'sending the document to storage',
	submitJob: 'submitting the job',
	getJob: 'asking for the job',
	getResult: 'asking for the result',
	download: 'downloading the tagged PDF',
};

/** Every message names the document. */
const FILE = '"{file}"';

const FREE = 'Nothing was charged.';
const PAID = 'Job {job} exists and is paid for: use Job → Wait and Job → Download with this ID.';
const UNKNOWN =
	'Whether the job was created is not known. Running the workflow again sends this document under the same key, {key}: it is not paid for twice.';
const BASE_URL = 'Check the Base URL in the credential.';
const STORAGE_ADDRESS =
	'The service names this address for its storage: check that this n8n can reach it.';
const SUPPORT = 'Try again later; if it stays so, show this message to the support of the service.';

/** Polls are repeated by time, not by number. */
const triesAt = (step: FlowStep) => (step === 'getJob' ? '{tries}' : ALL_TRIES[step]);
const inStorage = (step: FlowStep) => step === 'store' || step === 'download';
const isPaid = (step: FlowStep) => ['getJob', 'getResult', 'download'].includes(step);
const hostAt = (step: FlowStep) => (inStorage(step) ? '{storage}' : '{api}');
const check = (step: FlowStep) => (inStorage(step) ? STORAGE_ADDRESS : BASE_URL);

/** What the step means for the user's credits, when the last answer was a refusal. */
const refused = (step: FlowStep) => (isPaid(step) ? PAID : FREE);
/** The same when an answer may have been lost. */
const unanswered = (step: FlowStep) => (step === 'submitJob' ? UNKNOWN : refused(step));

type ErrorAt = (step: FlowStep) => ExpectedError;

export const broken =
	(code: string): ErrorAt =>
	(step) => ({
		code: 'UNREACHABLE',
		message: `${FILE}: The connection to ${hostAt(step)} broke while ${DOING[step]}`,
		description: `No complete answer came in ${triesAt(step)} tries (${code}). Try again later. ${unanswered(step)}`,
	});

export const nobodyThere =
	(host: string): ErrorAt =>
	(step) => ({
		code: 'UNREACHABLE',
		message: `${FILE}: Nothing answers at ${host} while ${DOING[step]}`,
		description: `${check(step)} Is the service running? (ECONNREFUSED) ${refused(step)}`,
	});

export const unknownHost: ErrorAt = (step) => ({
	code: 'UNREACHABLE',
	message: `${FILE}: The host {unknown} cannot be found while ${DOING[step]}`,
	description: `${check(step)} (ENOTFOUND) ${refused(step)}`,
});

export const untrusted: ErrorAt = (step) => ({
	code: 'UNREACHABLE',
	message: `${FILE}: No secure connection to {selfsigned} could be made while ${DOING[step]}`,
	description: `The certificate of {selfsigned} is not accepted (DEPTH_ZERO_SELF_SIGNED_CERT). ${check(step)} ${refused(step)}`,
});

/** An answer of the API that the interface does not have at this step. */
export const unexpected =
	(status: number): ErrorAt =>
	(step) => ({
		code: 'UNEXPECTED_ANSWER',
		message: `${FILE}: The service answered ${status} while ${DOING[step]}: A fault on order.`,
		description: `The interface of the service has no such answer here. ${BASE_URL} ${refused(step)}`,
	});

/** A 404 before any call has succeeded. */
export const notThere: ErrorAt = (step) => ({
	code: 'UNEXPECTED_ANSWER',
	message: `${FILE}: {api} answered 404 while ${DOING[step]}: A fault on order.`,
	description: `The service is not at this Base URL. Use its address in the credential, without any path. ${refused(step)}`,
});

export const serverFault =
	(status: number, said = ': A fault on order.'): ErrorAt =>
	(step) => ({
		code: 'UNREACHABLE',
		message: `${FILE}: The service answered ${status} while ${DOING[step]}${said}`,
		description: `${triesAt(step)} tries did not help. Try again later. ${unanswered(step)}`,
	});

export const storageAnswered =
	(status: string, code = 'UNEXPECTED_ANSWER'): ErrorAt =>
	(step) => ({
		code,
		message: `${FILE}: The storage at {storage} answered ${status} while ${DOING[step]}`,
		description: `${SUPPORT} ${refused(step)}`,
	});

export const badKey: ErrorAt = (step) => ({
	code: 'UNAUTHORIZED',
	message: `${FILE}: The service does not accept the API key`,
	description: `It is missing, mistyped or revoked. Check the API Key in the credential; keys are created on the service's Developers page. ${refused(step)}`,
});

export const noCredits: ExpectedError = {
	code: 'NOT_ENOUGH_CREDITS',
	message: `Not enough credits for ${FILE}: A fault on order.`,
	description: `A document costs 1 credit per page: add credits to the account and run again. ${FREE}`,
};

export const invalid =
	(said: string): ErrorAt =>
	() => ({
		code: 'INVALID_REQUEST',
		message: `The service did not accept ${FILE}: ${said}`,
		description: `Check the options of the node. The upload may also have expired: a second run makes a new one. ${FREE}`,
	});

export const noSuchJob: ExpectedError = {
	code: 'NOT_FOUND',
	message: `The service no longer has the tagged PDF of ${FILE}`,
	description:
		'Job {job} was accepted and is paid for, but it or its result is gone. This execution does not pay again. If you run the workflow again, the node submits the document again, which costs credits.',
};

export const conflict =
	(said: string): ErrorAt =>
	() => ({
		code: 'CONFLICT',
		message: `The service holds back ${FILE} (key {shortKey}) because of an earlier submission: ${said}`,
		description:
			'No second charge was made. If the job of the earlier submission is still being created, run again in a minute. If it exists, take its ID from the earlier execution, the log of n8n or the Developers page of the service, and use Job → Wait and Job → Download. To pay for a new job, set Avoid Paying Twice to Per Own Key, with a new key.',
	});

export const notCompleted: ExpectedError = {
	code: 'NOT_COMPLETED',
	message: `The job of ${FILE} is not completed yet`,
	description: `Wait for it with Job → Wait, then download again. ${PAID}`,
};

export const tooLarge: ExpectedError = {
	code: 'TOO_LARGE',
	message: `${FILE} is larger than the service takes`,
	description: `Split the document or make it smaller. ${FREE}`,
};

export const limited =
	(resets = ''): ErrorAt =>
	(step) => ({
		code: 'RATE_LIMITED',
		message: `${FILE}: The service asks for a longer pause than this run allows while ${DOING[step]}`,
		description: `Its rate limit for this API key is used up${resets}. Run again after that, or lower Max Documents at Once. ${refused(step)}`,
	});

export const redirected: ErrorAt = (step) => ({
	code: 'UNEXPECTED_ANSWER',
	message: `${FILE}: {api} redirects to http://{elsewhere}`,
	description: `The API key is not sent there. ${BASE_URL} ${refused(step)}`,
});

/** A successful status with something else than what the step gives. */
export const unreadable =
	(reason: string): ErrorAt =>
	(step) => ({
		code: 'UNEXPECTED_ANSWER',
		message: `${FILE}: The answer could not be used while ${DOING[step]}: ${reason}`,
		description: inStorage(step)
			? `{storage} is the storage that the service names, but something else may have answered, such as a proxy in between. Try again later. ${unanswered(step)}`
			: `{api} answered, but not as the Document Tagging Service does. ${BASE_URL} If it is right, a proxy in between may have answered instead; try again later. ${unanswered(step)}`,
	});

export const failedJob: ExpectedError = {
	code: 'JOB_FAILED',
	message: `${FILE} could not be tagged`,
	description:
		'Job {job} ended as "failed". Check that the PDF opens and is not protected. This execution does not pay for it again. The next run submits it again, which costs credits, up to three times in a row.',
};
