import type * as Ports from '../../host/harness/ports';

/** Loads the module again, as in another process. */
const anotherProcess = (): typeof Ports => {
	jest.resetModules();
	return jest.requireActual<typeof Ports>('../../host/harness/ports');
};

test('never assigns a port twice, neither to one suite nor to concurrent ones', async () => {
	const suites = Array.from({ length: 10 }, anotherProcess);
	const given = await Promise.all(
		suites.flatMap(({ freePorts }) => [freePorts(60), freePorts(60), freePorts(1)]),
	);
	expect(new Set(suites.map(({ freePorts }) => freePorts)).size).toBe(10);
	expect(new Set(given.flat()).size).toBe(10 * 121);
});
