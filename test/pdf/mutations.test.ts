import { testMutations } from '../unit/pdf/mutationSuite';

testMutations(10_000);
