import { existsSync } from 'node:fs';
import { installPackages } from '../host/harness/debian';
import { runCommand, suiteCommand } from '../host/harness/runner';
import { editorVersions } from '../host/harness/versions';
import { DOVECOT } from './servers/mailbox';
import { SSHD } from './servers/sftp';

const program = suiteCommand(
	'test:examples',
	'Imports every workflow of examples/ into n8n 1 and 2, checks it against what n8n knows, and runs those ' +
		"to their end in n8n 2 that have their other end here. Installs Debian's packages of the mail and SFTP servers where they are missing.",
);

void runCommand(program, (args) => ({
	config: 'test/examples/jest.config.js',
	versions: editorVersions(),
	args,
	needs: [{ title: 'Dovecot and OpenSSH', task: installServers }],
}));

async function installServers(): Promise<void> {
	if ([DOVECOT, SSHD].every(existsSync)) return;
	const packages = ['dovecot-imapd', 'openssh-server'];
	await installPackages('The examples need a mail and an SFTP server', packages);
}
