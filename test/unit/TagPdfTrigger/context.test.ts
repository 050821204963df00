import { logName, nodeKey, unixSeconds } from '../../../nodes/TagPdfTrigger/context';
import { FakeWebhook, type FakeWebhookSetup } from '../support/fakeWebhook';

const contextOf = (setup: FakeWebhookSetup) => new FakeWebhook(setup).context;

test('the time is in whole seconds', () => {
	jest.useFakeTimers({ now: 1_764_000_000_999 });
	expect(unixSeconds()).toBe(1_764_000_000);
	jest.useRealTimers();
});

test.each([
	[{}, '"Tag PDF Trigger" in workflow "Inbox"'],
	[{ workflow: { name: undefined } }, '"Tag PDF Trigger" in workflow "workflow_1"'],
	[{ workflow: { name: undefined, id: undefined } }, '"Tag PDF Trigger" in workflow ""'],
])('the log names node and workflow: %j', (setup, name) => {
	expect(logName(contextOf(setup))).toBe(name);
});

test('a node has a key of its own in this n8n, whatever it is called', () => {
	const key = nodeKey(contextOf({}));
	expect(key).toBe('["workflow_1","node_1"]');
	expect(nodeKey(contextOf({ node: { name: 'Renamed' } }))).toBe(key);
	expect(nodeKey(contextOf({ node: { id: 'node_2' } }))).not.toBe(key);
	expect(nodeKey(contextOf({ workflow: { id: 'workflow_2' } }))).not.toBe(key);
});
