import { Draft, type Step } from '../draft';
import { noteAbout, type Ledger } from '../ledger';
import { byHand, code, everyDay } from '../steps';

const NOTE = `## 4 · Report
Every evening and by hand: mails the results, costs and failures, with the whole ledger as CSV.

The CSV counts each job's credits once, so their sum equals the service's charge. If the same file is in two places, the second row names the first.

The evidence has the same rows as JSON Lines, and the findings of Inspect before and after tagging. Each line holds the hash of the line before it, and the mail holds the hash of the last line: **keep the mails**. Both files come as one ZIP file.

1. Choose the credential of your mail server in **Send the report**, and fill in the two addresses.
2. Activate.`;

/** Sends the ledger at the end of the day. */
export function report(ledger: Ledger): Draft {
	// The execution holds the ledger several times, and the mail keeps it.
	const settings = { saveDataSuccessExecution: 'none' };
	const note = noteAbout(ledger, NOTE, { width: 760, height: 340 });
	return (
		new Draft(`Backlog 4 · Report (${ledger.title})`, settings, note)
			.lane(
				{ column: 0, row: 0 },
				everyDay('Every evening', 18),
				ledger.all('The ledger'),
				code('Lines of the CSV', 'report/compare', 'report/lines'),
				toCsv(),
				ledger.days.last('The day before'),
				code('Evidence', 'report/compare', 'report/sha256', 'report/evidence'),
				toJsonLines(),
				code('Words of the mail', 'report/sums', 'report/html', 'report/words'),
				toZip(),
				send(),
			)
			// It runs after the mail, because it is lower on the canvas. In n8n 1, expressions can read a Code node
			// only if it is the previous node.
			.lane({ column: 8, row: 1 }, closeDay(ledger))
			.connect('Words of the mail', 'Close the day')
			.lane({ column: 0, row: 1 }, byHand())
			.connect(byHand().name, 'The ledger')
	);
}

function toCsv(): Step {
	const options = { fileName: "={{ 'ledger-' + $now.toISODate() + '.csv' }}" };
	const parameters = { operation: 'csv', binaryPropertyName: 'data', options };
	return { name: 'CSV', type: 'n8n-nodes-base.convertToFile', typeVersion: 1.1, parameters };
}

function toJsonLines(): Step {
	const options = { fileName: "={{ 'evidence-' + $json.day + '.jsonl' }}" };
	const source = { operation: 'toText', sourceProperty: 'text', binaryPropertyName: 'evidence' };
	const type = 'n8n-nodes-base.convertToFile';
	return { name: 'JSON Lines', type, typeVersion: 1.1, parameters: { ...source, options } };
}

/** Mail servers refuse the ledger of a large library if it is not compressed. */
function toZip(): Step {
	const parameters = {
		operation: 'compress',
		binaryPropertyName: 'data,evidence',
		outputFormat: 'zip',
		fileName: "={{ 'report-' + $json.day + '.zip' }}",
		binaryPropertyOutput: 'report',
	};
	return { name: 'ZIP', type: 'n8n-nodes-base.compression', typeVersion: 1.1, parameters };
}

/** Notes the last line's hash, to which the first line of the next day refers. */
function closeDay(ledger: Ledger): Step {
	return ledger.days.insert('Close the day', {
		day: '={{ $json.day }}',
		closed_at: '={{ $json.closed_at }}',
		documents: '={{ $json.documents }}',
		hash: '={{ $json.hash }}',
	});
}

function send(): Step {
	const parameters = {
		fromEmail: 'backlog@example.com',
		toEmail: 'accessibility@example.com',
		subject: '={{ $json.subject }}',
		emailFormat: 'both',
		text: '={{ $json.text }}',
		html: '={{ $json.html }}',
		options: { appendAttribution: false, attachments: 'report' },
	};
	const type = 'n8n-nodes-base.emailSend';
	return { name: 'Send the report', type, typeVersion: 2.1, parameters };
}
