import { existsSync } from 'node:fs';
import { installPackages } from '../host/harness/debian';
import {
	chosenEditors,
	editorOption,
	runCommand,
	selectProjects,
	suiteCommand,
} from '../host/harness/runner';
import { installBackends } from '../host/harness/queue/services';
import { latestVersion } from '../host/harness/versions';
import { DOVECOT } from './servers/mailbox';
import { SSHD } from './servers/sftp';
import { VERAPDF_NEEDS, VERAPDF_PACKAGES } from './servers/verapdf/verapdf';

// s3rver encrypts its paging token with DES, which OpenSSL 3 offers only as a legacy algorithm.
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --openssl-legacy-provider`.trim();

const program = suiteCommand(
	'test:examples',
	'Imports every workflow of examples/ into n8n 1 and 2, checks it against what n8n knows, and runs it ' +
		"to its end in n8n 2, clouds as stand-ins; some in n8n 1, too. Installs Debian's packages of the mail and SFTP servers and of veraPDF's needs where they are missing.",
)
	.addOption(editorOption())
	.option(
		'--queue',
		'only the library, in queue mode, while processes are killed; TAG_PDF_LIBRARY sets the number of documents',
	)
	.option('--calm', 'with --queue: nothing is killed or restarted, and the service stays');

interface Options {
	readonly n8n?: string;
	readonly queue?: true;
	readonly calm?: true;
}

void runCommand(program, (args) => {
	const { n8n: only, queue, calm } = program.opts<Options>();
	if (calm) process.env.TAG_PDF_CALM = 'true';
	if (queue) {
		return {
			config: 'test/examples/library/queue/jest.config.js',
			versions: [latestVersion()],
			args,
			needs: [{ title: 'PostgreSQL and Redis', task: installBackends }],
		};
	}
	const versions = chosenEditors(only);
	return {
		config: 'test/examples/jest.config.js',
		versions,
		args: [...args, ...selectProjects(versions)],
		needs: [{ title: "Dovecot, OpenSSH and veraPDF's needs", task: installServers }],
	};
});

async function installServers(): Promise<void> {
	if ([DOVECOT, SSHD, ...VERAPDF_NEEDS].every(existsSync)) return;
	const packages = ['dovecot-imapd', 'openssh-server', ...VERAPDF_PACKAGES];
	await installPackages(
		'The examples need a mail server, an SFTP server and a validator',
		packages,
	);
}
