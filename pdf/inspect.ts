import { readBody, type EarlierPass } from './bodyReader';
import { READER_LIMITS, Turns, type ReaderLimits } from './readerLimits';
import {
	hasUnmarkedTree,
	isTagged,
	readFormKind,
	readLanguage,
	readMarkInfo,
	readTitle,
} from './catalog';
import { requireKnown, toUnknown, Unknown } from './objects';
import { openDocument, readSecurity, type OpenedDocument } from './opening';
import { readPageContents } from './pageContents';
import {
	recommend,
	type Answers,
	type Evidence,
	type OrNull,
	type Recommendation,
} from './recommendation';
import { isSigned } from './signatures';

/** A file that can be read several times. */
export interface PdfSource {
	/** Its bytes, in chunks of any size. Each chunk is valid until the next one is requested. */
	open(): Promise<AsyncIterable<Uint8Array>>;
	/** Yields to other work. */
	pause(): Promise<void>;
}

/** All answers. Each one is certain or null, with a reason for every null. */
export type Inspection = OrNull<Answers> & {
	recommendation: Recommendation;
	/** Reasons for the recommendation, and why answers are null. */
	reasons: string[];
	/** Why answers are null, for each. */
	unknown: Partial<Record<keyof Answers, string>>;
};

/** Wrong lengths hide the objects after them, so each pass may find one more. */
const MAX_PASSES = 4;

/**
 * Reads a PDF, usually once, and answers all questions about it. Memory does not depend on the file's size.
 *
 * @throws only errors of the source
 */
export async function inspect(
	source: PdfSource,
	limits: ReaderLimits = READER_LIMITS,
): Promise<Inspection> {
	const turns = new Turns(limits.turnMs, async () => await source.pause());
	const opened = await openSource(source, limits, turns).catch((error: unknown): OpenedDocument => {
		if (!(error instanceof Unknown)) throw error;
		return { encryption: error, document: error, pages: error };
	});
	return await answerQuestions(opened, turns);
}

/** @throws Unknown if the file is damaged, or built, in a way that would take too long to read */
async function openSource(
	source: PdfSource,
	limits: ReaderLimits,
	turns: Turns,
): Promise<OpenedDocument> {
	const readPass = async (earlier: EarlierPass) =>
		await readBody(await source.open(), limits, turns, earlier);
	let earlier: EarlierPass = { wrongLengths: new Set() };
	let body = await readPass(earlier);
	for (
		let passes = 1;
		passes < MAX_PASSES && body.needsOtherLengths(earlier.wrongLengths);
		passes += 1
	) {
		const wrongLengths = new Set([...earlier.wrongLengths, ...body.wrongLengths]);
		earlier = { integers: body.integers, wrongLengths };
		body = await readPass(earlier);
	}
	const security = await readSecurity(body, turns);
	const { handler } = security;
	if (handler && !(handler instanceof Unknown)) {
		body = await readPass({ ...earlier, handler });
	}
	return await openDocument(body, security, turns);
}

async function answerQuestions(opened: OpenedDocument, turns: Turns): Promise<Inspection> {
	const { handler, pages } = opened;
	const getDocument = () => requireKnown(opened.document);
	const find = async <T>(findValue: () => Promise<T> | T): Promise<T | Unknown> => {
		await turns.yieldIfDue();
		try {
			return await findValue();
		} catch (error) {
			return toUnknown(error, 'it contains something that this reader does not expect');
		}
	};
	const unknown: Inspection['unknown'] = {};
	/** Null if the answer is unknown. */
	const answer = async <T>(findValue: () => Promise<T> | T, field?: keyof Answers) => {
		const value = await find(findValue);
		if (!(value instanceof Unknown)) return value;
		if (field) unknown[field] = value.reason;
		return null;
	};
	const contents = await find(
		async () => await readPageContents(getDocument(), requireKnown(pages), turns),
	);
	const getCounts = () => {
		const { doubt, ...counts } = requireKnown(contents);
		if (doubt) throw doubt;
		return counts;
	};
	const answers = {
		pages: await answer(() => requireKnown(pages).length, 'pages'),
		tagged: await answer(async () => await isTagged(getDocument(), contents, turns), 'tagged'),
		imageOnlyPages: await answer(() => getCounts().imageOnlyPages, 'imageOnlyPages'),
		encrypted: await answer(() => requireKnown(opened.encryption), 'encrypted'),
		signed: await answer(async () => await isSigned(getDocument(), pages, turns), 'signed'),
		form: await answer(() => readFormKind(getDocument()), 'form'),
		title: await answer(() => readTitle(getDocument(), handler), 'title'),
		language: await answer(() => readLanguage(getDocument(), handler), 'language'),
	};
	const evidence: Evidence = {
		...answers,
		pagesWithText: await answer(() => getCounts().pagesWithText),
		drawingPages: await answer(() => getCounts().drawingPages),
		isPortfolio: await answer(() => getDocument().catalog.has('Collection')),
		isMarked: await answer(() => readMarkInfo(getDocument(), 'Marked')),
		hasUnmarkedTree: await answer(async () => await hasUnmarkedTree(getDocument(), turns)),
		isDamaged: await answer(() => getDocument().rebuilt !== undefined),
	};
	return { ...answers, ...recommend(evidence, unknown), unknown };
}
