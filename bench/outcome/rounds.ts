/** Figures of one run of a contestant, by measure. */
export type Run = Readonly<Record<string, number>>;

/** Runs of all contestants in turn. Runs with the same index belong to the same round. */
export type Rounds<Name extends string = string> = Readonly<Record<Name, readonly Run[]>>;

/** One run of each contestant. */
export type Round<Name extends string = string> = Readonly<Record<Name, Run>>;

/** Runs the contestants in turn, so that other load on the machine affects all alike. */
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

/** Groups the runs into one record per round. */
export function groupByRound<Name extends string>(rounds: Rounds<Name>): Array<Round<Name>> {
	const entries = Object.entries(rounds) as Array<[Name, readonly Run[]]>;
	const count = Math.min(...entries.map(([, runs]) => runs.length));
	return Array.from({ length: count }, (_, at) => {
		return Object.fromEntries(entries.map(([name, runs]) => [name, runs[at]])) as Round<Name>;
	});
}
