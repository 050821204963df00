import { join } from 'node:path';
import execa from 'execa';

test('a document that waits takes less than 20 kB', async () => {
	// In a process of its own: what other tests leave behind would count as well.
	const script = join(__dirname, 'waitingMemory.ts');
	const { stdout } = await execa('tsx', ['--expose-gc', script], { preferLocal: true });
	const bytes = Number(stdout.trim().split('\n').at(-1));
	process.stdout.write(`${bytes} bytes for each that waits\n`);
	expect(bytes).toBeGreaterThan(0);
	expect(bytes).toBeLessThan(20_000);
});
