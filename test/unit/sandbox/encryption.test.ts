import { ALGORITHMS, makePdfLibDocument } from '../pdf/fixtures';
import { inspectBytes } from '../pdf/inspectBytes';
import { open } from './openSandbox';
import { makePdf } from './pdf';

describe('a document that is encrypted', () => {
	it.each(ALGORITHMS)(
		'by %s, and opens for everybody, is charged and tagged',
		async (algorithm) => {
			const { client, sandbox } = await open({ credits: 10 });
			const security = { algorithm, userPassword: '', ownerPassword: 'owner' };
			const document = Buffer.from(await makePdfLibDocument(false, security));
			const tagged = await client.tag(document, {}, (id) => sandbox.jobFinished(id));
			expect(tagged.job).toMatchObject({ status: 'completed', credits_used: 2 });
			expect(sandbox.ledger.spent).toBe(2);
			expect(await inspectBytes(tagged.pdf)).toMatchObject({ encrypted: 'none', pages: 2 });
		},
	);

	it.each([
		['needs a password', async () => await makePdfLibDocument(true, { userPassword: 'secret' })],
		['cannot be read as a PDF', async () => await Promise.resolve(Buffer.from('Hello'))],
	])('%s: the job fails, and says why', async (why, make) => {
		const { client, sandbox } = await open();
		const key = await client.upload(Buffer.from(await make()));
		const { body } = await client.submitJob({ key });
		const { failure, status } = await sandbox.jobFinished(body.id);
		expect({ failure, status }).toEqual({ failure: `the document ${why}`, status: 'failed' });
		expect(sandbox.ledger.spent).toBe(0);
	});
});

it('returns a worse result on order, and only then', async () => {
	const { client, sandbox } = await open();
	const tag = async () => await client.tag(await makePdf(3), {}, (id) => sandbox.jobFinished(id));
	sandbox.faults.order({ step: 'submitJob', fault: { worseResult: true } });
	expect(await inspectBytes((await tag()).pdf)).toMatchObject({ pages: 2 });
	expect(await inspectBytes((await tag()).pdf)).toMatchObject({ pages: 3 });
});
