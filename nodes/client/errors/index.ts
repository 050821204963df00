/** Errors of the client: failures of requests, codes, and the error class that carries the facts. */
export { chooseCode, ERROR_CODES, type ErrorCode } from './codes';
export {
	HALT_REASON,
	createStopError,
	TagPdfError,
	throwIfStopped,
	type CodeWithFacts,
} from './error';
export { type CommonFacts, type FactsOf, type RequestFacts } from './facts';
export { isGone, showsGone } from './gone';
export {
	isObject,
	isSuccess,
	createNetworkFailure,
	createUnreadable,
	parseJson,
	REQUESTS,
	readHost,
	createStatusFailure,
	type Answer,
	type Failure,
	type RequestName,
	type StatusFailure,
} from './failure';
export {
	cleanOutsideText,
	MAX_LENGTH,
	toOneLine,
	listPresignedSecrets,
	createRedact,
	type Redact,
} from './outside';
