import { type Bench, makeRow, runInTurns } from '../outcome';
import { CONTESTANTS, type ContestantName } from './contestants';
import { openPlace, type Place } from './place';
import { run, UNITS } from './run';
import { AMOUNTS, boundsOf, QUICK_AMOUNTS, QUICK_SETTINGS, ROUNDS, SETTINGS } from './settings';

const NAMES = Object.keys(CONTESTANTS) as ContestantName[];
/** Enough for V8 to compile hot code: a newly started n8n needs half as long again for an event. */
const WARM_UP = { connections: 10, amount: 200 };

/**
 * Events into the trigger, compared with n8n's Webhook node and with the smallest possible trigger of a
 * community package, all in the same real n8n.
 */
export const trigger: Bench = {
	async run({ matching, quick }, done) {
		for (const setting of quick ? QUICK_SETTINGS : SETTINGS) {
			const rows = Object.entries(quick ? QUICK_AMOUNTS : AMOUNTS)
				.map(([connections, amount]) => ({ connections: Number(connections), amount }))
				.map((amounts) => ({
					name: `${setting.name}, ${amounts.connections} connections`,
					amounts,
				}))
				.filter(({ name }) => name.includes(matching));
			if (rows.length === 0) continue;
			const place = await openPlace(setting.env);
			try {
				for (const name of NAMES) await run(name, place, WARM_UP);
				for (const { name, amounts } of rows) {
					const rounds = await runInTurns(contestantsOf(place, amounts), ROUNDS);
					done(makeRow(name, rounds, UNITS, boundsOf(setting)));
				}
			} finally {
				await place.close();
			}
		}
	},
};

function contestantsOf(place: Place, amounts: typeof WARM_UP) {
	const entries = NAMES.map((name) => [name, async () => await run(name, place, amounts)] as const);
	return Object.fromEntries(entries) as Record<ContestantName, (typeof entries)[0][1]>;
}
