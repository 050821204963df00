import type { TagPdfError } from '../../../../client/errors';
import { type Failure, REQUESTS } from '../../../../client/failure';
import { quoteName, quoteValue } from '../../../../nodes/shared/errorTexts';
import type { OtherDocuments } from '../../../../nodes/shared/moneyTexts';
import { describeError } from '../../../../nodes/shared/nodeError';
import { InputError } from '../../../../nodes/shared/inputError';
import { inputErrors } from '../../../ui/editor/inputErrors';
import { failedRequests, furtherTexts, oneOfEach } from '../../support/everyError';

const FILE = { fileName: 'a.pdf' };
const tell = (error: TagPdfError, others?: OtherDocuments) => {
	const { message, description } = describeError(error, others);
	return `${message}\n    ${description}`;
};
const nameFailure = (failure: Failure): string => {
	if (failure.kind === 'network')
		return failure.kept ? `${failure.code} after a part` : failure.code;
	if (failure.kind === 'unreadable' && failure.isOfService === true) return 'unreadable field';
	if (failure.kind === 'document' && failure.isMissing === true) return 'missing document';
	if (failure.kind !== 'status') return failure.kind;
	const { message, statusCode, type } = failure;
	if (message !== undefined) return String(statusCode);
	return [statusCode, type, 'of a proxy'].filter(Boolean).join(' ');
};

/** Every text once, with what it is shown for. */
function list(told: Array<[text: string, cause: string]>): string {
	const causes = new Map<string, Set<string>>();
	for (const [text, cause] of told) causes.set(text, (causes.get(text) ?? new Set()).add(cause));
	return [...causes].map(([text, of]) => `${text}\n    (${[...of].join(', ')})`).join('\n');
}

describe('the texts that users read (a changed text is reviewed here)', () => {
	test('of every code that no request has', () => {
		const codes = new Set(failedRequests.map(({ error }) => error.code));
		const told = oneOfEach.filter(({ code }) => !codes.has(code));
		expect(list(told.map((error) => [tell(error.addFacts(FILE)), error.code]))).toMatchSnapshot();
	});

	test('of every failure of every request', () => {
		const causes = new Map<string, string[]>();
		for (const request of REQUESTS) {
			const told = new Map<string, string[]>();
			for (const { error, failure } of failedRequests.filter((each) => each.request === request)) {
				const text = `${error.code} ${tell(error.addFacts(FILE))}`
					.replace(/Job \S+ (was|is)/, 'Job j $1')
					.replace(/ answered \d+/, ' answered …');
				told.set(text, [...(told.get(text) ?? []), nameFailure(failure)]);
			}
			for (const [text, of] of told)
				causes.set(text, [...(causes.get(text) ?? []), `${request}: ${of.join(', ')}`]);
		}
		const page = [...causes].map(([text, of]) => [text, ...of].join('\n    '));
		expect(page.join('\n')).toMatchSnapshot();
	});

	test('of codes with several texts', () => {
		expect(list(furtherTexts.map((error) => [tell(error), error.code]))).toMatchSnapshot();
	});

	test('of every parameter that cannot be used', async () => {
		const told = (await inputErrors()).map((error): [string, string] => [tell(error), error.code]);
		expect(list(told)).toMatchSnapshot();
	});
});

describe('every text', () => {
	const all = [...oneOfEach, ...failedRequests.map(({ error }) => error)];
	const shown = all.map((error) => ({ error, ...describeError(error.addFacts(FILE)) }));

	test('is a headline and whole sentences', () => {
		const bad = shown.filter(
			({ message, description }) =>
				!/^["A-Z]/.test(message) ||
				!/^[A-Z].*\.$/.test(description) ||
				/\b(undefined|null|NaN)\b| {2}|\.\./i.test(`${message} ${description}`),
		);
		expect(bad).toEqual([]);
	});

	test('names its document once, and no other', () => {
		expect(shown.filter(({ message }) => message.split('"a.pdf"').length !== 2)).toEqual([]);
		expect(all.filter((error) => describeError(error).message.includes('a.pdf'))).toEqual([]);
	});

	test("avoids the word that n8n takes for the user's Stop", () => {
		const error = new InputError({ message: 'Request canceled', fix: 'CANCELED' });
		expect(describeError(error)).toEqual({
			message: 'Request cancelled',
			description: 'No new charge was made. cancelled',
		});
		expect(shown.filter((each) => /canceled/i.test(each.description))).toEqual([]);
	});
});

test('an error of a parameter has its own words; more advice leaves room for paid documents', () => {
	const text = { message: "'Job ID' is empty", fix: 'Enter an ID.', more: 'It is short.' };
	const describe = (others?: OtherDocuments) => describeError(new InputError(text), others);
	expect(describe()).toEqual({
		message: "'Job ID' is empty",
		description: 'No new charge was made. Enter an ID. It is short.',
	});
	const others = {
		paid: '8 of 19 other PDFs',
		isSure: true,
		isOne: false,
		way: 'run again',
	} as const;
	expect(describe(others).description).toBe(
		'It made no new charge. 8 of 19 other PDFs are paid for. Enter an ID. Run again: you do not pay twice.',
	);
});

const circular: { self?: object } = {};
circular.self = circular;
test.each<[unknown, string | undefined]>([
	[circular, '{"self":"[Circular…'],
	['text', '"text"'],
	[7, '7'],
	[null, 'null'],
	[undefined, undefined],
	[['a'.repeat(14)], `["${'a'.repeat(14)}"]`],
	[['a'.repeat(15)], `["${'a'.repeat(15)}"…`],
	[() => undefined, undefined],
])('shows the start of the value %p', (value, shown) => {
	expect(quoteValue(value)).toBe(shown);
});

test.each([
	['a'.repeat(18), `"${'a'.repeat(18)}"`],
	['annual-report-of-the-ministry-2024.pdf', '"annual-r…-2024.pdf"'],
	['👍'.repeat(19), `"${'👍'.repeat(8)}…${'👍'.repeat(9)}"`],
])('shows the start and the end of a long name: %s', (name, shown) => {
	expect(quoteName(name)).toBe(shown);
});

test('shows little of a text as large as a file', () => {
	const file = `start${'x'.repeat(1e7)}end`;
	expect(quoteName(file)).toBe('"startxxx…xxxxxxend"');
	expect(quoteValue(file)).toBe(`"start${'x'.repeat(12)}…`);
});

test('describes a value that JSON cannot have by its type', () => {
	const nested = JSON.parse(`${'['.repeat(1e5)}${']'.repeat(1e5)}`) as unknown;
	expect(quoteValue(nested)).toBe('an unreadable obje…');
});
