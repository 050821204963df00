import { rmSync } from 'node:fs';
import type { SandboxOptions } from '../options';

/** Bucket of documents that wait for their submission. */
export const UPLOADS = 'uploads';

/** A document in storage. */
export interface StoredDocument {
	path: string;
	bytes: number;
	/** Hex. */
	sha256: string;
	/** Milliseconds since the epoch. */
	storedAt: number;
	/** Whether a job was created from it. */
	submitted: boolean;
}

/** A presigned upload and, after its use, the document stored under its key. */
export interface UploadRecord {
	key: string;
	accountId: string;
	filename: string | null;
	/** Milliseconds since the epoch. */
	createdAt: number;
	document: StoredDocument | null;
}

/** The document of an upload, if it belongs to the account, was stored, and has not expired. */
export function storedDocument(
	upload: UploadRecord | undefined,
	accountId: string,
	options: SandboxOptions,
): StoredDocument | null {
	if (upload?.accountId !== accountId || isExpired(upload, options)) return null;
	return upload.document;
}

/** Whether nobody needs the upload any more: its document was submitted, or it has expired. */
export function isUploadOver(upload: UploadRecord, options: SandboxOptions): boolean {
	return upload.document?.submitted === true || isExpired(upload, options);
}

/** Removes an upload's document. */
export function removeDocument({ document }: UploadRecord): void {
	if (document) rmSync(document.path, { force: true });
}

/** The presigned upload expires if nothing is stored; afterwards the stored document expires. */
function isExpired({ createdAt, document }: UploadRecord, options: SandboxOptions): boolean {
	const [since, seconds] = document
		? [document.storedAt, options.storedExpirySeconds]
		: [createdAt, options.uploadExpirySeconds];
	return options.now() - since > seconds * 1000;
}
