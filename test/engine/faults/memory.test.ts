import { faultSuite } from './suite';
import { cells } from './table';

// Where files are kept inside the items, documents are sent and received in another way.
const moved = cells.filter(({ step }) => step === 'store' || step === 'download');

faultSuite(moved, 'default');
