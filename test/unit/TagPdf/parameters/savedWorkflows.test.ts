/**
 * Saved workflows contain parameter names and values that differ from the defaults. A changed name or
 * default would change the behaviour of these workflows.
 */
import type { INodeProperties } from 'n8n-workflow';

import { createProperties } from '../../../../nodes/TagPdf/operation';
import { compareWithOriginal } from '../../../../nodes/TagPdf/parameters/compareWithOriginal';
import { jobIdProperty } from '../../../../nodes/TagPdf/parameters/jobId';
import { embedFonts, ocrProperty } from '../../../../nodes/TagPdf/parameters/jobOptions';
import { maxFileSize, waitTimeout } from '../../../../nodes/TagPdf/parameters/limits';
import {
	outputFieldProperty,
	taggedFileNameOption,
} from '../../../../nodes/TagPdf/parameters/output';
import { alreadyTagged } from '../../../../nodes/TagPdf/parameters/paying/alreadyTagged';
import { avoidPayingTwice } from '../../../../nodes/TagPdf/parameters/paying/avoidPayingTwice';
import { creditLimits } from '../../../../nodes/TagPdf/parameters/paying/creditLimits';
import { sourceProperties } from '../../../../nodes/TagPdf/parameters/source';
import { keepSource } from '../../../../nodes/TagPdf/parameters/source/keepSource';

const parameters = [
	...sourceProperties,
	keepSource,
	jobIdProperty,
	embedFonts,
	ocrProperty,
	outputFieldProperty,
	taggedFileNameOption,
	maxFileSize,
	...creditLimits,
	alreadyTagged,
	avoidPayingTwice,
	compareWithOriginal,
	waitTimeout,
	...createProperties('job', {
		get: { toolDescription: 'Reads it', options: [], execute: jest.fn() },
	}),
];

test('parameters keep their names, types and defaults', () => {
	const kept = parameters.map(({ name, type, default: value }) => [name, type, value]);
	expect(kept).toEqual([
		['source', 'options', 'binary'],
		['binaryPropertyName', 'string', ''],
		['url', 'string', ''],
		['keepSource', 'options', 'none'],
		['jobId', 'string', '={{ $json.data?.job?.id ?? $json.job?.id ?? $json.id }}'],
		['embedFonts', 'boolean', false],
		['ocr', 'options', 'off'],
		['outputBinaryField', 'string', 'data'],
		['taggedFileName', 'string', ''],
		['maxFileSize', 'number', 2048],
		['minimumCredits', 'number', 0],
		['maximumCredits', 'number', 0],
		['alreadyTagged', 'options', 'tag'],
		['avoidPayingTwice', 'fixedCollection', { payOnce: {} }],
		['compareWithOriginal', 'options', 'off'],
		['waitTimeout', 'number', 1800],
		['toolDescription', 'string', 'Reads it'],
		['options', 'collection', {}],
	]);
});

const namesOf = (wanted: (parameter: INodeProperties) => boolean) =>
	parameters.filter(wanted).map(({ name }) => name);

test('necessary parameters are required', () => {
	expect(namesOf(({ required }) => required === true)).toEqual([
		'url',
		'jobId',
		'outputBinaryField',
	]);
});

test('the editor and the node accept the same numbers', () => {
	const least = parameters
		.filter(({ type }) => type === 'number')
		.map(({ name, typeOptions }) => [name, typeOptions?.minValue]);
	expect(least).toEqual([
		['maxFileSize', 1],
		['minimumCredits', 0],
		['maximumCredits', 0],
		['waitTimeout', 1],
	]);
});

const choicesOf = (parameter: INodeProperties | undefined) =>
	parameter?.options?.map((choice) => 'value' in choice && [choice.name, choice.value]);

test('OCR has the choices Off, On and When Scanned', () => {
	expect(choicesOf(ocrProperty)).toEqual([
		['Off', 'off'],
		['On', 'on'],
		['When Scanned', 'whenScanned'],
	]);
});

test('Already Tagged has the choices Tag Anyway, Skip and Fail', () => {
	expect(choicesOf(alreadyTagged)).toEqual([
		['Tag Anyway', 'tag'],
		['Skip', 'skip'],
		['Fail', 'fail'],
	]);
});

test('Source has the choices Binary Field and URL', () => {
	expect(choicesOf(sourceProperties[0])).toEqual([
		['Binary Field', 'binary'],
		['URL', 'url'],
	]);
});
