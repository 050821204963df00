import { section, type Arrow, type Part } from './workflow';

/** The columns of the ledger, as docs/examples/plan.md explains them. */
export const COLUMNS = {
	source: 'string',
	original: 'string',
	version: 'string',
	name: 'string',
	location: 'string',
	state: 'string',
	copy: 'string',
	job_id: 'string',
	pages: 'number',
	credits: 'number',
	already_tagged: 'boolean',
	code: 'string',
	reason: 'string',
	what_to_do: 'string',
	tries: 'number',
	first_tried_at: 'date',
	tried_at: 'date',
	due_at: 'date',
	told: 'boolean',
} as const;

/** A line of the notes. */
export const QUARTER_HOURS =
	"It makes 2,880 executions a month. n8n Cloud's smallest plan has 2,500, so choose 20 minutes there.";

/** What is different from source to source. */
export interface Source {
	/** Fields of the node Settings, beside those of all sources. */
	readonly settings: Readonly<Record<string, string | number>>;
	/** The source's name in the ledger. */
	readonly source: string;
	/** The node that lists the originals. */
	readonly list: Omit<Part, 'name' | 'at'>;
	/** The node that lists the copies, where filing would not replace one of the same name. */
	readonly copies?: Omit<Part, 'name' | 'at'>;
	/**
	 * JavaScript that makes `originals` from `listed`, the items of that list: `original`, `version`, `name`, `location`,
	 * `copy`, and `problem` (`reason` and `what_to_do`) if the original cannot be fetched as it is.
	 */
	readonly originals: string;
	/** The node that fetches one original into the field `data`; its JSON gets an `error` if that fails. */
	readonly fetch: Omit<Part, 'name' | 'at'>;
	/** The nodes that file the tagged PDF from the field `data`; the arrows from the first one to the last are theirs. */
	readonly file: (at: readonly [number, number]) => Filing;
	/** Documents of a run. */
	readonly documentsPerRun: number;
	/** Max Credits per Execution. */
	readonly credits: number;
	/** Nodes that start the plan. */
	readonly triggers: readonly Part[];
	/** Nodes that bring new mails into the folder, before the folder is listed. */
	readonly mail?: {
		/** The section's heading. */
		readonly heading: string;
		readonly parts: readonly Part[];
		readonly arrows: readonly Arrow[];
		readonly first: string;
	};
}

/** How a tagged PDF is filed. */
export interface Filing {
	readonly parts: readonly Part[];
	readonly arrows: readonly Arrow[];
	/** The node that gets the tagged PDF. */
	readonly first: string;
	/** Outputs after which a document is filed, or was not. */
	readonly ends: ReadonlyArray<readonly [node: string, output: number]>;
}

