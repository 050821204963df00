/** Reads a PDF where it stands; knows neither n8n nor the service. */
export { inspect, type PdfSource } from './inspect';
export type { Answers, Finding, Inspection, Recommendation } from './inspection';
