/** A column of the ledger. */
export interface Column {
	readonly name: string;
	readonly type: 'string' | 'number' | 'date';
	/** Its content, for a comment in the table. */
	readonly holds: string;
}

/** The columns of the ledger, one row a file; n8n's Data Table adds `id` by itself. */
export const COLUMNS: readonly Column[] = [
	{ name: 'bucket', type: 'string', holds: 'where the document is' },
	{ name: 'file', type: 'string', holds: 'its key in the bucket' },
	{ name: 'tagged_file', type: 'string', holds: 'key under which the tagged PDF is filed' },
	{
		name: 'status',
		type: 'string',
		holds:
			'listed, ready, skipped, review, submitted, tagged or failed; change it to ready to run the row again',
	},
	{ name: 'reason', type: 'string', holds: 'why it has this status' },
	{ name: 'not_before', type: 'date', holds: 'until then no schedule touches the row' },
	{ name: 'size', type: 'number', holds: 'bytes of the document' },
	{ name: 'pages', type: 'number', holds: 'its pages, empty where they are not known' },
	{
		name: 'recommendation',
		type: 'string',
		holds: 'what Inspect says: skip, tag, tagWithOcr or review',
	},
	{
		name: 'expected_credits',
		type: 'number',
		holds: 'what it will cost: 1 a page, 0 if it is not to be tagged',
	},
	{ name: 'sha256', type: 'string', holds: 'SHA-256 of the document, as it was submitted' },
	{ name: 'tagged_sha256', type: 'string', holds: 'SHA-256 of the tagged PDF' },
	{ name: 'job_id', type: 'string', holds: 'the last job' },
	{ name: 'credits', type: 'number', holds: 'what the last job has cost' },
	{
		name: 'earlier_jobs',
		type: 'string',
		holds: 'jobs before the last one, each with its credits: job_1=3 job_2=3',
	},
	{ name: 'request_id', type: 'string', holds: "the service's ID of the last submission" },
	{ name: 'listed_at', type: 'date', holds: 'when the file was found' },
	{ name: 'inspected_at', type: 'date', holds: 'when it was read' },
	{ name: 'submitted_at', type: 'date', holds: 'when the service created the last job' },
	{ name: 'settled_at', type: 'date', holds: 'when the row got its last status' },
	{ name: 'settled_by', type: 'string', holds: 'event or schedule' },
];
