import { inspect } from '../../../pdf/inspect';
import { measureBuffers } from '../support/garbage';
import type { PdfWriter } from '../support/pdfWriter';
import { ID, OPEN } from './dictionaries';
import { plain } from './writers';

describe('before a file is read again', () => {
	const MB = 1024 ** 2;
	const KEPT_BYTES = 4 * MB;
	const SPARE_BYTES = MB;
	const encrypted = (dictionary: string) =>
		`/Root 1 0 R/ID[<${ID.toString('hex')}>]/Encrypt ${dictionary}`;
	const kept = () =>
		plain()
			.object(10, `(${'a'.repeat(KEPT_BYTES / 2)})`)
			.object(11, `(${'b'.repeat(KEPT_BYTES / 2)})`);

	/** Memory of all buffers that are in use each time the file is opened, in bytes. */
	async function measureOpenings(file: PdfWriter): Promise<number[]> {
		const bytes = file.bytes();
		const used: number[] = [];
		const source = {
			async *chunks() {
				yield await Promise.resolve(bytes);
			},
			open() {
				used.push(measureBuffers());
				return Promise.resolve(this.chunks());
			},
			pause: async () => await Promise.resolve(),
		};
		expect(await inspect(source)).toMatchObject({ pages: 2 });
		return used;
	}

	test.each<[string, PdfWriter, number]>([
		['because of a wrong length', kept().stream(12, '/Length 1', 'data').end(), 2],
		['because it is encrypted', kept().end(encrypted(`<<${OPEN['R 2, 40 bits'].text}>>`)), 2],
		[
			'for both reasons',
			kept()
				.stream(12, '/Length 1', 'data')
				.end(encrypted(`<<${OPEN['R 2, 40 bits'].text}>>`)),
			3,
		],
		[
			'although its encryption refers to long strings',
			kept()
				.object(13, `<<${OPEN['R 2, 40 bits'].text}/OE 10 0 R/UE 11 0 R>>`)
				.end(encrypted('13 0 R')),
			2,
		],
	])('the results of the pass are let go: %s', async (_, file, passes) => {
		const [first = 0, ...others] = await measureOpenings(file);
		expect(others).toHaveLength(passes - 1);
		for (const used of others) expect(used).toBeLessThan(first + SPARE_BYTES);
	});
});
