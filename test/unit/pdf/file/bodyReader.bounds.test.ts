import { inspect } from '../../../../pdf/inspect';
import { measureBuffers } from '../../support/garbage';

test('a comment without an end takes no memory', async () => {
	const chunk = Buffer.alloc(64 * 1024, 'x');
	const used: number[] = [];
	async function* read() {
		yield await Promise.resolve(Buffer.from('% '));
		used.push(measureBuffers());
		for (let count = 0; count < 100; count += 1) yield chunk;
		used.push(measureBuffers());
	}
	const source = { open: () => Promise.resolve(read()), pause: () => Promise.resolve() };
	expect(await inspect(source)).toMatchObject({ pages: null });
	const [before = 0, after = Infinity] = used;
	expect(after - before).toBeLessThan(1024 ** 2);
});
