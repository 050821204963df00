import type { INodeProperties } from 'n8n-workflow';

import { createProperties } from '../../operation';
import { download } from './download';
import { get } from './get';
import { getDownloadLink } from './getDownloadLink';
import { wait } from './wait';

const operation: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['job'] } },
	description: 'What to do with the job',
	options: [
		{
			name: 'Download',
			value: 'download',
			action: 'Download a tagged PDF',
			description: 'Get the tagged PDF of a completed job; free',
		},
		{
			name: 'Get',
			value: 'get',
			action: 'Get the status of a job',
			description: 'Get the status of a job as it is now; free',
		},
		{
			name: 'Get Download Link',
			value: 'getDownloadLink',
			action: 'Get a download link for a tagged PDF',
			description: 'Get a short-lived link to a tagged PDF that works without signing in; free',
		},
		{
			name: 'Wait',
			value: 'wait',
			action: 'Wait for a job',
			description: 'Wait until a job is completed, without downloading the tagged PDF; free',
		},
	],
	default: 'get',
};

export const jobOperations = { download, get, getDownloadLink, wait };
export const jobProperties = [operation, ...createProperties('job', jobOperations)];
