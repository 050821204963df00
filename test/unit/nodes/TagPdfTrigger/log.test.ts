import { getNodeKey, log, logOnceAMinute } from '../../../../nodes/TagPdfTrigger/log';
import { FakeWebhook, type FakeWebhookSetup } from '../../support/fakeWebhook';

const contextOf = (setup: FakeWebhookSetup) => new FakeWebhook(setup).context;

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
	log(fake.context, 'warn', `job_1\r\n2026-01-01 error: forged\u001b[2J${'x'.repeat(50_000)}`);
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

describe('what anybody can cause', () => {
	const NOW = 1_764_000_000_000;
	beforeEach(() => jest.useFakeTimers({ now: NOW }));
	afterEach(() => jest.useRealTimers());

	let nodes = 0;
	const openNode = () => {
		nodes += 1;
		const { context, log } = new FakeWebhook({ node: { id: `logging ${nodes}` } });
		const report = (topic: string, times = 1, reason = 'it is forged.') => {
			const line = `refused a delivery: ${reason}`;
			for (let n = 0; n < times; n += 1) logOnceAMinute(context, 'warn', topic, line);
		};
		return { report, log, lines: () => log.lines.map(([, line]) => line) };
	};
	const at = (seconds: number) => jest.setSystemTime(NOW + seconds * 1000);

	test('is logged at once, with its reason', () => {
		const { report, log } = openNode();
		report('forged');
		expect(log.lines).toEqual([
			['warn', '"Tag PDF Trigger" in workflow "Inbox" refused a delivery: it is forged.'],
		]);
	});

	test('is logged once a minute', () => {
		const { report, lines } = openNode();
		report('missing', 500);
		at(59);
		report('missing', 500);
		expect(lines()).toHaveLength(1);
		at(60);
		report('missing', 10);
		expect(lines()).toHaveLength(2);
		at(119);
		report('missing');
		expect(lines()).toHaveLength(2);
	});

	test('is logged for each topic and each node', () => {
		const one = openNode();
		const other = openNode();
		one.report('missing', 3);
		one.report('expired', 3);
		other.report('missing', 3);
		expect(one.lines()).toHaveLength(2);
		expect(other.lines()).toHaveLength(1);
	});

	test('is logged again if the clock was set back', () => {
		const { report, lines } = openNode();
		report('wrong');
		at(-3_600);
		report('wrong');
		expect(lines()).toHaveLength(2);
	});
});
