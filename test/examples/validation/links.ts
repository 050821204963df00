import type { WorkflowDefinition } from '../../host/harness/rest/workflows';

type Ends = ReadonlyArray<ReadonlyArray<{ readonly node: string }> | null>;

/** A connection, by the names of its ends; outputs are counted from 0. */
export interface Link {
	readonly from: string;
	readonly output: number;
	readonly to: string;
	readonly type: string;
}

/** All connections of a workflow. */
export function linksOf({ connections }: WorkflowDefinition): Link[] {
	return Object.entries(connections as Record<string, Record<string, Ends>>).flatMap(
		([from, types]) =>
			Object.entries(types).flatMap(([type, outputs]) =>
				outputs.flatMap((ends, output) =>
					(ends ?? []).map((to) => ({ from, output, to: to.node, type })),
				),
			),
	);
}

/** Connections without those that lead back, because pinned items would loop forever. */
export function forwardLinks(links: readonly Link[]): Link[] {
	const kept: Link[] = [];
	const leadsTo = (from: string, to: string): boolean =>
		from === to || kept.some((link) => link.from === from && leadsTo(link.to, to));
	for (const link of links) {
		if (link.type === 'main' && !leadsTo(link.to, link.from)) kept.push(link);
	}
	return kept;
}

/** The node whose input a node sees; tools and models see the input of their agent. */
export function rootOf(name: string, links: readonly Link[]): string {
	const up = links.find(({ from, type }) => from === name && type !== 'main');
	return up ? rootOf(up.to, links) : name;
}
