import type { IDataObject } from 'n8n-workflow';

import type { Inspection } from '../../../pdf';
import { groupByReason, pickFields, SIMPLIFIED_FIELDS, toInspectionJson } from '../../inspection';
import type { Operation } from '../../operation';
import { maxFileSize, maxInFlight } from '../../parameters/limits';
import { readExtent, simplifyProperties, type Extent } from '../../parameters/simplify';
import { getSource, sourceProperties } from '../../parameters/source';
import { collectOwnFiles } from '../../parameters/source/keepSource';

/** Reads the document locally. The output item keeps the unchanged file. */
export const inspect: Operation = {
	isLocal: true,
	toolDescription:
		'Inspect the PDF at a URL: what to do with it, how many pages it has, and whether it is tagged, scanned, encrypted or signed. Free. Tagging would cost 1 credit per page. Nothing is sent to the service. Returns JSON; null means not known.',
	parameters: [...sourceProperties, ...simplifyProperties],
	options: [maxFileSize, maxInFlight],
	execute: async (item) => {
		const extent = readExtent(item);
		const { fileName, find, inspect: read } = getSource(item);
		const { binary, document } = await find();
		const inspection = await read(document);
		return [
			{
				json: createInspectOutput(fileName, inspection, extent),
				binary: collectOwnFiles(item, binary),
			},
		];
	},
};

export function createInspectOutput(
	filename: string,
	inspection: Inspection,
	extent: Extent,
): IDataObject {
	if (extent === 'simplified') {
		const groups = groupByReason(pickFields(inspection.unknown, SIMPLIFIED_FIELDS));
		const unknown = groups.map(({ reason }) => reason);
		return { filename, ...pickFields(inspection, SIMPLIFIED_FIELDS), unknown };
	}
	const raw = toInspectionJson(inspection);
	return { filename, ...(extent === 'raw' ? raw : pickFields(raw, extent)) };
}
