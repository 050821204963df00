import { createProperties } from '../operation';
import { download } from './download';
import { get } from './get';
import { getDownloadLink } from './getDownloadLink';
import { wait } from './wait';

export const jobOperations = { download, get, getDownloadLink, wait };
export const jobProperties = createProperties('job', jobOperations, { default: 'get' });
