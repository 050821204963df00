import type { IDataObject } from 'n8n-workflow';

import { executionMemory } from '../../../nodes/TagPdf/executionMemory';
import { FakeExecution } from '../support/fakeExecution';

const remember = (kept: IDataObject, runIndex = 0, executionId = '1') =>
	executionMemory(new FakeExecution({ kept, runIndex, executionId }).context);
const slot = { fingerprint: 'f', submissionId: 's' };

test('begins empty, with the execution in which the node runs', () => {
	const kept: IDataObject = {};
	const credits = { spent: 0, held: {} };
	expect(remember(kept)).toEqual({ credits, executionId: '1', slots: {}, submissions: {} });
	expect(kept).toEqual({ credits, executionId: '1', runs: { 0: {} }, submissions: {} });
});

test("is kept for the node, not for n8n's whole execution", () => {
	const { context } = new FakeExecution({ kept: {} });
	const asked = jest.spyOn(context, 'getContext');
	executionMemory(context);
	expect(asked).toHaveBeenCalledWith('node');
});

test('a second try finds what the first has written', () => {
	const kept: IDataObject = {};
	const first = remember(kept);
	first.slots['0'] = slot;
	first.submissions.s = { content: 'c' };
	const second = remember(kept);
	expect(second.slots).toBe(first.slots);
	expect(second.submissions).toBe(first.submissions);
	expect(second).toMatchObject({ slots: { 0: slot }, submissions: { s: { content: 'c' } } });
});

test('what was spent counts over the tries and rounds of an execution', () => {
	const kept: IDataObject = {};
	remember(kept).credits.spent = 7;
	expect(remember(kept, 1).credits.spent).toBe(7);
});

test('a manual retry belongs to the execution in which the node first ran', () => {
	const kept: IDataObject = {};
	remember(kept, 0, '1');
	// n8n stores what it keeps as JSON and reads it again.
	const stored = JSON.parse(JSON.stringify(kept)) as IDataObject;
	expect(remember(stored, 0, '2').executionId).toBe('1');
});

test('a later round of a loop begins without slots, drops the earlier ones, and knows the jobs', () => {
	const kept: IDataObject = {};
	for (let run = 0; run < 3; run += 1) {
		const memory = remember(kept, run);
		expect(memory.slots).toEqual({});
		memory.slots['0'] = slot;
		memory.submissions[`s${run}`] = { content: 'c' };
	}
	expect(kept.runs).toEqual({ 2: { 0: slot } });
	expect(Object.keys(kept.submissions as object)).toEqual(['s0', 's1', 's2']);
	expect(remember(kept, 2).slots).toEqual({ 0: slot });
});
