import type { IBinaryData } from 'n8n-workflow';

import type { Item } from '../../item';

/** Field of the output item for a file that came from a URL. */
const FETCHED_FIELD = 'data';

/** The files that an item goes on with that is not tagged: its own, and the one from its URL. */
export function ownFiles(
	{ context, index }: Item,
	document: IBinaryData,
): Record<string, IBinaryData> {
	const own = context.getInputData()[index]?.binary ?? {};
	const isFetched = context.getNodeParameter('source', index) === 'url';
	return isFetched ? { ...own, [FETCHED_FIELD]: document } : own;
}
