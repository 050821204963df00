import { SecretsMemory } from '../../../../nodes/TagPdfTrigger/verification/secretsMemory';

const LIFETIME = 30_000;
const PAUSE = 1_000;

/** A credential with changeable secrets, and a clock that the test sets. */
const open = (capacity = 10) => {
	let now = 1_764_000_000_000;
	const memory = new SecretsMemory(
		{ now: () => now },
		{ lifetimeMs: LIFETIME, pauseMs: PAUSE, capacity },
	);
	const world = { secrets: ['old'], reads: 0, failure: undefined as Error | undefined };
	const read = async () => {
		world.reads += 1;
		if (world.failure) throw world.failure;
		return await Promise.resolve([...world.secrets]);
	};
	let judged = 0;
	return {
		world,
		judged: () => judged,
		pass: (ms: number) => (now += ms),
		/** Whether a delivery signed with this secret is accepted. */
		sent: async (secret: string, key = 'node') =>
			await memory.verify(key, read, (secrets) => {
				judged += 1;
				return secrets.includes(secret) ? 'genuine' : 'wrong';
			}),
	};
};

test('reads the credential once in 30 seconds of genuine deliveries', async () => {
	const { world, pass, sent } = open();
	for (let ms = 0; ms < LIFETIME; ms += 500) {
		expect(await sent('old')).toBe('genuine');
		pass(500);
	}
	expect(world.reads).toBe(1);
	expect(await sent('old')).toBe('genuine');
	expect(world.reads).toBe(2);
});

test('accepts a removed secret for at most 30 seconds', async () => {
	const { world, pass, sent } = open();
	await sent('old');
	world.secrets = ['new'];
	pass(LIFETIME - 1);
	expect(await sent('old')).toBe('genuine');
	pass(1);
	expect(await sent('old')).toBe('wrong');
});

test('accepts a removed secret no longer than until the next read', async () => {
	const { world, pass, sent } = open();
	await sent('old');
	world.secrets = ['new'];
	pass(PAUSE);
	expect(await sent('new')).toBe('genuine');
	expect(await sent('old')).toBe('wrong');
	expect(world.reads).toBe(2);
});

test('counts the lifetime of a secret from the start of the read', async () => {
	const { pass, sent, world } = open();
	const first = sent('old');
	pass(LIFETIME);
	await first;
	expect(await sent('old')).toBe('genuine');
	expect(world.reads).toBe(2);
});

test('reads the credential once a second in a flood of forged deliveries', async () => {
	const { world, pass, sent } = open();
	for (let ms = 0; ms < 10_000; ms += 10) {
		expect(await sent('guessed')).toBe('wrong');
		pass(10);
	}
	expect(world.reads).toBe(10);
});

test('concurrent deliveries share one read', async () => {
	const { world, sent } = open();
	const all = ['old', 'guessed', 'old'].map(async (secret) => await sent(secret));
	expect(await Promise.all(all)).toEqual(['genuine', 'wrong', 'genuine']);
	expect(world.reads).toBe(1);
});

test('accepts a new secret a second after the last read, even during a flood', async () => {
	const { world, pass, sent } = open();
	await sent('guessed');
	world.secrets = ['new'];
	pass(PAUSE - 1);
	expect(await sent('new')).toBe('wrong');
	pass(1);
	expect(await sent('new')).toBe('genuine');
});

test('compares a body once unless it reads the credential for it', async () => {
	const { judged, pass, sent } = open();
	await sent('old');
	expect(judged()).toBe(1);
	await sent('old');
	expect(judged()).toBe(2);
	await sent('guessed');
	expect(judged()).toBe(3);
	pass(PAUSE);
	await sent('guessed');
	expect(judged()).toBe(5);
});

test('keeps the secrets of each key apart', async () => {
	const { world, sent } = open();
	await sent('old', 'one');
	world.secrets = ['new'];
	expect(await sent('new', 'two')).toBe('genuine');
	expect(await sent('old', 'two')).toBe('wrong');
	expect(await sent('new', 'one')).toBe('wrong');
});

describe('a credential that cannot be read', () => {
	test('fails all deliveries of that second with one read', async () => {
		const { world, pass, sent } = open();
		world.failure = new Error('database is busy');
		await expect(sent('old')).rejects.toBe(world.failure);
		await expect(sent('old')).rejects.toBe(world.failure);
		expect(world.reads).toBe(1);
		pass(PAUSE);
		world.failure = undefined;
		expect(await sent('old')).toBe('genuine');
	});

	test('neither drops the cached secrets nor extends their lifetime', async () => {
		const { world, pass, sent } = open();
		await sent('old');
		world.failure = new Error('database is busy');
		pass(LIFETIME / 2);
		await expect(sent('guessed')).rejects.toBe(world.failure);
		expect(await sent('old')).toBe('genuine');
		pass(LIFETIME / 2);
		await expect(sent('old')).rejects.toBe(world.failure);
	});
});

test.each([-LIFETIME, -3_600_000])(
	'does not keep a secret longer if the clock is set back by %d ms',
	async (ms) => {
		const { world, pass, sent } = open();
		await sent('old');
		world.secrets = ['new'];
		pass(ms);
		expect(await sent('old')).toBe('wrong');
	},
);

test('drops the credential with the oldest read when it is full', async () => {
	const { world, pass, sent } = open(2);
	await sent('old', 'a');
	await sent('old', 'b');
	pass(PAUSE);
	await sent('guessed', 'a');
	await sent('old', 'c');
	expect(world.reads).toBe(4);
	await sent('old', 'a');
	await sent('old', 'c');
	expect(world.reads).toBe(4);
	await sent('old', 'b');
	expect(world.reads).toBe(5);
});
