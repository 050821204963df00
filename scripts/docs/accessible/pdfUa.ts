import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import execa from 'execa';
import type { Generated } from '../generated';
import { ROOT } from '../paths';

/** veraPDF is part of the sandbox's tagger, which is built on it. */
const VERAPDF = join(ROOT, 'node_modules/@opendataloader/pdf/lib/opendataloader-pdf-cli.jar');
/** veraPDF reads its rules with JAXB, which Java 11 lacks; the Debian package libjaxb-java has it. */
const JAXB_FOLDER = '/usr/share/java';
const JAXB = [
	'jaxb-runtime',
	'jaxb-core',
	'jaxb-api',
	'istack-commons-runtime',
	'txw2',
	'javax.activation',
];

/** Returns the reason why veraPDF cannot run here, or undefined if it can. */
export async function missingForPdfUa(): Promise<string | undefined> {
	const compiler = await execa('javac', ['-version'], { reject: false });
	if (compiler.failed) return 'a JDK (Debian: default-jdk-headless)';
	return jaxb().every((jar) => existsSync(jar)) ? undefined : 'JAXB (Debian: libjaxb-java)';
}

/** Checks the PDF that `npm run demo` writes, by veraPDF's rules of PDF/UA-1. */
export async function pdfUaFindings(page: string): Promise<Generated> {
	const folder = await mkdtemp(join(tmpdir(), 'pdfua-'));
	try {
		await execa('npm', ['run', 'demo', '--', '--out', folder], { cwd: ROOT });
		const [file = ''] = await readdir(folder);
		const { stdout } = await execa('java', [
			...['-cp', [VERAPDF, ...jaxb()].join(':')],
			...[join(__dirname, 'PdfUa.java'), join(folder, file)],
		]);
		return { page, name: 'verapdf', text: asTable(stdout) };
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

function asTable(printed: string): string {
	const [checks, ...broken] = printed.trim().split('\n');
	const rows = broken.map((line) => {
		const [rule = '', count = '', demand = ''] = line.split('\t');
		return `| ${rule} | ${count} | ${demand.replaceAll('|', '\\|')} |`;
	});
	const sum = `Of ${Number(checks).toLocaleString('en')} checks these fail:`;
	return [
		sum,
		'',
		'| clause and test | times | what it demands |',
		'| --- | --- | --- |',
		...rows,
	].join('\n');
}

function jaxb(): string[] {
	return JAXB.map((name) => join(JAXB_FOLDER, `${name}.jar`));
}
