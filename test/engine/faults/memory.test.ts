import { isLongRun } from '../../long';
import { faultSuite } from './suite';
import { cells } from './table';

// In memory mode the node sends and receives documents in a different way.
const MOVING_STEPS = isLongRun ? ['store', 'download'] : ['download'];
const moved = cells.filter(({ step }) => MOVING_STEPS.includes(step));

faultSuite(moved, 'default');
