/** The texts that users read, whole: a change of wording shows here and in docs/evidence/fault-matrix.md. */
import type { FlowStep, ExpectedError } from './cell';

/** Every message names the document. */
const FILE = '"{file}"';

const FREE = 'No new charge was made.';
const PAID = 'Job {job} is paid for.';
const BASE_URL = "Check the 'Base URL'.";
/** How to get a paid result. Errors of runs and of items advise different ways. */
const WAY = '{way}';
const AGAIN = '{again}: you do not pay twice.';

const isStorage = (step: FlowStep) => step === 'store' || step === 'download';
const isPaid = (step: FlowStep) => ['getJob', 'getResult', 'download'].includes(step);
const nameServer = (step: FlowStep) => (isStorage(step) ? 'storage' : 'service');

/** Text about a refused step: whether money was charged, what to do, and how to get a paid result. */
const refused = (step: FlowStep, fix = '', more = '') =>
	(isPaid(step) ? [PAID, fix, WAY] : [FREE, fix || 'Try again later.', more])
		.filter((part) => part !== '')
		.join(' ');
/** Same text for a step whose answer may have been lost. */
const unanswered = (step: FlowStep, fix = '') =>
	step === 'submitJob'
		? ['It may be paid for.', fix, AGAIN].filter((part) => part !== '').join(' ')
		: refused(step, fix);
const check = (step: FlowStep) => (isStorage(step) ? "Check n8n's network." : BASE_URL);

type ErrorAt = (step: FlowStep) => ExpectedError;

export const broken =
	(reason: string): ErrorAt =>
	(step) => ({
		code: 'UNREACHABLE',
		message: `${FILE}: lost the ${nameServer(step)} connection`,
		description: unanswered(step),
		reason,
	});

export const nobodyThere =
	(host: string): ErrorAt =>
	(step) => ({
		code: 'UNREACHABLE',
		message: `${FILE}: could not reach the ${nameServer(step)}`,
		description: refused(step, check(step)),
		reason: `at ${host}`,
	});

export const unknownHost: ErrorAt = (step) => ({
	code: 'UNREACHABLE',
	message: `${FILE}: could not find the ${nameServer(step)}`,
	description: refused(step, check(step)),
});

export const untrusted: ErrorAt = (step) => ({
	code: 'UNREACHABLE',
	message: `${FILE}: no secure connection`,
	description: refused(
		step,
		check(step),
		'For a private certificate authority, set NODE_EXTRA_CA_CERTS.',
	),
});

/** An API answer that the interface does not define at this step. */
export const unexpected =
	(status: number): ErrorAt =>
	(step) => ({
		code: 'UNEXPECTED_ANSWER',
		message: `${FILE}: the service answered ${status}`,
		description: refused(step, BASE_URL),
	});

/** A 404 before any successful call. */
export const notThere: ErrorAt = (step) => ({
	code: 'UNEXPECTED_ANSWER',
	message: `${FILE}: the 'Base URL' is wrong`,
	description: refused(step, BASE_URL, 'It usually has no path.'),
});

export const serverFault =
	(status: number): ErrorAt =>
	(step) => ({
		code: 'UNREACHABLE',
		message: `${FILE}: the service answered ${status}`,
		description: unanswered(step),
	});

export const storageAnswered =
	(status: string, code = 'UNEXPECTED_ANSWER'): ErrorAt =>
	(step) => ({
		code,
		message: `${FILE}: the storage answered ${status.slice(0, 3)}`,
		description: refused(step),
		reason: status.replace(/^(\d+) (.*)/, 'status $1 ($2'),
	});

export const badKey: ErrorAt = (step) => ({
	code: 'UNAUTHORIZED',
	message: `${FILE}: the API key is not accepted`,
	description: refused(
		step,
		"Check the 'API Key'.",
		"The service's Developers page lists valid keys.",
	),
});

export const noCredits: ExpectedError = {
	code: 'NOT_ENOUGH_CREDITS',
	message: `Not enough credits for ${FILE}`,
	description: `${FREE} Add credits. The service says: A fault on order.`,
};

export const invalid =
	(reason: string): ErrorAt =>
	() => ({
		code: 'INVALID_REQUEST',
		message: `The service refused ${FILE}`,
		description: `${FREE} Check the options. Error details show the reason.`,
		reason,
	});

export const noSuchJob: ExpectedError = {
	code: 'NOT_FOUND',
	message: `The tagged PDF of ${FILE} is gone`,
	description: 'Job {job} was charged. Tag it again, which costs credits.',
};

export const conflict =
	(reason: string): ErrorAt =>
	() => ({
		code: 'CONFLICT',
		message: `${FILE} was submitted before`,
		description:
			"No new charge was made. If recent, run again later. If not, get its job from the Developers page. 'New Job per Execution' pays again.",
		reason,
	});

export const notCompleted: ExpectedError = {
	code: 'NOT_COMPLETED',
	message: `${FILE} is not tagged yet`,
	description: `${PAID} Use Job → Wait first.`,
};

export const tooLarge: ExpectedError = {
	code: 'TOO_LARGE',
	message: `${FILE} is too large`,
	description: `${FREE} Split the PDF. The service does not accept files of this size.`,
};

export const limited =
	(wait = 'a few minutes'): ErrorAt =>
	(step) => ({
		code: 'RATE_LIMITED',
		message: `${FILE}: the rate limit is reached`,
		description: refused(step, `Wait ${wait}.`, "A lower 'Max Documents at Once' helps."),
	});

export const redirected: ErrorAt = (step) => ({
	code: 'UNEXPECTED_ANSWER',
	message: `${FILE}: the service redirects`,
	description: refused(step, BASE_URL),
});

/** A successful status whose body lacks the data of the step. */
export const unreadable =
	(reason: string): ErrorAt =>
	(step) => ({
		code: 'UNEXPECTED_ANSWER',
		message: `${FILE}: the answer is unreadable`,
		description: unanswered(step, isStorage(step) ? '' : BASE_URL),
		reason,
	});

export const failedJob: ExpectedError = {
	code: 'JOB_FAILED',
	message: `${FILE} could not be tagged`,
	description: 'Its failed job cost 1 credit. Check the PDF. Run again to pay for another job.',
};
