import { Draft, type Step } from '../draft';
import { keepInspection } from '../inspected';
import { noteAbout, type Ledger } from '../ledger';
import { noteBroken, takeFiles } from '../rows';
import { byHand, condition, everyDay, everyMinutes, s3, tagPdf } from '../steps';

const NOTE = `## 1 · Inventory
**Above**, every night and by hand: adds a row to the ledger for each new PDF under a prefix.
**Below**, every few minutes: inspects the new files, free of charge. The row gets the pages, the expected credits, and whether the file is tagged, scanned or damaged.

1. Run **0 · Set up** once.
2. Fill in **Where the files are**, choose your S3 account in **List the files** and **Get the file**.
3. Activate. Look at the ledger before you activate **2 · Work**: \`expected_credits\` is the cost, and only rows with the status \`ready\` are submitted.`;

/** Lists the files of a prefix, and inspects each file. */
export function inventory(ledger: Ledger): Draft {
	const settings = { saveDataSuccessExecution: 'none' };
	const note = noteAbout(ledger, NOTE, { width: 760, height: 320 });
	const place = "$('Where the files are').first().json";
	return new Draft(`Backlog 1 · Inventory (${ledger.title})`, settings, note)
		.lane(
			{ column: 0, row: 0 },
			everyDay('Every night', 1),
			whereTheFilesAre(),
			listFiles(),
			onlyPdfs(),
			...ledger.lacking('Not in the ledger yet'),
			ledger.insert('Add to the ledger', {
				bucket: `={{ ${place}.bucket }}`,
				file: '={{ $json.Key }}',
				tagged_file: `={{ ${place}.taggedPrefix + $json.Key.slice(${place}.prefix.length) }}`,
				status: 'listed',
				size: '={{ Number($json.Size) }}',
				listed_at: '={{ $now.toISO() }}',
				not_before: '={{ $now.toISO() }}',
			}),
		)
		.lane({ column: 0, row: 1 }, byHand())
		.connect(byHand().name, 'Where the files are')
		.lane(
			{ column: 0, row: 2 },
			everyMinutes('Every 5 minutes', 5),
			...takeFiles(ledger, 'New files', { status: 'listed', limit: 100 }),
			tagPdf('Inspect', { resource: 'document', operation: 'inspect', simplify: false }),
			noteFindings(ledger),
		)
		.lane({ column: 6, row: 3 }, noteUnreadable(ledger))
		.connect('Is it there?', 'Note what is wrong', 1)
		.connect('Inspect', 'Note what is wrong', 1);
}

function whereTheFilesAre(): Step {
	const texts = { bucket: 'documents', prefix: 'originals/', taggedPrefix: 'tagged/' };
	const assignments = Object.entries(texts).map(([name, value]) => {
		return { id: name, name, value, type: 'string' };
	});
	return {
		name: 'Where the files are',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: { assignments: { assignments }, options: {} },
	};
}

function listFiles(): Step {
	const additionalFields = { prefix: '={{ $json.prefix }}' };
	const bucketName = '={{ $json.bucket }}';
	const parameters = { operation: 'search', bucketName, returnAll: true, additionalFields };
	return s3('List the files', { resource: 'bucket', ...parameters });
}

function onlyPdfs(): Step {
	const parameters = condition('={{ $json.Key }}', 'endsWith', '.pdf');
	return { name: 'Only PDFs', type: 'n8n-nodes-base.filter', typeVersion: 2.2, parameters };
}

function noteFindings(ledger: Ledger): Step {
	const status = "({ skip: 'skipped', review: 'review' })[$json.recommendation] ?? 'inspected'";
	return ledger.update(
		'Note what it is',
		{ id: "={{ $('New files').item.json.id }}", status: 'listed' },
		{
			status: `={{ ${status} }}`,
			reason: "={{ $json.reasons.join('; ') }}",
			pages: '={{ $json.pages }}',
			recommendation: '={{ $json.recommendation }}',
			expected_credits: "={{ $json.recommendation.startsWith('tag') ? $json.pages : 0 }}",
			sha256: '={{ $json.sha256 }}',
			document_created: '={{ $json.created }}',
			document_modified: '={{ $json.modified }}',
			producer: '={{ $json.producer }}',
			inspected_before: keepInspection('$json'),
			inspected_at: '={{ $now.toISO() }}',
			not_before: '={{ $now.toISO() }}',
		},
	);
}

function noteUnreadable(ledger: Ledger): Step {
	return noteBroken(ledger, 'Note what is wrong', {
		id: "={{ $('New files').item.json.id }}",
		status: 'listed',
	});
}
