import * as circus from 'jest-circus';
import { expect } from 'expect';
import { ModuleMocker } from 'jest-mock';
import { ModernFakeTimers } from '@jest/fake-timers';

const mocker = new ModuleMocker(globalThis);
const timers = new ModernFakeTimers({
	// jest fakes nextTick on a copy of `process`; here is only the real one, which streams need.
	config: { fakeTimers: { doNotFake: ['nextTick'] } },
	global: globalThis,
});

/** The part of jest that the tests use; a test that uses more fails before any mutant is tried. */
const jest = {
	fn: (...args) => mocker.fn(...args),
	spyOn: (...args) => mocker.spyOn(...args),
	restoreAllMocks: () => mocker.restoreAllMocks(),
	useFakeTimers: ({ doNotFake = [], ...options } = {}) =>
		timers.useFakeTimers({ ...options, doNotFake: [...doNotFake, 'nextTick'] }),
	useRealTimers: () => timers.useRealTimers(),
	setSystemTime: (now) => timers.setSystemTime(now),
	setTimeout: (ms) => (circus.getState().testTimeout = ms),
	advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
	advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
};

/** Installs jest's globals for the tests. */
export function installGlobals() {
	const { describe, it, test, beforeAll, beforeEach, afterEach, afterAll } = circus;
	const hooks = { beforeAll, beforeEach, afterEach, afterAll };
	Object.assign(globalThis, { describe, it, test, ...hooks, expect, jest });
}

/** Restores globals that an aborted test has changed. */
export function restoreGlobals() {
	mocker.restoreAllMocks();
	timers.useRealTimers();
}
