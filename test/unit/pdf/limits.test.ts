import { READER_LIMITS } from '../../../nodes/pdf/limits';

const KB = 1024;
const MB = 1024 * KB;

test('limits the memory and work for a document', () => {
	expect(READER_LIMITS).toEqual({
		objectBytes: 4 * MB,
		keptBytes: 24 * MB,
		objects: 1_500_000,
		objectStreamObjects: 300_000,
		xrefEntries: 2_000_000,
		metadataBytes: 2 * MB,
		contentItems: 400_000,
		streamBytes: 16 * MB,
		singleStepBytes: 2 * MB,
		decodedBytes: 384 * MB,
		minDecodedBytes: 8 * KB,
		pendingBytes: 64 * KB,
		parsedBytes: 128 * MB,
		turnMs: 25,
	});
});
