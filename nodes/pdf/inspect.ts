import { answerQuestions, FIELDS } from './answers';
import { readBody, type Body, type Decrypt, type EarlierPass } from './body';
import { DocumentLoader } from './document';
import { decideFindings } from './findings';
import type { Inspection } from './inspection';
import { READER_LIMITS, type ReaderLimits } from './limits';
import { openDocument, readSecurity } from './openDocument';
import { recommend } from './recommendation';
import { Turns } from './turns';

/** A file that can be read several times. */
export interface PdfSource {
	/** Its bytes, in chunks of any size. Each chunk is valid until the next one is requested. */
	open(): Promise<AsyncIterable<Uint8Array>>;
	/** Yields to other work. */
	pause(): Promise<void>;
}

/** Wrong lengths hide the objects after them, so each pass may find one more. */
const MAX_PASSES = 4;

/**
 * Reads a PDF, usually once, and answers all questions about it. Memory does not depend on the file's size.
 *
 * @returns a certain answer, or null and a reason, for every field
 * @throws only errors of the source
 */
export async function inspect(
	source: PdfSource,
	limits: ReaderLimits = READER_LIMITS,
): Promise<Inspection> {
	const turns = new Turns(limits.turnMs, async () => await source.pause());
	const readPass = async (earlier: EarlierPass) =>
		await readBody(await source.open(), limits, turns, earlier);

	let earlier: EarlierPass = { integers: new Map(), wrongLengths: new Set() };
	let body = await readPass(earlier);
	for (let passes = 1; passes < MAX_PASSES && hasWrongLengths(body, earlier); passes += 1) {
		earlier = {
			integers: body.integers,
			wrongLengths: new Set([...earlier.wrongLengths, ...body.wrongLengths]),
		};
		body = await readPass(earlier);
	}
	let loader = new DocumentLoader(body, turns);
	const security = await readSecurity(loader);
	const { handler } = security;
	if (handler) {
		const decrypt: Decrypt = (head, dictionary, data) =>
			handler.decryptStream(head, dictionary, data);
		body = await readPass({ ...earlier, decrypt });
		loader = new DocumentLoader(body, turns);
	}
	const sheet = await answerQuestions(await openDocument(loader, security), turns);
	const known = sheet.getAnswers(FIELDS);
	return {
		size: body.size,
		sha256: body.hash.digest('hex'),
		...known,
		...recommend(known),
		...decideFindings(sheet.known, sheet.unknown),
		unknown: sheet.getReasons(FIELDS),
	};
}

/** Whether another pass would find other ends of streams. */
function hasWrongLengths(body: Body, earlier: EarlierPass): boolean {
	if ([...body.wrongLengths].some((offset) => !earlier.wrongLengths.has(offset))) return true;
	return body.searchedStreams.some(({ offset, length, reference }) => {
		if (earlier.wrongLengths.has(offset)) return false;
		const given = body.integers.get(reference);
		// White-space before `endstream` counts for neither length.
		return given !== undefined && (length < given || length > given + 2);
	});
}
