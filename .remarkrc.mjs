/** remark's plugin, for `npm run docs:check`: finds links and pictures of the pages that lead nowhere. */
import remarkValidateLinks from 'remark-validate-links';

export default { plugins: [[remarkValidateLinks, { repository: false }]] };
