import { join } from 'node:path';

/** Ports of 127.0.0.1; 0 selects a free port. */
export interface Ports {
	readonly n8n: number;
	readonly sandbox: number;
	readonly welcome: number;
}

/** Ports that the documentation names: n8n's, the sandbox's and the link's. */
export const DEFAULT_PORTS: Ports = { n8n: 5678, sandbox: 4010, welcome: 4000 };

/** Credits of the sandbox's accounts: enough to try batches. */
export const TOUR_CREDITS = 1_000;

/** Sample PDFs: one for each answer of Inspect that decides whether to pay. */
export const SAMPLES = {
	untagged: join(__dirname, '../../test/fixtures/sample.pdf'),
	tagged: join(__dirname, '../../test/fixtures/tagged.pdf'),
	scanned: join(__dirname, '../../test/fixtures/scanned.pdf'),
} as const;
