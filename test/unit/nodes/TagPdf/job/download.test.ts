import { jobOf } from '../../../support/fakeService';
import { as, id, openJob as open, PDF } from '../../../support/openJob';

describe('Download', () => {
	test.each([
		['report.pdf', {}, 'report-tagged.pdf'],
		[null, {}, 'document-tagged.pdf'],
		['report.pdf', { taggedFileName: 'mine.pdf' }, 'mine.pdf'],
	])('returns the tagged PDF of %j with %j as %s', async (filename, options, name) => {
		const { fake, run, runtime } = open({ binaryPropertyOutput: ' pdf ', options });
		runtime.answer('getJob', as('completed', { filename }));
		const output = await run('download');
		expect(output.json).toEqual({ ...jobOf(id, { filename }), tagged_filename: name });
		expect(Object.keys(output.binary ?? {})).toEqual(['pdf']);
		const mimeType = 'application/pdf';
		expect(fake.saved).toEqual([{ content: Buffer.from(PDF), fileName: name, mimeType }]);
	});

	test('keeps the chosen input data', async () => {
		const { run } = open(
			{ options: { keepInputData: 'json' } },
			{ items: [{ json: { mail: 7 } }] },
		);
		const output = await run('download');
		expect(output.json).toMatchObject({ mail: 7, job: { id } });
	});
});
