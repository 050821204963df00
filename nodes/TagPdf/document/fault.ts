import type { IBinaryData } from 'n8n-workflow';

import {
	findContainer,
	hasPdfHeader,
	PDF_HEADER_BYTES,
	startsLikePdf,
} from '../../../client/pdfMarks';
import { looksLikeHtml } from '../../../client/text';
import { hasForeignData, type OpenedFile } from '../../shared/binary';
import type { Words } from '../../shared/errorTexts';

/** Why a file is of no use, and what to do. */
interface Fault extends Pick<Words, 'fix' | 'more'> {
	/** The rest of a sentence that begins with the file's name or "It", e.g. `is empty`. */
	what: string;
}

/** How the base64 text of a PDF begins, perhaps in quotation marks or in a data URL. */
const BASE64_HEADER = /^\W*(data:[^,]{0,200},)?JVBERi/;

/**
 * The header of a PDF that was written as a JSON text or as the source text of a program, with its line break. Only the
 * first header counts: an intact PDF may show such a text on its pages.
 */
const ESCAPED_HEADER = /^[^%]*%PDF-\d\.\d\\+[rn]/;

/**
 * Finds out from the beginning of a file why it must not be submitted. The service decides whether a file that begins
 * like a PDF can be tagged.
 *
 * @returns undefined if the file begins like a PDF, and no program has damaged it by reading it as text
 */
export function findFault(
	binary: IBinaryData,
	{ document, isText, start }: OpenedFile,
): Fault | undefined {
	if (isText || ESCAPED_HEADER.test(start.toString('latin1', 0, PDF_HEADER_BYTES))) {
		return {
			what: 'was read as text and is damaged',
			fix: 'Let the node return a file.',
			more: "In IMAP, set 'Format' to 'Resolved'; in HTTP Request, 'Response Format' to 'File'.",
		};
	}
	const fix = 'Remove or replace the file.';
	if (document.size === 0) return { what: 'is empty', fix };
	if (startsLikePdf(start)) return undefined;
	if (hasForeignData(binary)) {
		const more = "A Code node can use buffer.toString('base64').";
		return { what: 'is not encoded as Base64', fix: 'Correct the node that made it.', more };
	}
	const text = start.toString();
	if (BASE64_HEADER.test(text)) {
		const more = "Convert to File has 'Move Base64 String to File'.";
		return { what: 'is a PDF as Base64 text', fix: 'Decode it first.', more };
	}
	if (looksLikeHtml(text))
		return { what: 'is a web page, not a PDF', fix: 'Check the node that got it.' };
	const container = findContainer(start);
	if (container !== undefined)
		return {
			what: `is ${container}, not a PDF`,
			fix: 'Take the PDF out of it, or export it as a PDF.',
		};
	if (hasPdfHeader(start)) {
		const more = 'Programs that print into a file put commands for the printer there.';
		return { what: 'has other data before its PDF', fix: 'Export it as a PDF.', more };
	}
	return { what: 'is not a PDF', fix };
}
