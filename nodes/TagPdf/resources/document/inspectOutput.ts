import type { IDataObject } from 'n8n-workflow';

import type { Inspection } from '../../../pdf';
import {
	groupByReason,
	toInspectionJson,
	pickFields,
	SIMPLIFIED_FIELDS,
} from '../../inspection/inspectionJson';
import type { Extent } from '../../parameters/simplify';

/** The output of Inspect for a document. */
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
