import { constants, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks';

import { freeChunk } from '../../../../client/pdfFile';
import { loadAsOfNode } from '../../support/loadAsOfNode';

const MINOR = constants.NODE_PERFORMANCE_GC_MINOR;

function isMinor(entry: PerformanceEntry): boolean {
	return (entry as { detail?: { kind?: number } }).detail?.kind === MINOR;
}

describe('freeChunk', () => {
	/** Part of a buffer of eight bytes that can be transferred. */
	function partOf(byteLength: number) {
		const buffer = new ArrayBuffer(8);
		const transfer = jest.fn();
		Object.defineProperty(buffer, 'transfer', { value: transfer });
		return { chunk: Buffer.from(buffer, 0, byteLength), transfer };
	}

	it('frees a chunk that is its whole buffer', () => {
		const { chunk, transfer } = partOf(8);
		expect(freeChunk(chunk)).toBe(true);
		expect(transfer.mock.calls).toEqual([[0]]);
	});

	it('does not free a shared buffer', () => {
		const { chunk, transfer } = partOf(7);
		expect(freeChunk(chunk)).toBe(false);
		expect(transfer).not.toHaveBeenCalled();
	});

	it('frees nothing in Node.js 20', () => {
		const buffer = new ArrayBuffer(8);
		Object.defineProperty(buffer, 'transfer', { value: undefined });
		expect(freeChunk(Buffer.from(buffer))).toBe(false);
	});
});

async function loadProvoke(version: number | undefined) {
	const load = async () => await import('../../../../client/pdfFile');
	return (await loadAsOfNode(version, load)).provokeMinorCollection;
}

describe.each([24, 26])('provokeMinorCollection in Node.js %i', (version) => {
	const MIB = 1024 ** 2;

	it('makes four times as much filler as bytes pass, 1 kB at a time', async () => {
		const provokeMinorCollection = await loadProvoke(version);
		let before = provokeMinorCollection(0);
		// Continues until a new copy was made.
		while (provokeMinorCollection(1) === before);
		before = provokeMinorCollection(0);
		for (let byte = 1; byte < 256; byte += 1) expect(provokeMinorCollection(1)).toBe(before);
		const next = provokeMinorCollection(1);
		expect(next).not.toBe(before);
		expect(next).toHaveLength(128);
	});

	it('makes V8 collect young objects before 64 MB of chunks pile up', async () => {
		const provokeMinorCollection = await loadProvoke(version);
		let looks = 0;
		const observer = new PerformanceObserver((list) => {
			looks += list.getEntries().filter(isMinor).length;
		});
		observer.observe({ entryTypes: ['gc'] });
		for (let passed = 0; passed < 512; passed += 1) provokeMinorCollection(MIB);
		// Node.js reports collections later, in turn.
		const deadline = Date.now() + 5_000;
		while (looks < 512 / 64 && Date.now() < deadline) await new Promise(setImmediate);
		observer.disconnect();
		expect(looks).toBeGreaterThanOrEqual(512 / 64);
	});
});

describe('provokeMinorCollection in a Node.js that needs no help', () => {
	it.each([['22', 22] as const, ['27', 27] as const, ['without a navigator', undefined] as const])(
		'makes no filler: %s',
		async (_name, version) => {
			const provokeMinorCollection = await loadProvoke(version);
			const before = provokeMinorCollection(0);
			expect(provokeMinorCollection(1024 ** 2)).toBe(before);
		},
	);
});
