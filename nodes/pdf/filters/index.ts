/** Filters of stream data (ISO 32000-1, 7.4), each under a bound. */
export { collect, decode, filtersOf, type DecodeBudget } from './decode';
