/** remark's plugins, for `npm run prose`: links that lead nowhere, and the rules of prose. */
import remarkGfm from 'remark-gfm';
import remarkValidateLinks from 'remark-validate-links';
import prose from './scripts/prose/remark.mjs';

export default { plugins: [remarkGfm, [remarkValidateLinks, { repository: false }], prose] };
