import * as circus from 'jest-circus';
import { expect } from 'expect';
import { ModuleMocker } from 'jest-mock';
import { ModernFakeTimers } from '@jest/fake-timers';

const mocker = new ModuleMocker(globalThis);
const timers = new ModernFakeTimers({
	// jest fakes a process of the tests' own; here Node's streams live by the only one.
	config: { fakeTimers: { doNotFake: ['nextTick'] } },
	global: globalThis,
});

/** The part of jest that tests of the modules use. A test that uses more fails before any mutant is tried. */
const jest = {
	fn: (...args) => mocker.fn(...args),
	spyOn: (...args) => mocker.spyOn(...args),
	useFakeTimers: ({ doNotFake = [], ...options } = {}) =>
		timers.useFakeTimers({ ...options, doNotFake: [...doNotFake, 'nextTick'] }),
	useRealTimers: () => timers.useRealTimers(),
	setSystemTime: (now) => timers.setSystemTime(now),
	setTimeout: (ms) => (circus.getState().testTimeout = ms),
	advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
};

/** Gives the tests jest's globals. */
export function installGlobals() {
	const { describe, it, test, beforeAll, beforeEach, afterEach, afterAll } = circus;
	const hooks = { beforeAll, beforeEach, afterEach, afterAll };
	Object.assign(globalThis, { describe, it, test, ...hooks, expect, jest });
}

/** Undoes what a test that was cut short has left in place. */
export function restoreGlobals() {
	mocker.restoreAllMocks();
	timers.useRealTimers();
}
