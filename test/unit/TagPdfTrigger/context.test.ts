import { log, getNodeKey, getUnixSeconds } from '../../../nodes/TagPdfTrigger/context';
import { FakeWebhook, type FakeWebhookSetup } from '../support/fakeWebhook';

const contextOf = (setup: FakeWebhookSetup) => new FakeWebhook(setup).context;

test('the time is in whole seconds', () => {
	jest.useFakeTimers({ now: 1_764_000_000_999 });
	expect(getUnixSeconds()).toBe(1_764_000_000);
	jest.useRealTimers();
});

test.each([
	[{}, '"Tag PDF Trigger" in workflow "Inbox"'],
	[{ workflow: { name: undefined } }, '"Tag PDF Trigger" in workflow "workflow_1"'],
	[{ workflow: { name: undefined, id: undefined } }, '"Tag PDF Trigger" in workflow ""'],
])('names node and workflow in the log: %j', (setup, name) => {
	const fake = new FakeWebhook(setup);
	log(fake.context, 'error', 'did it.');
	expect(fake.log.lines).toEqual([['error', `${name} did it.`]]);
});

test('keeps a log entry on one short line', () => {
	const fake = new FakeWebhook({ workflow: { name: 'a\nb' } });
	log(fake.context, 'warn', `job_1\r\n2026-01-01 error: forged\u001b[2J${'x'.repeat(5_000)}`);
	const [level, line = ''] = fake.log.lines[0] ?? [];
	expect(level).toBe('warn');
	expect(line).toMatch(/in workflow "a b" job_1 2026-01-01 error: forged \[2Jx+…$/);
	expect(line).toHaveLength(1_000);
});

test('gives each node of this n8n its own key, whatever its name', () => {
	const key = getNodeKey(contextOf({}));
	expect(key).toBe('["workflow_1","node_1"]');
	expect(getNodeKey(contextOf({ node: { name: 'Renamed' } }))).toBe(key);
	expect(getNodeKey(contextOf({ node: { id: 'node_2' } }))).not.toBe(key);
	expect(getNodeKey(contextOf({ workflow: { id: 'workflow_2' } }))).not.toBe(key);
});
