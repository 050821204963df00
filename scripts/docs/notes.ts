import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import prose from '../prose/remark.mjs';
import { pathsIn, ROOT } from './paths';

interface Workflow {
	nodes: Array<{ type: string; parameters: { content?: string } }>;
}

/** Checks the prose of the sticky notes in the examples. */
export async function checkNotes(): Promise<string[]> {
	const found: string[] = [];
	for (const path of pathsIn('examples', '.json')) {
		const { nodes } = JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Workflow;
		for (const { type, parameters } of nodes)
			if (type === 'n8n-nodes-base.stickyNote')
				found.push(
					...(await check(parameters.content ?? '')).map((reason) => `${path}: ${reason}`),
				);
	}
	return found;
}

async function check(note: string): Promise<string[]> {
	const processor = unified().use(remarkParse).use(remarkGfm).use(prose);
	return await new Promise((resolve, reject) => {
		processor.run(processor.parse(note), note, (error, _tree, file) => {
			if (error) reject(error);
			else resolve((file?.messages ?? []).map(({ reason }) => reason));
		});
	});
}
