import { runCommand, suiteCommand } from '../host/harness/runner';
import { editorVersions } from '../host/harness/versions';
import { installBackends } from '../host/harness/queue/services';

const program = suiteCommand(
	'test:queue',
	'Runs n8n in queue mode: PostgreSQL, Redis, a main process, two workers, two webhook processors. ' +
		'On the last n8n 1: one worker that is killed. ' +
		"Installs Debian's packages of the two services where they are missing.",
);

void runCommand(program, (args) => ({
	config: 'test/queue/jest.config.js',
	versions: editorVersions(),
	args,
	needs: [{ title: 'PostgreSQL and Redis', task: installBackends }],
}));
