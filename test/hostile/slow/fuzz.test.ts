import { randomInt } from 'node:crypto';

import { expectRightOrClear } from '../fuzz/property';

const RUNS = 2_500;
const FRESH = randomInt(2 ** 31);

test.each([
	['the fixed seed', 20_261_122],
	['the fresh seed', FRESH],
])(
	`${RUNS} runs of one document with mutated answers: %s %i`,
	async (_, seed) => {
		await expectRightOrClear(seed, RUNS);
	},
	900_000,
);
