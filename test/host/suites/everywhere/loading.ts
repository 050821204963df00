import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { makeCertificate } from '../../../certificate';
import { closedBy } from '../../../closing';
import { listening } from '../../../listening';
import { nodeVersionUnderTest, versionUnderTest, type Setup } from '../../harness/setup';
import { openSharedSetup, seenByProxy } from './shared';
import { runFlow } from '../../harness/flow';
import { NODE_TYPES } from '../../harness/package';
import { freePorts } from '../../harness/ports';
import { addCredential, serviceOf, testCredential } from '../../harness/rest/credentials';
import { outputs } from '../../harness/rest/executions';
import { node } from '../../harness/workflow';

interface NodeDescription {
	readonly name: string;
	readonly displayName: string;
	readonly iconUrl: { readonly light: string; readonly dark: string };
	readonly properties: ReadonlyArray<{ readonly name: string }>;
}

/** The settings that n8n sends to its editor. */
interface HostSettings {
	readonly versionCli: string;
	readonly nodeJsVersion: string;
	readonly binaryDataMode: string;
}

let setup: Setup;
let elsewhere: string;
let descriptions: readonly NodeDescription[];
const closing = closedBy(afterAll);

beforeAll(async () => {
	setup = await openSharedSetup();
	const text = (await setup.session.bytes('/types/nodes.json')).toString();
	descriptions = JSON.parse(text) as NodeDescription[];
	elsewhere = await served((_request, response) => {
		response.setHeader('content-type', 'text/html').end('<h1>Welcome</h1>');
	});
});

const served = async (listener: RequestListener) =>
	`http://${await listening(closing(createServer(listener)))}`;

/** A server with a self-signed certificate. */
const servedWithOwnCertificate = async () =>
	`https://${await listening(closing(createSecureServer(makeCertificate('127.0.0.1'))))}`;

const describedNode = (type: string) => descriptions.find(({ name }) => name === type);

describe('Loading', () => {
	test('n8n and Node.js have the pinned versions', async () => {
		const settings = await setup.session.call<HostSettings>('GET', '/rest/settings');
		expect(settings).toMatchObject({
			versionCli: versionUnderTest,
			nodeJsVersion: expect.stringContaining(nodeVersionUnderTest),
			binaryDataMode: 'filesystem',
		});
	});

	test("n8n's log has no warning about the package", () => {
		const about = /node_modules.n8n-nodes-tag-pdf|n8n-nodes-tag-pdf\.|tagPdf/;
		expect(setup.n8n.lines.filter((line) => about.test(line))).toEqual([]);
	});

	test.each([
		['tagPdf', 'Tag PDF'],
		['tagPdfTrigger', 'Tag PDF Trigger'],
		['tagPdfTool', 'Tag PDF Tool'],
	] as const)('n8n offers %s as %s', (name, displayName) => {
		const description = describedNode(NODE_TYPES[name]);
		expect(description?.displayName).toBe(displayName);
	});

	test.each(['light', 'dark'] as const)('the %s icon is served', async (theme) => {
		const description = describedNode(NODE_TYPES.tagPdf);
		const icon = await setup.session.bytes(`/${description?.iconUrl[theme]}`);
		expect(icon.toString()).toMatch(/^<svg[\s>]/);
	});
});

