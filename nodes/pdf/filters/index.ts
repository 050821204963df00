/** Filters of stream data (ISO 32000-1, 7.4), each with limits. */
export { collect, decode, readFilters, type DecodeBudget, type Pieces } from './decode';
