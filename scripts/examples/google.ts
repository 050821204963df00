import { storeMails } from './mail';
import { condition, every, plan, QUARTER_HOURS, type Source } from './plan';
import { assemble, note, type Part } from './workflow';

const DRIVE = { type: 'n8n-nodes-base.googleDrive', typeVersion: 3 };
const GMAIL = { type: 'n8n-nodes-base.gmail', typeVersion: 2.1 };

const setting = (name: string) => ({
	__rl: true,
	mode: 'id',
	value: `={{ $('Settings').first().json.${name} }}`,
});

/** The files of a folder. Without a drive, Google may leave some out of its answer. */
const filesOf = (folder: string): Omit<Part, 'name' | 'at'> => ({
	...DRIVE,
	parameters: {
		authentication: 'oAuth2',
		resource: 'fileFolder',
		operation: 'search',
		searchMethod: 'query',
		queryString: 'trashed = false',
		returnAll: true,
		filter: {
			driveId: { __rl: true, mode: 'list', value: 'My Drive' },
			folderId: setting(folder),
			whatToSearch: 'files',
		},
		options: { fields: ['*'] },
	},
	settings: { executeOnce: true, alwaysOutputData: true },
});

const upload = (name: string, folder: string): Omit<Part, 'name' | 'at'> => ({
	...DRIVE,
	parameters: {
		authentication: 'oAuth2',
		resource: 'file',
		operation: 'upload',
		inputDataFieldName: 'data',
		name,
		driveId: { __rl: true, mode: 'list', value: 'My Drive' },
		folderId: setting(folder),
		options: {},
	},
	settings: { onError: 'continueRegularOutput' },
});

const folder: Pick<Source, 'settings' | 'list' | 'copies' | 'originals' | 'fetch' | 'file'> = {
	settings: {
		originals: 'ID of the folder of originals',
		tagged: 'ID of the folder of tagged PDFs',
	},
	list: filesOf('originals'),
	copies: filesOf('tagged'),
	originals: `const originals = listed.filter(({ id, name, mimeType }) => id && (mimeType === 'application/pdf' || /\\.pdf$/i.test(name)))
	.map(({ id, name, mimeType, md5Checksum, size, webViewLink }) => {
		// Two files may have one name, and a new version has the ID of the old one.
		const title = name.replace(/\\.pdf$/i, '').replace(/[^\\p{L}\\p{M}\\p{N} .()_-]/gu, '_').slice(0, 150);
		const copy = title + ' (' + id.slice(-6) + ' ' + (md5Checksum ?? '').slice(0, 6) + ').pdf';
		// Without a checksum, it is a shortcut or a document of Google's own.
		const problem = md5Checksum ? undefined : { reason: 'It is no PDF but ' + mimeType, what_to_do: 'Put the PDF itself into the folder.' };
		return { original: id, version: md5Checksum + ' ' + size, name, location: webViewLink ?? id, copy, problem };
	});`,
	fetch: {
		...DRIVE,
		parameters: {
			authentication: 'oAuth2',
			resource: 'file',
			operation: 'download',
			fileId: { __rl: true, mode: 'id', value: '={{ $json.original }}' },
			options: { binaryPropertyName: 'data' },
		},
	},
	file: ([column, row]) => ({
		parts: [
			{
				name: 'Is it filed already?',
				type: 'n8n-nodes-base.if',
				typeVersion: 2.2,
				parameters: condition(
					"={{ $('List the copies').all().some(({ json }) => json.name === $('Claim it').item.json.copy) }}",
				),
				at: [column, row],
			},
			{
				...upload("={{ $('Claim it').item.json.copy }}", 'tagged'),
				name: 'File it',
				at: [column + 1, row],
			},
		],
		arrows: [['Is it filed already?', 1, 'File it']],
		first: 'Is it filed already?',
		ends: [
			['Is it filed already?', 0],
			['File it', 0],
		],
	}),
};

const FOLDER_ID = 'The address of a folder has its ID after `folders/`.';

