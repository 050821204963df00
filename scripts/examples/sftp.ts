import { every, plan } from './plan';
import { assemble, note, type Part } from './workflow';

const FTP = { type: 'n8n-nodes-base.ftp', typeVersion: 1 };

const setting = (name: string) => `$('Settings').first().json.${name}`;
const copy = "$('Claim it').item.json.copy";
/** Beside the copy: a copy has its name only when it is whole. */
const part = `={{ ${setting('tagged')} + '/.part-' + $('Claim it').item.json.id }}`;

const node = (
	name: string,
	at: Part['at'],
	parameters: object,
	onError = 'continueErrorOutput',
): Part => ({
	...FTP,
	name,
	parameters: { protocol: 'sftp', ...parameters },
	settings: { onError },
	at,
});

export function sftpFolder() {
	const hourly = every('Every hour', { field: 'hours', hoursInterval: 1 });
	const about = note({
		title: 'An SFTP folder → tagged copies',
		what: 'Keeps a tagged copy of each PDF of a folder in a second folder.',
		how: 'Every hour, this workflow lists the folder and its subfolders. It tags each PDF that is new or has changed, and puts the copy into the second folder under the same path. It does not change the originals.',
		setUp: [
			'All **FTP** nodes: choose your SFTP credential.',
			'**Settings**: enter the two folders (*originals* and *tagged*) without */* at the end.',
		],
		goodToKnow: [
			'It makes 720 executions a month.',
			'A file waits until nobody has changed it for five minutes. It is safer to upload under another name, and to rename the file when it is whole.',
			'A copy appears under its name only when it is whole. It replaces a file of the same name.',
			'Links are not followed.',
		],
		height: 920,
	});
	const { parts, arrows } = plan({
		settings: { originals: '/inbox', tagged: '/tagged', minutesUntilWhole: 5 },
		source: 'sftp-folder',
		list: {
			...FTP,
			parameters: {
				protocol: 'sftp',
				operation: 'list',
				path: `={{ ${setting('originals')} }}`,
				recursive: true,
			},
			settings: { alwaysOutputData: true },
		},
		originals: `if ([settings.originals, settings.tagged].some((folder) => folder.endsWith('/'))) throw new Error('No folder has a / at the end: see Settings');
// Somebody may still be writing what has changed within some minutes.
const whole = Date.now() - settings.minutesUntilWhole * 60000;
const originals = listed.filter(({ type, name, path, modifyTime }) => type === '-' && /\\.pdf$/i.test(name) && !path.startsWith(settings.tagged + '/') && Date.parse(modifyTime) < whole)
	.map(({ name, path, size, modifyTime }) => ({
		original: path,
		version: size + ' ' + modifyTime,
		name,
		location: path,
		copy: settings.tagged + path.slice(settings.originals.length),
	}));`,
		fetch: {
			...FTP,
			parameters: {
				protocol: 'sftp',
				operation: 'download',
				path: '={{ $json.original }}',
				binaryPropertyName: 'data',
				options: {},
			},
		},
		file: ([column, row]) => ({
			parts: [
				node('Upload it', [column, row], {
					operation: 'upload',
					path: part,
					binaryData: true,
					binaryPropertyName: 'data',
				}),
				// SFTP does not rename onto a file that exists. In general there is none, and the node goes on.
				node(
					'Remove the old copy',
					[column + 1, row],
					{ operation: 'delete', path: `={{ ${copy} }}`, options: {} },
					'continueRegularOutput',
				),
				node(
					'Rename it',
					[column + 2, row],
					{
						operation: 'rename',
						oldPath: part,
						newPath: `={{ ${copy} }}`,
						options: { createDirectories: true },
					},
					'continueRegularOutput',
				),
			],
			arrows: [
				['Upload it', 0, 'Remove the old copy'],
				['Remove the old copy', 0, 'Rename it'],
			],
			first: 'Upload it',
			ends: [
				['Upload it', 1],
				['Rename it', 0],
			],
		}),
		documentsPerRun: 50,
		credits: 500,
		triggers: [hourly],
	});
	return assemble('Tag new PDFs of an SFTP folder', [about, ...parts], arrows);
}
