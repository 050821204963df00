import { execFileSync } from 'node:child_process';

/** A certificate and its private key, as PEM. */
interface Certificate {
	readonly cert: string;
	readonly key: string;
}

/** Makes a self-signed certificate for these hosts, with openssl. */
export function makeCertificate(...hosts: string[]): Certificate {
	const names = hosts.map((host) => `${/^[\d.]+$/.test(host) ? 'IP' : 'DNS'}:${host}`);
	const made = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=Test'];
	const alternatives = ['-addext', `subjectAltName=${names.join(',')}`];
	const output = ['-keyout', '/dev/stdout', '-out', '/dev/stdout'];
	const pem = execFileSync('openssl', ['req', ...made, ...alternatives, ...output], {
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	const part = (what: string) =>
		new RegExp(`-+BEGIN [^\\n]*${what}-+[\\s\\S]+?-+END [^\\n]*${what}-+\\n`).exec(pem)?.[0] ?? '';
	return { cert: part('CERTIFICATE'), key: part('PRIVATE KEY') };
}
