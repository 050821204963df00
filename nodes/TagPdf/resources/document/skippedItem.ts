import type { INodeExecutionData } from 'n8n-workflow';

import type { Item } from '../../item';
import type { AddInputData } from '../../parameters/source/keepSource';
import { collectOwnFiles } from './ownFiles';
import type { AlreadyTagged } from './preparation';

/**
 * The output item of a skipped document. It has no job, and its own file is in the field of the tagged PDF,
 * so that the next node can treat both alike.
 *
 * @param addInputData adds the kept parts of the input item
 * @param binaryField field of the tagged PDF, in operations that return it
 */
export function createSkippedItem(
	item: Item,
	fileName: string,
	{ file, pages, reason }: AlreadyTagged,
	addInputData: AddInputData,
	binaryField?: string,
): INodeExecutionData {
	const json = { filename: fileName, credits_used: 0, skipped: { reason, pages } };
	const inPlace = binaryField === undefined ? {} : { [binaryField]: file };
	const output = addInputData({ json, binary: inPlace });
	return { ...output, binary: { ...collectOwnFiles(item, file), ...output.binary } };
}
