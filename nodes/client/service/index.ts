/** The service's five calls, and the contract's types. */
export { looksLikeHtml, readContentType, WEB_PAGE } from './answers';
export { isJobId, readJobState } from './contract';
export type { Account, Job, JobOptions, JobSubmission, Result, Upload } from './contract';
export { normalizeApiKey, normalizeBaseUrl, resolveKeyAddress } from './credential';
export { Service, type ServiceMemory, type CallOptions } from './service';
