import { Draft, type Step } from '../draft';
import { noteAbout, type Ledger } from '../ledger';
import { byHand, code, everyDay, everyMinutes, s3 } from '../steps';

const NOTE = `## 1b · Triage
Decide what to keep **before** you pay. Only documents that a person decided to keep are submitted. Nothing is moved or deleted.

**Above**, every few minutes: proposes \`keep\`, \`archive\` or \`delete\` for each inspected document, by the rules in the table \`tag_pdf_rules\`. Edit the rules there.
**Middle**, every morning and by hand: sends a mail with a form. It asks once for all documents with the same proposal, reason and owner.
**Below**, every few minutes: reads decisions from the ledger. To decide there, fill in \`decision\` and \`decided_by\`.

1. Optional: put a CSV with the columns \`file\`, \`hits\` and \`links\` into your bucket, and its key into **Get the numbers**. Choose your S3 account there.
2. Choose the credential of your mail server in **Ask for decisions**, and fill in the two addresses.
3. Activate.`;

/** Proposes which documents to keep, and notes what a person decides. */
export function triage(ledger: Ledger): Draft {
	const settings = { saveDataSuccessExecution: 'none' };
	const note = noteAbout(ledger, NOTE, { width: 760, height: 440 });
	return new Draft(`Backlog 1b · Triage (${ledger.title})`, settings, note)
		.lane(
			{ column: 0, row: 0 },
			everyMinutes('Every 5 minutes', 5),
			ledger.take('Inspected', { status: 'inspected', limit: 100 }),
			ledger.find('Same content', { sha256: '={{ $json.sha256 }}' }),
			getNumbers(),
			readNumbers(),
			{ ...ledger.rules.all('The rules'), executeOnce: true, alwaysOutputData: true },
			code('Propose', 'triage/propose'),
			noteProposal(ledger),
		)
		.lane(
			{ column: 0, row: 1 },
			everyDay('Every morning', 7),
			ledger.proposed('Proposed'),
			code('Groups', 'triage/groups'),
			askForDecisions(),
			code('Answers', 'triage/answers'),
			noteDecision(ledger),
		)
		.lane({ column: 0, row: 2 }, byHand())
		.connect(byHand().name, 'Proposed')
		.lane(
			{ column: 0, row: 3 },
			everyMinutes('Also every 5 minutes', 5),
			ledger.decided('Decided in the ledger'),
			code('Decisions', 'triage/decisions'),
		)
		.connect('Decisions', 'Note the decision');
}

/** Without a CSV, the item with the bucket's error continues. */
function getNumbers(): Step {
	const parameters = { bucketName: 'documents', fileKey: 'numbers.csv' };
	return {
		...s3('Get the numbers', { resource: 'file', operation: 'download', ...parameters }),
		executeOnce: true,
		onError: 'continueRegularOutput',
	};
}

function readNumbers(): Step {
	return {
		name: 'Numbers',
		// Extract From File does not load in an n8n 1 from npm, which lacks date-fns.
		type: 'n8n-nodes-base.spreadsheetFile',
		typeVersion: 2,
		parameters: { operation: 'fromFile', fileFormat: 'csv', options: {} },
		onError: 'continueRegularOutput',
	};
}

function noteProposal(ledger: Ledger): Step {
	return ledger.update(
		'Note the proposal',
		{ id: '={{ $json.id }}', status: 'inspected' },
		{
			status: 'proposed',
			// A decision of an earlier time does not count again.
			decision: '',
			decided_by: '',
			same_as: '={{ $json.same_as }}',
			hits: '={{ $json.hits }}',
			links: '={{ $json.links }}',
			owner: '={{ $json.owner }}',
			proposal: '={{ $json.proposal }}',
			proposal_reason: '={{ $json.proposal_reason }}',
		},
	);
}

function askForDecisions(): Step {
	const form = { responseType: 'customForm', defineForm: 'json' };
	const limitWaitTime = {
		values: { limitType: 'afterTimeInterval', resumeAmount: 1, resumeUnit: 'days' },
	};
	return {
		name: 'Ask for decisions',
		type: 'n8n-nodes-base.emailSend',
		typeVersion: 2.1,
		parameters: {
			operation: 'sendAndWait',
			fromEmail: 'backlog@example.com',
			toEmail: 'accessibility@example.com',
			subject: 'PDF backlog: which documents to keep?',
			message: '={{ $json.message }}',
			...form,
			// n8n resolves this again when the form is opened, without an item.
			jsonOutput: "={{ $('Groups').first().json.fields }}",
			options: {
				messageButtonLabel: 'Decide',
				responseFormTitle: 'Which documents to keep?',
				limitWaitTime,
				appendAttribution: false,
			},
		},
	};
}

function noteDecision(ledger: Ledger): Step {
	return ledger.update(
		'Note the decision',
		{ id: '={{ $json.id }}', status: 'proposed' },
		{
			status: '={{ $json.status }}',
			reason: '={{ $json.reason }}',
			decision: '={{ $json.decision }}',
			decided_by: '={{ $json.decided_by }}',
			decided_at: '={{ $json.decided_at }}',
		},
	);
}
