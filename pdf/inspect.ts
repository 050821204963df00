import { readFormKind } from './answers/form';
import { readPageContents } from './answers/pageContents';
import {
	recommend,
	type Answers,
	type Evidence,
	type OrNull,
	type Recommendation,
} from './answers/recommendation';
import { isSigned } from './answers/signed';
import { hasUnmarkedTree, isTagged, readMarkInfo } from './answers/tagged';
import { readLanguage, readTitle } from './answers/titleAndLanguage';
import { WorkBudget } from './budget';
import type { PdfDocument } from './file/revision';
import { GrowingBuffer } from './growingBuffer';
import { openFile, type OpenedDocument } from './opening';
import { READER_LIMITS, type ReaderLimits } from './readerLimits';
import { beginReading } from './readers';
import { Turns } from './turns';
import { requireKnown, toUnknown, Unknown } from './unknown';

export { beginReading };

/** A file that can be read several times. */
export interface PdfSource {
	/** Returns the file's bytes, in chunks of any size. Each chunk is valid until the next one is requested. */
	open(): Promise<AsyncIterable<Uint8Array>>;
	/** Yields to other work. If it throws, the reading ends with that error. */
	pause(): Promise<void>;
}

/** All answers. Each one is certain or null, with a reason for every null. */
export type Inspection = OrNull<Answers> & {
	recommendation: Recommendation;
	/**
	 * Reasons for the recommendation, then the title or language that a tagged document lacks, and why answers
	 * are null.
	 */
	reasons: string[];
	/** The reason for each answer that is null. */
	unknown: Partial<Record<keyof Answers, string>>;
};

/**
 * Reads a PDF, usually once, and answers all questions about it. `limits` bound its memory, however large the file.
 * First it waits while two other documents are being read in this process.
 *
 * @throws only errors of the source
 */
export async function inspect(source: PdfSource, limits?: ReaderLimits): Promise<Inspection> {
	const endReading = await beginReading();
	try {
		return await inspectNow(source, limits);
	} finally {
		endReading();
	}
}

/**
 * Does the same without waiting, for a caller that has itself waited for {@link beginReading}.
 *
 * @throws only errors of the source
 */
export async function inspectNow(
	source: PdfSource,
	limits: ReaderLimits = READER_LIMITS,
): Promise<Inspection> {
	const turns = new Turns(limits.turnMs, async () => await source.pause());
	const reading = {
		limits,
		turns,
		work: new WorkBudget(limits),
		data: new GrowingBuffer(limits.streamBytes),
		output: new GrowingBuffer(limits.streamBytes),
	};
	const open = async () => await turns.awaitSource(source.open());
	await turns.begin();
	try {
		const opened = await openFile(open, reading).catch((error: unknown): OpenedDocument => {
			if (!(error instanceof Unknown)) throw error;
			return { encryption: error, document: error, pages: error };
		});
		return await answerQuestions(opened, turns);
	} finally {
		turns.end();
	}
}

function isPortfolio({ catalog, objects }: PdfDocument): boolean {
	return objects.resolve(catalog.get('Collection')) !== null;
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
	/** Finds an answer; null if it is unknown. `field` is the name under which the reason for a null is reported. */
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
		image_only_pages: await answer(() => getCounts().imageOnlyPages, 'image_only_pages'),
		encryption: await answer(() => requireKnown(opened.encryption), 'encryption'),
		signed: await answer(async () => await isSigned(getDocument(), pages, turns), 'signed'),
		form: await answer(() => readFormKind(getDocument()), 'form'),
		title: await answer(() => readTitle(getDocument(), handler), 'title'),
		language: await answer(() => readLanguage(getDocument(), handler), 'language'),
	};
	const evidence: Evidence = {
		...answers,
		pagesWithText: await answer(() => getCounts().pagesWithText),
		drawingPages: await answer(() => getCounts().drawingPages),
		isPortfolio: await answer(() => isPortfolio(getDocument())),
		isMarked: await answer(() => readMarkInfo(getDocument(), 'Marked')),
		hasUnmarkedTree: await answer(async () => await hasUnmarkedTree(getDocument(), turns)),
		isDamaged: await answer(() => getDocument().rebuilt !== undefined),
	};
	return { ...answers, ...recommend(evidence, unknown), unknown };
}
