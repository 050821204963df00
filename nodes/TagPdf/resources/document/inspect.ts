import { readDocument } from '../../../client/transfer';
import { inspect as inspectPdf } from '../../../pdf';
import type { Operation } from '../../operation';
import { maxFileSize } from '../../parameters/maxFileSize';
import { maxInFlight } from '../../parameters/maxInFlight';
import { optionsProperty } from '../../parameters/options';
import { sourceOf, sourceProperties } from '../../parameters/source';
import { toolDescription } from '../../parameters/toolDescription';

const show = { resource: ['document'], operation: ['inspect'] };

/** Field of the output item for a file that came from a URL. */
const FETCHED_FIELD = 'data';

/** Reads the document where it stands; the file goes on with the item, untouched. */
export const inspect: Operation = {
	isLocal: true,
	description: [
		toolDescription(
			show,
			'Inspect the PDF at a URL: pages (1 credit each, if it is tagged), whether it is tagged, scanned, encrypted or signed, and what to do with it. Free. Nothing is sent to the service. Returns JSON; null means not known.',
		),
		...sourceProperties(show),
		optionsProperty(show, [maxFileSize, maxInFlight]),
	],
	execute: async (item) => {
		const { context, index, runtime, signal } = item;
		const { fileName, find } = sourceOf(item);
		const { binary, document } = await find();
		const inspection = await readDocument(
			runtime,
			document,
			signal,
			async (open) => await inspectPdf({ open, pause: async () => await runtime.sleep(1) }),
		);
		const own = context.getInputData()[index]?.binary ?? {};
		const isFetched = context.getNodeParameter('source', index) === 'url';
		const files = isFetched ? { ...own, [FETCHED_FIELD]: binary } : own;
		return [{ json: { fileName, ...inspection }, binary: files }];
	},
};
