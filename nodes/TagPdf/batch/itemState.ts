import type { Job } from '../../client/service';
import type { DocumentJob } from '../../client/submission';

/** What a run knows of one item. Progress, hints and the facts of errors are derived from it. */
export interface ItemState {
	/** Name of the item's document. */
	fileName?: string;
	/** The item's job as last seen. Its credits are final only when it has ended. */
	job?: Job;
	/** How the item's document got its job; absent if the operation submits nothing. */
	submission?: Pick<DocumentJob, 'isResumed' | 'pages'>;
	/** Pages of a document that was skipped, which saves a credit per page. */
	skippedPages?: number;
	outcome?: 'succeeded' | 'failed';
}
