const { default: Sequencer } = require('@jest/test-sequencer');

/** Suites of seconds: what runs n8n's engine, and documents at the reader's bounds. */
const LONG =
	/\/test\/(engine|hostile)\/|\/(bounds|batches|budget\.model|journal\.model|lifetimes|mutations|runner|shared|webhooks)\.test\.ts$/;

/** Begins with what takes long, also where no earlier run has told jest, so that no core idles at the end. */
module.exports = class extends Sequencer {
	sort(tests) {
		const sorted = super.sort(tests);
		const isLong = ({ path }) => LONG.test(path);
		return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
	}
};