const quarterHour = every('Every 15 minutes', { field: 'minutes', minutesInterval: 15 });
const triggers = [quarterHour];

export function googleDriveFolder() {
	const source = 'google-drive-folder';
	const about = note({
		title: 'A Google Drive folder → tagged copies',
		what: 'Keeps a tagged copy of each PDF of a folder in a second folder.',
		how: 'Every 15 minutes, this workflow lists the folder. It tags each PDF that is new or has changed, and puts the copy into the second folder. It does not change the originals.',
		setUp: [
			`In Google Drive, create a folder for the copies. **Settings**: enter the IDs of your folder (*originals*) and of the new one (*tagged*). ${FOLDER_ID}`,
			'All **Google Drive** nodes: choose your credential.',
		],
		goodToKnow: [
			QUARTER_HOURS,
			'Subfolders are not searched. A shortcut is not followed: the mail about failures names it.',
			"The copy's name ends with parts of the original's ID and content, so that originals of one name get a copy each. A new version gets a new copy.",
			'For a shared drive, choose it in **List the originals**, **List the copies** and **File it**.',
		],
		height: 960,
	});
	const { parts, arrows } = plan({
		...folder,
		source,
		documentsPerRun: 50,
		credits: 500,
		triggers,
	});
	return assemble('Tag new PDFs of a Google Drive folder', [about, ...parts], arrows);
}

export function gmailToGoogleDrive() {
	const source = 'gmail-to-google-drive';
	const about = note({
		title: 'Gmail → tagged PDFs → Google Drive',
		what: 'Stores the PDFs of your mails in Google Drive, and a tagged copy of each in a second folder.',
		how: 'Every 15 minutes, this workflow looks for mails with PDFs that lack your label. It stores their PDFs in a folder of your drive, and labels the mails. Then it tags what is new in that folder, and puts the copies into the second folder.',
		setUp: [
			`In Google Drive, create two folders. **Settings**: enter their IDs. ${FOLDER_ID}`,
			'All **Gmail** and **Google Drive** nodes: choose your credentials.',
			'In Gmail, create the label *tag-pdf*. **Mark the mail**: choose it under *Label Names or IDs*.',
		],
		goodToKnow: [
			QUARTER_HOURS,
			'It takes the mails of the last 14 days, read or not. To choose other mails, change the search in **Mails with PDFs**, and keep `-label:tag-pdf`.',
			"A mail gets its label when a run has seen all its PDFs in the folder. Until then, leave the PDFs there under their names. To store a mail's PDFs again, remove the label.",
		],
		height: 1040,
	});
	const mail = storeMails({
		folder: filesOf('originals'),
		list: {
			...GMAIL,
			parameters: {
				authentication: 'oAuth2',
				resource: 'message',
				operation: 'getAll',
				returnAll: false,
				limit: 50,
				simple: true,
				filters: { q: 'has:attachment filename:pdf newer_than:14d -label:tag-pdf' },
			},
		},
		choose: [],
		get: {
			...GMAIL,
			parameters: {
				authentication: 'oAuth2',
				resource: 'message',
				operation: 'get',
				messageId: '={{ $json.id }}',
				simple: false,
				options: { dataPropertyAttachmentsPrefixName: 'attachment_', downloadAttachments: true },
			},
		},
		store: upload('={{ $json.name }}', 'originals'),
		mark: {
			...GMAIL,
			parameters: {
				authentication: 'oAuth2',
				resource: 'message',
				operation: 'addLabels',
				messageId: '={{ $json.mail }}',
				labelIds: [],
			},
		},
		about: `{ subject: mail.subject ?? listed.Subject, date: new Date(Number(listed.internalDate)), link: 'https://mail.google.com/mail/u/0/#all/' + listed.id }`,
	});
	const { parts, arrows } = plan({
		...folder,
		source,
		documentsPerRun: 50,
		credits: 500,
		triggers,
		mail,
	});
	return assemble('Tag the PDFs of Gmail into Google Drive', [about, ...parts], arrows);
}
