/**
 * Runs the tests beside processes that keep the processor busy, to show that no outcome depends on the load.
 *
 *     npm run test:busy [-- <runs> <busy processes>]
 */
import { spawn, spawnSync } from 'node:child_process';

const [runs, processes] = [5, 8].map((usual, at) => Number(process.argv[2 + at] ?? usual));
const busy = Array.from({ length: processes }, () =>
	spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }),
);
process.on('exit', () => busy.forEach((each) => each.kill()));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

let passed = 0;
for (let run = 1; run <= runs; run += 1) {
	const begun = performance.now();
	const { status } = spawnSync('npm', ['test'], { stdio: 'inherit' });
	if (status === 0) passed += 1;
	const seconds = Math.round((performance.now() - begun) / 1_000);
	console.log(`run ${run} of ${runs}: ${status === 0 ? 'passed' : 'failed'} in ${seconds} s`);
}
console.log(`${passed} of ${runs} passed beside ${processes} busy processes`);
process.exit(passed === runs ? 0 : 1);
