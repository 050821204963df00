import { ByteInput } from '../../../../pdf/file/byteInput';
import { Turns } from '../../../../pdf/turns';

/** Chunks whose bytes are overwritten as soon as the next one is asked for, as files do. */
async function* chunksOf(...texts: string[]): AsyncGenerator<Buffer, void> {
	for (const text of texts) {
		const chunk = await Promise.resolve(Buffer.from(text));
		yield chunk;
		chunk.fill('x');
	}
}

/** An input in a turn of its own. */
async function withInput<T>(
	chunks: AsyncIterator<Uint8Array>,
	use: (input: ByteInput) => Promise<T>,
) {
	const turns = new Turns(25, () => Promise.resolve());
	await turns.begin();
	try {
		return await use(new ByteInput(chunks, turns));
	} finally {
		turns.end();
	}
}

test('bytes are received as they are needed, and taken from the start', async () => {
	await withInput(chunksOf('abc', 'def', 'ghi'), async (input) => {
		expect([input.bytesLeft, input.offset, input.isAll]).toEqual([0, 0, false]);
		await input.require(2);
		expect(input.peek().toString()).toBe('abc');
		expect(input.take(2).toString()).toBe('ab');
		expect([input.bytesLeft, input.offset, input.lacks(1), input.lacks(2)]).toEqual([
			...[1, 2, false, true],
		]);
		await input.require(5);
		expect(input.peek(3).toString()).toBe('cde');
		expect([input.offset, input.peek().toString()]).toEqual([2, 'cdefghi']);
	});
});

test('at the end there are fewer bytes than are required', async () => {
	await withInput(chunksOf('abc'), async (input) => {
		await input.require(10);
		expect([input.isAll, input.lacks(10)]).toEqual([true, false]);
		expect(input.take(10).toString()).toBe('abc');
		expect([input.offset, input.bytesLeft, input.take(1).length]).toEqual([3, 0, 0]);
	});
});

test('offsets count from the start of the file, however often bytes are moved', async () => {
	const texts = Array.from({ length: 2_000 }, (_, n) => String(n).padStart(50, '-'));
	await withInput(chunksOf(...texts), async (input) => {
		for (const [n, text] of texts.entries()) {
			await input.require(50);
			expect([input.offset, input.take(50).toString()]).toEqual([50 * n, text]);
		}
		await input.require(1);
		expect(input.bytesLeft).toBe(0);
	});
});

test('more is received in steps that grow with what is left', async () => {
	let chunks = 0;
	async function* endless(): AsyncGenerator<Buffer, void> {
		for (;;) {
			chunks += 1;
			yield await Promise.resolve(Buffer.alloc(100));
		}
	}
	await withInput(endless(), async (input) => {
		const asked: number[] = [];
		for (let step = 0; step < 6; step += 1) {
			await input.receiveMore();
			asked.push(chunks);
		}
		expect(asked).toEqual([1, 2, 4, 7, 11, 17]);
	});
});

test('an error of the source comes through', async () => {
	async function* broken(): AsyncGenerator<Buffer, void> {
		yield await Promise.resolve(Buffer.from('abc'));
		throw new Error('The disk is gone');
	}
	await withInput(broken(), async (input) => {
		await input.require(3);
		await expect(input.require(4)).rejects.toThrow('disk is gone');
	});
});
