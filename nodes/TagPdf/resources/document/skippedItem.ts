import type { INodeExecutionData } from 'n8n-workflow';

import type { Item } from '../../item';
import { ownFiles } from './ownFiles';
import type { AlreadyTagged } from './preparation';

/**
 * The output item of a document that is left as it is: no job, and the file that it came with, where the
 * tagged one would be, so that what comes next can file both alike.
 *
 * @param binaryField of the tagged PDF, for operations that give one
 */
export function skippedItem(
	item: Item,
	fileName: string,
	{ file, pages, reason }: AlreadyTagged,
	binaryField?: string,
): INodeExecutionData {
	const inPlace = binaryField === undefined ? {} : { [binaryField]: file };
	return {
		json: { filename: fileName, credits_used: 0, skipped: { reason, pages } },
		binary: { ...ownFiles(item, file), ...inPlace },
	};
}
