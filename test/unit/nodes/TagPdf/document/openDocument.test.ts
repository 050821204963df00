import { setImmediate } from 'node:timers/promises';

import { beginReading } from '../../../../../pdf/inspect';
import { Turns } from '../../../../../pdf/turns';
import { itemWithPages, onDocument } from '../../../support/documents';
import { openNode } from '../../../support/openNode';
import { FakeService } from '../../../support/fakeService';
import { pagesOf, PdfWriter } from '../../../support/pdfWriter';

const inspect = {
	resource: 'document',
	operation: 'inspect',
	source: 'binary',
	binaryPropertyName: 'data',
	options: {},
};

test('documents wait until fewer than two others are read, and a stopped run does not wait', async () => {
	const others = [await beginReading(), await beginReading()];
	const stop = new AbortController();
	const stopped = openNode({
		parameters: [inspect],
		items: [itemWithPages(1)],
		signal: stop.signal,
	}).execute();
	let hasEnded = false;
	const waiting = openNode({ parameters: [inspect], items: [itemWithPages(2)] })
		.execute()
		.finally(() => (hasEnded = true));
	// Far more turns than a small document takes.
	for (let turn = 0; turn < 100; turn += 1) await setImmediate();
	expect(hasEnded).toBe(false);
	stop.abort();
	await expect(stopped).rejects.toMatchObject({ context: { data: { code: 'STOPPED' } } });
	others.forEach((end) => end());
	// The stopped document has not kept its place.
	const [[item] = []] = await waiting;
	expect(item?.json).toMatchObject({ pages: 2, tagged: false, recommendation: 'tag' });
});

test('a reading that has been stopped keeps its place until its next pause, and then ends', async () => {
	const other = await beginReading();
	const stop = new AbortController();
	jest.spyOn(Turns.prototype, 'isDue', 'get').mockReturnValue(true);
	const pause = Reflect.get(Turns.prototype, 'yield');
	let pauses = 0;
	let isFree = false;
	let isFreeAtPause = true;
	let next: Promise<() => void> | undefined;
	jest.spyOn(Turns.prototype, 'yield').mockImplementation(async function (this: Turns) {
		pauses += 1;
		if (pauses === 1) {
			stop.abort();
			next = beginReading().finally(() => (isFree = true));
			// Far more turns than the run needs to end.
			for (let turn = 0; turn < 100; turn += 1) await setImmediate();
			isFreeAtPause = isFree;
		}
		await pause.call(this);
	});
	const run = openNode({ parameters: [inspect], items: [itemWithPages(1)], signal: stop.signal });
	const error = await run.execute().catch((reason: unknown) => reason);
	const end = await next;
	jest.restoreAllMocks();
	end?.();
	other();
	expect(error).toMatchObject({ context: { data: { code: 'STOPPED' } } });
	expect(isFreeAtPause).toBe(false);
	// The reading has not gone on to another one.
	expect(pauses).toBe(1);
});

describe('the content of a document is read', () => {
	const READ = { firstBytes: 1, upload: 1, inspection: 1 };
	const content = pagesOf(new PdfWriter(), 2).end().bytes();
	const stored = { id: 'f', data: '', mimeType: 'application/pdf' };
	const setup = () => ({ items: [{ json: {}, binary: { data: stored } }], stored: { f: content } });
	const count = async (options: object, more: object = {}) => {
		const bench = openNode({ ...setup(), ...more, parameters: [onDocument('submit', options)] });
		const opened = jest.spyOn(bench.fake.context.helpers, 'getBinaryStream');
		await bench.execute();
		return opened.mock.calls.length;
	};

	test.each([
		[{}, READ.firstBytes + READ.upload],
		[{ alreadyTagged: 'tag', embedFonts: true }, READ.firstBytes + READ.upload],
		[{ alreadyTagged: 'skip' }, READ.firstBytes + READ.inspection + READ.upload],
		[{ maxCreditsPerExecution: 2 }, READ.firstBytes + READ.inspection + READ.upload],
		[
			{ alreadyTagged: 'fail', maxCreditsPerExecution: 2 },
			READ.firstBytes + READ.inspection + READ.upload,
		],
	])('with %j %d times', async (options, times) => {
		expect(await count(options)).toBe(times);
	});

	test('not at all once its job is known', async () => {
		const again = { service: new FakeService(), kept: {} };
		const options = { alreadyTagged: 'skip', maxCreditsPerExecution: 2 };
		expect(await count(options, again)).toBe(3);
		expect(await count(options, again)).toBe(0);
	});
});
