import { createFloat64Array, createUint32Array } from '../../../nodes/pdf/growableArray';

test.each([
	['small numbers', createUint32Array, 0xffffffff],
	['big numbers', createFloat64Array, Number.MAX_SAFE_INTEGER],
])('%s: a column keeps its values when it grows', (_, column, largest) => {
	const numbers = column();
	expect(numbers).toHaveLength(0);
	for (let count = 0; count < 1000; count += 1) numbers.push(count % 200);
	numbers.push(largest);
	expect(numbers).toHaveLength(1001);
	expect([0, 63, 64, 127, 128, 999, 1000].map((index) => numbers.at(index))).toEqual([
		0,
		63,
		64,
		127,
		128,
		199,
		largest,
	]);
});

test('beyond its end there are zeros', () => {
	expect(createUint32Array().at(0)).toBe(0);
});
