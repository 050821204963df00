// SHA-256 (FIPS 180-4) in plain JavaScript: n8n may forbid the crypto module in Code nodes.
const sha256 = (() => {
	const fraction = (value) => ((value - Math.floor(value)) * 2 ** 32) | 0;
	const primes = [];
	for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
	const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
	const ROUNDS = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
	const words = new Int32Array(64);
	const turn = (word, bits) => (word >>> bits) | (word << (32 - bits));

	const addBlock = (state, block) => {
		for (let i = 0; i < 16; i++) words[i] = block.readInt32BE(4 * i);
		for (let i = 16; i < 64; i++) {
			const [early, late] = [words[i - 15], words[i - 2]];
			const s0 = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
			const s1 = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
			words[i] = words[i - 16] + s0 + words[i - 7] + s1;
		}
		let [a, b, c, d, e, f, g, h] = state;
		for (let i = 0; i < 64; i++) {
			const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
			const added = (h + s1 + ((e & f) ^ (~e & g)) + ROUNDS[i] + words[i]) | 0;
			const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
			const sum = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
			[h, g, f, e, d, c, b, a] = [g, f, e, (d + added) | 0, c, b, a, (added + sum) | 0];
		}
		for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] += word;
	};

	return (text) => {
		const bytes = Buffer.from(text, 'utf8');
		const padded = Buffer.alloc(Math.ceil((bytes.length + 9) / 64) * 64);
		bytes.copy(padded);
		padded[bytes.length] = 0x80;
		padded.writeUInt32BE(Math.floor(bytes.length / 2 ** 29), padded.length - 8);
		padded.writeUInt32BE((bytes.length * 8) >>> 0, padded.length - 4);
		const state = Int32Array.from(START);
		for (let at = 0; at < padded.length; at += 64) addBlock(state, padded.subarray(at, at + 64));
		return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
	};
})();
