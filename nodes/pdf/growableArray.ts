type Values = Uint32Array | Float64Array;

/** A growing list of numbers. It needs a tenth of the memory of objects. */
class GrowableArray<T extends Values> {
	length = 0;

	constructor(
		private values: T,
		private readonly allocate: (length: number) => T,
	) {}

	push(value: number): void {
		if (this.length === this.values.length) {
			const values = this.allocate(Math.max(64, 2 * this.length));
			values.set(this.values);
			this.values = values;
		}
		this.values[this.length] = value;
		this.length += 1;
	}

	at(index: number): number {
		return this.values[index] ?? 0;
	}
}

export const createUint32Array = () =>
	new GrowableArray(new Uint32Array(0), (length) => new Uint32Array(length));
export const createFloat64Array = () =>
	new GrowableArray(new Float64Array(0), (length) => new Float64Array(length));
