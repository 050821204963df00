import { testMutations } from './mutationSuite';

// `npm run test:corpus` runs 10,000.
testMutations(300);
