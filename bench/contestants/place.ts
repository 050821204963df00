import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SandboxOptions } from '../../sandbox';
import { openSetup, type Setup } from '../../test/host/harness/setup';
import { writeLargePdf } from './largePdf';

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

/** Starts a real n8n that keeps files on disk, and a sandbox that reads no document. */
export async function openPlace(service: Partial<SandboxOptions> = {}): Promise<Setup> {
	const sandbox = { tagger: 'copy', credits: 1_000_000, maxBytes: 4 * GIB, ...service } as const;
	return await openSetup({ sandbox });
}

/**
 * Writes a document for n8n to read.
 *
 * @returns its path
 */
export async function writeDocument({ documents }: Setup, mb: number): Promise<string> {
	await mkdir(documents, { recursive: true });
	const path = join(documents, `${mb}.pdf`);
	await writeLargePdf(path, mb * MIB);
	return path;
}

/** Removes the files of all executions, in n8n and the sandbox: a run copies a document four times. */
export async function cleanUp({ home, sandbox }: Setup): Promise<void> {
	sandbox.reset();
	for (const name of ['storage', 'binaryData']) {
		await rm(join(home, '.n8n', name, 'workflows'), { recursive: true, force: true });
	}
}
