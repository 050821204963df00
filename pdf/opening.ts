import { haveAllRootsCount, readPages, type Pages } from './answers/pages';
import { readSecurity, type Encryption, type Security } from './encryption/security';
import type { StandardSecurityHandler } from './encryption/securityHandler';
import type { Body } from './file/body';
import { readBody, type EarlierPass, type Reading } from './file/bodyReader';
import { NO_CATALOG, openRevision, Revisions, type PdfDocument } from './file/revision';
import { toUnknown, Unknown } from './unknown';

/** A document as far as it could be opened. */
export interface OpenedDocument {
	encryption: Encryption | Unknown;
	document: PdfDocument | Unknown;
	/** Its pages, or why they are unknown. */
	pages: Pages | Unknown;
	handler?: StandardSecurityHandler;
}

/**
 * Maximum number of passes that look for streams with a wrong length. Such a length hides the objects that follow,
 * so each pass may find another wrong one. An encrypted document that opens takes one more pass.
 */
const MAX_PASSES = 4;

/**
 * Reads a file, usually once, and opens the document in it.
 *
 * @param open returns the file's bytes from its start on
 * @throws Unknown if reading it would take too long or too much memory; also errors of the source
 */
export async function openFile(
	open: () => Promise<AsyncIterable<Uint8Array>>,
	reading: Reading,
): Promise<OpenedDocument> {
	let found: Found = { wrongLengths: new Set() };
	for (let passes = 1; ; passes += 1) {
		const result = await readOnce(await open(), reading, found, passes < MAX_PASSES);
		if ('pages' in result) return result;
		found = result;
	}
}

/** What a pass tells the next one. */
interface Found extends EarlierPass {
	/** Set for the pass that decrypts the document, which is the last one. */
	security?: Security;
}

/**
 * Makes one pass, and opens the document or returns what the next pass must know. Nothing else of it outlives this
 * call: otherwise its results would stay in memory while the next pass fills its own.
 */
async function readOnce(
	chunks: AsyncIterable<Uint8Array>,
	reading: Reading,
	found: Found,
	looksForLengths: boolean,
): Promise<OpenedDocument | Found> {
	const body = await readBody(chunks, reading, found);
	const revisions = new Revisions(body, reading.turns);
	if (found.security) return await openDocument(body, revisions, found.security, reading);
	if (looksForLengths && body.needsOtherLengths(found.wrongLengths)) {
		const wrongLengths = new Set([...found.wrongLengths, ...body.wrongLengths]);
		return { integers: body.integers, wrongLengths };
	}
	const security = await readSecurity(body, revisions);
	const { handler } = security;
	if (!handler || handler instanceof Unknown) {
		return await openDocument(body, revisions, security, reading);
	}
	// Another pass, because streams are decrypted while they are read.
	return { ...found, handler, security };
}

async function openDocument(
	body: Body,
	revisions: Revisions,
	{ encryption, handler }: Security,
	{ turns }: Reading,
): Promise<OpenedDocument> {
	if (handler instanceof Unknown) return { encryption, document: handler, pages: handler };
	const readPagesOf = async (document: PdfDocument | undefined) => {
		try {
			return await readPagesSurely(body, document, turns);
		} catch (error) {
			return toUnknown(error, 'its page tree cannot be read');
		}
	};
	const document = openRevision(await revisions.findReferenced());
	const pages = await readPagesOf(document);
	if (document && !(pages instanceof Unknown)) return { encryption, handler, document, pages };
	const rebuilt = await revisions.rebuild().catch(() => undefined);
	const pagesAgain = await readPagesOf(rebuilt);
	if (document && pagesAgain instanceof Unknown) return { encryption, handler, document, pages };
	return {
		encryption,
		handler,
		document: rebuilt ?? new Unknown(NO_CATALOG),
		pages: pagesAgain,
	};
}

/** Reads a document's pages. @throws Unknown if they cannot be read, or if damage may hide some of them */
async function readPagesSurely(
	body: Body,
	document: PdfDocument | undefined,
	turns: Reading['turns'],
): Promise<Pages> {
	if (!document) throw new Unknown('it cannot be read as a PDF');
	const { catalog, objects, rebuilt } = document;
	if (rebuilt?.isCut === true) throw new Unknown('it ends in the middle of an update');
	const pages = await readPages(objects, catalog.get('Pages') ?? null, turns);
	if (rebuilt?.hasOlder === true && !(await haveAllRootsCount(body, pages.length, turns))) {
		throw new Unknown('it is damaged, and its revisions differ in their number of pages');
	}
	return pages;
}
