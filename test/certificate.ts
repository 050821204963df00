import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
	const folder = mkdtempSync(join(tmpdir(), 'tag-pdf-certificate-'));
	try {
		const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
		const command = ['req', ...made, ...alternatives, '-keyout', key, '-out', cert];
		execFileSync('openssl', command, { stdio: 'ignore' });
		return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
	} finally {
		rmSync(folder, { recursive: true });
	}
}
