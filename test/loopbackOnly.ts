import dns from 'node:dns';
import { isIP } from 'node:net';

type Lookup = (name: string, ...rest: unknown[]) => void;

/** Node's own modules outlive a suite, so each suite wraps the original and not an earlier wrapper. */
const own = dns as typeof dns & { nodesLookup?: Lookup };
const lookup = (own.nodesLookup ??= dns.lookup as Lookup);

/** Keeps tests on this machine: other host names are unknown, and no name server is asked. */
const loopbackOnly: Lookup = (name, ...rest) => {
	if (isIP(name) || name === 'localhost') {
		lookup(name, ...rest);
		return;
	}
	const callback = rest.at(-1) as (error: Error) => void;
	const unknown = new Error(`getaddrinfo ENOTFOUND ${name}`);
	setImmediate(() => callback(Object.assign(unknown, { code: 'ENOTFOUND', hostname: name })));
};
Object.assign(dns, { lookup: loopbackOnly });
