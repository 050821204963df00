import type { ErrorFacts, Failure, RequestName } from '../../client/errors';
import type { Text } from './inputError';

const DOING: Record<RequestName, string> = {
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

/** What was under way, e.g. ` while asking for the job`. */
export function whileDoing({ request }: ErrorFacts): string {
	return request === undefined ? '' : ` while ${DOING[request]}`;
}

/** The service's own words, which come from outside: `error.message` (interface 2.5). */
export function said({ failure }: ErrorFacts): string {
	return failure?.kind === 'status' && failure.message !== undefined ? `: ${failure.message}` : '';
}

/** A request that got no answer, or none that helps. */
export function unreachableText(facts: ErrorFacts): Text {
	const { failure, tries = 1 } = facts;
	if (failure?.kind === 'network') return networkText(facts, failure);
	return {
		message: `${answerOf(facts)}${whileDoing(facts)}${isStorage(facts) ? '' : said(facts)}`,
		description: isStorage(facts) ? SHOW_SUPPORT : `${insistence(tries)}Try again later.`,
	};
}

/** A request that got an answer of another kind than the interface has. */
export function unexpectedText(facts: ErrorFacts): Text {
	const { failure, server } = facts;
	if (failure?.kind === 'address') {
		return {
			message: `The service names an address that is not used: its ${failure.field} ${failure.reason}`,
			description:
				'Nothing was sent to that address. Show this message to the support of the service.',
		};
	}
	if (failure?.kind === 'unreadable') {
		return {
			message: `The answer could not be used${whileDoing(facts)}: ${failure.reason}`,
			description: isStorage(facts)
				? `${server} is the storage that the service names, but something else may have answered, such as a proxy in between. Try again later.`
				: `${server} answered, but not as the Document Tagging Service does. ${CHECK_BASE_URL} If it is right, a proxy in between may have answered instead; try again later.`,
		};
	}
	if (isStorage(facts)) {
		return { message: `${answerOf(facts)}${whileDoing(facts)}`, description: SHOW_SUPPORT };
	}
	if (failure?.kind === 'status' && failure.statusCode >= 300 && failure.statusCode < 400) {
		return {
			message: `${server} redirects to ${failure.redirectTo ?? 'another address'}`,
			description: `The API key is not sent there. ${CHECK_BASE_URL}`,
		};
	}
	// Before the first call has succeeded, nothing says that the service is there.
	if (isStatus(failure, 404) && facts.request !== 'submitJob') {
		return {
			message: `${server} answered 404${whileDoing(facts)}${said(facts)}`,
			description:
				'The service is not at this Base URL. Use its address in the credential, without any path.',
		};
	}
	return {
		message: `${answerOf(facts)}${whileDoing(facts)}${said(facts)}`,
		description: `The interface of the service has no such answer here. ${CHECK_BASE_URL}`,
	};
}

const SHOW_SUPPORT =
	'Try again later; if it stays so, show this message to the support of the service.';

function networkText(facts: ErrorFacts, { code }: Extract<Failure, { kind: 'network' }>): Text {
	const { server, tries = 1 } = facts;
	const text = (message: string, description: string): Text => ({
		message: message + whileDoing(facts),
		description,
	});
	const check = isStorage(facts) ? CHECK_STORAGE : CHECK_BASE_URL;
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
		return text(`The host ${server} cannot be found`, `${check} (${code})`);
	}
	if (code === 'ECONNREFUSED') {
		return text(`Nothing answers at ${server}`, `${check} Is the service running? (${code})`);
	}
	if (code === 'SSRF_BLOCKED') {
		return text(
			`n8n does not allow requests to ${server}`,
			'The address is in a range that this n8n blocks. An administrator can allow it with N8N_SSRF_ALLOWED_IP_RANGES or N8N_SSRF_ALLOWED_HOSTNAMES.',
		);
	}
	if (/CERT|SSL|TLS|UNABLE_TO|EPROTO/.test(code)) {
		const why = /EPROTO|SSL/.test(code)
			? `${server} does not answer as an https:// address does`
			: `The certificate of ${server} is not accepted`;
		return text(`No secure connection to ${server} could be made`, `${why} (${code}). ${check}`);
	}
	return text(
		`The connection to ${server} broke`,
		`No complete answer came in ${counted(tries)} (${code}). Try again later.`,
	);
}

/** Storage is known by its server, the service as the service; S3 has codes in place of messages. */
function answerOf(facts: ErrorFacts): string {
	const { failure, server } = facts;
	const { statusCode, type } = failure?.kind === 'status' ? failure : {};
	if (!isStorage(facts)) return `The service answered ${statusCode}`;
	return `The storage at ${server} answered ${statusCode}${type === undefined ? '' : ` ${type}`}`;
}

function isStatus(failure: Failure | undefined, statusCode: number): boolean {
	return failure?.kind === 'status' && failure.statusCode === statusCode;
}

function isStorage({ request }: ErrorFacts): boolean {
	return request === 'store' || request === 'download';
}

function insistence(tries: number): string {
	return tries === 1 ? '' : `${tries} tries did not help. `;
}

function counted(tries: number): string {
	return tries === 1 ? 'one try' : `${tries} tries`;
}
