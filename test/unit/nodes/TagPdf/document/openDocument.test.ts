import { setImmediate } from 'node:timers/promises';

import { beginReading } from '../../../../../pdf/inspect';
import { itemWithPages } from '../../../support/documents';
import { openNode } from '../../../support/openNode';

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
