import { tryGenuine, trySpoilt } from './signatureChecks';

test('accepts none of 100,000 spoilt deliveries', () => {
	expect(trySpoilt(100_000)).toEqual({ tried: 100_000, accepted: 0, surprises: [] });
});

test('accepts every one of 20,000 genuine deliveries', () => {
	expect(tryGenuine(20_000)).toEqual({ tried: 20_000, accepted: 20_000, surprises: [] });
});
