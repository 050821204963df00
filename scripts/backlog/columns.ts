/** A column of a table. */
export interface Column {
	readonly name: string;
	readonly type: 'string' | 'number' | 'date';
	/** Its content, for a comment in the table. */
	readonly holds: string;
}

/** A table of the kit; n8n's Data Table and PostgreSQL add the column `id`. */
export interface Shape {
	readonly name: string;
	readonly columns: readonly Column[];
	/** Column in which no value occurs twice, if the kind of ledger can refuse it. */
	readonly unique?: string;
	/** Columns of each index, by its name. */
	readonly indexes?: Readonly<Record<string, readonly string[]>>;
}

/** The ledger, one row a file. */
export const LEDGER: Shape = {
	name: 'tag_pdf_ledger',
	unique: 'file',
	indexes: { turn: ['status', 'not_before'], job: ['job_id'], content: ['sha256'] },
	columns: [
		{ name: 'bucket', type: 'string', holds: 'where the document is' },
		{ name: 'file', type: 'string', holds: 'its key in the bucket' },
		{ name: 'tagged_file', type: 'string', holds: 'key under which the tagged PDF is filed' },
		{
			name: 'status',
			type: 'string',
			holds:
				'listed, inspected, proposed, ready, archive, delete, skipped, review, submitted, tagged or failed',
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
		{ name: 'document_created', type: 'string', holds: 'date in the PDF' },
		{ name: 'document_modified', type: 'string', holds: 'date in the PDF' },
		{ name: 'producer', type: 'string', holds: 'software that wrote the PDF' },
		{ name: 'same_as', type: 'string', holds: 'first file with the same content' },
		{ name: 'hits', type: 'number', holds: 'how often it was opened, from the CSV' },
		{ name: 'links', type: 'number', holds: 'how many links lead to it, from the CSV' },
		{ name: 'owner', type: 'string', holds: 'whose document it is, by the rules' },
		{ name: 'proposal', type: 'string', holds: 'keep, archive or delete, by the rules' },
		{ name: 'proposal_reason', type: 'string', holds: 'reason of that rule' },
		{
			name: 'decision',
			type: 'string',
			holds: 'keep, archive or delete; only documents to keep are submitted',
		},
		{ name: 'decided_by', type: 'string', holds: 'name of the person' },
		{ name: 'decided_at', type: 'date', holds: 'when the decision was noted' },
		{ name: 'sha256', type: 'string', holds: 'SHA-256 of the document, as it was submitted' },
		{ name: 'tagged_sha256', type: 'string', holds: 'SHA-256 of the tagged PDF' },
		{ name: 'inspected_before', type: 'string', holds: 'answers of Inspect for it, as JSON' },
		{ name: 'inspected_after', type: 'string', holds: 'answers for the tagged PDF, as JSON' },
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
	],
};

/** The days whose evidence was mailed. */
export const DAYS: Shape = {
	name: 'tag_pdf_days',
	columns: [
		{ name: 'day', type: 'string', holds: 'date of the report' },
		{ name: 'closed_at', type: 'date', holds: 'when the evidence was made' },
		{ name: 'documents', type: 'number', holds: 'documents in it' },
		{ name: 'hash', type: 'string', holds: 'SHA-256 of its last line' },
	],
};

/** The rules by which documents are proposed. Users edit them. */
export const RULES: Shape = {
	name: 'tag_pdf_rules',
	columns: [
		{ name: 'place', type: 'number', holds: 'order; the first rule that fits proposes' },
		{
			name: 'condition',
			type: 'string',
			holds: 'such as: hits < 1 and age > 3; an empty condition fits every document',
		},
		{
			name: 'proposal',
			type: 'string',
			holds: 'keep, archive or delete; empty to set only the owner',
		},
		{ name: 'reason', type: 'string', holds: 'reason, for the person who decides' },
		{ name: 'owner', type: 'string', holds: 'whose documents these are' },
	],
};

/** All tables, in the order in which they are created. */
export const SHAPES: readonly Shape[] = [LEDGER, DAYS, RULES];
