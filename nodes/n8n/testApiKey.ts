import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IN8nHttpFullResponse,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { redacting, TagPdfError, type Redact } from '../client/errors';
import { slotsFor } from '../client/exchange';
import { CREDENTIAL_TEST_LIMITS } from '../client/limits';
import type { HttpRequest, ServiceRuntime } from '../client/runtime';
import { normalizeApiKey, Service } from '../client/service';
import { readCredential, type ApiCredential } from './credential';
import { describe, InputError, toTagPdfError } from './errors';
import { answered, surroundings, UNCOMPRESSED } from './surroundings';

/**
 * The Test of the API credential: reads the account (interface 4.1; free) as a run does, once, and
 * says what it found in the words of a run.
 *
 * Never rejects: n8n has no words for that.
 */
export async function testApiKey(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	try {
		const runtime = testRuntime(this, readCredential(data));
		const deadline = runtime.now() + runtime.limits.transfer.apiTimeoutMs;
		const { credits_available: left } = await new Service(runtime).getAccount({ deadline });
		const credits = left === 1 ? '1 credit' : `${left} credits`;
		return { status: 'OK', message: `The service accepts the API key. ${credits} left.` };
	} catch (error) {
		const redact = redacting([normalizeApiKey(data.apiKey)]);
		return { status: 'Error', message: inOneText(toTagPdfError(error), redact) };
	}
}

/** n8n shows one text here, and nobody asks what was under way. */
function inOneText(error: TagPdfError, redact: Redact): string {
	const { code, facts, cause } = error;
	// Whoever mixes up the fields has the key for a host name.
	const server = redact(facts.server ?? '');
	const { message, description } =
		error instanceof InputError
			? error.text
			: describe(new TagPdfError(code, { ...facts, server, request: undefined }, { cause }));
	return `${message.replace(/\.$/, '')}. ${description}`;
}

function testRuntime(context: ICredentialTestFunctions, credential: ApiCredential): ServiceRuntime {
	return {
		...surroundings(context.logger, credential, CREDENTIAL_TEST_LIMITS),
		slots: { requests: slotsFor(1), transfers: slotsFor(1) },
		callApi: async (request) =>
			await answered(
				context.helpers.request(withKey(request, credential)) as Promise<IN8nHttpFullResponse>,
			),
	};
}

/**
 * In a credential's test n8n has but the options of the library `request`. Without a word about
 * certificates they are checked, and a refused one keeps its code.
 */
function withKey({ method, url, headers, timeoutMs }: HttpRequest, { apiKey }: ApiCredential) {
	return {
		method,
		uri: url,
		headers: { ...UNCOMPRESSED, ...headers, Authorization: `Bearer ${apiKey}` },
		useStream: true,
		timeout: Math.round(timeoutMs),
		followRedirect: false,
		followAllRedirects: false,
		simple: false,
		resolveWithFullResponse: true,
	};
}
