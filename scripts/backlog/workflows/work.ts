import { Draft, type Step } from '../draft';
import { keepInspection } from '../inspected';
import { noteAbout, type Ledger } from '../ledger';
import { isFinal, noteBroken, takeFiles } from '../rows';
import { everyMinutes, tagPdf } from '../steps';

const NOTE = `## 2 · Work
Every few minutes: submits some of the rows that are \`ready\` and that a person decided to \`keep\`. It does not wait: **3 · Settle** continues when the service is done.

**The budget** is in **Submit**: *Credits to Spend at Most* for one run, *Credits to Keep in Account* for the account. Rows over the budget stay \`ready\` for a later run.

**Paid once**: the key of a submission is the document's SHA-256. If you run a row again, the key also contains the ID of the previous job. The service charges a key once, even if n8n is killed or the same file is in two places.

1. Choose the credentials in **Get the file** and **Submit**.
2. Set the two limits. Activate **3 · Settle** first, then this one.`;

/** The row as it was taken. */
const ROW = "$('Take a slice').item.json";

/** Submits the ready documents, within a budget. */
export function work(ledger: Ledger): Draft {
	const settings = { saveDataSuccessExecution: 'none' };
	const note = noteAbout(ledger, NOTE, { width: 760, height: 380 });
	return new Draft(`Backlog 2 · Work (${ledger.title})`, settings, note)
		.lane(
			{ column: 0, row: 0 },
			everyMinutes('Every 5 minutes', 5),
			...takeFiles(ledger, 'Take a slice', {
				status: 'ready',
				limit: 50,
				also: { decision: 'keep' },
			}),
			// The submitted content may be newer than the listed content.
			tagPdf('SHA-256', { resource: 'document', operation: 'inspect', simplify: false }),
			submit(),
			noteSubmitted(ledger),
		)
		.lane({ column: 7, row: 1 }, noteRefused(ledger))
		.connect('SHA-256', 'Note what was refused', 1)
		.connect('Submit', 'Note what was refused', 1)
		.lane({ column: 5, row: 1 }, noteMissing(ledger))
		.connect('Is it there?', 'Note what is missing', 1);
}

function submit(): Step {
	const key = `['backlog', $json.sha256, ${ROW}.job_id].filter(Boolean).join('/')`;
	return tagPdf('Submit', {
		resource: 'document',
		operation: 'submit',
		ocr: 'whenScanned',
		options: {
			// A job that failed unseen is only noted. A person decides about another job.
			avoidPayingTwice: { payOnce: { per: 'ownKeyOneJob', key: `={{ ${key} }}` } },
			maximumCredits: 500,
			minimumCredits: 0,
		},
	});
}

function noteSubmitted(ledger: Ledger): Step {
	const before = `(${ROW}.job_id ? \`\${${ROW}.job_id}=\${${ROW}.credits ?? 0}\` : '')`;
	return ledger.update(
		'Note the job',
		{ id: `={{ ${ROW}.id }}`, status: 'ready' },
		{
			status: 'submitted',
			reason: '',
			sha256: "={{ $('SHA-256').item.json.sha256 }}",
			inspected_before: keepInspection("$('SHA-256').item.json"),
			job_id: '={{ $json.id }}',
			credits: '={{ $json.credits_used }}',
			earlier_jobs: `={{ [${ROW}.earlier_jobs, ${before}].filter(Boolean).join(' ') }}`,
			request_id: '={{ $json.request_id }}',
			submitted_at: '={{ $json.created_at }}',
			not_before: '={{ $now.plus({ minutes: 15 }).toISO() }}',
		},
	);
}

function noteRefused(ledger: Ledger): Step {
	return ledger.update(
		'Note what was refused',
		{ id: `={{ ${ROW}.id }}`, status: 'ready' },
		{
			status: `={{ ${isFinal} ? 'failed' : 'ready' }}`,
			reason: '={{ `${$json.error.code}: ${$json.error.message}` }}',
			settled_at: '={{ $now.toISO() }}',
		},
	);
}

function noteMissing(ledger: Ledger): Step {
	return noteBroken(ledger, 'Note what is missing', { id: `={{ ${ROW}.id }}`, status: 'ready' });
}
