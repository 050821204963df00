import execa from 'execa';
import { runCommand, suiteCommand } from '../host/harness/runner';
import { latestVersion } from '../host/harness/versions';
import { postgresqlPrograms } from '../host/harness/queue/services';

const PACKAGES = ['postgresql', 'redis-server'];

const program = suiteCommand(
	'test:queue',
	'Runs n8n in queue mode: PostgreSQL, Redis, a main process, two workers, two webhook processors. ' +
		"Installs Debian's packages of the two services where they are missing.",
);

void runCommand(program, (args) => ({
	config: 'test/queue/jest.config.js',
	versions: [latestVersion()],
	args,
	needs: [{ title: 'PostgreSQL and Redis', task: installServices }],
}));

/** @throws Error that names the packages, where they can't be installed from here */
async function installServices(): Promise<void> {
	const redis = await execa('redis-server', ['--version'], { reject: false });
	if (postgresqlPrograms() && !redis.failed) return;
	const install = `apt-get install -y --no-install-recommends ${PACKAGES.join(' ')}`;
	const script = `apt-get update && DEBIAN_FRONTEND=noninteractive ${install}`;
	const isRoot = process.getuid?.() === 0;
	const [shell, ...args] = isRoot ? ['sh', '-c', script] : ['sudo', '-n', 'sh', '-c', script];
	const installed = await execa(shell, args, { reject: false });
	if (installed.failed) {
		throw new Error(`Queue mode needs PostgreSQL and Redis. Install them: sudo ${install}`);
	}
}
