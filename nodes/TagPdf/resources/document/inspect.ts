import type { Operation } from '../../operation';
import { maxFileSize } from '../../parameters/maxFileSize';
import { maxInFlight } from '../../parameters/maxInFlight';
import { optionsProperty } from '../../parameters/options';
import { sourceOf, sourceProperties } from '../../parameters/source';
import { toolDescription } from '../../parameters/toolDescription';
import { ownFiles } from './ownFiles';

const show = { resource: ['document'], operation: ['inspect'] };

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
		const { fileName, find, inspect: read } = sourceOf(item);
		const { binary, document } = await find();
		const inspection = await read(document);
		return [{ json: { fileName, ...inspection }, binary: ownFiles(item, binary) }];
	},
};
