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
}

/** A presigned upload and, once it was used, the document stored under its key. */
export interface UploadRecord {
	key: string;
	accountId: string;
	filename: string | null;
	document: StoredDocument | null;
}

/** The document of an upload, if it is this account's, was stored, and has not expired. */
export function storedDocument(
	upload: UploadRecord | undefined,
	accountId: string,
	{ now, storedExpirySeconds }: SandboxOptions,
): StoredDocument | null {
	if (upload?.accountId !== accountId || upload.document === null) return null;
	const age = now() - upload.document.storedAt;
	return age <= storedExpirySeconds * 1000 ? upload.document : null;
}
