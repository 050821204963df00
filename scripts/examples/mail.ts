import { code, condition, fields, LEDGER, table, upsert, where, type Source } from './plan';
import type { Part } from './workflow';

/**
 * JavaScript for the PDFs of a mail. Names from outside keep letters, digits and a few signs, so that no stranger
 * chooses a folder, a query or a line of a message.
 */
export const PDFS = `const clean = (text, length) =>
	String(text ?? '').normalize('NFC').replace(/[^\\p{L}\\p{M}\\p{N} ()_-]/gu, '_').trim().slice(0, length).trim();
const isPdf = ({ fileName, mimeType }) => /^application\\/(x-)?pdf$/i.test(mimeType) || /\\.pdf$/i.test(fileName ?? '');
const pdfsOf = (binary) => Object.values(binary ?? {}).flatMap((data, n) => isPdf(data)
	? { data, n: n + 1, name: clean((data.fileName ?? '').replace(/\\.pdf$/i, ''), 60) || 'document' } : []);
const timeOf = (date) => {
	const time = DateTime.fromISO(new Date(date ?? NaN).toJSON() ?? '', { zone: $now.zoneName });
	return (time.isValid ? time : $now).toFormat('yyyy-MM-dd HH.mm');
};`;

/** Nodes that store the PDFs of mails in the folder of the originals, and mark the mails. */
export interface Mailbox {
	/** Lists that folder; files have a \`name\`. */
	readonly folder: Omit<Part, 'name' | 'at'>;
	/** Lists the mails without the mark. */
	readonly list: Omit<Part, 'name' | 'at'>;
	/** Further nodes that choose among them; none leaves the list as it is. */
	readonly choose: readonly Part[];
	/** Gets a mail with its attachments. */
	readonly get: Omit<Part, 'name' | 'at'>;
	/** Stores the file \`data\` under \`$json.name\`. */
	readonly store: Omit<Part, 'name' | 'at'>;
	/** Marks the mail \`$json.mail\`. */
	readonly mark: Omit<Part, 'name' | 'at'>;
	/** JavaScript of the fields of a listed mail: \`listed\` becomes \`{ subject, date, link }\`. */
	readonly about: string;
}

/** A mail is marked once a later run has seen all its PDFs in the folder. So a run that is killed loses none. */
export function storeMails(mailbox: Mailbox): NonNullable<Source['mail']> {
	const names = ['Mails with PDFs', ...mailbox.choose.map(({ name }) => name), 'Get the mail'];
	const troubled = where({
		source: "={{ $('Settings').first().json.source }}",
		original: "={{ 'mail:' + $('What to do').item.json.mail }}",
	});
	return {
		heading:
			'Store the PDFs of new mails\nA mail is marked once a run has seen all its PDFs in the folder.',
		first: 'In the folder',
		parts: [
			{
				...mailbox.folder,
				name: 'In the folder',
				settings: { executeOnce: true, alwaysOutputData: true },
				at: [3, -4],
			},
			{ ...mailbox.list, name: 'Mails with PDFs', settings: { executeOnce: true }, at: [4, -4] },
			...mailbox.choose,
			{
				...mailbox.get,
				name: 'Get the mail',
				settings: { onError: 'continueRegularOutput' },
				at: [5 + mailbox.choose.length, -4],
			},
			code('What to do', [6 + mailbox.choose.length, -4], whatToDo(mailbox.about)),
			{
				name: 'Store, mark or report',
				type: 'n8n-nodes-base.switch',
				typeVersion: 3.2,
				parameters: {
					mode: 'expression',
					numberOutputs: 3,
					output: "={{ ['store', 'mark', 'report'].indexOf($json.step) }}",
				},
				at: [7 + mailbox.choose.length, -4],
			},
			{
				...mailbox.store,
				name: 'Store the PDF',
				settings: { onError: 'continueRegularOutput' },
				at: [8 + mailbox.choose.length, -5],
			},
			{
				...mailbox.mark,
				name: 'Mark the mail',
				settings: { onError: 'continueRegularOutput' },
				at: [8 + mailbox.choose.length, -4],
			},
			{
				name: 'Is it marked?',
				type: 'n8n-nodes-base.if',
				typeVersion: 2.2,
				parameters: condition('={{ $json.error === undefined }}'),
				at: [9 + mailbox.choose.length, -4],
			},
			table('No trouble any more', [10 + mailbox.choose.length, -4], {
				operation: 'deleteRows',
				dataTableId: LEDGER,
				matchType: 'allConditions',
				filters: troubled,
				options: {},
			}),
			{
				name: 'Was it refused?',
				type: 'n8n-nodes-base.filter',
				typeVersion: 2.2,
				parameters: condition('={{ $json.error !== undefined }}'),
				at: [9 + mailbox.choose.length, -5],
			},
			fields('What went wrong', [10 + mailbox.choose.length, -3], WHAT_WENT_WRONG),
			table('Record the trouble', [11 + mailbox.choose.length, -3], upsert()),
		],
		arrows: [
			['In the folder', 0, 'Mails with PDFs'],
			...names.slice(1).map((to, n) => [names[n] ?? '', 0, to] as const),
			['Get the mail', 0, 'What to do'],
			['What to do', 0, 'Store, mark or report'],
			['Store, mark or report', 0, 'Store the PDF'],
			['Store, mark or report', 1, 'Mark the mail'],
			['Store, mark or report', 2, 'What went wrong'],
			['Store the PDF', 0, 'Was it refused?'],
			['Was it refused?', 0, 'What went wrong'],
			['Mark the mail', 0, 'Is it marked?'],
			['Is it marked?', 0, 'No trouble any more'],
			['Is it marked?', 1, 'What went wrong'],
		].concat([['What went wrong', 0, 'Record the trouble']]) as never,
	};
}

