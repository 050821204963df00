import { PDFS } from './mail';
import { code, every, fields, LEDGER, plan, table, upsert, type Filing, type Source } from './plan';
import { assemble, note, type Part } from './workflow';

const S3 = { type: 'n8n-nodes-base.s3', typeVersion: 1 };

/** The bucket of the settings. */
const BUCKET = "={{ $('Settings').first().json.bucket }}";

/** Without the slash, a copy would lie beside the folder; without a name, every original would count as a copy. */
const SLASHES = `if (!/^$|\\/$/.test(settings.originals) || !settings.tagged.endsWith('/')) throw new Error('Each folder needs a / at the end: see Settings');
`;

/** A wrong folder lists nothing, too. */
const EMPTY = `if (!listed[0]?.Key) throw new Error('There is no file in "' + settings.originals + '": see Settings');
`;

/** S3 stores an object whole or not at all, and the copy's key is the original's in another folder. */
function bucket(
	folder: string,
	mayBeEmpty: boolean,
): Pick<Source, 'settings' | 'list' | 'originals' | 'fetch' | 'file'> {
	return {
		settings: { bucket: 'documents', originals: folder, tagged: 'tagged/' },
		list: {
			...S3,
			parameters: {
				resource: 'bucket',
				operation: 'search',
				bucketName: BUCKET,
				returnAll: true,
				additionalFields: { prefix: "={{ $('Settings').first().json.originals }}" },
			},
			settings: { alwaysOutputData: true },
		},
		originals: `${SLASHES}${mayBeEmpty ? '' : EMPTY}const originals = listed.filter(({ Key = '' }) => /\\.pdf$/i.test(Key) && !Key.startsWith(settings.tagged)).map(({ Key, ETag, Size }) => {
	const name = Key.slice(settings.originals.length);
	const address = 's3://' + settings.bucket + '/' + Key;
	return {
		original: address,
		version: ETag + ' ' + Size,
		name,
		location: address,
		copy: settings.tagged + name,
		// n8n's S3 node would leave the folder, or take another one.
		problem: /(^|\\/)\\.{1,2}(\\/|$)|\\\\/.test(Key) ? { reason: 'The key has a folder named with dots alone, or a backslash',
			what_to_do: 'Rename the original.' } : undefined,
	};
});`,
		fetch: {
			...S3,
			parameters: {
				resource: 'file',
				operation: 'download',
				bucketName: BUCKET,
				// n8n's S3 node takes %41 for A.
				fileKey: "={{ $json.original.split('/').slice(3).join('/').replaceAll('%', '%25') }}",
				binaryPropertyName: 'data',
			},
		},
		file: (at): Filing => ({
			parts: [upload('File it', at, "={{ $('Claim it').item.json.copy.replaceAll('%', '%25') }}")],
			arrows: [],
			first: 'File it',
			ends: [['File it', 0]],
		}),
	};
}

function upload(
	name: string,
	at: Part['at'],
	key: string,
	onError = 'continueRegularOutput',
): Part {
	return {
		...S3,
		name,
		parameters: {
			resource: 'file',
			operation: 'upload',
			bucketName: BUCKET,
			fileName: key,
			binaryData: true,
			binaryPropertyName: 'data',
			additionalFields: {},
			tagsUi: {},
		},
		settings: { onError },
		at,
	};
}

export function nightlyBatch() {
	const common = bucket('inbox/', false);
	const { parts, arrows } = plan({
		...common,
		source: 'nightly-batch',
		documentsPerRun: 500,
		credits: 500,
		triggers: [
			every('Every night', {
				field: 'days',
				daysInterval: 1,
				triggerAtHour: 2,
				triggerAtMinute: 0,
			}),
		],
	});
	const about = note({
		title: 'Every night, within a budget',
		what: 'Keeps a tagged copy of each PDF of a bucket, in any store that speaks S3.',
		how: "At 2 o'clock, this workflow lists the PDFs in *inbox/* and its subfolders. It tags the new and changed ones, ten at a time, until the budget is spent. The tagged copies are in *tagged/* under the same paths.",
		setUp: [
			'All **S3** nodes: choose your credential.',
			'**Settings**: enter your *bucket*, and its two folders (*originals* and *tagged*) with */* at the end.',
		],
		goodToKnow: [
			'It makes 30 executions a month.',
			'The node counts the pages before it submits a document. A document over the budget costs nothing, and has its turn another night. One with more pages than the whole budget never has: the mail names it, and a higher *Max Credits per Execution* lets it in.',
			"2 o'clock is the time of the *Timezone* in this workflow's settings.",
			'Keep nothing else in *tagged/*: a copy replaces a file of the same name.',
			'For thousands of documents, use the library in two workflows.',
		],
		height: 1000,
	});
	return assemble(
		'Tag a bucket every night within a budget, and mail what failed',
		[about, ...parts],
		arrows,
	);
}