/** The nodes from the triggers to the mail about failures, in sections. */
export function plan(source: Source): { parts: Part[]; arrows: Arrow[] } {
	const filing = source.file([9, -1]);
	const filed = 9 + filing.parts.length;
	const start: Part[] = [
		...source.triggers,
		fields(
			'Settings',
			[1, 0],
			{
				...source.settings,
				source: source.source,
				documentsPerRun: source.documentsPerRun,
				hoursOfAClaim: 2,
				daysToTry: 14,
			},
			{ executeOnce: true },
		),
		table('The ledger', [2, 0], {
			resource: 'table',
			operation: 'create',
			tableName: 'Tag PDF ledger',
			columns: { column: Object.entries(COLUMNS).map(([name, type]) => ({ name, type })) },
			options: { createIfNotExists: true },
		}),
	];
	const find: Part[] = [
		{ ...source.list, name: 'List the originals', at: [3, 0] },
		...(source.copies ? [{ ...source.copies, name: 'List the copies', at: [3, 1] as const }] : []),
		table(
			'Rows of this source',
			[4, 0],
			{
				operation: 'get',
				dataTableId: LEDGER,
				matchType: 'allConditions',
				filters: where({ source: "={{ $('Settings').first().json.source }}" }),
				returnAll: true,
			},
			{ executeOnce: true, alwaysOutputData: true },
		),
		code('What is new', [5, 0], whatIsNew(source.originals)),
		table('Claim it', [6, 0], upsert()),
	];
	const tag: Part[] = [
		{
			name: 'Can it be fetched?',
			type: 'n8n-nodes-base.filter',
			typeVersion: 2.2,
			parameters: condition("={{ $json.state === 'working' }}"),
			at: [7, 0],
		},
		{
			name: 'Ten at a time',
			type: 'n8n-nodes-base.splitInBatches',
			typeVersion: 3,
			parameters: { batchSize: 10, options: {} },
			at: [7, 1],
		},
		{
			...source.fetch,
			name: 'Fetch it',
			settings: { ...source.fetch.settings, onError: 'continueRegularOutput' },
			at: [8, 0],
		},
		{
			name: 'Tag the PDF',
			type: 'n8n-nodes-tag-pdf.tagPdf',
			typeVersion: 1,
			parameters: {
				resource: 'document',
				operation: 'tag',
				source: 'binary',
				binaryPropertyName: 'data',
				binaryPropertyOutput: 'data',
				options: {
					alreadyTagged: 'skip',
					maxCreditsPerExecution: source.credits,
					maxDocumentsAtOnce: 10,
				},
			},
			settings: { onError: 'continueErrorOutput' },
			at: [8, -1],
		},
		...filing.parts,
		code('What came out', [filed, -1], WHAT_CAME_OUT),
		table('Record it', [filed + 1, -1], upsert()),
	];
	const tell: Part[] = [
		table(
			'Not told yet',
			[3, 3],
			{
				operation: 'get',
				dataTableId: LEDGER,
				matchType: 'allConditions',
				filters: where({
					source: "={{ $('Settings').first().json.source }}",
					state: ['neq', 'tagged'],
				}),
				returnAll: true,
			},
			{ executeOnce: true },
		),
		{
			name: 'Worth a mail?',
			type: 'n8n-nodes-base.filter',
			typeVersion: 2.2,
			parameters: condition(WORTH_A_MAIL),
			at: [4, 3],
		},
		fields('Its part of the mail', [5, 2.5], { text: PART_OF_THE_MAIL }),
		{
			name: 'One mail about all',
			type: 'n8n-nodes-base.summarize',
			typeVersion: 1.1,
			parameters: {
				fieldsToSummarize: {
					values: [
						{ aggregation: 'count', field: 'text' },
						{
							aggregation: 'concatenate',
							field: 'text',
							separateBy: '\n',
						},
					],
				},
				options: {},
			},
			at: [6, 2.5],
		},
		sendEmail('Mail what was not tagged', [7, 2.5], {
			subject:
				"={{ $json.count_text === 1 ? '1 document was not tagged' : $json.count_text + ' documents were not tagged' }}",
			text: '={{ $json.concatenated_text }}',
		}),
		{
			name: 'Once it is sent',
			type: 'n8n-nodes-base.merge',
			typeVersion: 3.1,
			parameters: { mode: 'chooseBranch', useDataOfInput: 2 },
			at: [8, 3],
		},
		table('Told', [9, 3], {
			operation: 'update',
			dataTableId: LEDGER,
			matchType: 'allConditions',
			// Another run may have written the row meanwhile.
			filters: where({
				id: '={{ $json.id }}',
				state: '={{ $json.state }}',
				code: '={{ $json.code }}',
			}),
			columns: { mappingMode: 'defineBelow', value: { told: true }, schema: schema(['told']) },
			options: {},
		}),
	];
	const { mail } = source;
	// Side by side, so they begin and end in one line.
	const middle = [...start, ...find, ...tag];
	const sections = [
		section(`1. Start`, start, middle),
		...(mail ? [section(`2. ${mail.heading}`, mail.parts)] : []),
		section(
			`${mail ? 3 : 2}. Find what is new\nThe ledger knows what is done. A claim keeps other runs away.`,
			find,
			middle,
		),
		section(
			`${mail ? 4 : 3}. Tag and file\nn8n runs the upper of two branches first. If you move nodes, keep **Tag the PDF** above **Ten at a time**.`,
			tag,
			middle,
		),
		section(
			`${mail ? 5 : 4}. Tell what was not tagged\nEach document that failed, or has waited for a day, is in one mail.`,
			tell,
		),
	];
	const parts = [...sections, ...start, ...(mail?.parts ?? []), ...find, ...tag, ...tell];
	const arrows: Arrow[] = [
		...source.triggers.map(({ name }): Arrow => [name, 0, 'Settings']),
		['Settings', 0, 'The ledger'],
		...(mail ? [['The ledger', 0, mail.first] as const, ...mail.arrows] : []),
		['The ledger', 0, 'List the originals'],
		['The ledger', 0, 'Not told yet'],
		...chain(
			'List the originals',
			...(source.copies ? ['List the copies'] : []),
			'Rows of this source',
		),
		['Rows of this source', 0, 'What is new'],
		['What is new', 0, 'Claim it'],
		['Claim it', 0, 'Can it be fetched?'],
		['Can it be fetched?', 0, 'Ten at a time'],
		['Ten at a time', 1, 'Fetch it'],
		['Fetch it', 0, 'Tag the PDF'],
		['Fetch it', 0, 'Ten at a time'],
		['Tag the PDF', 0, filing.first],
		['Tag the PDF', 1, 'What came out'],
		...filing.arrows,
		...filing.ends.map(([node, output]): Arrow => [node, output, 'What came out']),
		['What came out', 0, 'Record it'],
		...chain(
			'Not told yet',
			'Worth a mail?',
			'Its part of the mail',
			'One mail about all',
			'Mail what was not tagged',
			'Once it is sent',
			'Told',
		),
		['Worth a mail?', 0, 'Once it is sent', 1],
	];
	return { parts, arrows };
}