const whatToDo = (about: string) => `${PDFS}
const there = new Set($('In the folder').all().map(({ json }) => json.name));
return $input.all().flatMap(({ json: mail, binary }, index) => {
	const listed = $('Mails with PDFs').itemMatching(index).json;
	const { subject, date, link } = ${about};
	const about = { mail: listed.id, subject, date, link };
	if (mail.error) return { json: { ...about, step: 'report', reason: String(mail.error) } };
	const files = pdfsOf(binary).map(({ data, n, name }) => ({
		json: { ...about, step: 'store', name: timeOf(date) + ' ' + [clean(subject, 60) || 'no subject', name].join(' ') + ' (' + clean(listed.id.slice(-10), 10) + ' ' + n + ').pdf' },
		binary: { data },
	}));
	const missing = files.filter(({ json }) => !there.has(json.name));
	// What is missing is stored now, and the next run sees it in the folder. Then the mail gets its mark.
	return missing.length > 0 ? missing : { json: { ...about, step: 'mark', marks: listed.categories ?? [] } };
});
`;

/** The mail has no mark, so it comes again. After a day it is in the mail about failures. */
const WHAT_WENT_WRONG = {
	source: "={{ $('Settings').first().json.source }}",
	original: "={{ 'mail:' + $('What to do').item.json.mail }}",
	name: `={{ 'The mail "' + String($('What to do').item.json.subject ?? '').replace(/[\\p{Cc}\\p{Bidi_Control}]+/gu, ' ').slice(0, 100) + '"' }}`,
	state: 'waiting',
	code: "={{ $('What to do').item.json.step === 'mark' ? 'NOT_MARKED' : 'NOT_STORED' }}",
	reason: '={{ String($json.reason ?? $json.error) }}',
	what_to_do: `={{ $('What to do').item.json.step === 'mark'
	? 'Its PDFs are in the folder, and are tagged from there. Mark the mail by hand, so that it does not come again.'
	: 'The mail comes again until it is 14 days old, unless it is moved or deleted. Open it, and store its PDFs in the folder by hand.' }}`,
	location: "={{ $('What to do').item.json.link }}",
	credits: 0,
	first_tried_at: "={{ new Date($('What to do').item.json.date ?? $now).toISOString() }}",
	tried_at: '={{ $now.toUTC().toISO() }}',
};
