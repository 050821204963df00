import fc from 'fast-check';

/** A change of a file's bytes, at a place given as a fraction of its length. */
interface Mutation {
	kind: 'set' | 'delete' | 'insert' | 'repeat' | 'cut' | 'digit' | 'copy';
	at: number;
	length: number;
	bytes: Uint8Array;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
	kind: fc.constantFrom('set', 'delete', 'insert', 'repeat', 'cut', 'digit', 'copy'),
	at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
	length: fc.integer({ min: 1, max: 200 }),
	bytes: fc.uint8Array({ minLength: 1, maxLength: 12 }),
});

/** One to three changes. */
export const mutations = fc.array(mutation, { minLength: 1, maxLength: 3 });

export function mutate(original: Uint8Array, changes: readonly Mutation[]): Buffer {
	return changes.reduce(apply, Buffer.from(original));
}

function apply(content: Buffer, { at, bytes, kind, length }: Mutation): Buffer {
	const place = Math.floor(at * content.length);
	const before = content.subarray(0, place);
	const after = content.subarray(place);
	switch (kind) {
		case 'set':
			return Buffer.concat([before, bytes, after.subarray(bytes.length)]);
		case 'delete':
			return Buffer.concat([before, after.subarray(length)]);
		case 'insert':
			return Buffer.concat([before, bytes, after]);
		case 'repeat':
			return Buffer.concat([before, after.subarray(0, length), after]);
		case 'cut':
			return content.subarray(0, Math.max(1, content.length - length * 3));
		case 'digit':
			return Buffer.from(
				content
					.toString('latin1')
					.replace(new RegExp(`^([^]{${place}}\\D*)\\d`), `$1${length % 10}`),
				'latin1',
			);
		case 'copy': {
			const copied = content.subarray(0, length);
			return Buffer.concat([before, copied, after.subarray(copied.length)]);
		}
	}
}
