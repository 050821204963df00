import { answersOf, FIELDS } from './answers';
import { readBody, type Body, type Earlier } from './body';
import { Readings } from './document';
import { findingsOf } from './findings';
import type { Inspection } from './inspection';
import { READER_LIMITS, type ReaderLimits } from './limits';
import { decryptWith, openDocument, securityOf } from './open';
import { recommend } from './recommendation';
import { Turns } from './turns';

/** A file that can be read from its start more than once. */
export interface PdfSource {
	/** Its bytes, in chunks of any size; each is read until the next one is asked for. */
	open(): Promise<AsyncIterable<Uint8Array>>;
	/** Gives way to whatever else waits for its turn. */
	pause(): Promise<void>;
}

/** Wrong lengths hide what comes after them: each pass may find one more. */
const MOST_PASSES = 4;

/**
 * Reads a PDF, once as a rule, and answers what is asked about it. Needs as much memory for a large
 * file as for a small one.
 *
 * @returns an answer that is sure, or null and a reason, for every field
 * @throws only what the source throws
 */
export async function inspect(
	source: PdfSource,
	limits: ReaderLimits = READER_LIMITS,
): Promise<Inspection> {
	const turns = new Turns(limits.turnMs, async () => await source.pause());
	const pass = async (earlier: Earlier) =>
		await readBody(await source.open(), limits, turns, earlier);

	let earlier: Earlier = { integers: new Map(), wrongLengths: new Set() };
	let body = await pass(earlier);
	for (let passes = 1; passes < MOST_PASSES && hasWrongLengths(body, earlier); passes += 1) {
		earlier = {
			integers: body.integers,
			wrongLengths: new Set([...earlier.wrongLengths, ...body.wrongLengths]),
		};
		body = await pass(earlier);
	}
	let readings = new Readings(body, turns);
	const security = await securityOf(readings);
	if (security.handler) {
		body = await pass({ ...earlier, decrypt: decryptWith(security.handler) });
		readings = new Readings(body, turns);
	}
	const sheet = await answersOf(await openDocument(readings, security), turns);
	const known = sheet.all(FIELDS);
	return {
		size: body.size,
		sha256: body.hash.digest('hex'),
		...known,
		...recommend(known),
		...findingsOf(sheet.known, sheet.unknown),
		unknown: sheet.reasons(FIELDS),
	};
}

/** Whether another pass would find streams to end elsewhere. */
function hasWrongLengths(body: Body, earlier: Earlier): boolean {
	if ([...body.wrongLengths].some((offset) => !earlier.wrongLengths.has(offset))) return true;
	return body.searched.some(({ offset, length, reference }) => {
		if (earlier.wrongLengths.has(offset)) return false;
		const given = body.integers.get(reference);
		// White-space before `endstream` belongs to neither.
		return given !== undefined && (length < given || length > given + 2);
	});
}
