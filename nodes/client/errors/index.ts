/** Errors of the client: failures of requests, codes, and the error class that carries the facts. */
export { codeOf, ERROR_CODES, type ErrorCode } from './codes';
export { HALTED, stopError, TagPdfError, throwIfStopped, type CodeWithFacts } from './error';
export { type CommonFacts, type FactsOf, type RequestFacts } from './facts';
export { isGone, showGone } from './gone';
export {
	isFields,
	isSuccess,
	networkFailure,
	parseJson,
	REQUESTS,
	serverOf,
	statusFailure,
	type Answer,
	type Failure,
	type RequestName,
	type StatusFailure,
} from './failure';
export { fromOutside, LONGEST, oneLine, presignedSecrets, redacting, type Redact } from './outside';
