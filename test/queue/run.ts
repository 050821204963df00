import execa from 'execa';
import { installPackages } from '../host/harness/debian';
import { runCommand, suiteCommand } from '../host/harness/runner';
import { latestVersion } from '../host/harness/versions';
import { postgresqlPrograms } from '../host/harness/queue/services';

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

async function installServices(): Promise<void> {
	const redis = await execa('redis-server', ['--version'], { reject: false });
	if (postgresqlPrograms() && !redis.failed) return;
	await installPackages('Queue mode needs PostgreSQL and Redis', ['postgresql', 'redis-server']);
}
