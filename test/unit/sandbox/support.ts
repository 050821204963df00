import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox';
import { ReferenceClient } from '../../reference/client';

const running: Sandbox[] = [];

/** A sandbox with the quick tagger, closed after the test, and a client for each account. */
export async function open(options: Partial<SandboxOptions> = {}) {
	const sandbox = await startSandbox({ tagger: 'stamp', ...options });
	running.push(sandbox);
	const [first, second] = sandbox.accounts;
	return {
		sandbox,
		account: first,
		client: new ReferenceClient(sandbox.url, first.apiKey),
		other: new ReferenceClient(sandbox.url, second.apiKey),
	};
}

afterEach(async () => {
	const closed = running.splice(0);
	await Promise.all(closed.map((sandbox) => sandbox.close()));
	// Whatever a test did, the sandbox itself kept to the contract.
	expect(closed.flatMap(({ violations }) => violations)).toEqual([]);
});

/** A PDF with so many pages, each with a heading and a line of text. */
export async function makePdf(pages = 1, title = 'Heading'): Promise<Uint8Array> {
	const document = await PDFDocument.create();
	const font = await document.embedFont(StandardFonts.Helvetica);
	for (let number = 1; number <= pages; number += 1) {
		const page = document.addPage();
		page.drawText(`${title} ${number}`, { x: 50, y: 700, size: 28, font });
		page.drawText('A line of text that says nothing.', { x: 50, y: 650, size: 12, font });
	}
	return await document.save();
}

/** A clock that moves only when told. */
export function makeClock(start = Date.UTC(2030, 0, 1)) {
	let now = start;
	return {
		now: () => now,
		pass: (seconds: number) => {
			now += seconds * 1000;
		},
	};
}

/** The text of an element of S3's XML. */
export function element(xml: string, name: string): string | undefined {
	return new RegExp(`<${name}>(.*?)</${name}>`).exec(xml)?.[1];
}
