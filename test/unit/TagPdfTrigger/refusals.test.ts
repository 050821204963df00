import { describeRefusal, logRefusal, type Reason } from '../../../nodes/TagPdfTrigger/refusals';
import { FakeWebhook } from '../support/fakeWebhook';

const NOW = 1_764_000_000_000;
beforeEach(() => jest.useFakeTimers({ now: NOW }));
afterEach(() => jest.useRealTimers());

let nodes = 0;
const openNode = () => {
	nodes += 1;
	const { context, log } = new FakeWebhook({ node: { id: `refusing ${nodes}` } });
	const refuse = (reason: Reason, times = 1) => {
		for (let n = 0; n < times; n += 1) logRefusal(context, reason);
	};
	return { refuse, lines: () => log.lines.map(([, line]) => line) };
};
const at = (seconds: number) => jest.setSystemTime(NOW + seconds * 1000);

test('is logged at once as a warning with its reason', () => {
	const { context, log } = new FakeWebhook({ node: { id: 'refusing' } });
	logRefusal(context, 'noEvent');
	expect(log.lines).toEqual([
		[
			'warn',
			'"Tag PDF Trigger" in workflow "Inbox" refused a delivery: it is signed, but not an event.',
		],
	]);
});

const reasons: Array<[Reason, RegExp]> = [
	['unset', /no signing secret is set\. Choose a Tag PDF Webhook API credential/],
	['missing', /it has no X-Service-Signature header/],
	['malformed', /not of the form t=<unix_seconds>,v1=<hmac>/],
	['expired', /outside the Timestamp Tolerance/],
	['unreadable', /raw body cannot be read/],
	['wrong', /its signature matches no secret in the credential/],
	['noEvent', /it is signed, but not an event/],
];
test.each(reasons)('explains the reason and what to do: %s', (reason, words) => {
	const { refuse, lines } = openNode();
	refuse(reason);
	expect(lines()).toEqual([expect.stringMatching(words)]);
});

test('is logged once a minute, with the number of suppressed ones', () => {
	const { refuse, lines } = openNode();
	refuse('missing', 500);
	at(59);
	refuse('missing', 500);
	expect(lines()).toHaveLength(1);
	at(60);
	refuse('missing', 10);
	expect(lines()).toHaveLength(2);
	expect(lines()[1]).toMatch(
		/ refused a delivery, and 999 more since the last message: it has no X-Service-Signature/,
	);
	at(120);
	refuse('missing');
	expect(lines()[2]).toMatch(/, and 9 more since the last message: /);
	at(300);
	refuse('missing');
	expect(lines()[3]).toMatch(/ refused a delivery: /);
});

test('is logged for each reason and each node', () => {
	const one = openNode();
	const other = openNode();
	one.refuse('missing', 3);
	one.refuse('expired', 3);
	other.refuse('missing', 3);
	expect(one.lines()).toHaveLength(2);
	expect(other.lines()).toHaveLength(1);
});

test('is logged again if the clock was set back', () => {
	const { refuse, lines } = openNode();
	refuse('wrong');
	at(-3_600);
	refuse('wrong');
	expect(lines()).toHaveLength(2);
});

describe('is answered', () => {
	const answerIn = (mode: 'manual' | 'webhook', reason: Reason) =>
		describeRefusal(new FakeWebhook({ mode }).context, reason);

	test('with the reason at the Test URL', () => {
		expect(answerIn('manual', 'wrong')).toBe(
			'The delivery is not accepted: its signature matches no secret in the credential. Each endpoint has its own secret: copy the secret of the endpoint with this URL.',
		);
		expect(answerIn('manual', 'expired')).toMatch(/: its timestamp is outside/);
	});

	test('with the same short text for all reasons at the Production URL', () => {
		const reasons: Reason[] = ['unset', 'missing', 'malformed', 'expired', 'unreadable', 'wrong'];
		const answers = reasons.map((reason) => answerIn('webhook', reason));
		expect(new Set(answers)).toEqual(new Set(['The signature is not accepted.']));
	});
});
