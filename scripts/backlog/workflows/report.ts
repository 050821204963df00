import { Draft, type Step } from '../draft';
import { noteAbout, type Ledger } from '../ledger';
import { byHand, code, everyDay } from '../steps';

const NOTE = `## 4 · Report
At the end of the day, and by hand: a mail with what was done, what it cost, what failed and why, and the whole ledger as CSV.

In the CSV each job's credits stand once, so that its sum is what the service has charged: where the same file lies twice, the second row names the first.

1. Choose the credential of your mail server in **Send the report**, and fill in the two addresses.
2. Activate.`;

/** Sends the ledger at the end of the day. */
export function report(ledger: Ledger): Draft {
	const note = noteAbout(ledger, NOTE, { width: 760, height: 280 });
	return new Draft(`Backlog 4 · Report (${ledger.title})`, {}, note)
		.lane(
			{ column: 0, row: 0 },
			everyDay('Every evening', 18),
			ledger.all('The ledger'),
			code('Lines of the CSV', 'lines'),
			toCsv(),
			code('Words of the mail', 'words'),
			send(),
		)
		.lane({ column: 0, row: 1 }, byHand())
		.connect(byHand().name, 'The ledger');
}

function toCsv(): Step {
	const options = { fileName: "={{ 'ledger-' + $now.toISODate() + '.csv' }}" };
	const parameters = { operation: 'csv', binaryPropertyName: 'data', options };
	return { name: 'CSV', type: 'n8n-nodes-base.convertToFile', typeVersion: 1.1, parameters };
}

function send(): Step {
	const parameters = {
		fromEmail: 'backlog@example.com',
		toEmail: 'accessibility@example.com',
		subject: '={{ $json.subject }}',
		emailFormat: 'text',
		text: '={{ $json.text }}',
		options: { appendAttribution: false, attachments: 'data' },
	};
	const type = 'n8n-nodes-base.emailSend';
	return { name: 'Send the report', type, typeVersion: 2.1, parameters };
}
