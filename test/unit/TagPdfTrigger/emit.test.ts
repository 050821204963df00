import { emit } from '../../../nodes/TagPdfTrigger/emit';
import { FakeExecution, type FakeSetup } from '../support/fakeExecution';
import { jobEvent } from './events';

const open = (events: object[], setup: FakeSetup = {}) => {
	const seen = new Set<string>();
	const asked: string[] = [];
	const fake = new FakeExecution({
		items: events.map((event) => ({ json: { ...event } })),
		mode: 'webhook',
		checkProcessed: (items) => {
			const [job = ''] = items.map(String);
			asked.push(job);
			const isNew = !seen.has(job);
			seen.add(job);
			return Promise.resolve({ new: isNew ? [job] : [], processed: isNew ? [] : [job] });
		},
		...setup,
	});
	return { asked, fake };
};

test('emits events of new jobs, each paired with its item', async () => {
	const [one, two] = [jobEvent(), jobEvent()];
	const { asked, fake } = open([one, { ...one, id: 'evt_again' }, two]);
	expect(await emit(fake.context)).toEqual([
		[
			{ json: one, pairedItem: { item: 0 } },
			{ json: two, pairedItem: { item: 2 } },
		],
	]);
	const entries = [one, one, two].map(({ data }) => JSON.stringify([data.job.id]));
	expect(asked).toEqual(entries);
});

test.each(['manual', 'retry', 'trigger'] as const)(
	'emits a deliberate repeat (%s) without lookup or record',
	async (mode) => {
		const event = jobEvent();
		const { asked, fake } = open([event, event], { mode });
		const [items = []] = await emit(fake.context);
		expect(items.map(({ json }) => json)).toEqual([event, event]);
		expect(asked).toEqual([]);
	},
);
