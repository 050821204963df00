import type { IDataObject } from 'n8n-workflow';

import { openExecutionMemory } from '../../../nodes/TagPdf/executionMemory';
import { FakeExecution } from '../support/fakeExecution';

const remember = (kept: IDataObject, runIndex = 0, executionId = '1') =>
	openExecutionMemory(new FakeExecution({ kept, runIndex, executionId }).context);
const slot = { fingerprint: 'f', document: 'd', content: 'c' };
const record = { state: 'sent', attempt: 1, key: 'k', content: 'c' } as const;

test('starts empty, with the ID of the current execution', () => {
	const kept: IDataObject = {};
	expect(remember(kept)).toEqual({
		firstExecutionId: '1',
		slots: {},
		documents: {},
		service: {},
		tries: 1,
	});
	expect(kept).toEqual({
		executionId: '1',
		runs: { 0: {} },
		documents: {},
		service: {},
		tries: { of: '1 0', count: 1 },
	});
});

test('belongs to the node, not to the whole execution', () => {
	const { context } = new FakeExecution({ kept: {} });
	const asked = jest.spyOn(context, 'getContext');
	openExecutionMemory(context);
	expect(asked).toHaveBeenCalledWith('node');
});

test('a second try finds the records of the first', () => {
	const kept: IDataObject = {};
	const first = remember(kept);
	first.slots['0'] = slot;
	first.documents.d = record;
	const second = remember(kept);
	expect(second.slots).toBe(first.slots);
	expect(second.documents).toBe(first.documents);
	expect(second).toMatchObject({ slots: { 0: slot }, documents: { d: record } });
});

test('counts the tries of each run and execution separately', () => {
	const kept: IDataObject = {};
	const tries = (runIndex: number, executionId: string) =>
		remember(kept, runIndex, executionId).tries;
	expect([tries(0, '1'), tries(0, '1'), tries(0, '1')]).toEqual([1, 2, 3]);
	expect([tries(1, '1'), tries(1, '1')]).toEqual([1, 2]);
	expect([tries(1, '2'), tries(1, '2')]).toEqual([1, 2]);
});

test('a manual retry belongs to the execution in which the node first ran', () => {
	const kept: IDataObject = {};
	remember(kept, 0, '1');
	// n8n stores the data as JSON and parses it again.
	const stored = JSON.parse(JSON.stringify(kept)) as IDataObject;
	expect(remember(stored, 0, '2').firstExecutionId).toBe('1');
});

test('a later round of a loop drops the slots of earlier rounds and keeps their jobs', () => {
	const kept: IDataObject = {};
	for (let run = 0; run < 3; run += 1) {
		const memory = remember(kept, run);
		expect(memory.slots).toEqual({});
		memory.slots['0'] = slot;
		memory.documents[`d${run}`] = record;
	}
	expect(kept.runs).toEqual({ 2: { 0: slot } });
	expect(Object.keys(kept.documents as object)).toEqual(['d0', 'd1', 'd2']);
	expect(remember(kept, 2).slots).toEqual({ 0: slot });
});
