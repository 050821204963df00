import { createHash } from 'crypto';
import type { IBinaryData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { CHUNK_BYTES, type PdfFile, readPdfFile } from '../../client/pdfFile';
import { PDF_HEADER_BYTES, readStart, startsLikePdf } from '../../client/pdfMarks';
import { isObject, toText } from '../../client/text';
import type { ByteStream, Clock, Runtime } from '../../client/runtime';
import { isReadAsText } from '../../client/textDamage';

type BinaryStream = Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>>;

/** Field in which n8n 2 keeps an item's files in workflows with `binaryMode: combined`. */
export const FILES_IN_JSON = '_files';

/** The files of an item by field. */
export function listFiles(item: INodeExecutionData | undefined): Record<string, IBinaryData> {
	return pickFiles(listBinaryFields(item));
}

/**
 * The binary fields of an item, from its `binary` and from its JSON, where n8n 2 may keep them. A Code node may have
 * put any value into them.
 */
export function listBinaryFields(item: INodeExecutionData | undefined): Record<string, unknown> {
	const { binary, json } = (item ?? {}) as Partial<Record<keyof INodeExecutionData, unknown>>;
	const inJson = isObject(json) ? json[FILES_IN_JSON] : undefined;
	// Any JSON may have a field of this name, so only the files in it count as binary fields.
	return { ...(isObject(inJson) && pickFiles(inJson)), ...(isObject(binary) && binary) };
}

function pickFiles(fields: Record<string, unknown>): Record<string, IBinaryData> {
	const files = Object.entries(fields).map(([field, value]) => [field, toFile(value)] as const);
	return Object.fromEntries(files.filter((entry): entry is [string, IBinaryData] => !!entry[1]));
}

/**
 * A value as a file in n8n's form. n8n itself demands only `data` as base64. Here `data` may also be a data URL, or a
 * buffer that a Code node has not encoded. If `data` is missing, the content is in n8n's binary store, under the `id`.
 * If a Code node has put new content into `data`, the `id` of the old content does not count.
 *
 * @returns undefined if the value has neither `data` of such a form, nor an `id` with a `mimeType` and no `data` (an
 * `id` alone shows no file: any JSON may have one)
 */
export function toFile(value: unknown): IBinaryData | undefined {
	if (!isObject(value)) return undefined;
	const { data, mimeType } = value;
	const content = toBase64(data);
	const isNew = content !== undefined && content.length > MAX_STORE_NAME;
	const id = isNew ? undefined : toText(value.id);
	const isStored = id !== undefined && (data === undefined || data === null);
	if (content === undefined && !(isStored && typeof mimeType === 'string')) return undefined;
	const fileName = toText(value.fileName);
	const type = typeof mimeType === 'string' ? mimeType : '';
	return { ...value, id, data: content ?? '', mimeType: type, fileName };
}

/** Longer texts than this, in `data`, are content. Even the shortest PDF is longer. */
const MAX_STORE_NAME = 32;

/** Content as base64; undefined for other values. A buffer from n8n 2's Code node arrives as JSON: `{ type, data }`. */
function toBase64(data: unknown): string | undefined {
	if (typeof data === 'string') return data.replace(/^\s*data:[^,]{0,200};base64,/i, '');
	if (ArrayBuffer.isView(data))
		return Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64');
	if (!isObject(data) || data.type !== 'Buffer' || !isNumberList(data.data)) return undefined;
	return Buffer.from(data.data).toString('base64');
}

function isNumberList(value: unknown): value is number[] {
	return Array.isArray(value) && value.every((each) => typeof each === 'number');
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

/** Bytes that are hashed, within some milliseconds, before n8n gets a turn. */
const HASHED_AT_ONCE = 1024 ** 2;

/** SHA-256 of a file that the item itself has, hex. */
export async function hashContent(clock: Clock, { data }: IBinaryData): Promise<string> {
	const content = Buffer.from(data, 'base64');
	const hash = createHash('sha256');
	for (let at = 0; at < content.length; at += HASHED_AT_ONCE) {
		hash.update(content.subarray(at, at + HASHED_AT_ONCE));
		await clock.sleep(1);
	}
	return hash.digest('hex');
}

/** Names of binary stores. n8n writes the name into a file's `data` if the store has the file's content. */
const STORES = ['filesystem', 'filesystem-v2', 's3', 'azure', 'database'];

/** Whether a text is not a file's content, but the name of the store that has it. */
export function isStoreName(data: string): boolean {
	return STORES.includes(data);
}

/** A character that no base64 text has: it is in neither of the two alphabets, and is no blank or line break. */
const NOT_BASE64 = /[^A-Za-z0-9+/_=\s-]/;

/** Whether the item itself has the file's data, and they are not base64, judged by their beginning. */
export function hasForeignData(binary: IBinaryData): boolean {
	return getStoreId(binary) === undefined && NOT_BASE64.test(binary.data.slice(0, 1_000));
}

/** A file of which the beginning was read. */
export interface OpenedFile {
	document: PdfFile;
	/** The first bytes: at least {@link PDF_HEADER_BYTES}, or the whole file. */
	start: Buffer;
	/** A node has read the PDF as text, which has damaged it. */
	isText: boolean;
}

/**
 * Opens a file of an item, whatever its content, and reads its beginning. The document's `open` returns a stream if the
 * binary store has the content, and one buffer if the item itself has it.
 *
 * @param signal ends the reading of the beginning
 * @throws TagPdfError `DOCUMENT_UNREADABLE`, `STOPPED` or `NOT_STARTED`
 */
export async function openFile(
	{ helpers }: IExecuteFunctions,
	runtime: Runtime,
	binary: IBinaryData,
	fileName: string,
	signal: AbortSignal | undefined,
): Promise<OpenedFile> {
	const id = getStoreId(binary);
	const content = Buffer.from(id === undefined ? binary.data : '', 'base64');
	return await readPdfFile(runtime, signal, async (open) => {
		const document: PdfFile = {
			fileName,
			size: id === undefined ? content.length : (await helpers.getBinaryMetadata(id)).fileSize,
			open: async () =>
				id === undefined ? content : await helpers.getBinaryStream(id, CHUNK_BYTES),
		};
		if (document.size === 0) return { document, start: Buffer.alloc(0), isText: false };
		const chunks = open(document);
		const start = await readStart(chunks);
		const isText = startsLikePdf(start) && (await isReadAsText(start, chunks));
		return { document, start, isText };
	});
}

/**
 * Whether a file of unknown type is a PDF by its first bytes, with one small read.
 *
 * @throws TagPdfError `DOCUMENT_UNREADABLE`, `STOPPED` or `NOT_STARTED`
 */
export async function beginsLikePdf(
	{ helpers }: IExecuteFunctions,
	runtime: Runtime,
	binary: IBinaryData,
	signal: AbortSignal,
): Promise<boolean> {
	const id = getStoreId(binary);
	if (id === undefined) {
		// Even with line breaks, base64 has less than twice as many characters as the file has bytes.
		const text = binary.data.slice(0, 2 * PDF_HEADER_BYTES);
		return startsLikePdf(Buffer.from(text, 'base64'));
	}
	return await readPdfFile(runtime, signal, async (open) => {
		const stream = async () => await helpers.getBinaryStream(id, PDF_HEADER_BYTES);
		return startsLikePdf(await readStart(open({ fileName: '', size: NaN, open: stream })));
	});
}
