import type { IBinaryData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isObject } from '../../client/text';
import type { ByteStream, Runtime } from '../../client/runtime';
import { type PdfFile, readPdfFile, readStart } from '../../client/pdfFile';

type BinaryStream = Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>>;

/** Field in which n8n 2 keeps an item's files in workflows with `binaryMode: combined`. */
export const FILES_IN_JSON = '_files';

/** The files of an item by field, in both places where n8n may keep them. */
export function listFiles(item: INodeExecutionData | undefined): Record<string, IBinaryData> {
	const files = item?.json[FILES_IN_JSON];
	const inJson = Object.entries(isObject(files) ? files : {}).filter(([, file]) => isBinary(file));
	return { ...(Object.fromEntries(inJson) as Record<string, IBinaryData>), ...item?.binary };
}

/** Whether a value is a file. Any JSON may look like one. */
export function isBinary(value: unknown): value is IBinaryData {
	if (!isObject(value) || typeof value.mimeType !== 'string') return false;
	const { data, id } = value;
	return typeof data === 'string' || Buffer.isBuffer(data) || typeof id === 'string';
}

/** Streams a PDF into n8n's binary store. */
export function createSave(
	{ helpers }: IExecuteFunctions,
	fileName: string,
): (content: ByteStream) => Promise<IBinaryData> {
	return async (content) =>
		await helpers.prepareBinaryData(content as BinaryStream, fileName, 'application/pdf');
}

/** ID in the binary store; undefined if the item itself has the data. */
export function getStoreId({ id }: IBinaryData): string | undefined {
	return id === '' ? undefined : id;
}

/**
 * Opens binary data of n8n as a file with any content. It is a stream if the binary store has it, and one
 * buffer if the item itself does.
 *
 * @param signal ends the reading of the first bytes
 * @returns the file and its first bytes, at least as many as a header needs
 * @throws TagPdfError `DOCUMENT_UNREADABLE`, `STOPPED` or `NOT_STARTED`
 */
export async function openFile(
	{ helpers }: IExecuteFunctions,
	runtime: Runtime,
	binary: IBinaryData,
	fileName: string,
	signal: AbortSignal | undefined,
) {
	const id = getStoreId(binary);
	const content = Buffer.from(id === undefined ? binary.data : '', 'base64');
	const { chunkBytes } = runtime.limits.transfer;
	return await readPdfFile(runtime, signal, async (open) => {
		const document: PdfFile = {
			fileName,
			size: id === undefined ? content.length : (await helpers.getBinaryMetadata(id)).fileSize,
			open: async () =>
				id === undefined ? content : await helpers.getBinaryStream(id, chunkBytes),
		};
		const start = document.size === 0 ? Buffer.alloc(0) : await readStart(open(document));
		return { document, start };
	});
}
