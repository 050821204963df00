/** remark's plugins, for `npm run docs:check`: links that lead nowhere, and the rules of prose. */
import remarkGfm from 'remark-gfm';
import remarkValidateLinks from 'remark-validate-links';
import prose from './scripts/prose/remark.mjs';

// The rules of prose are off until all pages keep them: `npm run prose` shows what is left.
export default {
	plugins: [remarkGfm, [remarkValidateLinks, { repository: false }], [prose, false]],
};
