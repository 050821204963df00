import { Draft, type Step } from '../draft';
import { keepInspection } from '../inspected';
import { noteAbout, type Ledger } from '../ledger';
import { condition, everyMinutes, s3, tagPdf } from '../steps';

const NOTE = `## 3 · Settle
When an event reports a finished job, the workflow finds its row. It downloads the tagged PDF, files it, and updates the row. The original does not change.

Events can be lost, or come before their row is written. So a schedule also checks every row that has been \`submitted\` for 15 minutes.

A failed job is noted with its reason. **To run a row again, change its status to \`ready\`.** You pay for the new job.

1. Add the *Production URL* of **Tag PDF Trigger** on the service's Developers page. Paste the secret that the page shows into a new credential of the trigger.
2. Choose the credentials in **Download**, **File it** and **Ask for the job**.
3. Activate.`;

/** The row of an item, whether it comes from an event or from the schedule. */
const ROW = "$('Download').item.json";

/** Files finished documents, and notes the others. */
export function settle(ledger: Ledger): Draft {
	const settings = { saveDataSuccessExecution: 'none' };
	const note = noteAbout(ledger, NOTE, { width: 760, height: 380 });
	const slice = { status: 'submitted', limit: 50 };
	const hold = { name: 'Nobody else asks', minutes: 15 };
	const waiting = ledger.hold('Submitted a while ago', slice, hold);
	return new Draft(`Backlog 3 · Settle (${ledger.title})`, settings, note)
		.lane(
			{ column: 0, row: 0 },
			trigger(),
			ledger.find('Its row', { job_id: '={{ $json.data.job.id }}', status: 'submitted' }),
		)
		.lane({ column: 0, row: 1 }, everyMinutes('Every 5 minutes', 5), ...waiting)
		.lane({ column: 3, row: 0 }, download(), fileIt(), noteTagged(ledger))
		.lane({ column: 4, row: 1 }, ask(), hasFailed(), noteFailed(ledger))
		.lane({ column: 6, row: 2 }, noteLater(ledger))
		.connect('Its row', 'Download')
		.connect(waiting.at(-1)?.name ?? '', 'Download')
		.connect('Download', 'Ask for the job', 1)
		.connect('Has it failed?', 'Note why not yet', 1);
}

function trigger(): Step {
	return {
		name: 'Tag PDF Trigger',
		type: 'n8n-nodes-tag-pdf.tagPdfTrigger',
		typeVersion: 1.1,
		parameters: { events: ['job.completed', 'job.failed'], options: {} },
	};
}

function download(): Step {
	return tagPdf('Download', {
		resource: 'job',
		operation: 'download',
		jobId: '={{ $json.job_id }}',
		options: { keepSource: 'json', compareWithOriginal: 'warn' },
	});
}

function fileIt(): Step {
	const where = { bucketName: '={{ $json.bucket }}', fileName: '={{ $json.tagged_file }}' };
	const parameters = { resource: 'file', operation: 'upload', ...where };
	const file = { binaryData: true, binaryPropertyName: 'data', additionalFields: {}, tagsUi: {} };
	// A failed upload does not stop the notes about other files; a later run tries its row again.
	return { ...s3('File it', { ...parameters, ...file }), onError: 'continueErrorOutput' };
}

function noteTagged(ledger: Ledger): Step {
	return ledger.update(
		'Note the result',
		{ id: `={{ ${ROW}.id }}`, status: 'submitted' },
		{
			status: 'tagged',
			reason: '',
			tagged_sha256: `={{ ${ROW}.job.report.after?.sha256 }}`,
			inspected_after: keepInspection(`${ROW}.job.report.after`),
			credits: `={{ ${ROW}.job.credits_used }}`,
			settled_at: '={{ $now.toISO() }}',
			settled_by: BY,
		},
	);
}

const BY = "={{ $('Tag PDF Trigger').isExecuted ? 'event' : 'schedule' }}";

function ask(): Step {
	return {
		...tagPdf('Ask for the job', {
			resource: 'job',
			operation: 'get',
			jobId: '={{ $json.job_id }}',
		}),
		onError: 'continueRegularOutput',
	};
}

function hasFailed(): Step {
	const parameters = condition('={{ $json.status }}', 'equals', 'failed');
	return { name: 'Has it failed?', type: 'n8n-nodes-base.if', typeVersion: 2.2, parameters };
}

function noteFailed(ledger: Ledger): Step {
	return ledger.update(
		'Note the failure',
		{ job_id: '={{ $json.id }}', status: 'submitted' },
		{
			status: 'failed',
			reason: 'The service could not tag it: the job has failed',
			credits: '={{ $json.credits_used }}',
			settled_at: '={{ $now.toISO() }}',
			settled_by: BY,
		},
	);
}

function noteLater(ledger: Ledger): Step {
	return ledger.update(
		'Note why not yet',
		{ job_id: '={{ $json.id }}', status: 'submitted' },
		{ reason: '={{ $json.error?.message ?? `The job is ${$json.status}` }}' },
	);
}
