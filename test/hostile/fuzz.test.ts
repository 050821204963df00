import { expectRightOrClear } from './fuzz/property';

const RUNS = 300;

test(`${RUNS} runs of one document with mutated answers`, async () => {
	await expectRightOrClear(20_261_121, RUNS);
});
