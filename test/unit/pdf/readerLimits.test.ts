import { deflateSync } from 'node:zlib';

import { WorkBudget } from '../../../pdf/budget';
import { Body } from '../../../pdf/file/body';
import { READER_LIMITS } from '../../../pdf/readerLimits';
import { inspectBytes } from './inspectBytes';
import { plain, TITLE } from './writers';

// The sizes below are those that the comments of the limits and the reader's README name.

const open = () => new Body(READER_LIMITS, new WorkBudget(READER_LIMITS));
const FLATE = '/Filter/FlateDecode';

test('trailers of a megabyte together are read', () => {
	const body = open();
	expect([body.tryTakeTrailer(1024 ** 2), body.tryTakeTrailer(1)]).toEqual([true, false]);
});

test('50,000 parts of a file may be damaged', () => {
	const body = open();
	for (let part = 0; part < 50_000; part += 1) body.countDamage();
	expect(() => body.countDamage()).toThrow('too much of it is damaged');
});

test('compressed metadata may have two megabytes', async () => {
	const rdf = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"';
	const xml = `<rdf:RDF ${rdf}>${TITLE}</rdf:RDF>`;
	const packet = Buffer.from(xml.padStart(2 * 1024 ** 2));
	const writer = plain(1, '/Metadata 10 0 R')
		.stream(10, `/Type/Metadata/Subtype/XML${FLATE}`, deflateSync(packet))
		.end();
	expect(await inspectBytes(writer.bytes())).toMatchObject({ title: 'Fish & chips' });
});

test('200 MB of content are read: a hundredth of it takes at most a hundredth of the work', async () => {
	const line = '1 0 0 1 72.125 720.375 cm 10.25 20.375 m 119.625 20.375 l S\n';
	const content = line.repeat(2_000_000 / line.length);
	const writer = plain(1).stream(3, FLATE, deflateSync(content)).end();
	const limits = { ...READER_LIMITS, contentWorkBytes: READER_LIMITS.contentWorkBytes / 100 };
	expect(await inspectBytes(writer.bytes(), { limits })).toMatchObject({ image_only_pages: 0 });
});
