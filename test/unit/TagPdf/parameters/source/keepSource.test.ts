import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';

import {
	keepSource,
	readKeepSource,
} from '../../../../../nodes/TagPdf/parameters/source/keepSource';
import { errorOf } from '../../../support/errorOf';
import { FakeExecution } from '../../../support/fakeExecution';
import { itemOf } from '../../../support/itemOf';

const file = (fileName: string): IBinaryData => ({
	fileName,
	mimeType: 'application/pdf',
	data: '',
});
const tagged = file('a-tagged.pdf');
const output: INodeExecutionData = { json: { id: 'job_1' }, binary: { data: tagged } };
const input: INodeExecutionData = {
	json: { id: 'mail_1', subject: 'Minutes' },
	binary: { data: file('a.pdf'), attachment_1: file('b.pdf') },
};
const kept = async (keep?: unknown, given = input, made = output) => {
	const other = keep === 'json' ? 'binary' : 'json';
	const parameters = [other, keep].map((each) => ({ options: { keepSource: each } }));
	const items = [{ json: { of: 'another item' }, binary: { other: file('other.pdf') } }, given];
	const fake = new FakeExecution({ parameters, items });
	return readKeepSource(await itemOf(fake, 1))(made);
};

test('None, the default, returns only the output', async () => {
	expect(await kept()).toBe(output);
	expect(await kept('none')).toBe(output);
	expect(keepSource.default).toBe('none');
});

test("JSON keeps the item's data and moves the job into its own field", async () => {
	expect(await kept('json')).toEqual({
		json: { id: 'mail_1', subject: 'Minutes', job: { id: 'job_1' } },
		binary: { data: tagged },
	});
});

test("Binary keeps the item's files and renames a file that the tagged PDF replaces", async () => {
	expect(await kept('binary')).toEqual({
		json: { id: 'job_1' },
		binary: { data: tagged, data_source: file('a.pdf'), attachment_1: file('b.pdf') },
	});
});

test('Both keeps data and files', async () => {
	expect(await kept('both')).toEqual({
		json: { id: 'mail_1', subject: 'Minutes', job: { id: 'job_1' } },
		binary: { data: tagged, data_source: file('a.pdf'), attachment_1: file('b.pdf') },
	});
});

test('no file is lost if the new name is taken, too', async () => {
	const binary = {
		data: file('a.pdf'),
		data_source: file('first.pdf'),
		data_source_2: file('second.pdf'),
	};
	expect((await kept('binary', { json: {}, binary })).binary).toEqual({
		data: tagged,
		data_source: file('first.pdf'),
		data_source_2: file('second.pdf'),
		data_source_3: file('a.pdf'),
	});
});

test('a job without a file keeps the existing files', async () => {
	const job = { json: { id: 'job_1' } };
	expect((await kept('binary', input, job)).binary).toEqual(input.binary);
	expect((await kept('both', { json: {} }, job)).binary).toEqual({});
});

test('files in the JSON count as files, not as data', async () => {
	const stored = { ...file('a.pdf'), id: 'filesystem:1' };
	const given = { json: { subject: 'Minutes', _files: { data: stored, note: 'no file' } } };
	const made = (keep: string) => kept(keep, given);
	expect((await made('json')).json).toEqual({ subject: 'Minutes', job: { id: 'job_1' } });
	expect((await made('binary')).binary).toEqual({ data: tagged, data_source: stored });
});

test('the input stays unchanged', async () => {
	const before = structuredClone(input);
	await kept('both');
	expect(input).toEqual(before);
});

test.each(['all', 1, null])('%p is refused', async (keep) => {
	expect(await errorOf(() => kept(keep))).toEqual({
		code: 'INVALID_INPUT',
		message: 'Keep Input Data has an unknown value',
		description: `Change the value. It is ${JSON.stringify(keep)}, not one of "none", "json", "binary", "both".`,
	});
});

test('the editor offers the accepted values, with None as default', () => {
	expect(keepSource).toMatchObject({
		type: 'options',
		default: 'none',
		options: [
			{ name: 'None', value: 'none' },
			{ name: 'JSON', value: 'json' },
			{ name: 'Binary', value: 'binary' },
			{ name: 'Both', value: 'both' },
		],
	});
});
