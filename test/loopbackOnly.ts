import dns from 'node:dns';
import { isIP } from 'node:net';

type Lookup = (name: string, ...rest: unknown[]) => void;

/** Node's own modules outlive a suite: one that wrapped what the suite before has left would keep it, too. */
const own = dns as typeof dns & { nodesLookup?: Lookup };
const lookup = (own.nodesLookup ??= dns.lookup as Lookup);

/** Tests stay on this machine: names of other hosts are unknown, and no name server is asked. */
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
