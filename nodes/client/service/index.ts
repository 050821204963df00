/** The service's five calls, and the contract's types. */
export { looksLikeHtml, readContentType, WEB_PAGE } from './answers';
export { normalizeApiKey } from './apiKey';
export { normalizeBaseUrl, type BaseUrl } from './baseUrl';
export type { Account, Job, JobOptions, JobSubmission, Result, Upload } from './contract';
export { isJobId } from './jobId';
export { readJobState } from './jobState';
export { resolveKeyAddress } from './keyAddress';
export { Service, type ServiceMemory, type CallOptions } from './service';
