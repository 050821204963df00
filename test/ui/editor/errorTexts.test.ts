import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { describeError, toTagPdfError } from '../../../nodes/shared/nodeError';
import { closedBy } from '../../closing';
import { versionUnderTest } from '../../host/harness/setup';
import { hostVersion } from '../../host/harness/versions';
import { CHARGES, failedRequests, oneOfEach } from '../../unit/support/everyError';
import { launch } from '../browser';
import { countLines, errorPanel, PANEL_WIDTH_PX } from './errorPanel';
import { inputErrors } from './inputErrors';

/** A file name with 80 characters. */
const FILE_NAME =
	'annual-report-of-the-ministry-of-transport-and-digital-affairs-2024-final-v2.pdf';
/** n8n appends it to the message. */
const ITEM = ' [item 12]';
/** n8n shows all lines of an error. Of more, its details would be out of sight. */
const MAX_LINES = 7;

const [way, isOne, haveFailed] = ['retry this execution', false, true] as const;
const RUNS = [
	undefined,
	...['', '11 of 19 other PDFs'].flatMap((paid) => [
		{ paid, isSure: true, isOne, way: 'run again' as const },
		{ paid, isSure: false, isOne, way, haveFailed },
	]),
];

let browser: Browser;
let page: Page;
const closing = closedBy(afterAll);
beforeAll(async () => {
	browser = closing(await launch());
	page = await browser.newPage();
	const { folder } = hostVersion(versionUnderTest);
	const editor = join(folder, 'node_modules', 'n8n-editor-ui', 'dist');
	await page.setContent(errorPanel(editor, PANEL_WIDTH_PX));
});

test.each(Object.entries(CHARGES))(
	'every error fits into seven lines of the panel, if its document is %s',
	async (_, charge) => {
		// These come before a job of their document.
		const early = 'jobExists' in charge ? ['CONFLICT', 'OVER_CREDIT_LIMIT'] : [];
		const errors = [...oneOfEach, ...failedRequests.map(({ error }) => error)].filter(
			({ code }) => !early.includes(code),
		);
		const texts = errors.flatMap((error) => {
			const known = toTagPdfError(error, { ...charge, fileName: FILE_NAME });
			return RUNS.map((others) => {
				const { message, description } = describeError(known, others);
				return { message: message + ITEM, description };
			});
		});
		const lines = await countLines(page, texts);
		expect(lines).toHaveLength(texts.length);
		expect(texts.filter((_text, at) => (lines[at] ?? Infinity) > MAX_LINES)).toEqual([]);
	},
);

test('every error of a parameter fits, with the longest names and values', async () => {
	const texts = (await inputErrors()).flatMap((error) =>
		RUNS.map((others) => {
			const { message, description } = describeError(error, others);
			return { message: message + ITEM, description };
		}),
	);
	const lines = await countLines(page, texts);
	expect(texts.filter((_text, at) => (lines[at] ?? Infinity) > MAX_LINES)).toEqual([]);
});

test('lines are counted as they are shown', async () => {
	const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');
	const texts = [
		{ message: 'a', description: 'b' },
		{ message: 'a', description: 'b → c' },
		{ message: 'a', description: words(20) },
		{ message: words(20), description: words(60) },
	];
	expect(await countLines(page, texts)).toEqual([2, 2, 3, 7]);
});