export function imapToS3() {
	const mail: Source['mail'] = {
		heading: 'Store the PDFs of new mails',
		parts: [
			code('PDFs of the mail', [3, -3], PDFS_OF_THE_MAIL),
			fields('What is to be stored', [4, -4], TO_BE_STORED),
			// After Retry, the row may say already that the PDF is tagged.
			table('Is there no row yet?', [5, -4], {
				operation: 'rowNotExists',
				dataTableId: LEDGER,
				matchType: 'allConditions',
				filters: {
					// This operation compares for equality alone.
					conditions: ['source', 'original'].map((name) => ({
						keyName: name,
						keyValue: `={{ $json.${name} }}`,
					})),
				},
			}),
			table('Record what is to be stored', [6, -4], upsert()),
			upload('Store the PDF', [4, -3], '={{ $json.key }}', 'continueErrorOutput'),
			fields('What was not stored', [5, -3], NOT_STORED),
			table('Record what was not stored', [6, -3], upsert()),
		],
		arrows: [
			// n8n runs the upper branch first, so a PDF has its row before it is stored.
			['PDFs of the mail', 0, 'What is to be stored'],
			['What is to be stored', 0, 'Is there no row yet?'],
			['Is there no row yet?', 0, 'Record what is to be stored'],
			['PDFs of the mail', 0, 'Store the PDF'],
			['Store the PDF', 1, 'What was not stored'],
			['What was not stored', 0, 'Record what was not stored'],
		],
		first: 'PDFs of the mail',
	};
	const newMail: Part = {
		name: 'New mail',
		type: 'n8n-nodes-base.emailReadImap',
		typeVersion: 2.1,
		parameters: {
			mailbox: 'INBOX',
			postProcessAction: 'nothing',
			format: 'resolved',
			dataPropertyAttachmentsPrefixName: 'attachment_',
			// n8n remembers the last mail's number. Unread mails only would leave out those that a person opens first.
			options: { customEmailConfig: '["ALL"]' },
		},
		at: [0, -1],
	};
	const triggers = [newMail, every('Every hour', { field: 'hours', hoursInterval: 1 })];
	const { parts, arrows } = plan({
		...bucket('mail/', true),
		source: 'imap-to-s3',
		documentsPerRun: 50,
		credits: 500,
		triggers,
		mail,
	});
	const about = note({
		title: 'Mailbox → tagged PDFs → S3',
		what: 'Stores the PDFs of your mails in a bucket, and a tagged copy of each in a second folder.',
		how: 'A mail arrives. This workflow stores each of its PDFs in the folder *mail/* of your bucket, in a subfolder with the date, subject and number of the mail. Then it tags what is new there, and puts the copies into *tagged/*. Every hour it tries again what had to wait.',
		setUp: [
			'**New mail**: choose your IMAP credential.',
			'All **S3** nodes: choose your credential.',
			'**Settings**: enter your *bucket*.',
			"In this workflow's settings, choose *Save* for *Save execution progress*, because n8n does not import it. If n8n is killed, **Retry** then continues at the step that was killed.",
		],
		begin: 'Then send a mail with a PDF to the mailbox.',
		goodToKnow: [
			'It makes 720 executions a month, and one more for each group of mails.',
			'n8n fetches each mail that comes after you publish, also if a person has read it. It does not change the mailbox.',
			'If you change to another mailbox, or if the mailbox is moved or restored, rename **New mail**: n8n keeps the number of the last mail under its name.',
			'If the mail server is away for more than half a minute, n8n may switch **New mail** off, and not on again. The error workflow then tells you. Publish this workflow again: n8n fetches what has come meanwhile.',
			'A PDF is an attachment whose type or name says so. Other attachments, such as archives, are left out.',
			'If n8n is killed before it has stored a PDF, you get a mail about this PDF after a day.',
		],
		height: 1120,
	});
	return assemble('Tag the PDFs of a mailbox into S3', [about, ...parts], arrows, {
		// If n8n is killed, Retry finds the mail in the execution.
		saveExecutionProgress: true,
	});
}

const PDFS_OF_THE_MAIL = `if (!$('New mail').isExecuted) return [];
${PDFS}
const settings = $('Settings').first().json;
return $('New mail').all().flatMap(({ json: { attributes, date, from, subject }, binary }) => {
	const folder = timeOf(date) + ' ' + (clean(subject, 80) || 'no subject') + ' (' + attributes.uid + ')';
	return pdfsOf(binary).map(({ data, n, name }) => ({
		json: { key: settings.originals + folder + '/' + n + ' ' + name + '.pdf', mail: { from: from?.text, date } },
		binary: { data },
	}));
});
`;

/** n8n does not fetch a mail again. So if it is killed now, the row is left, and a mail names it after a day. */
const TO_BE_STORED = {
	source: "={{ $('Settings').first().json.source }}",
	original:
		"={{ 's3://' + $('Settings').first().json.bucket + '/' + $('PDFs of the mail').item.json.key }}",
	name: "={{ $('PDFs of the mail').item.json.key.slice($('Settings').first().json.originals.length) }}",
	state: 'waiting',
	code: 'NOT_STORED',
	reason:
		'It came with a mail, and no run has tagged it: n8n may have been killed before it was stored',
	what_to_do: 'If it is not in the folder, forward the mail to the mailbox again.',
	location:
		"={{ 'The mail of ' + $('PDFs of the mail').item.json.mail.date + ' from ' + $('PDFs of the mail').item.json.mail.from }}",
	credits: 0,
	first_tried_at: '={{ $now.toUTC().toISO() }}',
	tried_at: '={{ $now.toUTC().toISO() }}',
	told: false,
};

const NOT_STORED = {
	...TO_BE_STORED,
	state: 'failed',
	reason: '={{ String($json.error?.message ?? $json.error) }}',
	what_to_do: 'Forward the mail to the mailbox again.',
};
