import { isLongRun } from '../../long';
import { tryGenuine, trySpoilt } from './signatureChecks';

const SPOILT = isLongRun ? 100_000 : 20_000;
const GENUINE = isLongRun ? 20_000 : 4_000;

test(`accepts none of ${SPOILT} spoilt deliveries`, () => {
	expect(trySpoilt(SPOILT)).toEqual({ tried: SPOILT, accepted: 0, surprises: [] });
});

test(`accepts every one of ${GENUINE} genuine deliveries`, () => {
	expect(tryGenuine(GENUINE)).toEqual({ tried: GENUINE, accepted: GENUINE, surprises: [] });
});
