import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox';
import { ReferenceClient } from '../../reference/client';

const running: Sandbox[] = [];

/** A sandbox with the quick tagger, closed after the test, and a client for each account. */
export async function open(options: Partial<SandboxOptions> = {}) {
	const sandbox = await startSandbox({ tagger: 'stamp', ...options });
	running.push(sandbox);
	const [first, second] = sandbox.accounts;
	return {
		sandbox,
		account: first,
		client: new ReferenceClient(sandbox.url, first.apiKey),
		other: new ReferenceClient(sandbox.url, second.apiKey),
	};
}

afterEach(async () => {
	const closed = running.splice(0);
	await Promise.all(closed.map((sandbox) => sandbox.close()));
	// The sandbox itself must keep to the contract in every test.
	expect(closed.flatMap(({ violations }) => violations)).toEqual([]);
});