/** One node chooses the table; the others ask it for the table's ID. */
export const LEDGER = { __rl: true, mode: 'id', value: "={{ $('The ledger').first().json.id }}" };

/** n8n 1 has no version 1.1 of this node, so it does not load these examples: its ledger would lose rows. */
const chain = (...names: string[]): Arrow[] =>
	names.slice(1).map((name, n) => [names[n] ?? '', 0, name]);

export function every(name: string, interval: object): Part {
	return {
		name,
		type: 'n8n-nodes-base.scheduleTrigger',
		typeVersion: 1.2,
		parameters: { rule: { interval: [interval] } },
		at: [0, 0],
	};
}

export function table(
	name: string,
	at: Part['at'],
	parameters: Part['parameters'],
	settings: Part['settings'] = {},
): Part {
	const type = 'n8n-nodes-base.dataTable';
	// Reading fails if another run adds a row meanwhile, and writing a row twice is harmless.
	return {
		name,
		type,
		typeVersion: 1.1,
		parameters,
		settings: { ...settings, retryOnFail: true },
		at,
	};
}

/** A node that writes its item into the row of the original. */
export function upsert(): Part['parameters'] {
	return {
		operation: 'upsert',
		dataTableId: LEDGER,
		matchType: 'allConditions',
		filters: where({ source: '={{ $json.source }}', original: '={{ $json.original }}' }),
		columns: { mappingMode: 'autoMapInputData', value: null, schema: schema(Object.keys(COLUMNS)) },
		options: {},
	};
}

type Value = string | boolean | readonly [condition: string, value: string];

export function where(values: Readonly<Record<string, Value>>): object {
	const conditions = Object.entries(values).map(([keyName, value]) => {
		if (typeof value === 'boolean') return { keyName, condition: value ? 'isTrue' : 'isFalse' };
		if (typeof value === 'string') return { keyName, condition: 'eq', keyValue: value };
		return { keyName, condition: value[0], keyValue: value[1] };
	});
	return { conditions };
}

function schema(names: readonly string[]): object[] {
	return names.map((name) => ({
		id: name,
		displayName: name,
		required: false,
		defaultMatch: false,
		display: true,
		type: COLUMNS[name as keyof typeof COLUMNS].replace('date', 'dateTime'),
		readOnly: false,
		removed: false,
	}));
}

/** Parameters of an If or a Filter whose expression is true. */
export function condition(leftValue: string): Part['parameters'] {
	const options = { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 };
	const operator = { type: 'boolean', operation: 'true', singleValue: true };
	const conditions = [{ id: 'condition', leftValue, rightValue: '', operator }];
	return { conditions: { options, conditions, combinator: 'and' }, options: {} };
}

/** An Edit Fields node. */
export function fields(
	name: string,
	at: Part['at'],
	values: Readonly<Record<string, string | number | boolean>>,
	settings: Part['settings'] = {},
): Part {
	const assignments = Object.entries(values).map(([field, value]) => {
		return { id: field, name: field, value, type: typeof value };
	});
	const parameters = { assignments: { assignments }, options: {} };
	return { name, type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters, settings, at };
}

export function code(name: string, at: Part['at'], jsCode: string, more: object = {}): Part {
	return { name, type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode, ...more }, at };
}

/** A mail of the item's `subject` and `text`, or of other expressions. */
export function sendEmail(
	name: string,
	at: Part['at'],
	{ subject, text } = { subject: '={{ $json.subject }}', text: '={{ $json.text }}' },
): Part {
	return {
		name,
		type: 'n8n-nodes-base.emailSend',
		typeVersion: 2.1,
		parameters: {
			fromEmail: 'n8n@example.com',
			toEmail: 'accessibility@example.com',
			subject,
			emailFormat: 'text',
			text,
			options: { appendAttribution: false },
		},
		at,
	};
}

