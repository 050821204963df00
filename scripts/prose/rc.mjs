/** For `npm run prose`. */
import remarkGfm from 'remark-gfm';
import prose from './remark.mjs';

export default { plugins: [remarkGfm, prose] };
