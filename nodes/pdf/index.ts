/** Reads a PDF locally. It depends neither on n8n nor on the service. */
export { inspect, type PdfSource } from './inspect';
export type { Answers, Finding, Inspection, Recommendation } from './inspection';
