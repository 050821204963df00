import { createProperties } from '../operation';
import { inspect } from './inspect';
import { submit } from './submit';
import { tag } from './tag';

export const documentOperations = { inspect, submit, tag };
export const documentProperties = createProperties('document', documentOperations, {
	default: 'tag',
	hint: 'Tag and Submit cost 1 credit per page; Inspect is free',
});
