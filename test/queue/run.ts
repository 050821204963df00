import execa from 'execa';
import pc from 'picocolors';
import { runSuite } from '../host/harness/runner';
import { latestVersion } from '../host/harness/versions';
import { postgresqlPrograms } from './services';

const PACKAGES = ['postgresql', 'redis-server'];

/** Installs what is missing and runs the tests in queue mode: `npm run test:queue`. */
async function main(): Promise<void> {
	process.exitCode = await runSuite({
		config: 'test/queue/jest.config.js',
		versions: [latestVersion()],
		args: process.argv.slice(2),
		needs: [{ title: 'PostgreSQL and Redis', task: installServices }],
	});
}

/** @throws Error that names the packages, where they can't be installed from here */
async function installServices(): Promise<void> {
	const redis = await execa('redis-server', ['--version'], { reject: false });
	if (postgresqlPrograms() && !redis.failed) return;
	const apt = ['apt-get', 'install', '-y', '--no-install-recommends', ...PACKAGES];
	const command = process.getuid?.() === 0 ? apt : ['sudo', '-n', ...apt];
	const [program = '', ...args] = command;
	const env = { DEBIAN_FRONTEND: 'noninteractive' };
	const installed = await execa(program, args, { env, reject: false });
	if (installed.failed) {
		throw new Error(`Queue mode needs PostgreSQL and Redis. Install them: sudo ${apt.join(' ')}`);
	}
}

main().catch((error: Error) => {
	console.error(pc.red(error.message));
	process.exitCode = 1;
});
