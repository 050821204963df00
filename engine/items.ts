import { Container } from '@n8n/di';
import { BinaryDataService, prepareBinaryData } from 'n8n-core';
import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Readable } from 'node:stream';

/** A file of a start item, before n8n's binary store has it. */
export interface StartFile {
	content: Buffer | Readable;
	fileName?: string;
	mimeType?: string;
}

/** An item that a run starts with; `binary` is by binary field name. */
export interface StartItem {
	json?: IDataObject;
	binary?: Record<string, StartFile>;
}

/** Puts the files of the start items into n8n's binary store, in the mode of the engine. */
export async function storeItems(
	items: StartItem[],
	workflowId: string,
	executionId: string,
): Promise<INodeExecutionData[]> {
	const stored: INodeExecutionData[] = [];
	for (const { json = {}, binary } of items) {
		const item: INodeExecutionData = { json };
		for (const [field, { content, fileName, mimeType }] of Object.entries(binary ?? {})) {
			item.binary ??= {};
			item.binary[field] = await prepareBinaryData(
				content,
				executionId,
				workflowId,
				fileName,
				mimeType,
			);
		}
		stored.push(item);
	}
	return stored;
}

/** Reads the bytes of a binary field, in any binary mode. */
export async function readBinary(item: INodeExecutionData, field = 'data'): Promise<Buffer> {
	return await Container.get(BinaryDataService).getAsBuffer(binaryOf(item, field));
}

function binaryOf(item: INodeExecutionData, field: string): IBinaryData {
	const binary = item.binary?.[field];
	if (binary) return binary;
	const fields = Object.keys(item.binary ?? {});
	throw new Error(`The item has no binary field "${field}", only: ${fields.join(', ') || 'none'}.`);
}
