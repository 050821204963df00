import type { INodeExecutionData } from 'n8n-workflow';

import type { Item } from '../../item';
import type { WithSource } from '../../parameters/source/keepSource';
import { collectOwnFiles } from './ownFiles';
import type { AlreadyTagged } from './preparation';

/**
 * The output item of a document that is left as it is: no job, and the file that it came with, where the
 * tagged one would be, so that what comes next can file both alike.
 *
 * @param withSource adds what is kept of the input item
 * @param binaryField of the tagged PDF, for operations that give one
 */
export function createSkippedItem(
	item: Item,
	fileName: string,
	{ file, pages, reason }: AlreadyTagged,
	withSource: WithSource,
	binaryField?: string,
): INodeExecutionData {
	const json = { filename: fileName, credits_used: 0, skipped: { reason, pages } };
	const inPlace = binaryField === undefined ? {} : { [binaryField]: file };
	const output = withSource({ json, binary: inPlace });
	return { ...output, binary: { ...collectOwnFiles(item, file), ...output.binary } };
}
