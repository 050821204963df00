import type { WorkflowDefinition } from '../../test/host/harness/rest/workflows';
import { tellAboutErrors } from './errors';
import { gmailToGoogleDrive, googleDriveFolder } from './google';
import { outlookToOneDrive } from './microsoft';
import { sftpFolder } from './sftp';
import { imapToS3, nightlyBatch } from './s3';

/** The examples that run without a person, as docs/examples/plan.md describes them, by name. */
export function buildExamples(): Record<string, WorkflowDefinition> {
	return {
		'gmail-to-google-drive': gmailToGoogleDrive(),
		'google-drive-folder': googleDriveFolder(),
		'imap-to-s3': imapToS3(),
		'nightly-batch': nightlyBatch(),
		'outlook-to-onedrive': outlookToOneDrive(),
		'sftp-folder': sftpFolder(),
		'tell-about-errors': tellAboutErrors(),
	};
}
