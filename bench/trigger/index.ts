import Table from 'cli-table3';
import { CONTESTANTS, type ContestantName } from './contestants';
import { brokenBy, ratioOf, spreadOf, type Rounds, type Spread } from './judge';
import { openPlace, type Place } from './place';
import { run, type Run } from './run';
import { AMOUNTS, ROUNDS, SETTINGS, type Setting } from './settings';

const NAMES = Object.keys(CONTESTANTS) as ContestantName[];
const WARM_UP = { connections: 4, amount: 60 };

/**
 * Events into the trigger beside n8n's Webhook node, and beside the least that a trigger of a community
 * package can be, all in the same real n8n.
 *
 * @param matching part of the names of the rows to run, e.g. `10 connections`
 * @returns the bounds that were not kept
 */
export async function trigger(matching: string): Promise<string[]> {
	const broken: string[] = [];
	for (const setting of SETTINGS) {
		const rows = Object.entries(AMOUNTS)
			.map(([connections, amount]) => ({ connections: Number(connections), amount }))
			.map((amounts) => ({ name: `${setting.name}, ${amounts.connections} connections`, amounts }))
			.filter(({ name }) => name.includes(matching));
		if (rows.length === 0) continue;
		const place = await openPlace(setting.env);
		try {
			for (const name of NAMES) await run(name, place, WARM_UP);
			for (const { name, amounts } of rows) {
				const rounds = await measure(place, amounts);
				console.log(`${name}\n${tableOf(rounds, setting)}`);
				broken.push(...brokenBy(rounds, setting).map((bound) => `${name}: ${bound}`));
			}
		} finally {
			await place.close();
		}
	}
	return broken;
}

/** Turn by turn, so that what else this machine does meets all alike. */
async function measure(place: Place, amounts: typeof WARM_UP): Promise<Rounds> {
	const rounds: Record<ContestantName, Run[]> = {
		webhook: [],
		floor: [],
		genuine: [],
		duplicate: [],
		forged: [],
	};
	for (let round = 0; round < ROUNDS; round += 1) {
		for (const name of NAMES) rounds[name].push(await run(name, place, amounts));
	}
	return rounds;
}

function tableOf(rounds: Rounds, { peer }: Setting): string {
	const head = ['', 'a second', 'p99 ms', 'CPU ms each', `rate / ${peer}`, `p99 / ${peer}`];
	const table = new Table({ head, style: { head: [], border: [] } });
	for (const name of NAMES) {
		const figure = (key: keyof Run) => spreadOf(rounds[name].map((each) => each[key]));
		const ratio = (key: keyof Run) => text(ratioOf(rounds, [name, peer], key), 2);
		table.push([
			name,
			text(figure('rate'), 1),
			text(figure('p99'), 0),
			text(figure('cpu'), 1),
			ratio('rate'),
			ratio('p99'),
		]);
	}
	return table.toString();
}

function text({ median, least, most }: Spread, digits: number): string {
	return `${median.toFixed(digits)} (${least.toFixed(digits)} to ${most.toFixed(digits)})`;
}
