import { storeMails } from './mail';
import { condition, every, plan, QUARTER_HOURS } from './plan';
import { assemble, note, type Part } from './workflow';

const ONE_DRIVE = { type: 'n8n-nodes-base.microsoftOneDrive', typeVersion: 1.1 };
const OUTLOOK = { type: 'n8n-nodes-base.microsoftOutlook', typeVersion: 2 };

const setting = (name: string) => `={{ $('Settings').first().json.${name} }}`;

const children: Omit<Part, 'name' | 'at'> = {
	...ONE_DRIVE,
	parameters: { resource: 'folder', operation: 'getChildren', folderId: setting('originals') },
	settings: { executeOnce: true, alwaysOutputData: true },
};

const upload = (fileName: string, folder: string): Omit<Part, 'name' | 'at'> => ({
	...ONE_DRIVE,
	parameters: {
		resource: 'file',
		operation: 'upload',
		fileName,
		parentId: setting(folder),
		binaryData: true,
		binaryPropertyName: 'data',
	},
	settings: { onError: 'continueRegularOutput' },
});

export function outlookToOneDrive() {
	const quarterHour = every('Every 15 minutes', { field: 'minutes', minutesInterval: 15 });
	const about = note({
		title: 'Outlook → tagged PDFs → OneDrive',
		what: 'Stores the PDFs of your mails in OneDrive, and a tagged copy of each in a second folder.',
		how: 'Every 15 minutes, this workflow looks in the inbox for mails with attachments that lack the category *Tag PDF*. It stores their PDFs in a folder of your OneDrive, and gives the mails that category. Then it tags what is new in that folder, and puts the copies into the second folder.',
		setUp: [
			'All **Outlook** and **OneDrive** nodes: choose your credentials.',
			"In OneDrive, create two folders. To find a folder's ID, add another **OneDrive** node with the resource *Folder* and the operation *Search*, enter the folder's name as *Query*, and execute this node. Its output has the *id*. Then delete this node.",
			'**Settings**: enter both IDs.',
		],
		goodToKnow: [
			QUARTER_HOURS,
			'It takes the mails of the last 14 days, read or not. Mails in other folders, Junk and Deleted Items are left out.',
			"You need not create the category. A mail gets it when a run has seen all its PDFs in the folder. Until then, leave the PDFs there under their names. To store a mail's PDFs again, remove the category.",
			'A new version of a PDF in the folder replaces its copy. Subfolders are not searched.',
			'PDFs in an attached mail or archive are left out.',
			"It does not fit SharePoint: n8n's node for it cannot list a folder.",
		],
		height: 1120,
	});
	const mail = storeMails({
		folder: children,
		list: {
			...OUTLOOK,
			parameters: {
				resource: 'folderMessage',
				operation: 'getAll',
				folderId: { __rl: true, mode: 'id', value: 'inbox' },
				returnAll: true,
				output: 'fields',
				fields: ['id', 'subject', 'receivedDateTime', 'categories', 'webLink'],
				filtersUI: {
					values: {
						filterBy: 'filters',
						filters: {
							hasAttachments: true,
							receivedAfter: '={{ $now.minus({ days: 14 }).toISO() }}',
						},
					},
				},
				options: {},
			},
		},
		choose: [
			{
				name: 'Without the category',
				type: 'n8n-nodes-base.filter',
				typeVersion: 2.2,
				parameters: condition("={{ !($json.categories ?? []).includes('Tag PDF') }}"),
				at: [5, -4],
			},
			{
				name: 'Fifty a run',
				type: 'n8n-nodes-base.limit',
				typeVersion: 1,
				parameters: { maxItems: 50 },
				at: [6, -4],
			},
		],
		get: {
			...OUTLOOK,
			parameters: {
				resource: 'message',
				operation: 'get',
				messageId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
				output: 'fields',
				fields: ['id', 'subject'],
				options: { attachmentsPrefix: 'attachment_', downloadAttachments: true },
			},
		},
		store: upload('={{ $json.name }}', 'originals'),
		mark: {
			...OUTLOOK,
			parameters: {
				resource: 'message',
				operation: 'update',
				messageId: { __rl: true, mode: 'id', value: '={{ $json.mail }}' },
				updateFields: { categories: "={{ [...$json.marks, 'Tag PDF'] }}" },
			},
		},
		about: '{ subject: listed.subject, date: listed.receivedDateTime, link: listed.webLink }',
	});
	const { parts, arrows } = plan({
		settings: {
			originals: 'ID of the folder of originals',
			tagged: 'ID of the folder of tagged PDFs',
		},
		source: 'outlook-to-onedrive',
		list: children,
		originals: `const originals = listed.filter(({ id, name, file }) => id && file && (file.mimeType === 'application/pdf' || /\\.pdf$/i.test(name)))
	.map(({ id, name, file, cTag, size, webUrl }) => {
		const title = name.replace(/\\.pdf$/i, '').replace(/[^\\p{L}\\p{M}\\p{N} .()_-]/gu, '_').slice(0, 150);
		// OneDrive replaces a file of the same name: a new version replaces the copy of the old one.
		return { original: id, version: (file.hashes?.quickXorHash ?? cTag) + ' ' + size, name, location: webUrl ?? id, copy: title + ' (' + id.slice(-6).replace(/[^A-Za-z0-9]/g, '_') + ').pdf' };
	});`,
		fetch: {
			...ONE_DRIVE,
			parameters: {
				resource: 'file',
				operation: 'download',
				fileId: '={{ $json.original }}',
				binaryPropertyName: 'data',
			},
		},
		file: (at) => ({
			parts: [{ ...upload("={{ $('Claim it').item.json.copy }}", 'tagged'), name: 'File it', at }],
			arrows: [],
			first: 'File it',
			ends: [['File it', 0]],
		}),
		documentsPerRun: 50,
		credits: 500,
		triggers: [quarterHour],
		mail,
	});
	return assemble('Tag the PDFs of Outlook into OneDrive', [about, ...parts], arrows);
}