const whatIsNew = (originals: string) => `const settings = $('Settings').first().json;
if (settings.originals === settings.tagged) throw new Error('Originals and tagged PDFs need two folders: see Settings');
const listed = $('List the originals').all().map(({ json }) => json);
${originals}
// In the ledger, a row of the same version is done, or waits until it is due.
const rows = new Map($input.all().map(({ json }) => [json.original, json]));
const now = Date.now();
const due = originals.flatMap((original) => {
	const row = rows.get(original.original);
	const isDue = row && Date.parse(row.due_at) <= now;
	if (row?.state === 'working' && !isDue) return [];
	const isSame = row?.version === original.version;
	if (isSame && (['tagged', 'failed'].includes(row.state) || !isDue)) return [];
	return { ...original, order: isSame ? Date.parse(row.due_at) : now, tries: isSame ? row.tries + 1 : 1,
		first_tried_at: isSame ? row.first_tried_at : new Date(now).toISOString(), told: isSame && row.told };
});
// What has waited longest comes first. The others come with the next run.
due.sort((one, other) => one.order - other.order);
return due.slice(0, settings.documentsPerRun).map(({ order, problem, ...original }) => ({
	json: {
		...original,
		source: settings.source,
		state: problem ? 'failed' : 'working',
		job_id: null, pages: null, credits: 0, already_tagged: false,
		code: problem ? 'NOT_FETCHED' : '', reason: problem?.reason ?? '', what_to_do: problem?.what_to_do ?? '',
		told: problem ? false : original.told,
		tried_at: new Date(now).toISOString(),
		due_at: new Date(now + settings.hoursOfAClaim * 3600000).toISOString(),
	},
}));
`;

const WHAT_CAME_OUT = `// Running again does not help these. Everything else may pass.
const FINAL = ['JOB_FAILED', 'JOB_NOT_FOUND', 'RESULT_GONE', 'CONFLICT', 'NOT_A_PDF', 'PASSWORD_NEEDED', 'PAGES_UNKNOWN',
	'TOO_LARGE', 'INVALID_REQUEST', 'INVALID_INPUT', 'INTERNAL_ERROR'];
const settings = $('Settings').first().json;
const now = Date.now();

function describe(failure, fetched, tagged) {
	const { error } = failure;
	if (fetched.error) {
		return { code: 'NOT_FETCHED', reason: String(fetched.error), what_to_do: 'Check that n8n may read the original.' };
	}
	if ($prevNode.name !== 'Tag the PDF') {
		return { code: 'NOT_FILED', reason: String(error.message ?? error), job_id: tagged.id ?? null, credits: tagged.credits_used,
			what_to_do: 'Check that n8n may write there. What is paid for is free in the next try.' };
	}
	return { code: error.code ?? 'NOT_TAGGED', reason: error.message ?? String(error), what_to_do: error.description ?? '',
		job_id: error.job_id ?? null, credits: failure.credits_used ?? 0 };
}

return $input.all().map(({ json: result }, index) => {
	const row = { ...$('Claim it').itemMatching(index).json, tried_at: new Date(now).toISOString() };
	const fetched = $('Fetch it').itemMatching(index).json;
	const tagged = $('Tag the PDF').itemMatching(index).json;
	if (!result.error) {
		const { id: job_id = null, credits_used: credits, skipped } = tagged;
		return { json: { ...row, state: 'tagged', job_id, credits, pages: skipped?.pages ?? credits,
			already_tagged: skipped !== undefined, due_at: null } };
	}
	const failure = describe(result, fetched, tagged);
	// The run's own limit lets a document in on another day, however long that takes.
	const endsAt = failure.code === 'OVER_CREDIT_LIMIT' ? Infinity : Date.parse(row.first_tried_at) + settings.daysToTry * 86400000;
	const passes = !FINAL.includes(failure.code) && now < endsAt;
	const minutes = Math.min(15 * 2 ** (row.tries - 1), 720);
	return { json: { ...row, ...failure, state: passes ? 'waiting' : 'failed', told: passes && row.told,
		due_at: passes ? new Date(now + minutes * 60000).toISOString() : null } };
});
`;

/** What failed, and what has waited for a day. A claim that has ended belongs to a run that was killed. */
const WORTH_A_MAIL =
	"={{ !$json.told && ($json.state === 'failed' || (($json.state === 'waiting' || new Date($json.due_at) < $now) && new Date($json.first_tried_at) < $now.minus({ days: 1 }))) }}";

const PART_OF_THE_MAIL = `={{ [
	$json.name + ($json.state === 'failed' ? '' : $json.tries ? ' (tries so far: ' + $json.tries + ')' : ''),
	$json.state === 'working' ? 'A run has begun with it and has not ended: n8n was stopped or killed' : $json.reason,
	$json.state === 'working' ? 'Check that n8n has enough memory for it.' : $json.what_to_do,
	$json.state !== 'failed' && $json.tries ? 'It is tried again as long as it is in the folder' : '',
	$json.job_id ? 'Job ' + $json.job_id + ', ' + $json.credits + ' credits' : 'No job, no credits',
	'Original: ' + $json.location,
].map((line) => String(line ?? '').replace(/[\\p{Cc}\\p{Bidi_Control}]+/gu, ' ')).filter(Boolean).join('\\n') + '\\n' }}`;
