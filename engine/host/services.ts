import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService, ErrorReporter } from 'n8n-core';
import { SSHClientsManager } from 'n8n-core/dist/execution-engine/ssh-clients-manager';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useDeduplication } from './deduplication';
import { CapturedLog } from './log';

/** n8n's names for its binary stores: `default` keeps files in memory, as base64 inside the items. */
export type BinaryMode = 'default' | 'filesystem';

/** The services that n8n-core's engine requires: log, binary data, deduplication. */
export interface EngineServices {
	log: CapturedLog;
	/** Removes the folder that replaces `~/.n8n`: settings, encryption key and binary data. */
	close(): Promise<void>;
}

let isOpen = false;

/**
 * Sets up n8n-core's services in a temporary folder. n8n keeps them in one container per process, so only
 * one engine can be open at a time. Each engine has its own instance id, like a separate installation.
 *
 * @throws when another engine of this process is still open
 */
export async function openServices(binaryMode: BinaryMode): Promise<EngineServices> {
	if (isOpen) throw new Error('An engine is open in this process already: close it first.');
	isOpen = true;
	const folder = await mkdtemp(join(tmpdir(), 'n8n-engine-'));
	process.env.N8N_USER_FOLDER = folder;

	Container.reset();
	const log = new CapturedLog();
	Container.set<unknown>(Logger, log);
	// n8n's own manager would keep the process alive with a timer. No node here opens a tunnel.
	Container.set<unknown>(SSHClientsManager, {});
	useDeduplication();
	await storeBinaryData(binaryMode);

	return {
		log,
		async close() {
			await rm(folder, { recursive: true, force: true });
			isOpen = false;
		},
	};
}

async function storeBinaryData(mode: BinaryMode) {
	const config = Object.assign(Container.get(BinaryDataConfig), { mode });
	const service = new BinaryDataService(
		config,
		Container.get(ErrorReporter),
		Container.get(Logger),
	);
	await service.init();
	Container.set(BinaryDataService, service);
}
