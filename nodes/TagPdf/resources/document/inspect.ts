import { INSPECTION_FIELDS } from '../../inspection/inspectionJson';
import type { Operation } from '../../operation';
import { maxFileSize } from '../../parameters/maxFileSize';
import { maxInFlight } from '../../parameters/maxInFlight';
import { optionsProperty } from '../../parameters/options';
import { sourceOf, sourceProperties } from '../../parameters/source';
import { toolDescription } from '../../parameters/toolDescription';
import { inspectOutput } from './inspectOutput';
import { ownFiles } from './ownFiles';
import { extentOf, simplifyProperties } from './simplify';

const show = { resource: ['document'], operation: ['inspect'] };

/** Reads the document where it stands; the file goes on with the item, untouched. */
export const inspect: Operation = {
	isLocal: true,
	description: [
		toolDescription(
			show,
			'Inspect the PDF at a URL: what to do with it, how many pages it has, and whether it is tagged, scanned, encrypted or signed. Free. Tagging would cost 1 credit per page. Nothing is sent to the service. Returns JSON; null means not known.',
		),
		...sourceProperties(show),
		...simplifyProperties(show, INSPECTION_FIELDS),
		optionsProperty(show, [maxFileSize, maxInFlight]),
	],
	execute: async (item) => {
		const extent = extentOf(item);
		const { fileName, find, inspect: read } = sourceOf(item);
		const { binary, document } = await find();
		const inspection = await read(document);
		return [{ json: inspectOutput(fileName, inspection, extent), binary: ownFiles(item, binary) }];
	},
};
