import { maxInFlight, readMaxInFlight } from '../../../../nodes/TagPdf/parameters/maxInFlight';
import { errorOf } from '../../support/errorOf';
import { FakeExecution } from '../../support/fakeExecution';

const read = (...values: unknown[]) =>
	readMaxInFlight(
		new FakeExecution({ parameters: values.map((each) => ({ options: { maxInFlight: each } })) })
			.context,
	);

test('is 60 by default, as in the editor', () => {
	expect(read(undefined)).toBe(60);
	expect(maxInFlight.default).toBe(60);
});

test('is the value of the first item', () => {
	expect(read(2, 9)).toBe(2);
});

test.each([
	[1, 1],
	['3', 3],
	[2.9, 2],
	[1_000, 1_000],
	[1_001, 1_000],
	[5_000, 1_000],
])('%j → %d', (given, expected) => {
	expect(read(given)).toBe(expected);
});

test('the editor allows exactly the accepted values', () => {
	expect(maxInFlight.type).toBe('number');
	expect(maxInFlight.typeOptions).toMatchObject({ minValue: 1, maxValue: 1_000 });
});

test.each([0, 0.9, -1, 'all'])('refuses %j', async (given) => {
	expect(await errorOf(() => read(given))).toMatchObject({
		code: 'INVALID_INPUT',
		message: 'Max Documents at Once must be at least 1',
	});
});
