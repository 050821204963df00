import { execute } from '../../../../scripts/docs/commands/execute';

const ADDRESS = 'http://127.0.0.1:4321';
const SERVER = { command: `echo ${ADDRESS}; exec sleep 600`, until: /(http:\S+)/ };

test('a command gets the address of the server that runs beside it', async () => {
	const same = { as: `test {address} = ${ADDRESS}`, beside: SERVER };
	await expect(execute('curl', same)).resolves.toBeUndefined();
	const other = { as: 'test {address} = http://127.0.0.1:4010', beside: SERVER };
	await expect(execute('curl', other)).rejects.toThrow('curl ended with 1');
});

test('a server that ends before it is ready fails the command beside it', async () => {
	const beside = { command: 'echo no port is free', until: /Ctrl-C/ };
	await expect(execute('true', { beside })).rejects.toThrow('no port is free');
});
