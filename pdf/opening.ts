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
	const readPass = async (earlier: EarlierPass) => await readBody(await open(), reading, earlier);
	let earlier: EarlierPass = { wrongLengths: new Set() };
	let body = await readPass(earlier);
	for (let passes = 1; passes < MAX_PASSES; passes += 1) {
		if (!body.needsOtherLengths(earlier.wrongLengths)) break;
		const wrongLengths = new Set([...earlier.wrongLengths, ...body.wrongLengths]);
		earlier = { integers: body.integers, wrongLengths };
		body = await readPass(earlier);
	}
	const revisions = new Revisions(body, reading.turns);
	const security = await readSecurity(body, revisions);
	const { handler } = security;
	if (!handler || handler instanceof Unknown) {
		return await openDocument(body, revisions, security, reading);
	}
	// Another pass, because streams are decrypted while they are read.
	const decrypted = await readPass({ ...earlier, handler });
	const decryptedRevisions = new Revisions(decrypted, reading.turns);
	return await openDocument(decrypted, decryptedRevisions, security, reading);
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
