import type { IBinaryData } from 'n8n-workflow';

import { listFiles } from '../../../n8n/binary';
import type { Item } from '../../item';

/** Field of the output item for a file that came from a URL. */
const FETCHED_FIELD = 'data';

/** Output files of an item without a tagged PDF: its own, and the one from its URL. */
export function collectOwnFiles(
	{ context, index }: Item,
	document: IBinaryData,
): Record<string, IBinaryData> {
	const input = context.getInputData()[index];
	const own = input ? listFiles(input) : {};
	const isFetched = context.getNodeParameter('source', index) === 'url';
	return isFetched ? { ...own, [FETCHED_FIELD]: document } : own;
}
