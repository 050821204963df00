import type { WorkflowDefinition } from '../../test/host/harness/rest/workflows';
import { gmailToGoogleDrive, googleDriveFolder } from './google';
import { outlookToOneDrive } from './microsoft';
import { imapToS3, nightlyBatch } from './s3';

/** The examples that are built on docs/examples/plan.md, by name. */
export function buildExamples(): Record<string, WorkflowDefinition> {
	return {
		'gmail-to-google-drive': gmailToGoogleDrive(),
		'google-drive-folder': googleDriveFolder(),
		'imap-to-s3': imapToS3(),
		'nightly-batch': nightlyBatch(),
		'outlook-to-onedrive': outlookToOneDrive(),
	};
}
