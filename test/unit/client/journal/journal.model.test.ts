import fc from 'fast-check';

import { JournalModel, type Fate } from './journalModel';

const fate = fc.constantFrom<Fate[]>('useful', 'useful', 'failed', 'refused');
/** The journal does not cover a stop during another process's change of the row. */
const fateAlone = fc.constantFrom<Fate[]>('useful', 'useful', 'failed', 'refused', 'stopped');
const at = fc.nat(5);

class Start implements fc.AsyncCommand<object, JournalModel> {
	constructor(
		private readonly isRetry: boolean,
		private readonly fate: Fate,
	) {}
	check = () => true;
	async run(_: object, real: JournalModel) {
		real.start(this.isRetry, this.fate);
		await Promise.resolve();
	}
	toString = () => `start(isRetry: ${this.isRetry}, ${this.fate})`;
}

class Step implements fc.AsyncCommand<object, JournalModel> {
	constructor(private readonly at: number) {}
	check = () => true;
	async run(_: object, real: JournalModel) {
		await real.step(this.at);
		real.check();
	}
	toString = () => `step(${this.at})`;
}

class Kill implements fc.AsyncCommand<object, JournalModel> {
	constructor(private readonly at: number) {}
	check = () => true;
	async run(_: object, real: JournalModel) {
		real.kill(this.at);
		await Promise.resolve();
	}
	toString = () => `kill(${this.at})`;
}

class RunToEnd implements fc.AsyncCommand<object, JournalModel> {
	constructor(
		private readonly isRetry: boolean,
		private readonly fate: Fate,
	) {}
	check = () => true;
	async run(_: object, real: JournalModel) {
		await real.runToEnd(this.isRetry, this.fate);
		real.check();
	}
	toString = () => `runToEnd(isRetry: ${this.isRetry}, ${this.fate})`;
}

const steps = [
	fc.tuple(fc.boolean(), fate).map((given) => new Start(...given)),
	...Array.from({ length: 6 }, () => at.map((given) => new Step(given))),
	at.map((given) => new Kill(given)),
	fc.tuple(fc.boolean(), fate).map((given) => new RunToEnd(...given)),
];

describe.each(['first-job', 'conflict'] as const)('a repeated key: %s', (reading) => {
	it('is never charged twice before a delivery, with kills anywhere and any number of processes', async () => {
		await fc.assert(
			fc.asyncProperty(fc.commands(steps, { maxCommands: 80 }), async (commands) => {
				const setup = () => ({ model: {}, real: new JournalModel(reading, 10_000) });
				await expect(fc.asyncModelRun(setup, commands)).resolves.toBeUndefined();
			}),
			{ numRuns: 400 },
		);
	});

	it('is never charged twice if a full row drops the oldest marks', async () => {
		const round = fc.record({ fill: fc.nat(6), isRetry: fc.boolean(), fate: fateAlone });
		await fc.assert(
			fc.asyncProperty(fc.array(round, { maxLength: 12 }), async (rounds) => {
				const model = new JournalModel(reading, 8);
				for (const { fill, isRetry, fate: own } of rounds) {
					model.fill(fill);
					await model.runToEnd(isRetry, own);
					expect(model.doubleCharges).toEqual([]);
				}
			}),
			{ numRuns: 400 },
		);
	});
});

it('delivers an abandoned document, whatever happened before', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(fc.tuple(at, fc.boolean()), { maxLength: 40 }), async (events) => {
			const model = new JournalModel('first-job', 10_000);
			model.start(false, 'useful');
			model.start(false, 'useful');
			for (const [process, isKill] of events) {
				if (isKill && process === 5) model.kill(0);
				await model.step(process);
			}
			model.kill(0);
			model.kill(1);
			expect(await model.runToEnd(false, 'useful')).toBe('delivered');
			expect(model.doubleCharges).toEqual([]);
		}),
		{ numRuns: 300 },
	);
});
