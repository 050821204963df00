import { createHash } from 'node:crypto';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { closedBy } from '../closing';
import { makeDocument, readTitle } from '../host/harness/documents';
import { finishedExecutions, listExecutions } from '../host/harness/rest/executions';
import { activate, type Workflow } from '../host/harness/rest/workflows';
import { until } from '../host/harness/until';
import { present } from '../present';
import { readExample } from './examples';
import { press } from './press';
import { startS3, type S3 } from './servers/s3';
import { startSmtp, type Smtp } from './servers/smtp';
import { startVerapdf, type Verapdf } from './servers/verapdf/verapdf';
import { openStage, type Stage } from './stage';

const EXAMPLE = 'check-and-review';
const AUTHOR = 'author@example.org';
const [REVIEWER, TICKETS] = ['reviewer@example.com', 'accessibility@example.com'];

let stage: Stage;
let smtp: Smtp;
let s3: S3;
let verapdf: Verapdf;
let workflow: Workflow;
let failing = '';
const closing = closedBy(afterAll);
beforeAll(async () => {
	const fails = (sha256: string) => sha256 === failing;
	stage = closing(await openStage({ sandbox: { tagger: 'opendataloader', fails } }));
	smtp = closing(await startSmtp());
	s3 = closing(await startS3());
	verapdf = closing(await startVerapdf());
	workflow = await stage.prepare(EXAMPLE, {
		credentials: { smtp: smtp.credential, s3: s3.credential },
		parameters: {
			'Check it with veraPDF': { url: verapdf.url },
			'Wait an hour': { amount: 1, unit: 'seconds' },
			'Ask the reviewer': { options: { limitWaitTime: { values: { resumeAmount: 1, resumeUnit: 'minutes' } } } },
		},
	});
	await activate(stage.session, workflow);
});
beforeEach(() => stage.sandbox.reset());
