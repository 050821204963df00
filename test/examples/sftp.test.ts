import { closedBy } from '../closing';
import { makeDocument, readTitle } from '../host/harness/documents';
import { outputs } from '../host/harness/rest/executions';
import { readExample } from './examples';
import { startSftp, type Sftp } from './servers/sftp';
import { openStage, type Stage } from './stage';

const EXAMPLE = 'sftp-folder';

let stage: Stage;
let sftp: Sftp;
const closing = closedBy(afterAll);
beforeAll(async () => {
	sftp = closing(await startSftp());
	stage = closing(await openStage());
});

/** The paths that the nodes name, inside the server's folder. */
const paths = () =>
	Object.fromEntries(
		readExample(EXAMPLE).nodes.flatMap(({ name, parameters: { path } }) =>
			typeof path === 'string'
				? [[name, { path: path.replace(/^(=?)\//, `$1${sftp.root}/`) }]]
				: [],
		),
	);

test('files tagged copies of a folder once, even if it runs twice', async () => {
	await sftp.put('inbox/report.pdf', await makeDocument('Report', 2));
	await sftp.put('inbox/letter.pdf', await makeDocument('Letter'));
	await sftp.put('inbox/notes.txt', Buffer.from('no PDF'));
	const credentials = { sftp: sftp.credential };
	const workflow = await stage.prepare(EXAMPLE, { credentials, parameters: paths() });

	const first = await stage.run(workflow, 'Every hour');
	expect(first.data.resultData.error?.message).toBeUndefined();
	expect(await sftp.list('tagged')).toEqual(['letter.pdf', 'report.pdf']);
	const original = await sftp.get('inbox/report.pdf');
	const tagged = await sftp.get('tagged/report.pdf');
	expect(await readTitle(tagged)).toBe('Report');
	expect(tagged.equals(original)).toBe(false);
	expect(original.equals(await makeDocument('Report', 2))).toBe(true);

	await sftp.put('inbox/new.pdf', await makeDocument('New'));
	const second = await stage.run(workflow, 'Every hour', 2);
	expect(outputs(second, 'Fetch it')[0]).toHaveLength(1);
	expect(await sftp.list('tagged')).toEqual(['letter.pdf', 'new.pdf', 'report.pdf']);
	expect(stage.sandbox.ledger.spent).toBe(4);
});
