/** The service's five calls, and the contract's types. */
export { looksLikeHtml, typeOf, WEB_PAGE } from './answers';
export { normalizeBaseUrl, type BaseUrl } from './baseUrl';
export type { Account, Job, JobOptions, JobSubmission, Result, Upload } from './contract';
export { isJobId } from './jobId';
export { stateOf } from './jobState';
export { Service, type CallOptions } from './service';
