// Runs one command in its own process group. Ends the whole group when the parent is gone, even if it was
// killed, so no server is left behind.
const { spawn } = require('node:child_process');

const { command, args, cwd, uid, gid, graceMs = 15_000 } = JSON.parse(process.argv[2]);

const stdio = ['ignore', 'inherit', 'inherit'];
const child = spawn(command, args, { cwd, uid, gid, stdio, detached: true });
let grace;

function signal(name) {
	try {
		// Windows has no process groups.
		process.kill(process.platform === 'win32' ? child.pid : -child.pid, name);
	} catch {
		// The process has already ended.
	}
}

function stop() {
	signal('SIGTERM');
	grace ??= setTimeout(() => signal('SIGKILL'), graceMs);
}

child.on('spawn', () => process.send?.({ pid: child.pid }));
child.on('error', (error) => {
	console.error(error.message);
	process.exit(127);
});
child.on('exit', (code) => {
	// Also ends processes that the command started, such as n8n's task runner.
	signal('SIGKILL');
	process.exit(code ?? 1);
});
process.on('disconnect', stop);
process.on('message', (order) => (order === 'kill' ? signal('SIGKILL') : stop()));
// Ctrl-C reaches every process of the terminal, but the parent decides the order of ending.
process.on('SIGINT', () => {});
process.on('SIGTERM', stop);
// The terminal was closed.
process.on('SIGHUP', stop);
