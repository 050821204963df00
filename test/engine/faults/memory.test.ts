import { faultSuite } from './suite';
import { cells } from './table';

// In memory mode the node sends and receives documents in a different way.
const moved = cells.filter(({ step }) => step === 'store' || step === 'download');

faultSuite(moved, 'default');
