CREATE TABLE IF NOT EXISTS tag_pdf_ledger (
	id serial PRIMARY KEY,
	-- where the document is
	bucket text,
	-- its key in the bucket
	file text,
	-- key under which the tagged PDF is filed
	tagged_file text,
	-- listed, inspected, proposed, ready, archive, delete, skipped, review, submitted, tagged or failed
	status text,
	-- why it has this status
	reason text,
	-- until then no schedule touches the row
	not_before timestamptz,
	-- bytes of the document
	size bigint,
	-- its pages, empty where they are not known
	pages integer,
	-- what Inspect says: skip, tag, tagWithOcr or review
	recommendation text,
	-- what it will cost: 1 a page, 0 if it is not to be tagged
	expected_credits integer,
	-- date in the PDF
	document_created text,
	-- date in the PDF
	document_modified text,
	-- software that wrote the PDF
	producer text,
	-- first file with the same content
	same_as text,
	-- how often it was opened, from the CSV
	hits integer,
	-- how many links lead to it, from the CSV
	links integer,
	-- whose document it is, by the rules
	owner text,
	-- keep, archive or delete, by the rules
	proposal text,
	-- reason of that rule
	proposal_reason text,
	-- keep, archive or delete; only documents to keep are submitted
	decision text,
	-- name of the person
	decided_by text,
	-- when the decision was noted
	decided_at timestamptz,
	-- SHA-256 of the document, as it was submitted
	sha256 text,
	-- SHA-256 of the tagged PDF
	tagged_sha256 text,
	-- answers of Inspect for it, as JSON
	inspected_before text,
	-- answers for the tagged PDF, as JSON
	inspected_after text,
	-- the last job
	job_id text,
	-- what the last job has cost
	credits integer,
	-- jobs before the last one, each with its credits: job_1=3 job_2=3
	earlier_jobs text,
	-- the service's ID of the last submission
	request_id text,
	-- when the file was found
	listed_at timestamptz,
	-- when it was read
	inspected_at timestamptz,
	-- when the service created the last job
	submitted_at timestamptz,
	-- when the row got its last status
	settled_at timestamptz,
	-- event or schedule
	settled_by text,
	UNIQUE (file)
);
CREATE INDEX IF NOT EXISTS tag_pdf_ledger_turn ON tag_pdf_ledger (status, not_before);
CREATE INDEX IF NOT EXISTS tag_pdf_ledger_job ON tag_pdf_ledger (job_id);
CREATE INDEX IF NOT EXISTS tag_pdf_ledger_content ON tag_pdf_ledger (sha256);

CREATE TABLE IF NOT EXISTS tag_pdf_days (
	id serial PRIMARY KEY,
	-- date of the report
	day text,
	-- when the evidence was made
	closed_at timestamptz,
	-- documents in it
	documents integer,
	-- SHA-256 of its last line
	hash text
);

CREATE TABLE IF NOT EXISTS tag_pdf_rules (
	id serial PRIMARY KEY,
	-- order; the first rule that fits proposes
	place integer,
	-- such as: hits < 1 and age > 3; an empty condition fits every document
	condition text,
	-- keep, archive or delete; empty to set only the owner
	proposal text,
	-- reason, for the person who decides
	reason text,
	-- whose documents these are
	owner text
);
