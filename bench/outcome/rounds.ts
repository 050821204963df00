/** What a run of a contestant came to, by the names of the measures. */
export type Run = Readonly<Record<string, number>>;

/** The runs of all contestants, turn by turn: those of a round stand at the same place. */
export type Rounds<Name extends string = string> = Readonly<Record<Name, readonly Run[]>>;

/** One run of each contestant. */
export type Round<Name extends string = string> = Readonly<Record<Name, Run>>;

/** Lets the contestants run turn by turn, so that what else the machine does meets all alike. */
export async function runInTurns<Name extends string>(
	contestants: Readonly<Record<Name, () => Promise<Run>>>,
	count: number,
): Promise<Rounds<Name>> {
	const names = Object.keys(contestants) as Name[];
	const rounds = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
		Name,
		Run[]
	>;
	for (let round = 0; round < count; round += 1) {
		for (const name of names) rounds[name].push(await contestants[name]());
	}
	return rounds;
}

/** The same runs, one record for each round. */
export function groupByRound<Name extends string>(rounds: Rounds<Name>): Array<Round<Name>> {
	const entries = Object.entries(rounds) as Array<[Name, readonly Run[]]>;
	const count = Math.min(...entries.map(([, runs]) => runs.length));
	return Array.from({ length: count }, (_, at) => {
		return Object.fromEntries(entries.map(([name, runs]) => [name, runs[at]])) as Round<Name>;
	});
}
