import type { WorkflowActivateMode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { TagPdfTrigger } from '../../../../nodes/TagPdfTrigger/TagPdfTrigger.node';
import { FakeWebhook, type FakeWebhookSetup } from '../../support/fakeWebhook';

const methods = new TagPdfTrigger().webhookMethods.default;
/** Begins to listen as n8n does: `create` only if `checkExists` says so. */
const listen = async (setup: FakeWebhookSetup) => {
	const { context, log } = new FakeWebhook(setup);
	const exists = (await methods.checkExists()) || (await methods.create.call(context));
	return { exists, lines: log.lines };
};

const SECRET = { testSigningSecret: 'whsec_one' };
const NONE: Array<[string, FakeWebhookSetup, RegExp]> = [
	[
		'no credential',
		{},
		/^The node has no Tag PDF API credential\. Choose one\. Open the credential/,
	],
	[
		'no secret',
		{ credential: { apiKey: 'key_1' } },
		/^The credential has no signing secret\. Open the credential and fill in 'Signing Secret for Test URL'/,
	],
	[
		'a secret that cannot be one',
		{ credential: { ...SECRET, productionSigningSecret: 'short' } },
		/^'Signing Secret for Production URL' is too short/,
	],
	[
		'a credential that n8n cannot read now',
		{ credential: new Error('the vault is late') },
		/^n8n could not read the credential: Error: the vault is late$/,
	],
];

describe('listening for a test event', () => {
	test.each(NONE)('fails with what to do: %s', async (_what, setup, text) => {
		const failure = listen({ ...setup, mode: 'manual', activationMode: 'manual' });
		await expect(failure).rejects.toThrow(text);
		await expect(failure).rejects.toBeInstanceOf(NodeOperationError);
		// n8n treats these words in a message in ways of its own.
		await expect(failure).rejects.not.toThrow(/authorization|canceled/i);
	});

	test('begins with a secret', async () => {
		const setup = { credential: SECRET, mode: 'manual', activationMode: 'manual' } as const;
		expect(await listen(setup)).toEqual({ exists: true, lines: [] });
	});

	test('keeps the text short, whatever n8n says of the credential', async () => {
		const credential = new Error('x'.repeat(100_000));
		const failure = listen({ credential, activationMode: 'manual' });
		await expect(failure).rejects.toMatchObject({
			message: expect.stringMatching(/^.{1,600}$/) as string,
		});
	});
});

const MODES: WorkflowActivateMode[] = ['init', 'create', 'update', 'activate', 'leadershipChange'];

describe.each(MODES)('activation in mode %s', (activationMode) => {
	test.each(NONE)('succeeds, and the log has a warning: %s', async (_what, setup, text) => {
		const { exists, lines } = await listen({ ...setup, mode: 'trigger', activationMode });
		expect(exists).toBe(true);
		expect(lines).toEqual([['warn', expect.any(String)]]);
		const [, said] = /^"Tag PDF Trigger" in workflow "Inbox" may refuse events: (.*)$/.exec(
			lines[0]?.[1] ?? '',
		) ?? [''];
		expect(said).toMatch(text);
	});

	test('with a secret says nothing', async () => {
		expect(await listen({ credential: SECRET, mode: 'trigger', activationMode })).toEqual({
			exists: true,
			lines: [],
		});
	});
});

test('has nothing to remove', async () => {
	expect(await methods.delete()).toBe(true);
});
