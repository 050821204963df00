import { closedBy } from '../closing';
import { makeDocument } from '../host/harness/documents';
import { startS3, type S3 } from './servers/s3';
import { startSmtp, type Smtp } from './servers/smtp';
import { openStage, type Stage } from './stage';

let stage: Stage;
let s3: S3;
let smtp: Smtp;
const closing = closedBy(afterAll);
beforeAll(async () => {
	s3 = closing(await startS3());
	smtp = closing(await startSmtp());
	stage = closing(await openStage());
});

test('try', async () => {
	for (let n = 0; n < 23; n++) await s3.put(`inbox/sub/${n}.pdf`, await makeDocument(`n${n}`));
	await s3.put('inbox/broken1.pdf', Buffer.from('no PDF'));
	await s3.put('inbox/z broken ä 100% %41.pdf', Buffer.from('no PDF'));
	await s3.put('inbox/z ok ä 100% %41.pdf', await makeDocument('odd'));
	s3.refuse(
		(method, key) =>
			(method === 'GET' && /\/3.pdf/.test(key)) || (method === 'PUT' && /\/4.pdf/.test(key)),
	);
	const credentials = { s3: s3.credential, smtp: smtp.credential };
	const workflow = await stage.prepare('nightly-batch', { credentials });
	const first = await stage.run(workflow, 'Every night');
	console.log(
		first.data.resultData.error,
		JSON.stringify(
			Object.fromEntries(
				Object.entries(first.data.resultData.runData).map(([k, v]) => [
					k,
					v.map((r) => r.data?.main?.map((o) => o?.length)),
				]),
			),
			null,
			1,
		),
	);
	console.log(await s3.keys());
	console.log(smtp.count() && (await smtp.mail()).text);
	const project = await stage.session.call<{ id: string }>('GET', '/rest/projects/personal');
	const tables = await stage.session.call<{ data: Array<{ id: string }> }>(
		'GET',
		`/rest/projects/${project.id}/data-tables`,
	);
	const rows = await stage.session.call<{ data: object[] }>(
		'GET',
		`/rest/projects/${project.id}/data-tables/${tables.data[0]?.id}/rows?take=100`,
	);
	console.log(JSON.stringify(rows, null, 1));
});
