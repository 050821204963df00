const { default: Sequencer } = require('@jest/test-sequencer');

/** Suites that take seconds: runs of n8n's engine, and documents at the reader's limits. */
const LONG =
	/\/test\/(engine|hostile)\/|\/(bounds|batches|lifetimes|mutations|webhooks)\.test\.ts$/;

/** Starts the longest suites first, even without timings of an earlier run, so no core is idle at the end. */
module.exports = class extends Sequencer {
	sort(tests) {
		const sorted = super.sort(tests);
		const isLong = ({ path }) => LONG.test(path);
		return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
	}
};
