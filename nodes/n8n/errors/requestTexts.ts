import type { RequestFacts } from '../../client/errors';
import type { Words } from './words';

const CHECK_BASE_URL = 'Check the Base URL.';
const CHECK_STORAGE = 'Check its network.';

/** A request without an answer, or without a useful one. */
export function describeUnreachable(facts: RequestFacts): Words {
	const { failure } = facts;
	return failure.kind === 'network'
		? describeNetwork(facts, failure.code)
		: { message: describeAnswer(facts) };
}

/** A request whose answer does not follow the interface. */
export function describeUnexpected(facts: RequestFacts): Words {
	const { failure } = facts;
	const fix = isStorage(facts) ? undefined : CHECK_BASE_URL;
	if (failure.kind === 'address') {
		return { message: 'unsafe address received', fix: 'Report it to the service.' };
	}
	if (failure.kind !== 'status') return { message: 'unreadable answer', fix };
	if (!isStorage(facts) && failure.statusCode >= 300 && failure.statusCode < 400) {
		return { message: 'the service redirects', fix };
	}
	// Until a first call succeeds, nothing shows that the service is at this address.
	if (!isStorage(facts) && failure.statusCode === 404 && facts.request !== 'submitJob') {
		return { message: 'wrong Base URL', fix, more: 'It is an address without a path.' };
	}
	return { message: describeAnswer(facts), fix };
}

function describeNetwork(facts: RequestFacts, code: string): Words {
	const server = isStorage(facts) ? 'storage' : 'service';
	const fix = isStorage(facts) ? CHECK_STORAGE : CHECK_BASE_URL;
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
		return { message: `${server} host unknown`, fix };
	if (code === 'ECONNREFUSED') return { message: `${server} not running`, fix };
	if (code === 'SSRF_BLOCKED') {
		const more = 'N8N_SSRF_ALLOWED_HOSTNAMES can allow it.';
		return { message: `${server} blocked by n8n`, fix: "Ask n8n's administrator.", more };
	}
	if (/CERT|SSL|TLS|UNABLE_TO|EPROTO/.test(code)) {
		return {
			message: 'no secure connection',
			fix,
			more: 'Its certificate is not accepted.',
		};
	}
	return { message: `lost ${server} connection` };
}

function describeAnswer(facts: RequestFacts): string {
	const { failure } = facts;
	const status = failure.kind === 'status' ? failure.statusCode : failure.kind;
	return `${isStorage(facts) ? 'storage' : 'service'} answered ${status}`;
}

function isStorage({ request }: RequestFacts): boolean {
	return request === 'store' || request === 'download';
}