describe('Credential test', () => {
	const check = async (data: Record<string, string>) => {
		const reference = await addCredential(setup.session, 'tagPdfApi', 'Checked', data);
		return await testCredential(setup.session, 'tagPdfApi', reference, data);
	};
	const good = () => serviceOf(setup.sandbox);

	/** Some versions of n8n lose the cause of an error and show their own texts. */
	const text = (usual: RegExp, withoutCause: RegExp) =>
		/^(1|2\.20)\./.test(versionUnderTest) ? withoutCause : usual;

	test('a good key passes', async () => {
		expect(await check(good())).toMatchObject({ status: 'OK' });
	});

	test('with no domain allowed for HTTP Request nodes, some versions refuse to test', async () => {
		const none = { ...good(), allowedHttpRequestDomains: 'none' };
		const status = /^2\.20\./.test(versionUnderTest) ? 'Error' : 'OK';
		expect(await check(none)).toMatchObject({ status });
	});

	test('a wrong key is named as the cause', async () => {
		const answer = await check({ ...good(), apiKey: 'nobody' });
		expect(answer.status).toBe('Error');
		expect(answer.message).toMatch(
			text(/^The service does not accept the API key\. /, /^Authorization failed/),
		);
	});

	test('a web page at the base URL does not count as the service', async () => {
		const answer = await check({ ...good(), baseUrl: elsewhere });
		expect(answer.status).toBe('Error');
		expect(answer.message).toMatch(/answers, but not like the Document Tagging Service\./);
	});

	test.each([302, 307])('the key follows no redirect to another origin: %i', async (status) => {
		const asked: string[] = [];
		const away = await served((request, response) => {
			asked.push(`${request.url} ${request.headers.authorization}`);
			response.setHeader('content-type', 'application/json').end('{"credits_available":1}');
		});
		const redirecting = await served((_request, response) => {
			response.writeHead(status, { location: `${away}/v1/me` }).end();
		});
		const answer = await check({ ...good(), baseUrl: redirecting });
		expect(answer.status).toBe('Error');
		expect(answer.message).toMatch(
			text(/^The 'Base URL' redirects to another address\. /, new RegExp(`status code ${status}`)),
		);
		expect(asked).toEqual([]);
	});

	test('a key is never sent to a host without TLS', async () => {
		const answer = await check({ ...good(), baseUrl: 'http://service.example' });
		expect(answer.status).toBe('Error');
		expect(answer.message).toMatch(/^The 'Base URL' must start with https/);
	});

	test('a proxy in the environment sees the host, but not the key', async () => {
		const { apiKey } = good();
		const answer = await check({ apiKey, baseUrl: 'https://service.example' });
		expect(answer.status).toBe('Error');
		const seen = seenByProxy.filter(
			(start) => /service\.example/.test(start) || start.includes(apiKey),
		);
		expect(seen).not.toEqual([]);
		for (const start of seen) expect(start).toMatch(/^CONNECT service\.example:443 /);
		expect(seen.join()).not.toContain(apiKey);
	});

	test('nothing at the base URL gives a clear answer', async () => {
		const [port] = await freePorts(1);
		const answer = await check({ ...good(), baseUrl: `http://127.0.0.1:${port}` });
		expect(answer.status).toBe('Error');
		expect(answer.message).toMatch(text(/^ECONNREFUSED$/, /refused the connection/));
	});

	test('an untrusted certificate is not accepted', async () => {
		const answer = await check({ ...good(), baseUrl: await servedWithOwnCertificate() });
		expect(answer.status).toBe('Error');
		expect(answer.message).toMatch(/self.signed/i);
	});

	test('signing secrets are neither needed, nor tested, nor sent', async () => {
		const asked: unknown[] = [];
		const service = await served((request, response) => {
			asked.push(request.url, request.rawHeaders);
			response.setHeader('content-type', 'application/json').end('{"credits_available":1}');
		});
		const secrets = { productionSigningSecret: 'whsec_one', testSigningSecret: 'x' };
		const answer = await check({ ...good(), baseUrl: service, ...secrets });
		expect(answer).toMatchObject({ status: 'OK' });
		expect(asked[0]).toBe('/v1/me');
		expect(JSON.stringify(asked)).not.toContain('whsec_one');
	});
});

test("a stored credential's API key and secrets are not sent to the editor again", async () => {
	const secrets = Object.fromEntries(
		[
			'apiKey',
			'productionSigningSecret',
			'testSigningSecret',
			'otherSigningSecret1',
			'otherSigningSecret2',
		].map((field) => [field, `text of ${field}`]),
	);
	const baseUrl = 'https://service.example';
	const { id } = await addCredential(setup.session, 'tagPdfApi', 'Stored', { ...secrets, baseUrl });
	const stored = await setup.session.call('GET', `/rest/credentials/${id}?includeData=true`);
	expect(stored).toMatchObject({ data: { baseUrl } });
	expect(JSON.stringify(stored)).not.toContain('text of');
});

describe("n8n's HTTP Request node with the credential", () => {
	const request = async (url: string, options = {}) => {
		const parameters = {
			url,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'tagPdfApi',
			options,
		};
		const settings = { credentials: { tagPdfApi: setup.credential } };
		const type = 'n8n-nodes-base.httpRequest';
		return await runFlow(setup, node('HTTP Request', type, 4.2, parameters, settings));
	};

	test('reaches the service', async () => {
		const execution = await request(`${setup.sandbox.url}/v1/me`);
		expect(outputs(execution, 'HTTP Request')[0]?.[0]?.json).toHaveProperty('credits_available');
	});

	test('gets no key for another address, with the reason', async () => {
		const asked: unknown[] = [];
		const away = await served(({ headers }, response) => {
			asked.push(headers.authorization);
			response.end('{}');
		});
		const { error } = (await request(`${away}/v1/me`)).data.resultData;
		expect(`${error?.message} ${error?.description}`).toMatch(/only sent to the 'Base URL'/);
		expect(asked).toEqual([]);
	});

	test('gets no key for a proxy of its own, with the reason', async () => {
		const seen: unknown[] = [];
		const proxy = await served(({ headers }, response) => {
			seen.push(headers.authorization);
			response.end('{}');
		});
		const { error } = (await request(`${setup.sandbox.url}/v1/me`, { proxy })).data.resultData;
		expect(`${error?.message} ${error?.description}`).toMatch(/not sent with the option 'Proxy'/);
		expect(seen).toEqual([]);
	});
});
